#include "git/honest_index.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/text.h"

namespace assay::git {

namespace {

std::vector<std::string> listing_arguments() { return {"ls-files", "-v", "-s", "-z"}; }

// Of that listing: "H 100644 <id> 0<tab>path".
std::string_view path_in(std::string_view entry) {
  const size_t tab = entry.find('\t');
  return tab == std::string_view::npos ? std::string_view() : entry.substr(tab + 1);
}

// Entries that git was told not to look at: "h" (assume-unchanged) and "S" (skip-worktree).
std::vector<std::string> hidden_entries(std::string_view listing, const std::string& root) {
  std::vector<std::string> out;
  for (const auto entry : split(listing, '\0')) {
    const auto path = path_in(entry);
    if (path.empty()) continue;
    const bool hidden = is_lower(entry[0]) || entry[0] == 'S';
    if (hidden && os::exists(os::join_path(root, path))) out.emplace_back(path);
  }
  return out;
}

}  // namespace

Result<void> copy_index(const std::string& from, const std::string& to) {
  struct stat st {};
  if (::stat(from.c_str(), &st) != 0) return {};
  TRY_ASSIGN(const auto content, os::read_file(from, std::uint64_t{2} << 30));
  TRY(os::write_file(to, content));
  const timespec times[] = {st.st_atim, st.st_mtim};
  if (::chmod(to.c_str(), st.st_mode & 07777) == 0 && ::utimensat(AT_FDCWD, to.c_str(), times, 0) == 0) return {};
  return unavailable(cat("cannot set mode and time of ", to, ": ", std::strerror(errno)));
}

namespace {

bool is_standard_lfs(std::string_view command) {
  return command == "git-lfs clean -- %f" || command == "git-lfs smudge -- %f" || command == "git-lfs filter-process";
}

// -c options that switch off the content filters of the configuration that holds in `folder`. git-lfs with its standard
// command lines is let through: without it every large file would differ.
Result<std::vector<std::string>> filter_overrides(const std::string& folder) {
  TRY_ASSIGN(const auto filters,
             call({.arguments = {"config", "-z", "--get-regexp", "^filter\\..*\\.(clean|process|smudge)$"},
                   .folder = folder}));
  std::vector<std::string> out;
  for (const auto entry : split(filters.output, '\0')) {
    if (entry.empty()) continue;
    const size_t line_end = std::min(entry.find('\n'), entry.size());  // "key<newline>value"; "key" alone has no value
    const auto key = entry.substr(0, line_end);
    if (entry.size() > line_end && is_standard_lfs(entry.substr(line_end + 1))) continue;
    // Git would take the option for that of another key.
    if (contains(key, "="))
      return conflict(cat("the git configuration of ", folder,
                          " names a content filter in a way that cannot be set aside (", excerpt(key, 80),
                          "); remove it"));
    out.insert(out.end(), {"-c", cat(key, "=")});
    // A filter that is required and does nothing would be a failure.
    out.insert(out.end(), {"-c", cat(key.substr(0, key.rfind('.')), ".required=false")});
  }
  return out;
}

std::vector<std::string> modules_in(std::string_view listing) {
  std::vector<std::string> out;
  for (const auto entry : split(listing, '\0')) {
    if (entry.size() > 2 && entry.substr(2).starts_with("160000 ")) out.emplace_back(path_in(entry));
  }
  return out;
}

constexpr int k_deepest_module = 8;

Result<void> add_module_overrides(const std::string& root, const std::vector<std::string>& modules, int depth,
                                  std::vector<std::string>& options) {
  for (const auto& module : modules) {
    const auto folder = os::join_path(root, module);
    if (!os::exists(os::join_path(folder, ".git"))) continue;
    if (depth == k_deepest_module) return conflict(cat(folder, ": repositories are nested too deeply to be looked at"));
    TRY_ASSIGN(const auto overrides, filter_overrides(folder));
    options.insert(options.end(), overrides.begin(), overrides.end());
    TRY_ASSIGN(const auto inside, call({.arguments = listing_arguments(), .folder = folder}));
    if (inside.ok()) TRY(add_module_overrides(folder, modules_in(inside.output), depth + 1, options));
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> module_filter_overrides(const std::string& root,
                                                         const std::vector<std::string>& modules) {
  std::vector<std::string> out;
  TRY(add_module_overrides(root, modules, 0, out));
  return out;
}

Result<HonestIndex> HonestIndex::copy_of(const Repository& repository, Filters filters) {
  TRY_ASSIGN(auto scratch, os::ScratchFolder::make("assay-index"));
  HonestIndex index(repository, std::move(scratch));
  TRY(copy_index(os::join_path(repository.git_folder(), "index"), os::join_path(index.m_scratch.path(), "index")));
  if (filters == Filters::set_aside) {
    TRY_ASSIGN(index.m_options, filter_overrides(repository.root()));
  }
  TRY_ASSIGN(const auto listed, call(index.with(listing_arguments())));
  if (!listed.ok()) return repository.refusal("ls-files", listed);
  TRY(index.drop_flags(repository, listed.output));
  if (filters == Filters::set_aside)
    TRY(add_module_overrides(index.m_root, modules_in(listed.output), 0, index.m_options));
  return index;
}

Result<void> HonestIndex::look_for_modules() {
  TRY_ASSIGN(const auto listed, call(with(listing_arguments())));
  return add_module_overrides(m_root, modules_in(listed.output), 0, m_options);
}

Call HonestIndex::with(std::vector<std::string> arguments) const {
  auto all = m_options;
  all.insert(all.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  auto environment = m_environment;
  environment.push_back(cat("GIT_INDEX_FILE=", os::join_path(m_scratch.path(), "index")));
  return {.arguments = std::move(all), .folder = m_root, .environment = std::move(environment)};
}

Result<void> HonestIndex::drop_flags(const Repository& repository, std::string_view listing) const {
  const auto hidden = hidden_entries(listing, m_root);
  if (hidden.empty()) return {};
  for (const char* flag : {"--no-assume-unchanged", "--no-skip-worktree"}) {
    auto update = with({"update-index", "-z", flag, "--stdin"});
    update.input = join(hidden, std::string_view("\0", 1)) + '\0';
    TRY_ASSIGN(const auto answer, call(update));
    if (!answer.ok()) return repository.refusal("update-index", answer);
  }
  return {};
}

}  // namespace assay::git
