// The files of a person's work tree as they were at one moment: tracked ones and others, but none that git ignores.
// Tells which of them were changed since. Nothing in the work tree or its git folder is written. One user at a time.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/honest_index.h"
#include "git/repository.h"

namespace assay::git {

class NotedFiles {
 public:
  // Whether it is wanted to know that a file was written, whatever it holds afterwards.
  using Watched = std::function<bool(const std::string& path, bool differs_from_index)>;
  // Of files that cannot be read, and of those of half a gigabyte and more, nothing is noted.
  static Result<NotedFiles> note(const Repository& repository, const Watched& watched = {});

  // Files that have another content, kind or mode than at the last call (than when they were noted, at the first), or
  // are gone; sorted. A file that was only touched, or written again as it was, is not among them, nor is a new one.
  Result<std::vector<std::string>> changed();

  // Watched files that were written or replaced since the last call, or since they were noted; sorted.
  std::vector<std::string> written();

 private:
  // What no program can set back: when a file was changed, by the clock of the system.
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::string& file);
  Result<void> watch(const Watched& watched, const std::vector<std::string>& differing);

  NotedFiles(const Repository& repository, HonestIndex index) : m_repository(repository), m_index(std::move(index)) {}
  Result<void> take(const std::vector<std::string>& paths);
  bool is_same_link(const std::string& path) const;

  Repository m_repository;
  HonestIndex m_index;
  std::set<std::string> m_not_noted;
  std::map<std::string, std::string> m_links;  // path to target
  std::map<std::string, Stamp> m_watched;
};

}  // namespace assay::git
