// Where scratch folders lie: $TMPDIR/assay-<user id>/run-XXXXXX, one for each process, locked for as long as
// the process lives. A folder that nobody locks belongs to a process that was killed, whatever runs under its
// number today; the next process removes it.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

// $TMPDIR, or /tmp.
std::string temporary_folder();
// The user's own folder there, for all processes; made when missing. Error: it is not ours alone.
Result<std::string> scratch_pool();
// A real folder of this user, where nobody else can put anything.
bool is_ours(const std::string& path);
bool make_ours(const std::string& path, mode_t mode);

// The folder of this process. Made, and what killed processes left is removed, when it is first asked for. Where there
// can be no pool it is $TMPDIR itself.
Result<std::string> scratch_home();

// Removes folders of killed processes, for a moment: the rest is left to the next process.
void sweep_scratch();
// Folders of killed processes that are still there.
std::vector<std::string> dead_scratch();
// Removes them, however long that takes.
void remove_dead_scratch();
// Older versions made theirs in $TMPDIR itself, without a lock: those that were not touched for a day.
std::vector<std::string> old_scratch();

}  // namespace assay::os
