#include "base/http_answer.h"

#include <algorithm>

#include "base/text.h"

namespace assay {

namespace {

constexpr size_t k_longest_head = 64 << 10;

Error not_http(std::string_view what) { return unavailable(cat("the server does not answer as HTTP says: ", what)); }

// "HTTP/1.1 200 OK"
std::optional<int> status_in(std::string_view line) {
  if (!line.starts_with("HTTP/")) return std::nullopt;
  const size_t space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto code = parse_uint(line.substr(space + 1, 3));
  const bool ended = line.size() == space + 4 || (line.size() > space + 4 && line[space + 4] == ' ');
  if (!code || *code < 100 || *code > 999 || !ended) return std::nullopt;
  return static_cast<int>(*code);
}

std::optional<std::uint64_t> hex_number(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  std::uint64_t out = 0;
  for (const char c : text) {
    const char l = to_lower(c);
    if (!is_digit(l) && (l < 'a' || l > 'f')) return std::nullopt;
    out = out * 16 + static_cast<std::uint64_t>(is_digit(l) ? l - '0' : l - 'a' + 10);
  }
  return out;
}

}  // namespace

std::string_view HttpAnswer::header(std::string_view wanted) const {
  for (const auto& [name, value] : headers) {
    if (name == wanted) return value;
  }
  return {};
}

Result<HttpAnswerReader::Step> HttpAnswerReader::take(std::string_view bytes) {
  m_waiting += bytes;
  while (m_state != State::done) {
    TRY_ASSIGN(const bool moved, step());
    if (!moved) return Step::more;
  }
  return Step::done;
}

Result<void> HttpAnswerReader::end() {
  if (m_state == State::head) {
    return not_http(m_waiting.empty() ? "it closed the connection without an answer" : "the answer ends in its head");
  }
  if (m_state != State::done && m_state != State::until_end) m_answer.truncated = true;
  m_state = State::done;
  return {};
}

// True when something was understood; false when more bytes are needed.
Result<bool> HttpAnswerReader::step() {
  std::string line;
  switch (m_state) {
    case State::head: return read_head();
    case State::chunk_size: return read_chunk_size();
    case State::sized:
    case State::chunk:
      if (m_left == 0) {
        m_state = m_state == State::chunk ? State::chunk_end : State::done;
        return true;
      }
      [[fallthrough]];
    case State::until_end:
      if (m_waiting.empty()) return false;
      add_body(m_state == State::until_end ? m_waiting.size()
                                           : static_cast<size_t>(std::min<std::uint64_t>(m_left, m_waiting.size())));
      return true;
    case State::chunk_end:
      if (!take_line(line)) return false;
      if (!line.empty()) return not_http("a chunk is longer than it says");
      m_state = State::chunk_size;
      return true;
    case State::trailers:
      if (!take_line(line)) return false;
      if (line.empty()) m_state = State::done;
      return true;
    case State::done: break;
  }
  return false;
}

void HttpAnswerReader::add_body(size_t count) {
  const size_t room = static_cast<size_t>(std::min<std::uint64_t>(m_most - m_answer.body.size(), count));
  m_answer.body.append(m_waiting, 0, room);
  m_waiting.erase(0, count);
  if (m_state != State::until_end) m_left -= count;
  if (room < count) {
    m_answer.truncated = true;
    m_state = State::done;
  }
}

bool HttpAnswerReader::take_line(std::string& line) {
  const size_t end = m_waiting.find('\n');
  if (end == std::string::npos) return false;
  line = m_waiting.substr(0, end);
  if (line.ends_with('\r')) line.pop_back();
  m_waiting.erase(0, end + 1);
  return true;
}

Result<bool> HttpAnswerReader::read_head() {
  // Whichever blank line comes first, so that it does not matter in which pieces the head came.
  size_t end = m_waiting.find("\r\n\r\n");
  size_t gap = 4;
  const size_t bare = m_waiting.find("\n\n");
  if (bare != std::string::npos && (end == std::string::npos || bare + 2 < end + 4)) {
    end = bare;
    gap = 2;
  }
  if (end > k_longest_head) {  // also when there is none
    if (m_waiting.size() > k_longest_head) return not_http("its head is longer than 64 KiB");
    if (m_waiting.size() >= 5 && !m_waiting.starts_with("HTTP/")) return not_http("it does not begin with HTTP/");
    return false;
  }
  const auto lines = split_lines(std::string_view(m_waiting).substr(0, end));
  const auto status = lines.empty() ? std::nullopt : status_in(lines[0]);
  if (!status) return not_http("it does not begin with a status");
  m_answer = {};
  m_answer.status = *status;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t colon = lines[i].find(':');
    if (colon == std::string_view::npos) continue;
    m_answer.headers.emplace_back(lower(trim(lines[i].substr(0, colon))), trim(lines[i].substr(colon + 1)));
  }
  m_waiting.erase(0, end + gap);
  if (*status >= 200) TRY(begin_body());  // else the real answer follows
  return true;
}

Result<void> HttpAnswerReader::begin_body() {
  if (m_answer.status == 204 || m_answer.status == 304) {
    m_state = State::done;
  } else if (icontains(m_answer.header("transfer-encoding"), "chunked")) {
    m_state = State::chunk_size;
  } else if (const auto length = m_answer.header("content-length"); !length.empty()) {
    const auto size = parse_uint(length);
    if (!size) return not_http("its length is not a number");
    m_left = *size;
    m_state = State::sized;
  } else {
    m_state = State::until_end;
  }
  return {};
}

Result<bool> HttpAnswerReader::read_chunk_size() {
  std::string line;
  if (!take_line(line)) {
    if (m_waiting.size() > 1024) return not_http("the size of a chunk does not end");
    return false;
  }
  const auto size = hex_number(trim(std::string_view(line).substr(0, line.find(';'))));
  if (!size) return not_http("the size of a chunk is not a number");
  m_left = *size;
  m_state = *size == 0 ? State::trailers : State::chunk;
  return true;
}

}  // namespace assay
