// Reads an HTTP/1 answer as it comes in: status, headers, and a body that is never longer than asked for,
// whatever the server sends. Pure; os/http.h moves the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay {

struct HttpAnswer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  bool truncated = false;  // there was more

  std::string_view header(std::string_view lower_case_name) const;  // empty when it is not there
};

class HttpAnswerReader {
 public:
  enum class Step { more, done };

  explicit HttpAnswerReader(std::uint64_t most_body) : m_most(most_body) {}

  // Takes what came; `done` when the answer is there or no more of it is wanted. Errors are of a server
  // that does not speak HTTP.
  Result<Step> take(std::string_view bytes);
  // The connection ended.
  Result<void> end();

  HttpAnswer& answer() { return m_answer; }

 private:
  enum class State { head, sized, chunk_size, chunk, chunk_end, trailers, until_end, done };

  Result<bool> step();
  Result<bool> read_head();
  Result<void> begin_body();
  Result<bool> read_chunk_size();
  bool take_line(std::string& line);
  void add_body(size_t count);

  std::uint64_t m_most;
  State m_state = State::head;
  std::string m_waiting;
  std::uint64_t m_left = 0;  // of the body or the chunk
  HttpAnswer m_answer;
};

}  // namespace assay
