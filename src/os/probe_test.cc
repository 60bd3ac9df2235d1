#include "os/probe.h"

#include <string>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace assay::os {
namespace {

// Listens on a free port of the loopback and answers one connection with a text.
class OneAnswer {
 public:
  explicit OneAnswer(std::string text) : m_listener(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    EXPECT_EQ(::bind(m_listener, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
    EXPECT_EQ(::listen(m_listener, 4), 0);
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&place), &size);
    m_port = ntohs(place.sin_port);
    m_thread = std::thread([this, answer = std::move(text)] {
      const int fd = ::accept(m_listener, nullptr, nullptr);
      char heard[4096];
      const auto n = ::recv(fd, heard, sizeof heard, 0);
      if (n > 0) request.assign(heard, static_cast<size_t>(n));
      (void)::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL);
      ::close(fd);
    });
  }
  ~OneAnswer() {
    if (m_thread.joinable()) m_thread.join();
    ::close(m_listener);
  }
  ProbeAnswer ask(const std::string& path = "/") {
    ProbeOptions options;
    options.port = m_port;
    options.path = path;
    auto answer = probe_http(options);
    EXPECT_TRUE(answer.has_value());
    m_thread.join();
    return *answer;
  }
  std::string request;

 private:
  int m_listener;
  std::uint16_t m_port = 0;
  std::thread m_thread;
};

TEST(Probe, ReadsStatusAndBody) {
  OneAnswer server("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone");
  const auto answer = server.ask("/cart/9?x=1");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.body, "gone");
  EXPECT_TRUE(server.request.starts_with("GET /cart/9?x=1 HTTP/1.0\r\n"));
}

TEST(Probe, PutsChunksTogether) {
  OneAnswer server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=1\r\nde\r\n0\r\n\r\n");
  EXPECT_EQ(server.ask().body, "abcde");
}

TEST(Probe, NobodyListens) {
  ProbeOptions options;
  options.port = 1;
  options.timeout = std::chrono::milliseconds(1);
  const auto answer = probe_http(options);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 0);
  EXPECT_FALSE(answer->problem.empty());
}

TEST(Probe, AServerThatHasEndedIsNotWaitedFor) {
  ProbeOptions options;
  options.port = 1;
  options.server = 1 << 22;  // beyond the largest process id
  const auto answer = probe_http(options);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->problem, "the server ended before it answered");
}

TEST(Probe, TakesNoRequestInARequest) {
  ProbeOptions options;
  options.path = "/ HTTP/1.0\r\nX: y";
  EXPECT_FALSE(probe_http(options));
  options.path = "relative";
  EXPECT_FALSE(probe_http(options));
}

}  // namespace
}  // namespace assay::os
