#include "base/http_answer.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay {
namespace {

// In pieces of `piece` bytes.
Result<HttpAnswer> read(std::string_view text, size_t piece, std::uint64_t most = 1000) {
  HttpAnswerReader reader(most);
  for (size_t at = 0; at < text.size(); at += piece) {
    TRY_ASSIGN(const auto step, reader.take(text.substr(at, piece)));
    if (step == HttpAnswerReader::Step::done) return reader.answer();
  }
  TRY(reader.end());
  return reader.answer();
}

TEST(HttpAnswer, IsReadHoweverItComes) {
  const std::string texts[] = {
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Thing: a b \r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Thing: a b\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nT: "
      "1\r\n\r\n",
      "HTTP/1.0 200\nX-Thing: a b\n\nhello",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-Thing: a b\r\nContent-Length: 5\r\n\r\nhello and more",
  };
  for (const auto& text : texts) {
    for (const size_t piece : {size_t{1}, size_t{3}, text.size()}) {
      const auto answer = read(text, piece);
      ASSERT_TRUE(answer) << answer.error().message << "\n" << text;
      EXPECT_EQ(answer->status, 200);
      EXPECT_EQ(answer->body, "hello") << text << piece;
      EXPECT_EQ(answer->header("x-thing"), "a b");
      EXPECT_FALSE(answer->truncated);
    }
  }
}

TEST(HttpAnswer, IsCutWhereEnoughWasRead) {
  for (const std::string head : {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"}) {
    const auto answer = read(head + std::string(5000, 'x'), 700);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body.size(), 1000u);
    EXPECT_TRUE(answer->truncated);
  }
  const auto early = read("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", 7);
  ASSERT_TRUE(early);
  EXPECT_TRUE(early->truncated);
}

TEST(HttpAnswer, HasItsHeadEndAtTheFirstBlankLineWhateverThePieces) {
  const std::string text = "HTTP/1.1 200 OK\r\nA: b\n\nbody\r\n\r\nmore";
  for (const size_t piece : {size_t{1}, text.size()}) EXPECT_EQ(read(text, piece)->body, "body\r\n\r\nmore");
}

TEST(HttpAnswer, WithoutABodyEndsAtItsHead) {
  const auto answer = read("HTTP/1.1 204 No Content\r\n\r\nrest", 100);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "");
}

TEST(HttpAnswer, OfSomethingElseIsAnError) {
  for (const std::string& text :
       {std::string("SSH-2.0-OpenSSH\r\n"), std::string("HTTP/1.1 abc\r\n\r\n"),
        std::string("HTTP/1.1 2000 OK\r\n\r\n"), std::string(""), std::string("HTTP/1.1 200 OK\r\n"),
        "HTTP/1.1 200 OK\r\nX: " + std::string(70'000, 'x'),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n"),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")}) {
    EXPECT_FALSE(read(text, 1000)) << text.substr(0, 60);
  }
}

}  // namespace
}  // namespace assay
