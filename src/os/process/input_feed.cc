#include "os/process/input_feed.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace assay::os {

bool Dialogue::write(std::string_view bytes) {
  if (bytes.size() > k_waiting_limit - m_waiting.size()) return false;
  m_waiting += bytes;
  return true;
}

InputFeed::InputFeed(Dialogue& dialogue, Fd pipe) : m_dialogue(&dialogue), m_pipe(std::move(pipe)) {
  if (m_pipe.is_open()) ::fcntl(m_pipe.get(), F_SETFL, O_NONBLOCK);
}

void InputFeed::write() {
  auto& waiting = m_dialogue->m_waiting;
  while (has_waiting()) {
    const ssize_t n = ::write(m_pipe.get(), waiting.data() + m_at, waiting.size() - m_at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) break;
    if (n < 0) {  // it closed its input: nothing can be said any more
      m_pipe.reset();
      waiting.clear();
      m_at = 0;
      return;
    }
    m_at += static_cast<size_t>(n);
  }
  if (!has_waiting() || m_at > waiting.size() / 2) {
    waiting.erase(0, m_at);
    m_at = 0;
  }
  if (!has_waiting() && m_dialogue->m_dismissed) m_pipe.reset();
}

void InputFeed::say_farewell() {
  m_dialogue->m_waiting += m_dialogue->m_farewell;
  m_dialogue->m_farewell.clear();
  write();
}

}  // namespace assay::os
