#include "os/http.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/process.h"
#include "os/programs.h"

namespace assay::os {

namespace {

using Steady = std::chrono::steady_clock;

bool has_only_plain_characters(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f) return false;
  }
  return true;
}

Result<void> check_headers(const HttpRequest& request) {
  for (const auto& [name, value] : request.headers) {
    if (name.empty() || !has_only_plain_characters(name) || contains_any(value, {"\r", "\n"})) {
      return invalid_input(cat("a header cannot hold a line end: ", excerpt(name, 40)));
    }
  }
  return {};
}

// A socket with an end of time.
class Connection {
 public:
  Connection(const HttpRequest& request, const CancelToken* cancel)
      : m_deadline(Steady::now() + request.timeout), m_cancel(cancel) {}

  Result<void> open(const Url& url) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int code = ::getaddrinfo(url.host.c_str(), url.port.c_str(), &hints, &found);
    if (code != 0) return unavailable(cat("cannot find the host ", url.host, ": ", ::gai_strerror(code)));
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, ::freeaddrinfo);
    Result<void> last = unavailable(cat("the host ", url.host, " has no address"));
    for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
      last = connect(*each, url);
      if (last || Steady::now() >= m_deadline) return last;
    }
    return last;
  }

  Result<void> send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::send(m_fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n > 0) {
        bytes.remove_prefix(static_cast<size_t>(n));
      } else if (errno == EAGAIN || errno == EINTR) {
        TRY(wait(POLLOUT, "to take the request"));
      } else if (errno == EPIPE || errno == ECONNRESET) {
        return {};  // it may have answered before it heard all
      } else {
        return unavailable(cat("cannot send: ", std::strerror(errno)));
      }
    }
    return {};
  }

  // 0 at the end.
  Result<size_t> receive(std::span<char> into) {
    while (true) {
      const ssize_t n = ::recv(m_fd.get(), into.data(), into.size(), 0);
      if (n >= 0) return static_cast<size_t>(n);
      if (errno == ECONNRESET) return size_t{0};
      if (errno != EAGAIN && errno != EINTR) return unavailable(cat("cannot receive: ", std::strerror(errno)));
      TRY(wait(POLLIN, "to answer"));
    }
  }

 private:
  Result<void> connect(const addrinfo& to, const Url& url) {
    m_fd = Fd(::socket(to.ai_family, to.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, to.ai_protocol));
    if (!m_fd.is_open()) return unavailable(cat("cannot make a socket: ", std::strerror(errno)));
    int failed = 0;
    if (::connect(m_fd.get(), to.ai_addr, to.ai_addrlen) != 0) {
      if (errno == EINPROGRESS) {
        TRY(wait(POLLOUT, "to take the connection"));
        socklen_t size = sizeof failed;
        ::getsockopt(m_fd.get(), SOL_SOCKET, SO_ERROR, &failed, &size);
      } else {
        failed = errno;
      }
    }
    if (failed == 0) return {};
    return unavailable(cat("cannot connect to ", url.authority, ": ", std::strerror(failed)));
  }

  Result<void> wait(short events, std::string_view what) {
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Steady::now()).count();
      if (left <= 0) return unavailable(cat("the server took too long ", what));
      pollfd watched[3] = {{m_fd.get(), events, 0}, {signal_wake_fd(), POLLIN, 0}, {-1, POLLIN, 0}};
      if (m_cancel != nullptr) watched[2].fd = m_cancel->wake_fd();
      const int ready = ::poll(watched, 3, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
      if (ready < 0 && errno != EINTR) return unavailable(cat("cannot wait: ", std::strerror(errno)));
      if (watched[1].revents != 0 || watched[2].revents != 0) return unavailable("it was cancelled");
      if (ready > 0 && watched[0].revents != 0) return {};
    }
  }

  Steady::time_point m_deadline;
  const CancelToken* m_cancel;
  Fd m_fd;
};

std::string request_text(const HttpRequest& request, const Url& url) {
  std::string out =
      cat(request.method, " ", url.target, " HTTP/1.1\r\nHost: ", url.authority, "\r\nConnection: close\r\n");
  for (const auto& [name, value] : request.headers) out += cat(name, ": ", value, "\r\n");
  if (!request.body.empty() || request.method != "GET") out += cat("Content-Length: ", request.body.size(), "\r\n");
  return out + "\r\n" + request.body;
}

Result<HttpAnswer> over_socket(const HttpRequest& request, const Url& url, const CancelToken* cancel) {
  Connection connection(request, cancel);
  TRY(connection.open(url));
  TRY(connection.send(request_text(request, url)));
  HttpAnswerReader reader(request.most_body);
  std::vector<char> piece(16 << 10);
  while (true) {
    TRY_ASSIGN(const auto n, connection.receive(piece));
    if (n == 0) break;
    TRY_ASSIGN(const auto step, reader.take(std::string_view(piece.data(), n)));
    if (step == HttpAnswerReader::Step::done) return std::move(reader.answer());
  }
  TRY(reader.end());
  return std::move(reader.answer());
}

std::string curl_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Addresses, headers and bodies may be secret and processes are listed for everyone, so they go through files.
std::string curl_config(const HttpRequest& request, const std::string& folder) {
  std::string out = cat("url = ", curl_quoted(request.url), "\nrequest = ", curl_quoted(request.method),
                        "\ninclude\nraw\nhttp1.1\nsilent\nshow-error\nproto = \"=https\"\nmax-time = ",
                        (request.timeout.count() + 999) / 1000, "\n");
  for (const auto& [name, value] : request.headers) out += cat("header = ", curl_quoted(cat(name, ": ", value)), "\n");
  out += "header = \"Expect:\"\n";
  if (!request.body.empty()) out += cat("data-binary = ", curl_quoted(cat("@", folder, "/body")), "\n");
  return out;
}

Result<HttpAnswer> over_curl(const HttpRequest& request, const CancelToken* cancel) {
  const auto curl = find_program("curl");
  if (!curl) {
    return unavailable(cat("https needs the curl program, which is not on the PATH; install it, or use a http address ",
                           "of a proxy on this machine"));
  }
  TRY_ASSIGN(const auto scratch, ScratchFolder::make("assay-http"));
  const auto& folder = scratch.path();
  TRY(write_file(join_path(folder, "config"), curl_config(request, folder)));
  if (!request.body.empty()) TRY(write_file(join_path(folder, "body"), request.body));
  Command command;
  command.argv = {*curl, "--disable", "--config", join_path(folder, "config")};
  command.timeout = request.timeout + std::chrono::seconds(2);
  command.stderr_file = join_path(folder, "errors");
  command.output_limit = request.most_body + (128 << 10);
  command.cancel = cancel;
  TRY_ASSIGN(const auto captured, capture(command, command.output_limit));
  HttpAnswerReader reader(request.most_body);
  TRY_ASSIGN(const auto step, reader.take(captured.output));
  if (step == HttpAnswerReader::Step::done) return std::move(reader.answer());
  if (captured.outcome.succeeded() || captured.outcome.ended == Ended::output_limit) {
    TRY(reader.end());
    return std::move(reader.answer());
  }
  const auto errors = read_file(join_path(folder, "errors"), 64 << 10).value_or("");
  return unavailable(errors.empty() ? cat("curl ", describe(captured.outcome)) : std::string(trim(errors)));
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
  const auto wrong = [&](std::string_view why) {
    return invalid_input(cat("'", excerpt(text, 120), "' is not an address that can be called: ", why));
  };
  Url out;
  if (!has_only_plain_characters(text)) return wrong("it holds blanks or control characters");
  out.tls = text.starts_with("https://");
  if (!out.tls && !text.starts_with("http://")) return wrong("it must begin with http:// or https://");
  auto rest = text.substr(out.tls ? 8 : 7);
  rest = rest.substr(0, rest.find('#'));
  const size_t slash = rest.find_first_of("/?");
  out.authority = rest.substr(0, slash);
  out.target = slash == std::string_view::npos ? "/" : std::string(rest.substr(slash));
  if (out.target.starts_with('?')) out.target.insert(0, "/");
  if (contains(out.authority, "@")) return wrong("names and passwords do not belong into it");
  std::string_view port;
  std::string_view host = out.authority;
  if (host.starts_with('[')) {
    const size_t close = host.find(']');
    if (close == std::string_view::npos) return wrong("a bracket is missing");
    port = host.substr(close + 1);
    host = host.substr(1, close - 1);
  } else if (const size_t colon = host.find(':'); colon != std::string_view::npos) {
    port = host.substr(colon);
    host = host.substr(0, colon);
  }
  if (host.empty()) return wrong("there is no host");
  if (!port.empty() && (!port.starts_with(':') || parse_uint(port.substr(1)).value_or(70'000) > 65'535)) {
    return wrong("its port is not a number up to 65535");
  }
  out.host = host;
  out.port = port.empty() ? (out.tls ? "443" : "80") : std::string(port.substr(1));
  return out;
}

Result<HttpAnswer> http(const HttpRequest& request, const CancelToken* cancel) {
  TRY_ASSIGN(const auto url, parse_url(request.url));
  TRY(check_headers(request));
  return url.tls ? over_curl(request, cancel) : over_socket(request, url, cancel);
}

}  // namespace assay::os
