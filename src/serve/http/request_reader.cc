// Beast's parser, which has been fuzzed for years, and nothing else of Beast. What it lets through, or waits for, and
// two programs could understand differently is refused here: lines that end with a bare LF or CR, lines that go on in
// the next one (obs-fold), several hosts or lengths, a body both counted and in chunks, transfer codings other than
// chunked, fields behind the chunks (RFC 9112, 2.2, 5.2, 6.1, 11.2).
#include "serve/http/request_reader.h"

#include <algorithm>
#include <functional>
#include <iterator>

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
  std::function<void(std::uint64_t, boost::beast::string_view, boost::system::error_code&)> on_chunk;
};

namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

bool is_number(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

}  // namespace

RequestReader::RequestReader() : m_parser(std::make_unique<Parser>()) {
  m_parser->it.header_limit(k_longest_head);
  m_parser->it.body_limit(boost::none);  // known once the head is
  m_parser->on_chunk = [](std::uint64_t, boost::beast::string_view extensions, boost::system::error_code& error) {
    if (std::any_of(extensions.begin(), extensions.end(), is_control)) error = http::error::bad_chunk_extension;
  };
  m_parser->it.on_chunk_header(m_parser->on_chunk);
}

RequestReader::~RequestReader() = default;

void RequestReader::fail(int status, std::string_view why) {
  m_state = State::failed;
  m_status = status;
  m_why = why;
}

// Looks at bytes that were not looked at yet, up to the end of the head; true when that is there. A line end that is
// cut waits for the rest.
bool RequestReader::scan_head(std::string_view bytes) {
  const auto refuse = [&](std::string_view why) {
    fail(400, why);
    return false;
  };
  for (size_t& i = m_scanned; i < bytes.size(); ++i) {
    if (i >= k_longest_head) {
      fail(431, "the head of the request is too long");
      return false;
    }
    const auto rest = bytes.substr(i);
    if (rest.front() == '\n') return refuse("a line of the head ends with a bare LF");
    if (rest.front() != '\r' && is_control(rest.front())) return refuse("the head holds control characters");
    if (rest.front() != '\r') continue;
    if (rest.size() == 1) return false;
    if (rest[1] != '\n') return refuse("a line of the head holds a bare CR");
    if (rest.size() == 2) return false;
    if (rest[2] == ' ' || rest[2] == '\t') return refuse("a line of the head goes on in the next one");
    if (rest.starts_with("\r\n\r\n")) return true;
    if (rest.size() == 3 && rest[2] == '\r') return false;
    ++i;
  }
  return false;
}

void RequestReader::on_head() {
  const auto& message = m_parser->it.get();
  m_request.method = std::string(message.method_string());
  m_request.target = std::string(message.target());
  for (const auto& field : message.base()) {
    m_request.headers.push_back({lower({field.name_string().data(), field.name_string().size()}),
                                 std::string(field.value().data(), field.value().size())});
  }
  m_fields = m_request.headers.size();
  if (const auto length = m_parser->it.content_length()) m_request.content_length = *length;
  m_request.has_body = m_parser->it.chunked() || m_request.content_length.value_or(0) > 0;
  m_request.expects_continue = iequals(m_request.header("expect"), "100-continue");
  m_request.keep_alive = message.keep_alive();
  m_state = State::head_done;
  if (message.version() != 11 && message.version() != 10)
    return fail(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  check_head();
  if (m_state == State::head_done) take_absolute_form();
}

void RequestReader::check_head() {
  const bool is_old = m_parser->it.get().version() == 10;
  if (m_request.count("host") > 1) return fail(400, "the request names several hosts");
  if (m_request.count("host") == 0 && !is_old) return fail(400, "the request names no host");
  const auto coding = m_request.header("transfer-encoding");
  const bool coded = m_request.count("transfer-encoding") > 0;
  if (m_request.count("transfer-encoding") > 1) return fail(400, "the request has several transfer codings");
  if (coded && is_old) return fail(400, "HTTP/1.0 has no chunks");
  if (coded && !iequals(trim(coding), "chunked")) return fail(501, "no transfer coding but chunked is known");
  if (m_request.count("content-length") > 1) return fail(400, "the request has several lengths");
  const bool counted = m_request.count("content-length") > 0;
  if (counted && !is_number(m_request.header("content-length"))) return fail(400, "the length is not a number");
  if (counted && coded) return fail(400, "the body is both counted and in chunks");
}

// "GET http://127.0.0.1:7411/api/health": as clients of proxies ask. The name counts as that of Host would.
void RequestReader::take_absolute_form() {
  auto& target = m_request.target;
  const bool https = istarts_with(target, "https://");
  if (!https && !istarts_with(target, "http://")) return;
  const std::string_view rest = std::string_view(target).substr(https ? 8 : 7);
  const size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  std::string name(rest.substr(0, end));
  if (name.empty() || contains(name, "@")) return fail(400, "the address names no host");
  if (m_request.count("host") > 0 && !iequals(m_request.header("host"), name)) {
    return fail(400, "the address and Host name different hosts");
  }
  std::string path(rest.substr(end));
  target = path.starts_with('/') ? std::move(path) : cat("/", path);
  if (m_request.count("host") == 0) m_request.headers.push_back({"host", std::move(name)});
}

size_t RequestReader::put(std::string_view bytes) {
  if (m_state != State::head && m_state != State::body) return 0;
  if (m_state == State::body && m_parser->it.chunked() && bytes.size() < k_last_chunk) return 0;
  if (m_state == State::head && !scan_head(bytes)) return 0;
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
    const auto fields = std::distance(m_parser->it.get().base().begin(), m_parser->it.get().base().end());
    m_state = State::done;
    if (static_cast<size_t>(fields) != m_fields) fail(400, "no fields are taken behind the body");
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
