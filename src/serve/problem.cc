#include "serve/problem.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "ops/operation.h"

namespace assay::serve {

namespace {

std::string_view code_of(int status) {
  switch (status) {
    case 401: return "unauthorized";
    case 403: return "forbidden";
    case 404: return "not_found";
    case 405: return "method_not_allowed";
    case 408: return "timeout";
    case 409: return "conflict";
    case 412: return "stale";
    case 413: return "too_large";
    case 429: return "too_many_requests";
    case 503: return "unavailable";
    default: return status < 500 ? "invalid_input" : "internal";
  }
}

Response made(int status, std::string_view code, std::string_view detail) {
  const json::object document{{"type", "about:blank"},
                              {"title", reason_phrase(status)},
                              {"status", status},
                              {"detail", detail},
                              {"code", code}};
  return text_response(status, "application/problem+json", write_json(document));
}

}  // namespace

Response problem(int status, std::string_view detail) { return made(status, code_of(status), detail); }

Response problem(const Error& error) {
  const auto& kind = ops::kind_of(error.code);
  auto response = made(kind.http_status, kind.name, error.message);
  if (kind.http_status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

}  // namespace assay::serve
