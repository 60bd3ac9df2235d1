// The index of the work tree knows most files already, by their stamps. A copy of it is told the content of the others:
// those that differ from it and those that it does not have. Only their ids (--info-only): no object is written, so a
// large untracked folder costs the reading of it. Git compares by stamps first, then by content, and knows line ends.
//
// A command may have written the configuration of a repository inside the work tree, and git starts programs by it. So
// submodules are compared by their commit alone, for which git runs nothing.
#include "git/checkout/noted_files.h"

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "git/diff_arguments.h"
#include "os/files.h"
#include "os/paths.h"

namespace assay::git {

namespace {

constexpr std::string_view k_end("\0", 1);

std::vector<std::string> sorted_names_in(std::string_view listing) {
  std::vector<std::string> out;
  for (const auto name : split(listing, '\0')) {
    if (!name.empty()) out.emplace_back(name);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// A folder on the way is gone or has become a link: what lies there is not of this work tree.
bool is_elsewhere(const std::string& path) {
  const auto folder = os::parent_path(path);
  return os::real_path(folder).value_or("") != folder;
}

bool can_be_noted(const std::string& path, const struct stat& st) {
  if (S_ISLNK(st.st_mode)) return true;
  return S_ISREG(st.st_mode) && st.st_size < k_big_file && ::access(path.c_str(), R_OK) == 0;
}

// "XY path" for each, as `git status -z` writes it; Y is what differs between index and work tree.
std::vector<std::string> changed_in(std::string_view status) {
  std::vector<std::string> out;
  for (const auto entry : split(status, '\0')) {
    if (entry.size() > 3 && entry[1] != ' ' && entry[1] != '?') out.emplace_back(entry.substr(3));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

Result<NotedFiles> NotedFiles::note(const Repository& repository, const Watched& watched) {
  TRY_ASSIGN(auto index, HonestIndex::copy_of(repository));
  NotedFiles out(repository, std::move(index));
  TRY_ASSIGN(const auto listed,
             call(out.m_index.with({"ls-files", "-z", "--modified", "--others", "--exclude-standard"})));
  if (!listed.ok()) return repository.refusal("ls-files", listed);
  const auto differing = sorted_names_in(listed.output);
  TRY(out.take(differing));
  if (watched) TRY(out.watch(watched, differing));
  return out;
}

Result<void> NotedFiles::watch(const Watched& watched, const std::vector<std::string>& differing) {
  TRY_ASSIGN(const auto tracked, call(m_index.with({"ls-files", "-z"})));
  if (!tracked.ok()) return m_repository.refusal("ls-files", tracked);
  for (auto& path : sorted_names_in(tracked.output)) {
    const bool differs = std::binary_search(differing.begin(), differing.end(), path);
    if (watched(path, differs)) m_watched[path] = stamp_of(os::join_path(m_repository.root(), path));
  }
  return {};
}

NotedFiles::Stamp NotedFiles::stamp_of(const std::string& file) {
  struct stat st {};
  if (::lstat(file.c_str(), &st) != 0) return {};
  return {st.st_ino, st.st_ctim.tv_sec, st.st_ctim.tv_nsec};
}

std::vector<std::string> NotedFiles::written() {
  std::vector<std::string> out;
  for (auto& [path, stamp] : m_watched) {
    const auto now = stamp_of(os::join_path(m_repository.root(), path));
    if (now == stamp) continue;
    stamp = now;
    out.push_back(path);
  }
  return out;
}

Result<void> NotedFiles::take(const std::vector<std::string>& paths) {
  std::string input;
  for (const auto& path : paths) {
    const auto file = os::join_path(m_repository.root(), path);
    struct stat st {};
    const bool is_there = ::lstat(file.c_str(), &st) == 0;
    m_links.erase(path);
    if (is_elsewhere(file) || (is_there && !can_be_noted(file, st))) {
      m_not_noted.insert(path);
      continue;
    }
    if (is_there && S_ISLNK(st.st_mode)) m_links[path] = os::link_target(file);
    input += cat(path, k_end);
  }
  if (input.empty()) return {};
  auto update = m_index.with({"update-index", "--info-only", "--add", "--remove", "--replace", "-z", "--stdin"});
  update.input = std::move(input);
  TRY_ASSIGN(const auto answer, call(update));
  return answer.ok() ? Result<void>() : m_repository.refusal("update-index", answer);
}

Result<std::vector<std::string>> NotedFiles::changed() {
  TRY_ASSIGN(const auto status, call(m_index.with({"status", "--porcelain", "-z", "--untracked-files=no",
                                                   "--ignore-submodules=dirty", "--no-renames", "--no-ahead-behind"})));
  if (!status.ok()) return m_repository.refusal("status", status);
  auto out = changed_in(status.output);
  std::erase_if(out, [&](const auto& path) { return m_not_noted.count(path) != 0 || is_same_link(path); });
  if (!out.empty()) TRY(take(out));
  return out;
}

// Git compares links by their objects, which are not there.
bool NotedFiles::is_same_link(const std::string& path) const {
  const auto noted = m_links.find(path);
  return noted != m_links.end() && os::link_target(os::join_path(m_repository.root(), path)) == noted->second;
}

}  // namespace assay::git
