#include "engine/live_log.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/redact.h"
#include "base/text.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_most = std::uint64_t{16} << 20;

}  // namespace

std::string live_log_path(const std::string& folder, std::string_view task) {
  return os::join_path(folder, cat("live/", task, ".log"));
}

LiveLog::LiveLog(const std::string& folder, std::string_view task) {
  if (task.empty() || !os::make_folders(os::join_path(folder, "live"))) return;
  m_path = live_log_path(folder, task);
  ::unlink(m_path.c_str());  // whoever reads the old one keeps it
  m_fd = os::Fd(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
}

LiveLog::~LiveLog() {
  if (m_fd.is_open()) ::unlink(m_path.c_str());
}

void LiveLog::add(std::string_view text) {
  if (!m_fd.is_open() || trim(text).empty()) return;
  std::string line = redact(to_utf8(text));
  if (!line.ends_with('\n')) line += '\n';
  if (m_size >= k_most) return;
  m_size += line.size();
  if (m_size >= k_most) line = "… more than is shown here; the whole log is kept among the evidence\n";
  if (!os::write_all(m_fd.get(), line, m_path)) m_fd.reset();
}

}  // namespace assay::engine
