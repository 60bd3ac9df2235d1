#include "serve/http/request_reader.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::serve {
namespace {

using namespace std::string_literals;

using State = RequestReader::State;

// Feeds `text` in pieces of `size` bytes, as a connection would.
State feed(RequestReader& reader, std::string_view text, size_t size, std::uint64_t limit = 1 << 20) {
  std::string in;
  while (reader.state() != State::failed && reader.state() != State::done) {
    const size_t used = reader.put(in);
    in.erase(0, used);
    if (reader.state() == State::head_done) {
      reader.take_body(limit);
      continue;
    }
    if (used > 0 && !in.empty()) continue;
    if (text.empty()) break;
    in += text.substr(0, size);
    text.remove_prefix(std::min(size, text.size()));
  }
  return reader.state();
}

int status_of(std::string_view text, std::uint64_t limit = 1 << 20) {
  RequestReader reader;
  return feed(reader, text, text.size(), limit) == State::failed ? reader.status() : 0;
}

TEST(RequestReader, TheCutDoesNotMatter) {
  const std::string text =
      "POST /api/tasks?x=1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n"
      "{\"name\": \"a\"}";
  for (size_t size = 1; size <= text.size(); ++size) {
    RequestReader reader;
    ASSERT_EQ(feed(reader, text, size), State::done) << size;
    const auto request = reader.take();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, "/api/tasks?x=1");
    EXPECT_EQ(request.header("host"), "localhost");
    EXPECT_EQ(request.body, "{\"name\": \"a\"}");
    EXPECT_TRUE(request.keep_alive);
  }
}
TEST(RequestReader, ChunksAreJoined) {
  const std::string text =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n";
  for (size_t size = 1; size <= text.size(); ++size) {
    RequestReader reader;
    ASSERT_EQ(feed(reader, text, size), State::done) << size;
    EXPECT_EQ(reader.take().body, "hello world");
  }
}
TEST(RequestReader, ABodyOfNoChunksEndsWhereverItIsCut) {
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (size_t size = 1; size <= head.size() + 12; ++size) {
    RequestReader empty, broken, unended;
    ASSERT_EQ(feed(empty, head + "0\r\n\r\n", size), State::done) << size;
    EXPECT_EQ(empty.take().body, "");
    EXPECT_EQ(feed(broken, head + "0\r\nhello\r\n\r\n", size), State::failed) << size;
    EXPECT_EQ(feed(unended, head + "0\r\nh", size), State::body) << size;
  }
}
TEST(RequestReader, NothingIsTakenOfWhatFollows) {
  RequestReader reader;
  const std::string_view two = "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\n";
  const size_t used = reader.put(two);
  EXPECT_EQ(reader.state(), State::head_done);
  EXPECT_EQ(two.substr(used), "GET /b HTTP/1.1\r\n");
}
TEST(RequestReader, AHeadThatDoesNotEndIsRefused) {
  EXPECT_EQ(status_of(cat("GET / HTTP/1.1\r\nHost: a\r\nX: ", std::string(k_longest_head, 'x'))), 431);
  std::string many = "GET / HTTP/1.1\r\nHost: a\r\n";
  while (many.size() < 2 * k_longest_head) many += "A: b\r\n";
  EXPECT_EQ(status_of(many), 431);
}
TEST(RequestReader, ABodyThatIsTooLargeIsRefusedFromItsHead) {
  RequestReader reader;
  reader.put("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n");
  ASSERT_EQ(reader.state(), State::head_done);
  EXPECT_EQ(reader.request().content_length, 1073741824u);
  reader.take_body(1000);
  EXPECT_EQ(reader.state(), State::failed);
  EXPECT_EQ(reader.status(), 413);
}
TEST(RequestReader, ChunksBeyondTheLimitAreRefused) {
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nabcdefgh\r\n0\r\n\r\n", 4),
            413);
}
TEST(RequestReader, WhatTwoProgramsCouldReadDifferentlyIsRefused) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"), 501);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n"), 400);
  EXPECT_NE(status_of("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"), 0);
}
// Wherever the bytes are cut, and at once: it is not waited for an end that never comes.
void expect_refused(const std::string& text, int status = 400) {
  for (size_t size = 1; size <= text.size(); ++size) {
    RequestReader reader;
    ASSERT_EQ(feed(reader, text, size), State::failed) << size << " " << text;
    EXPECT_EQ(reader.status(), status) << size << " " << text;
  }
}
TEST(RequestReader, LinesThatEndOtherwiseThanInCrLfAreRefused) {
  expect_refused("GET / HTTP/1.1\nHost: a\n\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\n\r\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nX: b\n\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n");
  expect_refused("GET / HTTP/1.1\rHost: a\r\r");
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n");
}
TEST(RequestReader, LinesThatGoOnInTheNextAreRefused) {
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\tc\r\n\r\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n \r\n\r\n");
  expect_refused("GET / HTTP/1.1\r\n Host: a\r\n\r\n");
  expect_refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n");
}
TEST(RequestReader, ControlCharactersAreRefused) {
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n"s);
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \vchunked\r\n\r\n");
  expect_refused("GET / HTTP/1.1\r\nHost: a\r\nX: \x7f\r\n\r\n");
}
TEST(RequestReader, ABodyHasOneLength) {
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\n";
  for (const auto* length : {"+1", "-1", "0x1", "1, 1", "1 1", "", "1;", "1.0"}) {
    EXPECT_EQ(status_of(cat(head, "Content-Length: ", length, "\r\n\r\nx")), 400) << length;
  }
  EXPECT_EQ(status_of(head + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"), 400);
  EXPECT_EQ(status_of(head + "Content-Length : 1\r\n\r\nx"), 400);
  EXPECT_EQ(status_of(head + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(status_of(head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_NE(status_of(head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"), 0);
  EXPECT_NE(status_of(head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 0);
  EXPECT_NE(status_of(head + "Transfer-Encoding: identity\r\n\r\n"), 0);
  EXPECT_NE(status_of(head + "Transfer-Encoding:\r\n\r\n"), 0);
  EXPECT_EQ(status_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
}
TEST(RequestReader, ChunksEndInCrLfAndNothingComesBehindThem) {
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const auto* body : {"5\nhello\r\n0\r\n\r\n", "5;\nhello\r\n0\r\n\r\n", "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n",
                           "0x5\r\nhello\r\n0\r\n\r\n", "5 \n\r\nhello\r\n0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n",
                           "0\r\nX: b\r\n\r\n", "0\r\nHost: b\r\n c\r\n\r\n"}) {
    EXPECT_EQ(status_of(head + body), 400) << body;
  }
}
TEST(RequestReader, ARequestNamesItsHost) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\n\r\n"), 0);
}
TEST(RequestReader, TheAbsoluteFormIsTaken) {
  const auto read = [](std::string_view target, std::string_view host) {
    RequestReader reader;
    const auto text = cat("GET ", target, " HTTP/1.1\r\n", host, "\r\n");
    EXPECT_EQ(feed(reader, text, text.size()), State::done) << text;
    return cat(reader.request().header("host"), " ", reader.request().target);
  };
  EXPECT_EQ(read("http://a.example:7411/x?y=1", "Host: A.example:7411\r\n"), "A.example:7411 /x?y=1");
  EXPECT_EQ(read("HTTPS://a.example/x", "Host: a.example\r\n"), "a.example /x");
  EXPECT_EQ(read("http://a.example", "Host: a.example\r\n"), "a.example /");
  EXPECT_EQ(read("http://a.example?y", "Host: a.example\r\n"), "a.example /?y");
  EXPECT_EQ(read("http://a.example//evil", "Host: a.example\r\n"), "a.example //evil");
  EXPECT_EQ(status_of("GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET http://a/x HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET http://a/x HTTP/1.0\r\n\r\n"), 0);
}
TEST(RequestReader, WhatIsNoRequestIsRefused) {
  for (const std::string_view bad : std::initializer_list<std::string_view>{
           "\x16\x03\x01\x02\x00\x01", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", std::string_view("\0\0\0\0", 4),
           "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"}) {
    const int status = status_of(bad);
    EXPECT_TRUE(status == 400 || status == 505) << status << " " << bad;
  }
}

}  // namespace
}  // namespace assay::serve
