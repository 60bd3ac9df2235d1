#include "os/http_receiver.h"

#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace assay::os {

namespace {

constexpr size_t k_longest_head = 64 << 10;

Error not_http(std::string_view what) { return unavailable(cat("the server does not answer as HTTP says: ", what)); }

// "HTTP/1.1 204 No Content": 204. What is no number was refused before.
int status_of(std::string_view line) {
  const auto words = split(line, ' ');
  return words.size() < 2 ? 0 : static_cast<int>(parse_uint(words[1]).value_or(0));
}

}  // namespace

bool HttpReceiver::take_head(std::string_view line) {
  m_head_size += line.size();
  if (m_head_size > k_longest_head) return false;
  line = trim(line);
  if (line.starts_with("HTTP/")) {
    m_answer = {};
    m_answer.status = status_of(line);
    m_in_body = false;
  } else if (line.empty()) {
    m_in_body = true;
  } else if (const size_t colon = line.find(':'); colon != std::string_view::npos && !m_in_body) {
    m_answer.headers.emplace_back(lower(trim(line.substr(0, colon))), trim(line.substr(colon + 1)));
  }
  return true;
}

bool HttpReceiver::take_body(std::string_view bytes) {
  const auto room = static_cast<size_t>(m_request.most_body) - m_answer.body.size();
  m_answer.body.append(bytes.substr(0, room));
  m_answer.truncated = bytes.size() > room;
  return !m_answer.truncated;
}

Result<HttpAnswer> HttpReceiver::conclude(const TransferEnd& end) {
  if (m_head_size > k_longest_head) return not_http("its head is longer than 64 KiB");
  if (end.code == CURLE_OK && !m_in_body) return not_http("the answer ends in its head");
  if (end.code == CURLE_OK || m_answer.truncated) return std::move(m_answer);
  const bool cut_off = end.code == CURLE_PARTIAL_FILE || (end.code == CURLE_RECV_ERROR && end.number == ECONNRESET);
  if (cut_off && m_in_body) {
    m_answer.truncated = true;
    return std::move(m_answer);
  }
  switch (end.code) {
    case CURLE_COULDNT_RESOLVE_HOST: return unavailable(cat("cannot find the host ", m_url.host));
    case CURLE_COULDNT_CONNECT:
      return unavailable(
          cat("cannot connect to ", m_url.authority, ": ", end.number == 0 ? end.said : std::strerror(end.number)));
    case CURLE_OPERATION_TIMEDOUT:
      return unavailable(cat("the server took too long ", end.is_connected ? "to answer" : "to take the connection"));
    case CURLE_GOT_NOTHING: return not_http("it closed the connection without an answer");
    case CURLE_UNSUPPORTED_PROTOCOL: return not_http("it does not begin with a status");
    case CURLE_RECV_ERROR:
    case CURLE_WEIRD_SERVER_REPLY: return not_http(end.said);
    default: return unavailable(end.said);
  }
}

}  // namespace assay::os
