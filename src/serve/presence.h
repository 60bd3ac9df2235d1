// Which servers of this repository run, for commands that tell people an address. Each holds a lock that is named
// after its address for as long as it lives, so one that was killed is not taken for one that runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "os/lock.h"

namespace assay::serve {

class Presence {
 public:
  // `folder`: .assay/serve; `address`: "http://127.0.0.1:7411". Where no lock can be had, nobody is told.
  Presence(const std::string& folder, const std::string& address);
  ~Presence();
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

 private:
  std::string m_path;
  std::optional<os::Lock> m_lock;
};

// Addresses of those that run now, in the order of their names.
std::vector<std::string> running_servers(const std::string& folder);

}  // namespace assay::serve
