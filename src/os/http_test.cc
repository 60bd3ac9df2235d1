#include "os/http.h"

#include <functional>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {
namespace {

// A server on loopback that takes one connection.
class Server {
 public:
  explicit Server(std::function<void(int)> serve) {
    m_fd = Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(m_fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(m_fd.get(), 1), 0);
    socklen_t size = sizeof address;
    ::getsockname(m_fd.get(), reinterpret_cast<sockaddr*>(&address), &size);
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this, serve = std::move(serve)] {
      const Fd client(::accept(m_fd.get(), nullptr, nullptr));
      if (client.is_open()) serve(client.get());
    });
  }
  ~Server() { m_thread.join(); }
  std::string url(std::string_view path = "/") const { return cat("http://127.0.0.1:", m_port, path); }

  // Everything up to the end of a request without a body, or with the body `end`.
  static std::string hear(int fd, std::string_view end) {
    std::string out;
    char piece[4096];
    while (!out.ends_with(end)) {
      const auto n = ::read(fd, piece, sizeof piece);
      if (n <= 0) break;
      out.append(piece, static_cast<size_t>(n));
    }
    return out;
  }
  static void say(int fd, std::string_view text) { (void)!::send(fd, text.data(), text.size(), MSG_NOSIGNAL); }

 private:
  Fd m_fd;
  int m_port = 0;
  std::thread m_thread;
};

TEST(Http, SendsARequestAndReadsTheAnswer) {
  std::string heard;
  HttpRequest request;
  Result<HttpAnswer> answer = HttpAnswer();
  {
    Server server([&](int fd) {
      heard = Server::hear(fd, "{\"a\":1}");
      Server::say(fd, "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok");
    });
    request.method = "POST";
    request.url = server.url("/hook?x=1#part");
    request.headers = {{"X-One", "two"}};
    request.body = "{\"a\":1}";
    answer = http(request);
  }
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->body, "ok");
  EXPECT_TRUE(heard.starts_with("POST /hook?x=1 HTTP/1.1\r\n")) << heard;
  EXPECT_TRUE(contains(heard, "\r\nX-One: two\r\n"));
  EXPECT_TRUE(contains(heard, "\r\nContent-Length: 7\r\n"));
}

TEST(Http, DoesNotFollowARedirect) {
  Server server([](int fd) {
    Server::hear(fd, "\r\n\r\n");
    Server::say(fd, "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
  });
  HttpRequest request;
  request.url = server.url();
  const auto answer = http(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 302);
}

TEST(Http, GivesUpOnAServerThatSaysNothingAndOnOneThatSaysTooMuch) {
  {
    Server silent([](int fd) { Server::hear(fd, "never"); });
    HttpRequest request;
    request.url = silent.url();
    request.timeout = std::chrono::milliseconds(200);
    const auto answer = http(request);
    ASSERT_FALSE(answer);
    EXPECT_TRUE(contains(answer.error().message, "took too long to answer")) << answer.error().message;
  }
  Server flood([](int fd) {
    Server::hear(fd, "\r\n\r\n");
    Server::say(fd, "HTTP/1.1 200 OK\r\n\r\n");
    const std::string megabyte(1 << 20, 'x');
    while (::send(fd, megabyte.data(), megabyte.size(), MSG_NOSIGNAL) > 0) {
    }
  });
  HttpRequest request;
  request.url = flood.url();
  const auto answer = http(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body.size(), request.most_body);
  EXPECT_TRUE(answer->truncated);
}

TEST(Http, SaysWhyThereIsNoAnswer) {
  HttpRequest request;
  request.url = "http://127.0.0.1:1/";
  const auto refused = http(request);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(contains(refused.error().message, "cannot connect to 127.0.0.1:1")) << refused.error().message;
  request.headers = {{"X", "a\r\nY: b"}};
  EXPECT_EQ(http(request).error().code, Code::invalid_input);
}

TEST(Http, ReadsAddresses) {
  const auto url = parse_url("https://[::1]:8443?x");
  ASSERT_TRUE(url);
  EXPECT_TRUE(url->tls);
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->port, "8443");
  EXPECT_EQ(url->target, "/?x");
  EXPECT_EQ(parse_url("http://example.org")->port, "80");
  for (const char* text : {"", "ftp://x", "http://", "http:///x", "http://a b/", "http://u:p@h/", "http://h:99999/",
                           "http://h:x/", "http://[::1/", "http://h/\r\nX: y"}) {
    EXPECT_FALSE(parse_url(text)) << text;
  }
}

}  // namespace
}  // namespace assay::os
