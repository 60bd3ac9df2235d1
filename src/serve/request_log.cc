#include "serve/request_log.h"

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
    const std::lock_guard lock(m_mutex);
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

void RequestLog::say(std::string_view message) {
  auto object = stamped();
  object["message"] = message;
  put(write_json(object) + "\n");
}

void RequestLog::put(std::string_view line) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_waiting.size() > k_most_waiting) {
      ++m_dropped;
      return;
    }
    m_waiting += line;
  }
  m_wake.notify_one();
}

void RequestLog::write_out() {
  for (;;) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [&] { return m_ending || !m_waiting.empty(); });
    if (m_waiting.empty()) return;
    std::string text = std::move(m_waiting);
    m_waiting.clear();
    const auto dropped = m_dropped;
    m_dropped = 0;
    lock.unlock();
    if (dropped > 0) text += cat("{\"message\":\"", dropped, " lines were dropped\"}\n");
    (void)os::write_all(STDERR_FILENO, text, "standard error");
  }
}

}  // namespace assay::serve
