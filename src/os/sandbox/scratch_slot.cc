#include "os/sandbox/scratch_slot.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/scratch_home.h"

namespace assay::os {

namespace {

constexpr int k_slots = 64;

// Nothing there but folders of ours for HOME and TMPDIR, whatever is in them.
bool prepare(const std::string& slot) {
  const auto names = list_folder(slot);
  if (!names) return false;
  for (const auto& name : *names) {
    if (name != "home" && name != "tmp") remove_tree(join_path(slot, name));
  }
  return make_ours(slot + "/home", 0755) && make_ours(slot + "/tmp", 0755);
}

}  // namespace

Result<ScratchSlot> ScratchSlot::claim() {
  const auto pool = scratch_pool();
  for (int i = 0; pool && i < k_slots; ++i) {
    const auto slot = cat(*pool, "/", i);
    if (!make_ours(slot, 0700)) continue;
    Fd lock(::open(slot.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!lock.is_open() || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    struct stat held {};
    struct stat named {};
    const bool same =
        ::fstat(lock.get(), &held) == 0 && ::lstat(slot.c_str(), &named) == 0 && held.st_ino == named.st_ino;
    if (same && (prepare(slot) || (empty_folder(slot) && prepare(slot)))) return ScratchSlot(slot, std::move(lock));
  }
  TRY_ASSIGN(auto own, ScratchFolder::make("assay-run"));
  for (const auto* name : {"home", "tmp"}) TRY(make_folders(join_path(own.path(), name)));
  return ScratchSlot(std::move(own));
}

Result<void> ScratchSlot::try_to_lay_out(const Places& in_home, const Places& in_tmp) {
  m_folders.clear();
  for (const auto& [name, places] : {std::pair("/home", &in_home), std::pair("/tmp", &in_tmp)}) {
    TRY_ASSIGN(auto folder, MountPoints::make(m_path + name, *places));
    m_folders.push_back(std::move(folder));
  }
  return renew() ? Result<void>() : unavailable(cat("cannot empty ", m_path));
}

// What a run that was killed left there may be in the way. Beside them lie files that this run shows.
Result<void> ScratchSlot::lay_out(const Places& in_home, const Places& in_tmp) {
  if (try_to_lay_out(in_home, in_tmp)) return {};
  for (const auto* name : {"/home", "/tmp"}) {
    if (!empty_folder(m_path + name)) return unavailable(cat("cannot empty ", m_path, name));
  }
  return try_to_lay_out(in_home, in_tmp);
}

bool ScratchSlot::renew() const {
  return std::all_of(m_folders.begin(), m_folders.end(), [](const MountPoints& folder) { return folder.renew(); });
}

// Only a lack of memory throws here, and that ends the program anyway.
ScratchSlot::~ScratchSlot() {  // NOLINT(bugprone-exception-escape)
  if (!m_lock.is_open()) return;
  // One that was given to another user is that user's to change: it is not used again.
  if (!is_ours(m_path) || !prepare(m_path) || !renew()) remove_tree(m_path);
}

}  // namespace assay::os
