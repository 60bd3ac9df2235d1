// Beast's parser, which has been fuzzed for years, and nothing else of Beast. What it lets through and
// two programs could understand differently is refused here: several hosts, a body both counted and
// in chunks, transfer codings other than chunked.
#include "serve/request_reader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/verb.hpp>

#include "base/text.h"

namespace assay::serve {

namespace http = boost::beast::http;

// The shortest end of a body in chunks. Beast keeps the last chunk until all of it is there and takes for granted
// that it is given five bytes then; fewer never complete a body, so they wait for the next ones.
constexpr size_t k_last_chunk = std::string_view("0\r\n\r\n").size();

struct RequestReader::Parser {
  http::request_parser<http::string_body> it;
};

RequestReader::RequestReader() : m_parser(std::make_unique<Parser>()) {
  m_parser->it.header_limit(k_longest_head);
  m_parser->it.body_limit(boost::none);  // known once the head is
}

RequestReader::~RequestReader() = default;

void RequestReader::fail(int status, std::string_view why) {
  m_state = State::failed;
  m_status = status;
  m_why = why;
}

void RequestReader::on_head() {
  const auto& message = m_parser->it.get();
  m_request.method = std::string(message.method_string());
  m_request.target = std::string(message.target());
  for (const auto& field : message.base()) {
    m_request.headers.push_back({lower({field.name_string().data(), field.name_string().size()}),
                                 std::string(field.value().data(), field.value().size())});
  }
  if (const auto length = m_parser->it.content_length()) m_request.content_length = *length;
  m_request.has_body = m_parser->it.chunked() || m_request.content_length.value_or(0) > 0;
  m_request.expects_continue = iequals(m_request.header("expect"), "100-continue");
  m_request.keep_alive = message.keep_alive();
  m_state = State::head_done;
  if (message.version() != 11 && message.version() != 10)
    return fail(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  if (m_request.count("host") > 1) return fail(400, "the request names several hosts");
  const auto coding = m_request.header("transfer-encoding");
  if (!coding.empty() && !iequals(trim(coding), "chunked")) return fail(501, "no transfer coding but chunked is known");
  if (m_request.count("content-length") > 1) return fail(400, "the request has several lengths");
  if (m_request.content_length && !coding.empty()) return fail(400, "the body is both counted and in chunks");
}

size_t RequestReader::put(std::string_view bytes) {
  if (m_state != State::head && m_state != State::body) return 0;
  if (m_state == State::body && m_parser->it.chunked() && bytes.size() < k_last_chunk) return 0;
  boost::system::error_code error;
  const size_t used = m_parser->it.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  if (error == http::error::need_more) error = {};
  if (error == http::error::header_limit) {
    fail(431, "the head of the request is too long");
  } else if (error == http::error::body_limit) {
    fail(413, "the body is larger than this address takes");
  } else if (error == http::error::bad_version) {
    fail(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  } else if (error) {
    fail(400, "this is not an HTTP request");
  } else if (m_state == State::head && m_parser->it.is_header_done()) {
    on_head();
  } else if (m_state == State::body && m_parser->it.is_done()) {
    m_state = State::done;
  }
  return used;
}

void RequestReader::take_body(std::uint64_t limit) {
  if (m_state != State::head_done) return;
  if (m_request.content_length && *m_request.content_length > limit) {
    return fail(413, "the body is larger than this address takes");
  }
  m_parser->it.body_limit(limit);
  m_state = m_parser->it.is_done() || !m_request.has_body ? State::done : State::body;
}

Request RequestReader::take() {
  m_request.body = std::move(m_parser->it.get().body());
  return std::move(m_request);
}

}  // namespace assay::serve
