#include "git/worktrees/integration_worktree.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "git/checkout/leftovers.h"
#include "os/files.h"
#include "os/lock.h"

namespace assay::git {

namespace {

// What git keeps of a worktree that rests. Anything else in its git folder is an unfinished
// operation, a stale lock, or settings that somebody made.
constexpr std::string_view k_resting[] = {"HEAD", "commondir", "gitdir", "index", "logs", "refs", "reftable"};

Result<void> end_operations(const std::string& admin) {
  TRY_ASSIGN(const auto names, os::list_folder(admin));
  for (const auto& name : names) {
    if (std::find(std::begin(k_resting), std::end(k_resting), name) == std::end(k_resting))
      TRY(remove_below(admin, name));
  }
  return {};
}

Result<void> set_head(const Repository& repository, const WorktreePlace& place, const std::string& admin,
                      const std::string& commit) {
  const std::string file = os::join_path(admin, "HEAD");
  const auto head = os::read_file(file, 4096);
  if (head && trim_right(*head) == commit) return {};
  // A detached HEAD is a file with an id, whatever keeps the other refs.
  const bool detached = head && trim_right(*head).size() == commit.size();
  if (detached && !contains(*head, " ")) return os::write_file(file, cat(commit, "\n"));
  TRY_ASSIGN(const auto answer,
             call(in_worktree(place, admin, {"update-ref", "--no-deref", "-m", "assay: move", "HEAD", commit})));
  if (!answer.ok()) return repository.refusal("update-ref", answer);
  return {};
}

Result<void> put_index(const std::string& from, const std::string& admin) {
  const std::string beside = os::join_path(admin, "index.lock");
  std::error_code error;
  std::filesystem::copy_file(from, beside, std::filesystem::copy_options::overwrite_existing, error);
  if (!error) std::filesystem::rename(beside, os::join_path(admin, "index"), error);
  if (error) return unavailable(cat("cannot write the index of the worktree in ", admin, ": ", error.message()));
  return {};
}

}  // namespace

Result<IntegrationWorktree> IntegrationWorktree::open(const Repository& repository, std::string_view name,
                                                      const std::string& path, const std::string& commit) {
  WorktreePlace place{std::string(name), WorktreeKind::integration, path};
  TRY(establish(repository, place, commit));
  return IntegrationWorktree(repository, std::move(place));
}

WorkingCopy IntegrationWorktree::copy() const { return {m_repository, m_place.path, m_place.state(m_repository)}; }

Result<WorkingCopy::Moved> IntegrationWorktree::move_to(const std::string& commit,
                                                        std::span<const std::string> caches) {
  const std::string lock_file = m_place.lock_file(m_repository);
  TRY_ASSIGN(const auto lock, os::Lock::try_take(lock_file));
  if (!lock) {
    return conflict(cat("the worktree ", m_place.path, " is being moved by another process (",
                        os::Lock::holder(lock_file), "); try again when it is done"));
  }
  TRY(establish(m_repository, m_place, commit));
  TRY_ASSIGN(const auto admin, admin_folder(m_repository, m_place));
  TRY(repair_link(m_place, admin));
  TRY(end_operations(admin));
  auto working_copy = copy();
  TRY_ASSIGN(auto moved, working_copy.move_to(commit, caches));
  TRY(put_index(working_copy.index_file(), admin));
  TRY(set_head(m_repository, m_place, admin, commit));
  return moved;
}

Result<WorkingCopy::Tampering> IntegrationWorktree::find_tampering() const { return copy().find_tampering(); }

Result<std::vector<std::string>> IntegrationWorktree::rewritten(const std::vector<std::string>& changed) const {
  return copy().rewritten(changed);
}

}  // namespace assay::git
