#include "engine/check/commit_check.h"

#include "engine/check/artifacts.h"
#include "engine/state_folder.h"
#include "git/borrowed.h"
#include "os/files.h"

namespace assay::engine {

namespace {

// What was kept for the borrowing repository is of no use once that is gone.
class KeptOfBorrowing {
 public:
  explicit KeptOfBorrowing(const git::Repository& borrowing) : m_git_folder(borrowing.common_folder()) {}
  ~KeptOfBorrowing() {
    if (const auto kept = state_folder(m_git_folder)) os::remove_tree(*kept);
  }
  KeptOfBorrowing(const KeptOfBorrowing&) = delete;
  KeptOfBorrowing& operator=(const KeptOfBorrowing&) = delete;

 private:
  std::string m_git_folder;
};

Result<void> keep_evidence(const git::Repository& repository, model::RunInfo& run) {
  TRY_ASSIGN(const auto kept, Artifacts::make(repository.root(), std::string(Artifacts::k_default_folder), run.id));
  TRY_ASSIGN(const auto names, os::list_folder(run.artifacts_dir));
  for (const auto& name : names) {
    TRY_ASSIGN(const auto content, os::read_file(os::join_path(run.artifacts_dir, name), std::uint64_t{1} << 30));
    TRY(kept.save(name, content));
  }
  run.artifacts_dir = kept.path();
  return {};
}

}  // namespace

Result<WorkspaceResult> check_commit(const git::Repository& repository, const std::string& base,
                                     const std::string& commit, WorkspaceRequest request, const OnProgress& notice) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-commit"));
  const auto folder = os::join_path(scratch.path(), "tree");
  TRY(os::make_folders(folder));
  TRY_ASSIGN(const auto borrowing, git::make_borrowing(repository, folder));
  const KeptOfBorrowing kept(borrowing);
  TRY(git::lay_out(borrowing, base));
  TRY_ASSIGN(request.base, git::commit_laid_out(borrowing, {}));
  TRY(git::lay_out(borrowing, commit));
  request.workspace = folder;
  request.dependencies_of = repository.root();
  request.clean = true;
  request.output_dir = std::nullopt;
  TRY_ASSIGN(auto result, check_workspace(request, {}, notice));
  if (result.check.run) TRY(keep_evidence(repository, *result.check.run));
  return result;
}

}  // namespace assay::engine
