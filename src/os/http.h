// Calls of what Assay itself calls: webhooks and probes. One request, one answer, within a time, with a bounded body;
// redirects are answers, not followed. Done by libcurl, or where that cannot be opened by the curl program. Any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "os/cancel_token.h"

namespace assay::os {

struct HttpRequest {
  std::string method = "GET";
  std::string url;  // "http://host[:port]/path" or https
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::chrono::milliseconds timeout{10'000};  // for all of it
  std::uint64_t most_body = 64 << 10;
};

struct HttpAnswer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  bool truncated = false;  // there was more

  std::string_view header(std::string_view lower_case_name) const;  // empty when it is not there
};

// What a url consists of; an error says what is wrong with it.
struct Url {
  bool tls = false;
  std::string host;  // without brackets
  std::string port;
  std::string target;     // path and query
  std::string authority;  // as the Host header has it
};
Result<Url> parse_url(std::string_view text);       // http:// or https://
Result<Url> parse_mail_url(std::string_view text);  // smtp:// or smtps://

// Any status is an answer; an error (unavailable) means that there was none.
Result<HttpAnswer> http(const HttpRequest& request, const CancelToken* cancel = nullptr);

// The same by the program, which http() starts where libcurl cannot be opened.
Result<HttpAnswer> http_by_program(const HttpRequest& request, const CancelToken* cancel = nullptr);

}  // namespace assay::os
