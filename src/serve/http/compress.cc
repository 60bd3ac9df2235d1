// The fastest level: answers are made on the threads of the pool, one after the other while many people look, and most
// of what is gained comes from the first level. What is made is kept with the store's version, so the loop never waits.
#include "serve/http/compress.h"

#include <algorithm>

#include <zlib.h>

#include "base/text.h"

namespace assay::serve {

namespace {

constexpr size_t k_least_bytes = 1400;  // below, it is one packet anyway
constexpr int k_level = 1;
constexpr int k_gzip_format = MAX_WBITS + 16;
constexpr int k_memory_level = 8;

// The q of "gzip;q=0.5", 1 when there is none; 0 is what matters.
bool is_refused(std::string_view parameters) {
  for (const auto each : split(parameters, ';')) {
    const auto parameter = trim(each);
    if (!istarts_with(parameter, "q=")) continue;
    const auto value = trim(parameter.substr(2));
    return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c == '0' || c == '.'; });
  }
  return false;
}

void mark_etag(Response& response) {
  for (auto& [name, value] : response.headers) {
    if (name == "ETag" && value.ends_with('"')) value.insert(value.size() - 1, k_gzip_mark);
  }
}

}  // namespace

bool accepts_gzip(std::string_view accept_encoding) {
  bool any = false;
  for (const auto each : split(accept_encoding, ',')) {
    const auto end = std::min(each.find(';'), each.size());
    const auto coding = trim(each.substr(0, end));
    const bool allowed = !is_refused(each.substr(end));
    if (iequals(coding, "gzip") || iequals(coding, "x-gzip")) return allowed;
    if (coding == "*") any = allowed;
  }
  return any;
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, k_level, Z_DEFLATED, k_gzip_format, k_memory_level, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  // zlib reads what it is given and does not change it; its interface has no const unless it is asked for.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

void compress_answer(Response& response, const Request& request) {
  if (!response.body || (response.status != 200 && response.status != 304)) return;
  if (response.body->size() < k_least_bytes || response.body->size() > UINT32_MAX) return;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!accepts_gzip(request.header("accept-encoding"))) return;
  if (response.status == 200) {
    auto small = gzip(*response.body);
    if (small.empty()) return;
    response.body = std::make_shared<const std::string>(std::move(small));
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  mark_etag(response);
}

}  // namespace assay::serve
