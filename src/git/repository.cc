#include "git/repository.h"

#include "base/text.h"
#include "git/diff_arguments.h"
#include "git/known_commits.h"
#include "git/revision.h"
#include "git/seal.h"
#include "os/files.h"

namespace assay::git {

namespace {

std::string one_line(std::string_view s) { return std::string(trim(s.substr(0, s.find('\n')))); }

// As git wants paths in a list: one with a colon or a quote stands in quotes.
std::string quote_for_list(std::string_view path) {
  if (path.find_first_of(":\"") == std::string_view::npos) return std::string(path);
  std::string out = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// What rev-parse is asked for; without a work tree it prints all but the last and fails.
constexpr size_t k_facts = 5;

}  // namespace

Result<Repository> Repository::open_even_bare(const std::string& folder) {
  if (!os::is_folder(folder)) return not_found(cat("the workspace ", folder, " is not a folder"));
  TRY_ASSIGN(const auto answer,
             call({.arguments = {"rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir",
                                 "--show-object-format", "--is-bare-repository", "--show-toplevel"},
                   .folder = folder}));
  const auto lines = split_lines(answer.output);
  if (lines.size() > k_facts) {
    return invalid_input(cat("the path of the repository that holds ", folder,
                             " has a line break, which git's own files cannot hold; rename the folder"));
  }
  if (lines.size() + 1 < k_facts) {
    return invalid_input(cat(folder, " is not a git work tree (", answer.why(),
                             "); run inside a repository or name one with --workspace"));
  }
  Repository repository;
  repository.m_git_folder = lines[0];
  repository.m_common_folder = lines[1];
  repository.m_object_format = lines[2];
  repository.m_bare = !answer.ok() || lines.size() < k_facts;
  repository.m_root = repository.m_bare ? lines[0] : lines[4];
  repository.m_seal = std::make_shared<Seal>(repository.m_common_folder, repository.m_object_format);
  repository.m_known = known_commits_of(repository.m_common_folder);
  return repository;
}

Result<Repository> Repository::open(const std::string& folder) {
  TRY_ASSIGN(auto repository, open_even_bare(folder));
  if (repository.is_bare()) {
    return invalid_input(cat(folder, " is not a git work tree (it belongs to the git folder ", repository.git_folder(),
                             "); run inside a repository or name one with --workspace"));
  }
  return repository;
}

std::string Repository::zero_id() const { return std::string(m_object_format == "sha256" ? 64 : 40, '0'); }

Result<Repository> Repository::writing_objects_to(const std::string& folder) const {
  TRY(os::make_folders(folder));
  const auto own = os::join_path(m_common_folder, "objects");
  Repository out = *this;
  out.m_object_environment = {cat("GIT_OBJECT_DIRECTORY=", folder),
                              cat("GIT_ALTERNATE_OBJECT_DIRECTORIES=", quote_for_list(own))};
  out.m_seal = std::make_shared<Seal>(m_common_folder, m_object_format, out.m_object_environment);
  out.m_known = std::make_shared<KnownCommits>();  // what is written there is not in the repository
  return out;
}

Result<Answer> Repository::ask(std::vector<std::string> arguments) const {
  return call({.arguments = std::move(arguments), .folder = m_root, .environment = m_object_environment});
}

Result<std::string> Repository::run(std::vector<std::string> arguments) const {
  const std::string what = arguments.empty() ? "" : arguments.front();
  TRY_ASSIGN(auto answer, ask(std::move(arguments)));
  if (!answer.ok()) return refusal(what, answer);
  return std::string(trim_right(answer.output));
}

Result<Answer> Repository::ask_sealed(Call sealed_call) const {
  TRY(m_seal->close(sealed_call));
  return call(sealed_call);
}

Result<std::string> Repository::run_sealed(std::vector<std::string> arguments) const {
  const std::string what = arguments.empty() ? "" : arguments.front();
  TRY_ASSIGN(auto answer, ask_sealed({.arguments = std::move(arguments)}));
  if (!answer.ok()) return refusal(what, answer);
  return std::string(trim_right(answer.output));
}

Error Repository::refusal(std::string_view what, const Answer& answer) const {
  std::string message = cat("git ", what, " failed in ", m_root, ": ", answer.why());
  if (m_seal->lacks_objects()) {
    message += "; this is a partial clone, fetch what is missing with: git fetch --refetch --no-filter";
  }
  return unavailable(std::move(message));
}

Result<std::optional<std::string>> Repository::current_branch() const {
  TRY_ASSIGN(const auto answer, ask({"symbolic-ref", "--quiet", "HEAD"}));
  const std::string_view name = trim_right(answer.output);
  constexpr std::string_view k_heads = "refs/heads/";
  if (!answer.ok() || !name.starts_with(k_heads)) return std::optional<std::string>();
  return std::optional(std::string(name.substr(k_heads.size())));
}

Result<Repository::Target> Repository::default_target() const {
  std::vector<Target> candidates;
  constexpr std::string_view k_origin = "refs/remotes/origin/";
  TRY_ASSIGN(const auto origin, ask({"symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"}));
  const std::string_view origin_head = trim_right(origin.output);
  if (origin.ok() && origin_head.starts_with(k_origin)) {
    candidates.push_back({std::string(origin_head.substr(k_origin.size())), "", "origin/HEAD"});
  }
  candidates.push_back({"main", "", "main"});
  candidates.push_back({"master", "", "master"});
  TRY_ASSIGN(const auto configured, ask({"config", "--get", "init.defaultBranch"}));
  if (configured.ok()) candidates.push_back({std::string(trim_right(configured.output)), "", "init.defaultBranch"});
  TRY_ASSIGN(const auto current, current_branch());
  if (current) candidates.push_back({*current, "", "current branch"});
  for (auto& candidate : candidates) {
    for (const std::string_view folder : {std::string_view("refs/heads/"), k_origin}) {
      auto commit = find_commit(cat(folder, candidate.branch));
      if (!commit && commit.error().code != Code::invalid_input) return commit.error();
      if (!commit || !*commit) continue;  // what is configured may be no name at all
      candidate.commit = std::move(**commit);
      return candidate;
    }
  }
  TRY_ASSIGN(const auto any, head());
  if (!any) return invalid_input(cat(m_root, " has no commit yet; commit a first state, work is merged onto it"));
  return invalid_input(cat("cannot tell which branch of ", m_root, " work is meant for; name one"));
}

Result<std::optional<std::string>> Repository::find_commit(std::string_view revision) const {
  TRY(check_revision(revision));
  if (m_known->has(revision)) return std::optional<std::string>(revision);
  auto loose = loose_branch(m_common_folder, revision, zero_id().size());
  if (loose && m_known->has(*loose)) return loose;
  TRY_ASSIGN(auto answer, ask({"rev-parse", "--verify", "--quiet", "--end-of-options", cat(revision, "^{commit}")}));
  if (!answer.ok()) return std::optional<std::string>();
  std::string id(trim_right(answer.output));
  m_known->remember(id, {});
  return std::optional(std::move(id));
}

Result<std::string> Repository::commit_of(std::string_view revision) const {
  TRY_ASSIGN(auto commit, find_commit(revision));
  if (!commit) return invalid_input(cat("there is no commit '", excerpt(revision), "' in ", m_root));
  return std::move(*commit);
}

Result<std::optional<std::string>> Repository::head() const { return find_commit("HEAD"); }

Result<Repository::Base> Repository::base_named(std::string_view revision) const {
  TRY_ASSIGN(const auto commit, commit_of(revision));
  TRY_ASSIGN(const auto merge_base, ask({"merge-base", commit, "HEAD"}));
  // No common history: measure against the revision itself.
  return Base{std::string(revision), merge_base.exit_code == 0 ? one_line(merge_base.output) : commit};
}

Result<Repository::Base> Repository::infer_base() const {
  TRY_ASSIGN(const auto any, head());
  if (!any) {
    return invalid_input(cat(m_root, " has no commit yet; commit a first state, the change is measured against it"));
  }
  for (const char* candidate : {"origin/HEAD", "origin/main", "origin/master", "main", "master"}) {
    TRY_ASSIGN(const auto answer, ask({"merge-base", candidate, "HEAD"}));
    if (answer.exit_code == 0) return Base{candidate, one_line(answer.output)};
  }
  TRY_ASSIGN(const auto roots, run({"rev-list", "--max-parents=0", "HEAD"}));
  const auto lines = split_lines(roots);
  const std::string root(lines.empty() ? std::string_view() : lines.back());
  return Base{root.substr(0, 12), root};
}

Result<void> Repository::write_diff_between(const std::string& from, const std::string& to,
                                            const std::string& file) const {
  TRY_ASSIGN(const auto answer, ask_sealed({.arguments = diff_arguments({from, to}), .output_file = file}));
  if (!answer.ok()) return refusal("diff", answer);
  return {};
}

Result<Repository> init_with_commit(const std::string& folder, std::string_view message) {
  TRY_ASSIGN(const auto init, call({.arguments = {"init", "--quiet", "--initial-branch=main", "."}, .folder = folder}));
  if (!init.ok()) return unavailable(cat("git init failed: ", init.why()));
  TRY_ASSIGN(auto repository, Repository::open(folder));
  TRY(commit_all(repository, message));
  return repository;
}

Result<void> commit_all(const Repository& repository, std::string_view message) {
  TRY(repository.run({"add", "--all", "--force", "--", "."}));
  TRY(repository.run({"-c", "user.name=assay", "-c", "user.email=assay@localhost", "commit", "--quiet", "--no-verify",
                      "--allow-empty", "-m", std::string(message)}));
  return {};
}

Result<void> apply_patch(const Repository& repository, const std::string& patch_file) {
  TRY_ASSIGN(const auto answer, repository.ask({"apply", "--recount", "--whitespace=nowarn", patch_file}));
  if (answer.exit_code != 0) return invalid_input(cat("the patch ", patch_file, " does not apply: ", answer.why()));
  return {};
}

}  // namespace assay::git
