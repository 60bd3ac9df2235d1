// One JSON line a request on standard error, written by a thread of its own: a reader of the log that
// is slow must not hold up the server. What it cannot take is counted and said.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

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
  void say(std::string_view message);

 private:
  void put(std::string_view line);
  void write_out();

  LogLevel m_level;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::string m_waiting;
  std::uint64_t m_dropped = 0;
  bool m_ending = false;
  std::thread m_thread;
};

}  // namespace assay::serve
