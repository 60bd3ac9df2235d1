// The patches that agents write with their apply_patch tool ("*** Begin Patch"), read as edits of files.
#pragma once

#include <string_view>
#include <vector>

#include "hooks/input.h"

namespace assay::hooks {

// Adds the edits of the patch in `text`, which may stand in a shell command; none when there is no patch.
void read_patch(std::string_view text, std::vector<Edit>& out);

// What a file is once the edit is made; nothing when the edit does not fit to it.
std::optional<std::string> apply(const Edit& edit, std::string_view before);

// The difference as git prints it, for a reader of diffs. `before` or `after` is empty where there is no file.
std::string diff_text(std::string_view path, const std::optional<std::string>& before,
                      const std::optional<std::string>& after);

}  // namespace assay::hooks
