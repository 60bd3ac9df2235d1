// Configuration, input, head and messages go through files without a name (memfd), so that the only thing to wait for
// is what the program prints. Its exit status is libcurl's code: the same ends mean the same as in the library.
#include "os/curl_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/pipe.h"
#include "os/programs.h"

extern char** environ;

namespace assay::os {

namespace {

using Steady = std::chrono::steady_clock;

constexpr int k_config_place = 3;             // "/dev/fd/3" in the arguments
constexpr int k_head_place = 4;               // "/dev/fd/4" in the configuration of who wants the head
constexpr size_t k_most_head = 128 << 10;     // more than a head may have
constexpr size_t k_most_messages = 64 << 10;  // of standard error
constexpr auto k_grace = std::chrono::seconds(2);

// Out of the way of the places that the program's files get.
Result<Fd> moved_up(const Fd& from) {
  Fd out(::fcntl(from.get(), F_DUPFD_CLOEXEC, 10));
  if (!out.is_open()) return unavailable(cat("cannot open another file: ", std::strerror(errno)));
  return out;
}

Result<Fd> memory_file(std::string_view text) {
  const Fd made(::memfd_create("assay-curl", MFD_CLOEXEC));
  if (!made.is_open()) return unavailable(cat("cannot make a file in memory: ", std::strerror(errno)));
  TRY(write_all(made.get(), text, "a file in memory"));
  ::lseek(made.get(), 0, SEEK_SET);
  return moved_up(made);
}

std::string text_of(const Fd& file, size_t most) {
  std::string out(most, '\0');
  const ssize_t n = ::pread(file.get(), out.data(), out.size(), 0);
  out.resize(n > 0 ? static_cast<size_t>(n) : 0);
  return out;
}

// The program, from its start to its end. It is killed when this goes before it ended.
class Started {
 public:
  explicit Started(pid_t pid) : m_pid(pid) {}
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  ~Started() {
    if (m_pid <= 0) return;
    ::kill(m_pid, SIGKILL);
    wait();
  }
  // Its exit status, libcurl's code; CURLE_FAILED_INIT when it was killed.
  CURLcode wait() {
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
    }
    m_pid = 0;
    return WIFEXITED(status) ? static_cast<CURLcode>(WEXITSTATUS(status)) : CURLE_FAILED_INIT;
  }

 private:
  pid_t m_pid;
};

struct Place {
  int from;
  int to;
};

Result<pid_t> spawn(const std::string& program, std::span<const Place> places) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  for (const auto& place : places) ::posix_spawn_file_actions_adddup2(&actions, place.from, place.to);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  // --disable must stand first: the user's own configuration is not for us.
  std::array<const char*, 5> argv = {"curl", "--disable", "--config", "/dev/fd/3", nullptr};
  pid_t pid = -1;
  const int code =
      ::posix_spawn(&pid, program.c_str(), &actions, &attributes, const_cast<char**>(argv.data()), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (code != 0) return unavailable(cat("cannot start ", program, ": ", std::strerror(code)));
  return pid;
}

enum class Heard { end, enough, late };

// Listens until the program closes its output.
Result<Heard> listen(const Fd& output, Steady::time_point deadline,
                     const std::function<bool(std::string_view)>& on_output, const CancelToken* cancel) {
  std::array<char, 16 << 10> piece;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Steady::now()).count();
    if (left <= 0) return Heard::late;
    pollfd watched[3] = {{output.get(), POLLIN, 0},
                         {signal_wake_fd(), POLLIN, 0},
                         {cancel == nullptr ? -1 : cancel->wake_fd(), POLLIN, 0}};
    const int ready = ::poll(watched, 3, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready < 0 && errno != EINTR) return unavailable(cat("cannot wait for curl: ", std::strerror(errno)));
    if (ready <= 0) continue;
    if (watched[1].revents != 0 || watched[2].revents != 0) return unavailable("it was cancelled");
    const ssize_t n = ::read(output.get(), piece.data(), piece.size());
    if (n == 0) return Heard::end;
    if (n > 0 && !on_output({piece.data(), static_cast<size_t>(n)})) return Heard::enough;
    if (n < 0 && errno != EINTR && errno != EAGAIN)
      return unavailable(cat("cannot read what curl prints: ", std::strerror(errno)));
  }
}

// "curl: (6) Could not resolve host: x": what stands behind the number. Warnings may stand before it.
std::string sentence(std::string_view messages) {
  std::string_view out = trim(messages);
  for (const auto line : split_lines(messages)) {
    const size_t close = line.find(") ");
    if (line.starts_with("curl: (") && close != std::string_view::npos) out = trim(line.substr(close + 2));
  }
  return std::string(out);
}

}  // namespace

void CurlConfig::add(std::string_view option) { m_text += cat(option, "\n"); }

void CurlConfig::add(std::string_view option, std::string_view value) {
  m_text += cat(option, " = \"");
  for (const char c : value) {
    switch (c) {
      case '"':
      case '\\': m_text += '\\', m_text += c; break;
      case '\n': m_text += "\\n"; break;
      case '\r': m_text += "\\r"; break;
      case '\t': m_text += "\\t"; break;
      default: m_text += c;
    }
  }
  m_text += "\"\n";
}

Result<CurlEnd> run_curl(CurlTransfer transfer, const std::function<bool(std::string_view)>& on_output,
                         const CancelToken* cancel) {
  const auto program = find_program("curl");
  if (!program) {
    return unavailable(
        "addresses are called through libcurl or the curl program, and neither can be used here (Debian: apt-get "
        "install curl)");
  }
  auto& config = transfer.config;
  config.add("silent");
  config.add("show-error");
  config.add("max-time",
             cat(transfer.timeout.count() / 1000, ".", cat(1000 + transfer.timeout.count() % 1000).substr(1)));
  TRY_ASSIGN(const auto config_file, memory_file(config.text()));
  TRY_ASSIGN(const auto input, memory_file(transfer.input));
  TRY_ASSIGN(const auto messages, memory_file(""));
  TRY_ASSIGN(const auto head, memory_file(""));
  TRY_ASSIGN(auto pipe, make_pipe());
  TRY_ASSIGN(auto output, moved_up(pipe.write_end));
  pipe.write_end.reset();
  const Place places[] = {{input.get(), 0},
                          {output.get(), 1},
                          {messages.get(), 2},
                          {config_file.get(), k_config_place},
                          {head.get(), k_head_place}};
  TRY_ASSIGN(const auto pid, spawn(*program, places));
  Started started(pid);
  output.reset();
  TRY_ASSIGN(const auto heard, listen(pipe.read_end, Steady::now() + transfer.timeout + k_grace, on_output, cancel));
  CurlEnd out;
  if (heard == Heard::late) out.end.code = CURLE_OPERATION_TIMEDOUT;
  if (heard == Heard::enough) out.end.code = CURLE_WRITE_ERROR;
  if (heard == Heard::end) out.end.code = started.wait();
  out.head = text_of(head, k_most_head);
  out.end.said = sentence(text_of(messages, k_most_messages));
  return out;
}

}  // namespace assay::os
