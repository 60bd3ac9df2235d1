// Files that a command can change but must not: remembered before, put back after. Internal to os.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::os {

class KeptFiles {
 public:
  Result<void> remember(const std::string& path);
  void remember_absent(std::string path) { m_absent.push_back(std::move(path)); }
  std::vector<std::string> put_back();  // what had changed

 private:
  struct Kept {
    std::string path;
    std::string content;
  };
  std::vector<Kept> m_kept;
  std::vector<std::string> m_absent;  // nothing was there
};

}  // namespace assay::os
