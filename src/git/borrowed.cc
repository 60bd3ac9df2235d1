#include "git/borrowed.h"

#include "base/text.h"
#include "git/call.h"
#include "os/files.h"

namespace assay::git {

Result<Repository> make_borrowing(const Repository& from, const std::string& folder) {
  TRY_ASSIGN(const auto init, call({.arguments = {"init", "--quiet", "--initial-branch=main",
                                                  cat("--object-format=", from.object_format()), "."},
                                    .folder = folder}));
  if (!init.ok()) return unavailable(cat("git init failed: ", init.why()));
  const auto inside = os::join_path(folder, ".git");
  TRY(os::make_folders(os::join_path(inside, "objects/info")));
  TRY(os::write_file(os::join_path(inside, "objects/info/alternates"), cat(from.common_folder(), "/objects\n")));
  TRY(os::make_folders(os::join_path(inside, "info")));
  TRY(os::write_file(os::join_path(inside, "info/attributes"), "* -filter -text -ident -working-tree-encoding\n"));
  return Repository::open(folder);
}

Result<void> lay_out(const Repository& borrowing, const std::string& tree) {
  TRY(borrowing.run({"read-tree", "--reset", "-u", tree}));
  TRY(borrowing.run({"clean", "-ffdxq"}));
  return {};
}

Result<std::string> commit_laid_out(const Repository& borrowing, const std::vector<std::string>& paths) {
  if (!paths.empty()) {
    std::vector<std::string> add = {"add", "--all", "--force", "--"};
    add.insert(add.end(), paths.begin(), paths.end());
    TRY(borrowing.run(std::move(add)));
  }
  TRY(borrowing.run({"-c", "user.name=assay", "-c", "user.email=assay@localhost", "commit", "--quiet", "--no-verify",
                     "--allow-empty", "-m", "base"}));
  return borrowing.commit_of("HEAD");
}

}  // namespace assay::git
