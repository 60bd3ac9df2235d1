// What comes back of one request, put together from a head and a body, whoever brings them. Internal to os.
#pragma once

#include <string>
#include <string_view>

#include <curl/curl.h>

#include "base/result.h"
#include "os/http.h"

namespace assay::os {

// How it ended, as libcurl or the curl program says it.
struct TransferEnd {
  CURLcode code = CURLE_OK;
  int number = 0;  // errno; 0: unknown
  bool is_connected = true;
  std::string said;  // a sentence about `code`
};

class HttpReceiver {
 public:
  HttpReceiver(const HttpRequest& request, const Url& url) : m_request(request), m_url(url) {}

  // A status line, a header, or the blank line at the end of the head. Trailers come here as well. False: enough.
  bool take_head(std::string_view line);
  bool take_body(std::string_view bytes);
  Result<HttpAnswer> conclude(const TransferEnd& end);

 private:
  const HttpRequest& m_request;
  const Url& m_url;
  size_t m_head_size = 0;
  bool m_in_body = false;
  HttpAnswer m_answer;
};

}  // namespace assay::os
