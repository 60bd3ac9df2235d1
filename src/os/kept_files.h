// Files that a command can change but must not: remembered before, put back after. Internal to os.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::os {

class KeptFiles {
 public:
  Result<void> remember(const std::string& path);
  std::vector<std::string> put_back();  // what had changed

 private:
  struct Kept {
    std::string path;
    std::string content;
  };
  std::vector<Kept> m_kept;
};

}  // namespace assay::os
