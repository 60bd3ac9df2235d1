// What was learnt of commits, which never change: that one is there, and its tree. Saves the git calls that
// would only tell it again. Shared by everybody in this process who opened the repository; any thread may use it. A
// bounded number is kept: every landing makes commits, and a server runs for months.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.h"

namespace assay::git {

class KnownCommits {
 public:
  // `tree` may be empty: only that the commit is there is known.
  void remember(std::string_view commit, std::string_view tree);
  bool has(std::string_view commit) const;
  std::optional<std::string> tree_of(std::string_view commit) const;
  size_t size() const;
  static constexpr size_t k_most = 1'000;  // then all is forgotten

 private:
  mutable Mutex m_mutex;
  std::map<std::string, std::string, std::less<>> m_trees GUARDED_BY(m_mutex);
};

// Those of the repository whose common git folder this is. They are forgotten when nobody has it open any more.
std::shared_ptr<KnownCommits> known_commits_of(const std::string& common_folder);

// The id in a ref's own file, for a branch (full name); nothing when it has none: then git has to be asked.
std::optional<std::string> loose_branch(const std::string& common_folder, std::string_view ref, size_t id_length);

}  // namespace assay::git
