#include "engine/work/agents/live_log.h"

#include <fcntl.h>
#include <unistd.h>

#include "agents/transcript.h"
#include "base/redact.h"
#include "base/text.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_most = std::uint64_t{16} << 20;
constexpr std::string_view k_full = "… more than is shown here; the whole log is kept among the evidence";

}  // namespace

std::string live_log_path(const std::string& folder, std::string_view task) {
  return os::join_path(folder, cat("live/", task, ".log"));
}

std::string live_transcript_path(const std::string& folder, std::string_view task) {
  return os::join_path(folder, cat("live/", task, ".jsonl"));
}

void LiveLog::File::open(std::string at) {
  path = std::move(at);
  ::unlink(path.c_str());  // whoever reads the old one keeps it
  fd = os::Fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
}

bool LiveLog::File::takes_more() const { return fd.is_open() && size < k_most; }

void LiveLog::File::write(std::string_view lines) {
  size += lines.size();
  if (!os::write_all(fd.get(), lines, path)) fd.reset();
}

LiveLog::LiveLog(const std::string& folder, std::string_view task) {
  if (task.empty() || !os::make_folders(os::join_path(folder, "live"))) return;
  m_text.open(live_log_path(folder, task));
  m_transcript.open(live_transcript_path(folder, task));
}

LiveLog::~LiveLog() {
  for (const auto* file : {&m_text, &m_transcript}) {
    if (file->fd.is_open()) ::unlink(file->path.c_str());
  }
}

void LiveLog::add(std::string_view text) {
  if (!m_text.takes_more() || trim(text).empty()) return;
  std::string line = redact(to_utf8(text));
  if (!line.ends_with('\n')) line += '\n';
  m_text.write(line);
  if (m_text.fd.is_open() && !m_text.takes_more()) m_text.write(cat(k_full, "\n"));
}

void LiveLog::transcribe(const agents::Event& event) {
  if (!m_transcript.takes_more()) return;
  const auto line = agents::transcript_line(event);
  if (line.empty()) return;
  m_transcript.write(line);
  if (m_transcript.fd.is_open() && !m_transcript.takes_more())
    m_transcript.write(agents::transcript_line({agents::Event::What::note, std::string(k_full)}));
}

}  // namespace assay::engine
