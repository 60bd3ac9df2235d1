#include "engine/reuse.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "os/environment.h"

namespace assay::engine {

namespace {

std::string walls_of(const os::Sandbox& sandbox) {
  const auto& limits = sandbox.limits;
  return cat(os::name_of(sandbox.level), " ", sandbox.network == os::Sandbox::Network::host ? "network" : "alone", " ",
             limits.processes, " ", limits.memory, " ", limits.file_size, " ", limits.open_files, " ", limits.disk);
}

std::uint64_t number(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_int64() && value->get_int64() > 0
             ? static_cast<std::uint64_t>(value->get_int64())
             : 0;
}

std::string text(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace

std::string reuse_key(const std::string& tree, const CheckOrders& orders, const std::string& prepared_key) {
  std::string all = cat("check-v1\n", tree, "\n", orders.check.command.value_or(""), "\n", prepared_key, "\n",
                        walls_of(orders.sandbox), "\n", orders.timeout.count(), "\n");
  auto environment = os::make_environment(os::EnvironmentMode::scrubbed, orders.environment_grants, {});
  std::sort(environment.begin(), environment.end());
  for (const auto& variable : environment) all += cat(variable.size(), ":", variable, "\n");
  return sha256_hex(all);
}

std::string write_reusable(const model::VerifiedCheck& check, Time at) {
  const auto& last = check.attempts.back();
  return write_json(json::object{{"at", at.ms},
                                 {"ended", last.ended},
                                 {"duration_ms", last.duration_ms},
                                 {"output", last.output},
                                 {"output_bytes", last.output_bytes},
                                 {"tests_passed", last.tests_passed},
                                 {"tests_skipped", last.tests_skipped},
                                 {"last_output", check.last_output}});
}

std::optional<model::VerifiedCheck> read_reusable(std::string_view document) {
  const auto value = parse_json(document, "kept result");
  if (!value || !value->is_object()) return std::nullopt;
  const auto& from = value->get_object();
  model::VerifiedCheck check;
  model::Attempt attempt;
  attempt.ended = text(from, "ended");
  attempt.proof = "passed";
  attempt.duration_ms = number(from, "duration_ms");
  attempt.output = text(from, "output");
  attempt.output_bytes = number(from, "output_bytes");
  attempt.tests_passed = number(from, "tests_passed");
  attempt.tests_skipped = number(from, "tests_skipped");
  if (attempt.ended.empty()) return std::nullopt;
  check.status = model::AcceptanceStatus::passed;
  check.last_output = text(from, "last_output");
  check.reused = Time{static_cast<std::int64_t>(number(from, "at"))};
  check.attempts.push_back(std::move(attempt));
  return check;
}

}  // namespace assay::engine
