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
  static void send_text(int fd, std::string_view text) { (void)!::send(fd, text.data(), text.size(), MSG_NOSIGNAL); }

 private:
  Fd m_fd;
  int m_port = 0;
  std::thread m_thread;
};

// By the library, and by the program where that cannot be opened.
class Http : public testing::TestWithParam<decltype(&http)> {
 protected:
  static Result<HttpAnswer> call(const HttpRequest& request, const CancelToken* cancel = nullptr) {
    return GetParam()(request, cancel);
  }
  // What comes of these bytes, said in pieces of so many, and then the end of the connection.
  static Result<HttpAnswer> answer_to(std::string_view text, size_t piece, std::uint64_t most = 1000);
};
INSTANTIATE_TEST_SUITE_P(Library, Http, testing::Values(&http));
INSTANTIATE_TEST_SUITE_P(Program, Http, testing::Values(&http_by_program));

TEST_P(Http, SendsARequestAndReadsTheAnswer) {
  std::string heard;
  HttpRequest request;
  Result<HttpAnswer> answer = HttpAnswer();
  {
    Server server([&](int fd) {
      heard = Server::hear(fd, "{\"a\":1}");
      Server::send_text(fd, "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok");
    });
    request.method = "POST";
    request.url = server.url("/hook?x=1#part");
    request.headers = {{"X-One", "two"}};
    request.body = "{\"a\":1}";
    answer = call(request);
  }
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->body, "ok");
  EXPECT_TRUE(heard.starts_with("POST /hook?x=1 HTTP/1.1\r\n")) << heard;
  EXPECT_TRUE(contains(heard, "\r\nX-One: two\r\n"));
  EXPECT_TRUE(contains(heard, "\r\nContent-Length: 7\r\n"));
}

TEST_P(Http, SendsWhatIsSpecialToTheProgramAsItIs) {
  std::string heard;
  HttpRequest request;
  Result<HttpAnswer> answer = HttpAnswer();
  request.method = "POST";
  request.body = std::string("@file\0\r\n\"x\\", 12);
  {
    Server server([&](int fd) {
      heard = Server::hear(fd, request.body);
      Server::send_text(fd, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    request.url = server.url("/a/../[1-3]/{b,c}?q=\"x\"");
    request.headers = {{"X-Quoted", "\"a\\b\" @c"}};
    answer = call(request);
  }
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(heard.starts_with("POST /a/../[1-3]/{b,c}?q=\"x\" HTTP/1.1\r\n")) << heard;
  EXPECT_TRUE(contains(heard, "\r\nX-Quoted: \"a\\b\" @c\r\n")) << heard;
  EXPECT_TRUE(heard.ends_with("\r\n\r\n" + request.body)) << heard;
}

TEST_P(Http, DoesNotFollowARedirect) {
  Server server([](int fd) {
    Server::hear(fd, "\r\n\r\n");
    Server::send_text(fd, "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
  });
  HttpRequest request;
  request.url = server.url();
  const auto answer = call(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 302);
}

TEST_P(Http, GivesUpOnAServerThatSaysNothingAndOnOneThatSaysTooMuch) {
  {
    Server silent([](int fd) { Server::hear(fd, "never"); });
    HttpRequest request;
    request.url = silent.url();
    request.timeout = std::chrono::milliseconds(200);
    const auto answer = call(request);
    ASSERT_FALSE(answer);
    EXPECT_TRUE(contains(answer.error().message, "took too long to answer")) << answer.error().message;
  }
  Server flood([](int fd) {
    Server::hear(fd, "\r\n\r\n");
    Server::send_text(fd, "HTTP/1.1 200 OK\r\n\r\n");
    const std::string megabyte(1 << 20, 'x');
    while (::send(fd, megabyte.data(), megabyte.size(), MSG_NOSIGNAL) > 0) {
    }
  });
  HttpRequest request;
  request.url = flood.url();
  const auto answer = call(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body.size(), request.most_body);
  EXPECT_TRUE(answer->truncated);
}

Result<HttpAnswer> Http::answer_to(std::string_view text, size_t piece, std::uint64_t most) {
  Server server([&](int fd) {
    Server::hear(fd, "\r\n\r\n");
    for (size_t at = 0; at < text.size(); at += piece) Server::send_text(fd, text.substr(at, piece));
    ::shutdown(fd, SHUT_WR);
    Server::hear(fd, "never");
  });
  HttpRequest request;
  request.url = server.url();
  request.most_body = most;
  return call(request);
}

TEST_P(Http, ReadsAnAnswerHoweverItComes) {
  const std::string texts[] = {
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Thing: a b \r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Thing: a b\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nT: "
      "1\r\n\r\n",
      "HTTP/1.0 200\nX-Thing: a b\n\nhello",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-Thing: a b\r\nContent-Length: 5\r\n\r\nhello and more",
  };
  for (const auto& text : texts) {
    for (const size_t piece : {size_t{1}, size_t{3}, text.size()}) {
      const auto answer = answer_to(text, piece);
      ASSERT_TRUE(answer) << answer.error().message << "\n" << text;
      EXPECT_EQ(answer->status, 200);
      EXPECT_EQ(answer->body, "hello") << text << piece;
      EXPECT_EQ(answer->header("x-thing"), "a b");
      EXPECT_EQ(answer->header("t"), "");
      EXPECT_FALSE(answer->truncated);
    }
  }
}

TEST_P(Http, CutsAnAnswerWhereEnoughWasRead) {
  for (const std::string head : {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"}) {
    const auto answer = answer_to(head + std::string(5000, 'x'), 700);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body.size(), 1000u);
    EXPECT_TRUE(answer->truncated);
  }
  const auto early = answer_to("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", 7);
  ASSERT_TRUE(early);
  EXPECT_EQ(early->body, "hello");
  EXPECT_TRUE(early->truncated);
}

TEST_P(Http, EndsAHeadAtTheFirstBlankLineWhateverThePieces) {
  const std::string text = "HTTP/1.1 200 OK\r\nA: b\n\nbody\r\n\r\nmore";
  for (const size_t piece : {size_t{1}, text.size()}) EXPECT_EQ(answer_to(text, piece)->body, "body\r\n\r\nmore");
}

TEST_P(Http, TakesNoBodyWhereNoneBelongs) {
  const auto answer = answer_to("HTTP/1.1 204 No Content\r\n\r\nrest", 100);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "");
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST_P(Http, TakesSomethingElseForNoAnswer) {
  for (const std::string& text :
       {std::string("SSH-2.0-OpenSSH\r\n"), std::string("HTTP/1.1 abc\r\n\r\n"),
        std::string("HTTP/1.1 2000 OK\r\n\r\n"), std::string(""), std::string("HTTP/1.1 200 OK\r\n"),
        "HTTP/1.1 200 OK\r\nX: " + std::string(70'000, 'x'),
        cat("HTTP/1.1 200 OK\r\n", repeated("X: y\r\n", 12'000), "\r\n"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n"),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")}) {
    const auto answer = answer_to(text, 1000);
    ASSERT_FALSE(answer) << text.substr(0, 60);
    EXPECT_TRUE(answer.error().message.starts_with("the server does not answer as HTTP says: "))
        << answer.error().message;
  }
}

TEST_P(Http, EndsAtOnceWhenCancelled) {
  CancelToken cancel;
  Server silent([&](int fd) {
    Server::hear(fd, "\r\n\r\n");
    cancel.cancel();
    Server::hear(fd, "never");
  });
  HttpRequest request;
  request.url = silent.url();
  request.timeout = std::chrono::minutes(10);
  const auto answer = call(request, &cancel);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "it was cancelled");
}

TEST_P(Http, SaysWhyThereIsNoAnswer) {
  HttpRequest request;
  request.url = "http://127.0.0.1:1/";
  const auto refused = call(request);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(contains(refused.error().message, "cannot connect to 127.0.0.1:1")) << refused.error().message;
  request.headers = {{"X", "a\r\nY: b"}};
  EXPECT_EQ(call(request).error().code, Code::invalid_input);
}

TEST(HttpAddress, AreRead) {
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
