// Where prepared dependencies are kept, outside of the repository: <state folder>/cache.
//
//   shared/<key>          made from the files of a target branch; every mission may use it
//   missions/<id>/<key>   made from work that has not landed; that mission alone uses it
//
// One that is not whole (its step failed, was cancelled or killed) is never used. Any process may call.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "os/lock.h"

namespace assay::engine {

// A folder below `root` that is really there: no link, and not behind one that somebody put on the way.
bool is_real_folder_in(const std::string& path, const std::string& root);

// One preparation.
struct KeptFolder {
  std::string folder;

  // Under its own name: node finds the packages beside a package by the name of the folder above.
  std::string output(size_t n, std::string_view path) const;
  std::string home(std::string_view name) const;

  bool is_whole() const;
  void note_use() const;
  Result<void> begin() const;   // empty, whatever was there
  Result<void> finish() const;  // whole from now on
  Result<os::Lock> lock() const;
};

class PreparedCache {
 public:
  // `git_folder`: the common one. Makes the user's state folder when there is none.
  static Result<PreparedCache> open(const std::string& git_folder);
  explicit PreparedCache(std::string folder) : m_folder(std::move(folder)) {}

  KeptFolder shared(std::string_view key) const;
  KeptFolder own(std::string_view mission, std::string_view key) const;

  struct Usage {
    size_t entries = 0;
    std::uint64_t bytes = 0;
  };
  Usage usage() const;

  // Removes what nobody needs any more: of missions that are over at once, else what was not used for two weeks,
  // and the oldest of what is more than 20 GiB together. What was used within the last day stays.
  enum class Owner { open, over, unknown };
  void sweep(Time now, const std::function<Owner(const std::string& mission)>& owner) const;

 private:
  std::string m_folder;
};

}  // namespace assay::engine
