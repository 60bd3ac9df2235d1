// Bytes to one request, however they are cut. The head is handed out before the body is taken, so
// that a request can be refused for what its head says. No sockets: fuzzed as it is.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "serve/http/message.h"

namespace assay::serve {

constexpr std::uint32_t k_longest_head = 16 << 10;

class RequestReader {
 public:
  enum class State { head, head_done, body, done, failed };

  RequestReader();
  ~RequestReader();

  // Takes what it can from the front of `bytes` and says how much. While the head is incomplete it
  // takes nothing: give the same bytes again with more behind them.
  size_t put(std::string_view bytes);
  State state() const { return m_state; }

  const Request& request() const { return m_request; }  // from head_done on, without its body
  // Go on with the body, of at most `limit` bytes.
  void take_body(std::uint64_t limit);
  Request take();  // when done

  // When failed: the status to answer with, and why.
  int status() const { return m_status; }
  std::string_view why() const { return m_why; }

 private:
  struct Parser;
  bool scan_head(std::string_view bytes);
  void on_head();
  void check_head();
  void take_absolute_form();
  void fail(int status, std::string_view why);

  std::unique_ptr<Parser> m_parser;
  Request m_request;
  State m_state = State::head;
  size_t m_scanned = 0;  // bytes of the head that are in order
  size_t m_fields = 0;   // in the head
  int m_status = 400;
  std::string_view m_why;
};

}  // namespace assay::serve
