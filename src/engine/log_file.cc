#include "engine/log_file.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>

#include "base/redact.h"
#include "base/text.h"

namespace assay::engine {

Result<LogFile> LogFile::open(const std::string& path) {
  os::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!fd.is_open()) return unavailable(cat("cannot write ", path, ": ", std::strerror(errno)));
  return LogFile(std::move(fd), path);
}

Result<void> LogFile::add(std::string_view text) {
  if (text.empty()) return {};
  m_lines += count_newlines(text);
  m_mid_line = text.back() != '\n';
  return os::write_all(m_fd.get(), text, m_path);
}

Result<void> LogFile::add_redacted(const std::string& raw_file) {
  TRY_ASSIGN(const auto raw, os::FileSource::open(raw_file));
  RedactStream redactor;
  std::vector<char> buffer(size_t{256} << 10);
  std::string out;
  for (;;) {
    TRY_ASSIGN(const size_t n, raw->read(buffer));
    if (n == 0) break;
    redactor.feed({buffer.data(), n}, out);
    TRY(add(out));
    out.clear();
  }
  redactor.finish(out);
  return add(out);
}

Result<void> LogFile::end_line() { return m_mid_line ? add("\n") : Result<void>(); }

}  // namespace assay::engine
