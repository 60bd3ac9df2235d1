#include "git/known_commits.h"

#include <algorithm>

#include "base/text.h"
#include "os/files.h"

namespace assay::git {

namespace {

bool is_id(std::string_view text, size_t length) {
  return text.size() == length &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

void KnownCommits::remember(std::string_view commit, std::string_view tree) {
  const MutexLock lock(m_mutex);
  if (m_trees.size() >= k_most && m_trees.find(commit) == m_trees.end()) m_trees.clear();
  auto& known = m_trees[std::string(commit)];
  if (!tree.empty()) known = tree;
}

bool KnownCommits::has(std::string_view commit) const {
  const MutexLock lock(m_mutex);
  return m_trees.find(commit) != m_trees.end();
}

std::optional<std::string> KnownCommits::tree_of(std::string_view commit) const {
  const MutexLock lock(m_mutex);
  const auto found = m_trees.find(commit);
  if (found == m_trees.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

size_t KnownCommits::size() const {
  const MutexLock lock(m_mutex);
  return m_trees.size();
}

// Each of the threads of a server opens the repository for itself. With a memory for each, all of them learnt the same
// commits again, and a thousand commits were kept a dozen times over.
std::shared_ptr<KnownCommits> known_commits_of(const std::string& common_folder) {
  static Mutex mutex;
  static std::map<std::string, std::weak_ptr<KnownCommits>> open GUARDED_BY(mutex);
  const MutexLock lock(mutex);
  auto known = open[common_folder].lock();
  if (!known) {
    std::erase_if(open, [](const auto& each) { return each.second.expired(); });
    known = std::make_shared<KnownCommits>();
    open[common_folder] = known;
  }
  return known;
}

// Git looks there first, too. A symbolic ref, a packed one and a repository that keeps its refs otherwise have no
// such file.
std::optional<std::string> loose_branch(const std::string& common_folder, std::string_view ref, size_t id_length) {
  if (!ref.starts_with("refs/heads/") || contains(ref, "..")) return std::nullopt;
  const auto path = os::join_path(common_folder, ref);
  if (os::is_link(path)) return std::nullopt;
  const auto text = os::read_file(path, 256);
  if (!text || !is_id(trim_right(*text), id_length)) return std::nullopt;
  return std::string(trim_right(*text));
}

}  // namespace assay::git
