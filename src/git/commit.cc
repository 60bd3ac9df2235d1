#include "git/commit.h"

#include <chrono>

#include "base/text.h"
#include "git/known_commits.h"

namespace assay::git {

namespace {

// Who waits for a passphrase that nobody can type waits in vain.
constexpr auto k_signing_time = std::chrono::seconds(60);

void set(std::vector<std::string>& environment, std::string_view role, std::string_view what, std::string_view value) {
  const std::string variable = cat("GIT_", role, "_", what, "=");
  std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with(variable); });
  environment.push_back(cat(variable, value));
}

Error cannot_sign(std::string_view why) {
  return invalid_input(cat("the commit cannot be signed, as commit.gpgsign asks: ", why));
}

}  // namespace

Result<std::string> make_commit(const Repository& repository, const NewCommit& commit) {
  Call git_call;
  if (commit.signing != nullptr) git_call.arguments = commit.signing->options;
  git_call.arguments.insert(git_call.arguments.end(),
                            {"commit-tree", commit.signing != nullptr ? "--gpg-sign" : "--no-gpg-sign"});
  for (const auto& parent : commit.parents) git_call.arguments.insert(git_call.arguments.end(), {"-p", parent});
  git_call.arguments.insert(git_call.arguments.end(), {"-F", "-", commit.tree});
  git_call.input = commit.message;
  git_call.environment = identity(commit.date);
  if (commit.author && !trim(commit.author->name).empty()) {
    set(git_call.environment, "AUTHOR", "NAME", commit.author->name);
    set(git_call.environment, "AUTHOR", "EMAIL", commit.author->email);
    set(git_call.environment, "AUTHOR", "DATE", cat("@", commit.author->date, " +0000"));
  }
  if (commit.signing != nullptr) {
    git_call.folder = repository.root();
    git_call.timeout = k_signing_time;
    git_call.environment.emplace_back("GPG_TTY");  // there is no terminal to ask at
    if (!commit.signing->name.empty()) {
      set(git_call.environment, "COMMITTER", "NAME", commit.signing->name);
      set(git_call.environment, "COMMITTER", "EMAIL", commit.signing->email);
    }
  }
  const auto answer = repository.ask_sealed(std::move(git_call));
  if (!answer) return commit.signing != nullptr ? cannot_sign(answer.error().message) : answer.error();
  if (!answer->ok()) {
    return commit.signing != nullptr ? cannot_sign(excerpt(trim(answer->errors), 300))
                                     : repository.refusal("commit-tree", *answer);
  }
  std::string id(trim_right(answer->output));
  repository.known_commits().remember(id, commit.tree);
  return id;
}

Result<std::string> tree_of(const Repository& repository, std::string_view commit) {
  if (auto known = repository.known_commits().tree_of(commit)) return std::move(*known);
  TRY_ASSIGN(auto tree, repository.run_sealed({"rev-parse", "--verify", "--end-of-options", cat(commit, "^{tree}")}));
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
