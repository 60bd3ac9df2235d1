#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::reports {

// The work tree that the command runs in.
class Files {
 public:
  virtual ~Files() = default;
  virtual std::optional<std::string> read(std::string_view path) const = 0;  // relative; nothing when large or missing
};

}  // namespace assay::reports
