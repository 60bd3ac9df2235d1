#include "git/git_setup.h"

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::git {

namespace {

constexpr std::string_view k_files[] = {"config",       "config.worktree", "info/attributes",
                                        "info/exclude", "info/grafts",     "objects/info/alternates"};
constexpr std::uint64_t k_limit = std::uint64_t{4} << 20;

void note_file(const std::string& folder, std::string_view name, GitSetup& out) {
  const auto path = os::join_path(folder, name);
  if (!os::exists(path) && !os::is_link(path)) return;
  const auto text = os::read_file(path, k_limit);
  out.files[std::string(name)] = text ? sha256_hex(*text) : "unreadable";
}

std::vector<std::string> differing(const std::map<std::string, std::string>& before,
                                   const std::map<std::string, std::string>& after) {
  std::vector<std::string> out;
  for (const auto& [name, value] : after) {
    const auto old = before.find(name);
    if (old == before.end() || old->second != value) out.push_back(name);
  }
  for (const auto& [name, value] : before) {
    if (!after.contains(name)) out.push_back(name);
  }
  return out;
}

}  // namespace

Result<GitSetup> git_setup_of(const Repository& repository) {
  GitSetup out;
  const auto& folder = repository.common_folder();
  for (const auto name : k_files) note_file(folder, name, out);
  if (const auto hooks = os::list_folder(os::join_path(folder, "hooks"))) {
    for (const auto& hook : *hooks) note_file(folder, cat("hooks/", hook), out);
  }
  TRY_ASSIGN(const auto listing, repository.run({"for-each-ref", "--format=%(refname) %(objectname)"}));
  for (const auto line : split_lines(listing)) {
    const auto space = line.rfind(' ');
    if (space == std::string_view::npos) continue;
    out.refs.emplace(line.substr(0, space), line.substr(space + 1));
  }
  return out;
}

GitSetupChange difference(const GitSetup& before, const GitSetup& after) {
  GitSetupChange out;
  for (auto& name : differing(before.files, after.files)) {
    (name.starts_with("hooks/") ? out.hooks : out.settings).push_back(std::move(name));
  }
  out.refs = differing(before.refs, after.refs);
  return out;
}

}  // namespace assay::git
