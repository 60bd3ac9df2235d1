// A client of a few lines and not a library: it runs inside the sandbox beside the server it asks, so it
// must come with the program itself. HTTP/1.0 and "Connection: close" make the end of the connection
// the end of the answer; chunked bodies are put together for servers that send them anyway.
#include "os/probe.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

using Steady = std::chrono::steady_clock;
constexpr std::chrono::milliseconds k_probe_pause{50};

bool is_plain_word(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) return false;
  }
  return !text.empty();
}

int time_left(Steady::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Steady::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

// Connected to 127.0.0.1 or ::1; closed when nobody listens.
Fd connect_to(std::uint16_t port) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (fd.is_open() && ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&four), sizeof four) == 0) return fd;
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  six.sin6_addr = in6addr_loopback;
  Fd other(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (other.is_open() && ::connect(other.get(), reinterpret_cast<const sockaddr*>(&six), sizeof six) == 0) return other;
  return {};
}

bool has_ended(int server) { return server > 0 && ::kill(server, 0) != 0 && errno == ESRCH; }

bool send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

// All that comes until the end of the connection.
std::string receive(int fd, std::uint64_t limit, Steady::time_point end) {
  std::string out;
  char buffer[16 << 10];
  while (out.size() < limit) {
    pollfd wait{fd, POLLIN, 0};
    const int ready = ::poll(&wait, 1, time_left(end));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    out.append(buffer, static_cast<size_t>(n));
    // A server that keeps the connection says how long the body is.
    const size_t head = out.find("\r\n\r\n");
    const size_t length = head == std::string::npos ? std::string::npos : ifind(out, "\r\ncontent-length:");
    if (length == std::string::npos || length > head) continue;
    const auto text = trim(std::string_view(out).substr(length + 17, out.find("\r\n", length + 17) - length - 17));
    const auto bytes = parse_uint(text);
    if (bytes && out.size() >= head + 4 + *bytes) break;
  }
  return out;
}

std::string without_chunks(std::string_view body) {
  std::string out;
  while (true) {
    const size_t line = body.find("\r\n");
    if (line == std::string_view::npos) return out;
    size_t size = 0;
    const auto digits = body.substr(0, std::min(line, body.find(';')));
    if (std::from_chars(digits.data(), digits.data() + digits.size(), size, 16).ec != std::errc()) return out;
    body.remove_prefix(line + 2);
    if (size == 0 || size > body.size()) return out.append(body.substr(0, size));
    out.append(body.substr(0, size));
    body.remove_prefix(std::min(size + 2, body.size()));
  }
}

std::optional<ProbeAnswer> read_answer(std::string_view text, std::uint64_t limit) {
  if (!text.starts_with("HTTP/1.") || text.size() < 12) return std::nullopt;
  const auto status = parse_uint(text.substr(9, 3));
  if (!status) return std::nullopt;
  ProbeAnswer out;
  out.status = static_cast<int>(*status);
  const size_t head = text.find("\r\n\r\n");
  if (head == std::string_view::npos) return out;
  const auto body = text.substr(head + 4);
  const bool chunked = ifind(text.substr(0, head), "transfer-encoding: chunked") != std::string_view::npos;
  out.body = chunked ? without_chunks(body) : std::string(body);
  out.body.resize(std::min<std::uint64_t>(out.body.size(), limit));
  return out;
}

}  // namespace

Result<ProbeAnswer> probe_http(const ProbeOptions& options) {
  if (!is_plain_word(options.method) || !is_plain_word(options.path) || !options.path.starts_with('/'))
    return invalid_input(
        cat("\"", options.method, " ", options.path, "\" is no request: a method, and a path from \"/\""));
  const auto end = Steady::now() + options.timeout;
  const std::string request = cat(options.method, " ", options.path, " HTTP/1.0\r\nHost: 127.0.0.1:", options.port,
                                  "\r\nUser-Agent: assay\r\nAccept: */*\r\nConnection: close\r\n\r\n");
  std::string problem = cat("nothing listened on port ", options.port);
  while (time_left(end) > 0) {
    const bool ended = has_ended(options.server);
    if (const Fd fd = connect_to(options.port); fd.is_open()) {
      if (send_all(fd.get(), request)) {
        const auto answer = read_answer(receive(fd.get(), options.body_limit + (64 << 10), end), options.body_limit);
        if (answer) return *answer;
      }
      problem = "what listens there does not speak HTTP";
    }
    if (ended) return ProbeAnswer{0, {}, "the server ended before it answered"};
    std::this_thread::sleep_for(k_probe_pause);
  }
  return ProbeAnswer{0, {}, cat(problem, " for ", options.timeout.count() / 1000, " s")};
}

}  // namespace assay::os
