// Who is alive: each process holds a lock under its name in a folder as long as it lives, however it ends. So one that
// was killed is told from one that works, at once and without asking anybody.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "os/lock.h"

namespace assay::os {

class Presence {
 public:
  // Where no lock can be had, the process is present all the same; others only do not see it.
  Presence(const std::string& folder, const std::string& name);
  ~Presence();
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

 private:
  std::string m_path;
  std::optional<Lock> m_lock;
};

// In the order of their names. A folder that is missing holds nobody.
std::vector<std::string> names_present(const std::string& folder);
std::vector<std::string> names_gone(const std::string& folder);  // ended without leaving, and not forgotten yet
void forget_gone(const std::string& folder, const std::string& name);

}  // namespace assay::os
