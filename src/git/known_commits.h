// What was learnt of commits, which never change: that one is there, and its tree. Saves the git calls that
// would only tell it again. Shared by all copies of a Repository; any thread may use it. A bounded number is kept:
// every thread of a server has one, and every landing makes a commit.
#pragma once

#include <map>
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

// The id in a ref's own file, for a branch (full name); nothing when it has none: then git has to be asked.
std::optional<std::string> loose_branch(const std::string& common_folder, std::string_view ref, size_t id_length);

}  // namespace assay::git
