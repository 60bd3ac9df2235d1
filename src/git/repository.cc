#include "git/repository.h"

#include <algorithm>
#include <chrono>

#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/process.h"

namespace assay::git {

namespace {

constexpr std::chrono::minutes k_timeout{10};

// Configuration that could run programs or change output, overruled for every call.
std::vector<std::string> fixed_options() {
  return {"git", "--no-pager",
          "-c",  "core.quotepath=false",
          "-c",  "core.fsmonitor=false",
          "-c",  "core.hooksPath=/dev/null",
          "-c",  "core.pager=cat",
          "-c",  "core.untrackedCache=false",
          "-c",  "core.trustctime=true",
          "-c",  "core.checkStat=default",
          "-c",  "color.ui=false",
          "-c",  "diff.noprefix=false",
          "-c",  "diff.mnemonicPrefix=false",
          "-c",  "diff.renames=true",
          "-c",  "diff.ignoreSubmodules=none",
          "-c",  "diff.orderFile=/dev/null",
          "-c",  "status.showUntrackedFiles=all",
          "-c",  "commit.gpgsign=false",
          "-c",  "gc.auto=0"};
}

os::Command git_command(const std::string& folder, std::vector<std::string> arguments) {
  os::Command command;
  command.argv = fixed_options();
  command.argv.insert(command.argv.end(), std::make_move_iterator(arguments.begin()),
                      std::make_move_iterator(arguments.end()));
  command.folder = folder;
  command.timeout = k_timeout;
  // Variables that point git elsewhere or make it talk. GIT_DIR and its kin are set by git itself
  // when we are called from a hook: the folder we were given counts.
  command.environment_changes = {"GIT_DIR",
                                 "GIT_WORK_TREE",
                                 "GIT_INDEX_FILE",
                                 "GIT_PREFIX",
                                 "GIT_EXTERNAL_DIFF",
                                 "GIT_DIFF_OPTS",
                                 "GIT_CONFIG_COUNT",
                                 "GIT_CONFIG_PARAMETERS",
                                 "GIT_PAGER",
                                 "GIT_TRACE",
                                 "GIT_OBJECT_DIRECTORY",
                                 "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                 "GIT_TERMINAL_PROMPT=0",
                                 "GIT_OPTIONAL_LOCKS=0",
                                 "LC_ALL=C",
                                 "LANGUAGE"};
  return command;
}

Result<Repository::Answer> ask_in(const os::Command& command) {
  TRY_ASSIGN(auto captured, os::capture(command));
  const auto& outcome = captured.outcome;
  if (outcome.ended == os::Ended::could_not_start) {
    return unavailable(cat("git could not be started (", outcome.start_error, "); install git 2.38 or newer"));
  }
  if (outcome.ended == os::Ended::cancelled) return unavailable("cancelled");
  if (outcome.ended != os::Ended::exited) return unavailable("git did not end by itself");
  return Repository::Answer{outcome.exit_code, std::move(captured.output)};
}

std::string one_line(std::string_view s) { return std::string(trim(s.substr(0, s.find('\n')))); }

}  // namespace

Result<Repository> Repository::open(const std::string& folder) {
  if (!os::is_folder(folder)) return not_found(cat("the workspace ", folder, " is not a folder"));
  TRY_ASSIGN(const auto answer, ask_in(git_command(folder, {"rev-parse", "--show-toplevel", "--absolute-git-dir"})));
  const auto lines = split_lines(answer.output);
  if (answer.exit_code != 0 || lines.size() < 2) {
    return invalid_input(cat(folder, " is not a git work tree (", one_line(answer.output),
                             "); run inside a repository or name one with --workspace"));
  }
  Repository repository;
  repository.m_root = lines[0];
  repository.m_git_folder = lines[1];
  return repository;
}

Result<Repository::Answer> Repository::ask(std::vector<std::string> arguments) const {
  return ask_in(git_command(m_root, std::move(arguments)));
}

Result<std::string> Repository::tell(std::vector<std::string> arguments) const {
  const std::string what = arguments.empty() ? "" : arguments.front();
  TRY_ASSIGN(auto answer, ask(std::move(arguments)));
  if (answer.exit_code != 0) return unavailable(cat("git ", what, " failed: ", one_line(answer.output)));
  return std::string(trim_right(answer.output));
}

Result<std::string> Repository::commit_of(std::string_view revision) const {
  TRY_ASSIGN(auto answer, ask({"rev-parse", "--verify", "--quiet", "--end-of-options", cat(revision, "^{commit}")}));
  if (answer.exit_code != 0) return invalid_input(cat("there is no commit '", revision, "' in ", m_root));
  return std::string(trim_right(answer.output));
}

std::optional<std::string> Repository::head() const {
  auto commit = commit_of("HEAD");
  return commit ? std::optional(*commit) : std::nullopt;
}

Result<Repository::Base> Repository::base_named(std::string_view revision) const {
  TRY_ASSIGN(const auto commit, commit_of(revision));
  TRY_ASSIGN(const auto merge_base, ask({"merge-base", commit, "HEAD"}));
  // No common history: measure against the revision itself.
  return Base{std::string(revision), merge_base.exit_code == 0 ? one_line(merge_base.output) : commit};
}

Result<Repository::Base> Repository::infer_base() const {
  if (!head()) {
    return invalid_input(cat(m_root, " has no commit yet; commit a first state, the change is measured against it"));
  }
  for (const char* candidate : {"origin/HEAD", "origin/main", "origin/master", "main", "master"}) {
    TRY_ASSIGN(const auto answer, ask({"merge-base", candidate, "HEAD"}));
    if (answer.exit_code == 0) return Base{candidate, one_line(answer.output)};
  }
  TRY_ASSIGN(const auto roots, tell({"rev-list", "--max-parents=0", "HEAD"}));
  const auto lines = split_lines(roots);
  const std::string root(lines.empty() ? std::string_view() : lines.back());
  return Base{root.substr(0, 12), root};
}

namespace {

// Entries that git was told not to look at: "h file" (assume-unchanged) and "S file" (skip-worktree).
std::vector<std::string> hidden_entries(std::string_view listing, const std::string& root) {
  std::vector<std::string> out;
  for (const auto entry : split(listing, '\0')) {
    if (entry.size() < 3 || entry[1] != ' ') continue;
    const bool hidden = is_lower(entry[0]) || entry[0] == 'S';
    if (hidden && os::exists(os::join_path(root, entry.substr(2)))) out.emplace_back(entry.substr(2));
  }
  return out;
}

// -c options that switch off content filters, which could show git other bytes than the files hold.
// git-lfs with its standard command line is let through: without it every large file would differ.
std::vector<std::string> filter_overrides(std::string_view listing) {
  std::vector<std::string> out;
  for (const auto line : split_lines(listing)) {
    const size_t space = line.find(' ');
    const auto key = line.substr(0, space);
    const auto value = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
    if (value == "git-lfs clean -- %f" || value == "git-lfs filter-process") continue;
    out.emplace_back("-c");
    out.push_back(cat(key, "="));
  }
  return out;
}

}  // namespace

Result<void> Repository::write_diff(const Base& base, const std::string& file) const {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-index"));
  const std::string index = os::join_path(scratch.path(), "index");
  TRY_ASSIGN(const auto own_index, tell({"rev-parse", "--git-path", "index"}));
  const std::string own_path = os::join_path(m_root, own_index);
  if (os::exists(own_path)) {
    TRY_ASSIGN(const auto content, os::read_file(own_path, std::uint64_t{2} << 30));
    TRY(os::write_file(index, content));
  }
  TRY_ASSIGN(const auto filters, ask({"config", "--get-regexp", R"(^filter\..*\.(clean|process|smudge)$)"}));
  const auto with_index = [&](std::vector<std::string> arguments) {
    auto all = filter_overrides(filters.output);
    all.insert(all.end(), arguments.begin(), arguments.end());
    auto command = git_command(m_root, std::move(all));
    auto& changes = command.environment_changes;
    std::erase(changes, std::string("GIT_INDEX_FILE"));
    changes.push_back(cat("GIT_INDEX_FILE=", index));
    return command;
  };

  TRY_ASSIGN(const auto flagged, ask_in(with_index({"ls-files", "-v", "-z"})));
  const auto hidden = hidden_entries(flagged.output, m_root);
  if (!hidden.empty()) {
    const std::string list = os::join_path(scratch.path(), "hidden");
    TRY(os::write_file(list, join(hidden, std::string_view("\0", 1)) + '\0'));
    for (const char* flag : {"--no-assume-unchanged", "--no-skip-worktree"}) {
      auto command = with_index({"update-index", "-z", flag, "--stdin"});
      command.stdin_file = list;
      TRY_ASSIGN(const auto answer, ask_in(command));
      if (answer.exit_code != 0) return unavailable(cat("git update-index failed: ", one_line(answer.output)));
    }
  }
  TRY_ASSIGN(const auto added, ask_in(with_index({"add", "--all", "--intent-to-add", "--", "."})));
  if (added.exit_code != 0) return unavailable(cat("git could not list the untracked files: ", one_line(added.output)));

  auto diff = with_index({"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--binary", "--full-index",
                          "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", "--unified=3", "--submodule=short",
                          "--ignore-submodules=none", "--no-relative", "--end-of-options", base.commit, "--"});
  diff.stdout_file = file;
  TRY_ASSIGN(const auto answer, ask_in(diff));
  if (answer.exit_code != 0) return unavailable(cat("git diff failed: ", one_line(answer.output)));
  return {};
}

Result<Repository> init_with_commit(const std::string& folder, std::string_view message) {
  TRY_ASSIGN(const auto init, ask_in(git_command(folder, {"init", "--quiet", "--initial-branch=main", "."})));
  if (init.exit_code != 0) return unavailable(cat("git init failed: ", one_line(init.output)));
  TRY_ASSIGN(auto repository, Repository::open(folder));
  TRY(commit_all(repository, message));
  return repository;
}

Result<void> commit_all(const Repository& repository, std::string_view message) {
  TRY(repository.tell({"add", "--all", "--force", "--", "."}));
  TRY(repository.tell({"-c", "user.name=assay", "-c", "user.email=assay@localhost", "commit", "--quiet", "--no-verify",
                       "--allow-empty", "-m", std::string(message)}));
  return {};
}

Result<void> apply_patch(const Repository& repository, const std::string& patch_file) {
  TRY_ASSIGN(const auto answer, repository.ask({"apply", "--recount", "--whitespace=nowarn", patch_file}));
  if (answer.exit_code != 0)
    return invalid_input(cat("the patch ", patch_file, " does not apply: ", one_line(answer.output)));
  return {};
}

}  // namespace assay::git
