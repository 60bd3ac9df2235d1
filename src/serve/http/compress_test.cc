#include "serve/http/compress.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "base/text.h"
#include "serve/routes/etag.h"

namespace assay::serve {
namespace {

std::string unpacked(std::string_view packed) {
  z_stream stream{};
  if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) return "no memory";
  std::string out(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  out.resize(whole ? stream.total_out : 0);
  inflateEnd(&stream);
  return out;
}

std::string header_of(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return {};
}

Response answer(size_t bytes, std::string_view accept, int status = 200) {
  auto response = text_response(status, "application/json", std::string(bytes, 'a'));
  response.headers.emplace_back("ETag", etag_of("mission-abc@17", *response.body));
  Request request;
  if (!accept.empty()) request.headers.push_back({"accept-encoding", std::string(accept)});
  compress_answer(response, request);
  return response;
}

TEST(AcceptsGzip, WhenItIsNamedAndNotRefused) {
  for (const auto* accept : {"gzip", "br, GZIP;q=0.5", "deflate, x-gzip", "*", "gzip ; q=1.000", "*;q=0, gzip"})
    EXPECT_TRUE(accepts_gzip(accept)) << accept;
  for (const auto* accept : {"", "br", "gzip;q=0", "gzip; q=0.000", "identity", "*;q=0", "gzipped", "gzip;q=0, *", ","})
    EXPECT_FALSE(accepts_gzip(accept)) << accept;
}
TEST(Gzip, GivesBackWhatWasPacked) {
  for (const std::string& text : {std::string(), std::string("x"), std::string(700'000, 'y'), std::string(3, '\0')})
    EXPECT_EQ(unpacked(gzip(text)), text);
  EXPECT_EQ(gzip("the same"), gzip("the same"));
}
TEST(CompressAnswer, IsForLongAnswersToThoseWhoTakeIt) {
  const auto packed = answer(5000, "gzip");
  EXPECT_EQ(header_of(packed, "Content-Encoding"), "gzip");
  EXPECT_EQ(header_of(packed, "Vary"), "Accept-Encoding");
  EXPECT_EQ(unpacked(*packed.body), std::string(5000, 'a'));
  const auto plain = answer(5000, "");
  EXPECT_EQ(header_of(plain, "Content-Encoding"), "");
  EXPECT_EQ(header_of(plain, "Vary"), "Accept-Encoding");
  EXPECT_EQ(plain.body->size(), 5000U);
  EXPECT_EQ(header_of(answer(100, "gzip"), "Content-Encoding"), "");
  EXPECT_EQ(header_of(answer(5000, "gzip", 409), "Content-Encoding"), "");
}
TEST(CompressAnswer, BothFormsHaveAnEtagOfTheirOwnAndTheSameVersion) {
  const auto packed = header_of(answer(5000, "gzip"), "ETag"), plain = header_of(answer(5000, ""), "ETag");
  EXPECT_NE(packed, plain);
  EXPECT_EQ(header_of(answer(5000, "gzip", 304), "ETag"), packed);
  EXPECT_TRUE(names_etag(packed, plain));
  EXPECT_TRUE(names_etag(plain, plain));
  const auto expected = expected_by(packed, "mission-abc@17");
  ASSERT_TRUE(expected && *expected);
  EXPECT_EQ((*expected)->stamp, "17");
  EXPECT_FALSE(expected_by(packed, "mission-abc@18"));
}

}  // namespace
}  // namespace assay::serve
