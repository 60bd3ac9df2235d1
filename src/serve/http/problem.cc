#include "serve/http/problem.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "ops/errors.h"
#include "ops/operation.h"

namespace assay::serve {

namespace {

constexpr std::string_view k_problem_type = "application/problem+json";
constexpr std::string_view k_begins_with = R"({"type":")";

constexpr ProblemKind k_kinds[] = {
    {"invalid_input", 400,
     "The request says something that cannot be: a key is unknown, missing, of the wrong type or out of its bounds, or "
     "the body is not JSON. The detail names it. Sending the same again gives the same answer."},
    {"unauthorized", 401,
     "Nobody is logged in. Send a token (assay token new) as Authorization: Bearer, or open a login address (assay "
     "token link)."},
    {"forbidden", 403,
     "Whoever is logged in may not do this: a viewer asks for a change, or a page of another site asks."},
    {"not_found", 404, "There is nothing of that name or at that address."},
    {"method_not_allowed", 405, "The address does not take this method; Allow lists those it takes."},
    {"timeout", 408, "The request did not come in time."},
    {"conflict", 409,
     "The state does not allow it, such as accepting what is not ready. Read what it is about, and decide again."},
    {"stale", 412, "What the request is about has changed since it was read (If-Match). Read it, and decide again."},
    {"too_large", 413, "The body is larger than this address takes."},
    {"key_reused", 422,
     "The Idempotency-Key was sent before with another request. Use a new key for what is a new request."},
    {"too_many_requests", 429,
     "Too many wrong tokens or login codes came from your address. Retry-After says when to try again."},
    {"internal", 500, "A fault of the server. Its log has more, under the id in X-Request-Id."},
    {"corrupt", 500,
     "Something that is kept was damaged or changed by another hand. `assay doctor` and `assay audit verify` name it."},
    {"unavailable", 503, "The store is busy, the disk is full, or too much waits. Retry-After says when to try again."},
};

std::string_view code_of(int status) {
  for (const auto& kind : k_kinds) {
    if (kind.status == status) return kind.code;
  }
  return status < 500 ? "invalid_input" : "internal";
}

Response made(int status, std::string_view code, std::string_view detail) {
  const json::object document{{"type", cat("/problems/", code)},
                              {"title", reason_phrase(status)},
                              {"status", status},
                              {"detail", detail},
                              {"code", code}};
  return text_response(status, k_problem_type, write_json(document));
}

}  // namespace

Response problem(int status, std::string_view detail) { return made(status, code_of(status), detail); }

Response problem(const Error& error) {
  const auto& kind = ops::kind_of(error.code);
  auto response = made(kind.http_status, kind.name, error.message);
  if (kind.http_status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

std::span<const ProblemKind> problem_kinds() { return k_kinds; }

Response problem_page(std::string_view code) {
  for (const auto& kind : k_kinds) {
    if (kind.code == code)
      return text_response(200, "text/plain; charset=utf-8",
                           cat(kind.code, " (", kind.status, ")\n\n", kind.meaning, "\n"));
  }
  return problem(404, "there is no such problem; /openapi.json lists those there are");
}

void place_problem(Response& response, std::string_view base) {
  if (base.empty() || response.type != k_problem_type || !response.body) return;
  if (!response.body->starts_with(k_begins_with)) return;
  auto placed = *response.body;
  placed.insert(k_begins_with.size(), base);
  response.body = std::make_shared<const std::string>(std::move(placed));
}

}  // namespace assay::serve
