#include "git/commit.h"

#include "base/text.h"
#include "git/known_commits.h"

namespace assay::git {

Result<std::string> make_commit(const Repository& repository, const NewCommit& commit) {
  std::vector<std::string> arguments = {"commit-tree", "--no-gpg-sign"};
  for (const auto& parent : commit.parents) arguments.insert(arguments.end(), {"-p", parent});
  arguments.insert(arguments.end(), {"-F", "-", commit.tree});
  auto environment = identity(commit.date);
  if (commit.author && !trim(commit.author->name).empty()) {
    std::erase_if(environment, [](const std::string& entry) { return entry.starts_with("GIT_AUTHOR_"); });
    environment.push_back(cat("GIT_AUTHOR_NAME=", commit.author->name));
    environment.push_back(cat("GIT_AUTHOR_EMAIL=", commit.author->email));
    environment.push_back(cat("GIT_AUTHOR_DATE=@", commit.author->date, " +0000"));
  }
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed(
                 {.arguments = std::move(arguments), .environment = std::move(environment), .input = commit.message}));
  if (!answer.ok()) return repository.refusal("commit-tree", answer);
  std::string id(trim_right(answer.output));
  repository.known_commits().remember(id, commit.tree);
  return id;
}

Result<std::string> tree_of(const Repository& repository, std::string_view commit) {
  if (auto known = repository.known_commits().tree_of(commit)) return std::move(*known);
  TRY_ASSIGN(auto tree, repository.tell_sealed({"rev-parse", "--verify", "--end-of-options", cat(commit, "^{tree}")}));
  // Not of a name, which may stand for something else next time.
  if (repository.known_commits().has(commit)) repository.known_commits().remember(commit, tree);
  return tree;
}

Result<bool> is_ancestor(const Repository& repository, std::string_view a, std::string_view b) {
  if (a == b) return true;
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed({.arguments = {"merge-base", "--is-ancestor", std::string(a), std::string(b)}}));
  if (answer.exit_code > 1) return repository.refusal("merge-base", answer);
  return answer.ok();
}

}  // namespace assay::git
