// A request to the server of the work: the script that starts it and asks it inside a sandbox, and what the answer says
// of a criterion. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/verify_policy.h"
#include "model/critic.h"
#include "model/task.h"

namespace assay::engine {

struct HttpWish {
  std::string start;  // how the server is started; empty: neither the evidence nor the policy says it
  std::string method;
  std::string path;
  std::uint64_t port = 0;
  std::uint64_t status = 0;
  std::string body;  // a text that the answer holds; empty: any
  std::uint64_t timeout_ms = 0;

  // "/users/{id}", "/users/:id": nobody knows what stands there.
  bool has_placeholder() const;
};
HttpWish http_wish(const model::SuccessCriterion& criterion, const ServerPolicy& policy);

// Where the script leaves the answer, in its $TMPDIR.
inline constexpr std::string_view k_server_answer = "assay-answer.json";
// `program`: our own, which asks. It needs PORT in its environment.
std::string probe_script(const HttpWish& wish, const std::string& program);

struct HttpAnswer {
  model::CriterionReport report;
  std::string body;
};
// `text`: what the script left; `ended`: how it ended.
HttpAnswer judge_answer(const HttpWish& wish, const std::optional<std::string>& text, std::string_view ended);

}  // namespace assay::engine
