// A log as it is kept: written piece by piece, secrets taken out of what commands print.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/files.h"

namespace assay::engine {

class LogFile {
 public:
  static Result<LogFile> open(const std::string& path);

  Result<void> add(std::string_view text);  // as it is
  Result<void> add_redacted(const std::string& raw_file);
  Result<void> end_line();
  std::uint64_t lines() const { return m_lines; }

 private:
  LogFile(os::Fd fd, std::string path) : m_fd(std::move(fd)), m_path(std::move(path)) {}
  os::Fd m_fd;
  std::string m_path;
  std::uint64_t m_lines = 0;
  bool m_mid_line = false;
};

}  // namespace assay::engine
