#include "engine/verify/http_evidence.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "judge/critic/criterion.h"

namespace assay::engine {

using judge::argument;

namespace {

constexpr size_t k_body_shown = 240;

std::string shell_quoted(std::string_view text) { return cat("'", replace_all(std::string(text), "'", "'\\''"), "'"); }

struct ReadAnswer {
  std::uint64_t status = 0;
  std::string body;
  std::string problem;
};

std::optional<ReadAnswer> read_answer(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const auto document = parse_json(*text, "the answer");
  if (!document || !document->is_object()) return std::nullopt;
  const auto& object = document->get_object();
  ReadAnswer out;
  if (const auto* status = object.if_contains("status");
      status != nullptr && status->is_int64() && status->get_int64() > 0)
    out.status = static_cast<std::uint64_t>(status->get_int64());
  out.body = text_at(object, "body");
  out.problem = text_at(object, "problem");
  return out;
}

}  // namespace

bool HttpWish::has_placeholder() const {
  return path.find('{') != std::string::npos || path.find("/:") != std::string::npos;
}

HttpWish http_wish(const model::SuccessCriterion& criterion, const ServerPolicy& policy) {
  HttpWish out;
  out.start = argument(criterion, "start");
  if (out.start.empty()) out.start = policy.start;
  out.method = argument(criterion, "method");
  if (out.method.empty()) out.method = "GET";
  out.path = argument(criterion, "path");
  out.port = parse_uint(argument(criterion, "port")).value_or(policy.port);
  out.status = parse_uint(argument(criterion, "status")).value_or(200);
  out.body = argument(criterion, "body");
  out.timeout_ms = policy.timeout_ms;
  return out;
}

std::string probe_script(const HttpWish& wish, const std::string& program) {
  return cat("( ", wish.start, "\n) >\"$TMPDIR/server.log\" 2>&1 & server=$!\n", shell_quoted(program),
             " probe-http --port ", wish.port, " --method ", shell_quoted(wish.method), " --path ",
             shell_quoted(wish.path), " --timeout-ms ", wish.timeout_ms, " --server $server >\"$TMPDIR/",
             k_server_answer, "\"\nstatus=$?\n", "tail -c 4000 \"$TMPDIR/server.log\"; exit $status");
}

HttpAnswer judge_answer(const HttpWish& wish, const std::optional<std::string>& text, std::string_view ended) {
  const std::string request = cat(wish.method, " ", wish.path);
  const auto answer = read_answer(text);
  if (!answer) return {judge::missing(cat(request, " could not be asked: ", ended, ".")), {}};
  if (answer->status == 0) return {judge::unsatisfied(cat(request, " was not answered: ", answer->problem, ".")), {}};
  if (answer->status != wish.status)
    return {judge::unsatisfied(cat(request, " answered ", answer->status, ", not ", wish.status, ".")), answer->body};
  if (!wish.body.empty() && !contains(answer->body, wish.body))
    return {judge::unsatisfied(cat("The answer to ", request, " does not hold \"", excerpt(wish.body, 120), "\".")),
            answer->body};
  const auto shown = wish.body.empty() ? std::string_view(answer->body) : std::string_view(wish.body);
  return {judge::satisfied({.kind = model::CitationKind::http,
                            .subject = request,
                            .text = excerpt(shown, k_body_shown),
                            .status = static_cast<int>(answer->status)}),
          answer->body};
}

}  // namespace assay::engine
