#include "serve/request_log.h"

#include <utility>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::serve {

namespace {

constexpr size_t k_most_waiting = 4 << 20;

json::object stamped() {
  SystemClock clock;
  return {{"at", to_iso(clock.now())}};
}

}  // namespace

RequestLog::RequestLog(LogLevel level) : m_level(level), m_thread([this] { write_out(); }) {}

RequestLog::~RequestLog() {
  {
    const MutexLock lock(m_mutex);
    m_ending = true;
  }
  m_wake.notify_one();
  m_thread.join();
}

bool RequestLog::wants(std::string_view method, int status) const {
  if (m_level == LogLevel::all || status >= 500) return true;
  return m_level == LogLevel::changes && (status >= 400 || (method != "GET" && method != "HEAD"));
}

void RequestLog::add(const LogLine& line) {
  auto object = stamped();
  object["request"] = line.id;
  object["method"] = line.method;
  object["path"] = line.path;
  object["status"] = line.status;
  object["ms"] = static_cast<std::int64_t>(line.seconds * 1000);
  if (!line.who.empty()) object["who"] = line.who;
  object["from"] = line.remote;
  put(write_json(object) + "\n");
}

void RequestLog::log_message(std::string_view message) {
  auto object = stamped();
  object["message"] = message;
  put(write_json(object) + "\n");
}

void RequestLog::put(std::string_view line) {
  {
    const MutexLock lock(m_mutex);
    if (m_waiting.size() > k_most_waiting) {
      ++m_dropped;
      return;
    }
    m_waiting += line;
  }
  m_wake.notify_one();
}

std::string RequestLog::take_waiting() {
  const MutexLock lock(m_mutex);
  while (!m_ending && m_waiting.empty()) m_wake.wait(m_mutex);
  std::string text = std::exchange(m_waiting, {});
  if (m_dropped > 0 && !text.empty()) {
    text += cat("{\"message\":\"", m_dropped, " lines were dropped\"}\n");
    m_dropped = 0;
  }
  return text;
}

void RequestLog::write_out() {
  for (auto text = take_waiting(); !text.empty(); text = take_waiting()) {
    (void)os::write_all(STDERR_FILENO, text, "standard error");
  }
}

}  // namespace assay::serve
