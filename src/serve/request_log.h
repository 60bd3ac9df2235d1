// One JSON line a request on standard error, written by a thread of its own: a reader of the log that
// is slow must not hold up the server. What it cannot take is counted and said.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include "base/mutex.h"

namespace assay::serve {

// errors: what failed by our fault; changes: also what changes something or was refused; all.
enum class LogLevel { errors, changes, all };

struct LogLine {
  std::string_view id, method, path, who, remote;
  int status = 200;
  double seconds = 0;
};

class RequestLog {
 public:
  explicit RequestLog(LogLevel level);
  ~RequestLog();  // writes what is left

  bool wants(std::string_view method, int status) const;
  void add(const LogLine& line);
  void log_message(std::string_view message);

 private:
  void put(std::string_view line);
  void write_out();
  // What waits to be written, when there is some; nothing at the end.
  std::string take_waiting();

  LogLevel m_level;
  Mutex m_mutex;
  ConditionVariable m_wake;
  std::string m_waiting GUARDED_BY(m_mutex);
  std::uint64_t m_dropped GUARDED_BY(m_mutex) = 0;
  bool m_ending GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

}  // namespace assay::serve
