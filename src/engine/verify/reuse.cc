#include "engine/verify/reuse.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/run/circumstances.h"
#include "engine/run/command_run.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

namespace {

std::uint64_t number(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_int64() && value->get_int64() > 0
             ? static_cast<std::uint64_t>(value->get_int64())
             : 0;
}

}  // namespace

Tools tools_for(const std::vector<std::string>& grants) {
  return Tools(os::value_in(os::make_environment(os::EnvironmentMode::scrubbed, grants, {}), "PATH"));
}

std::string reuse_key(const std::string& tree, const CheckRequest& request, const std::string& prepared_key,
                      const Tools& tools, NamedFiles files) {
  const auto command = request.check.command.value_or("");
  std::string all = cat("check-v4\n", tree, "\n", command, "\n", prepared_key, "\n", walls_of(request.sandbox), "\n",
                        request.timeout.count(), "\n",
                        files == NamedFiles::counted ? tools.behind(command) : tools.programs_behind(command), "\n");
  for (const auto& runner : request.runners) all += cat(runner.command, "\n", runner.report, "\n");
  auto environment = os::make_environment(os::EnvironmentMode::scrubbed, request.environment_grants, {});
  std::sort(environment.begin(), environment.end());
  for (const auto& variable : environment) all += cat(variable.size(), ":", variable, "\n");
  return sha256_hex(all);
}

std::string failure_key(const std::string& key) { return cat("failed-", key); }

std::string write_reusable(const model::VerifiedCheck& check, Time at) {
  const auto& last = check.attempts.back();
  json::array proofs;
  for (const auto& proof : check.proofs) {
    proofs.push_back(
        json::object{{"test", proof.test}, {"proof", static_cast<int>(proof.proof)}, {"detail", proof.detail}});
  }
  return write_json(json::object{{"at", at.ms},
                                 {"ended", last.ended},
                                 {"duration_ms", last.duration_ms},
                                 {"output", last.output},
                                 {"output_bytes", last.output_bytes},
                                 {"tests_passed", last.tests_passed},
                                 {"tests_skipped", last.tests_skipped},
                                 {"last_output", check.last_output},
                                 {"proofs", std::move(proofs)}});
}

std::optional<model::VerifiedCheck> read_reusable(std::string_view document) {
  const auto value = parse_json(document, "kept result");
  if (!value || !value->is_object()) return std::nullopt;
  const auto& from = value->get_object();
  model::VerifiedCheck check;
  model::Attempt attempt;
  attempt.ended = text_at(from, "ended");
  attempt.proof = "passed";
  attempt.duration_ms = number(from, "duration_ms");
  attempt.output = text_at(from, "output");
  attempt.output_bytes = number(from, "output_bytes");
  attempt.tests_passed = number(from, "tests_passed");
  attempt.tests_skipped = number(from, "tests_skipped");
  if (attempt.ended.empty()) return std::nullopt;
  check.status = model::AcceptanceStatus::passed;
  check.last_output = text_at(from, "last_output");
  check.reused = Time{static_cast<std::int64_t>(number(from, "at"))};
  check.attempts.push_back(std::move(attempt));
  const auto* proofs = from.if_contains("proofs");
  if (proofs == nullptr || !proofs->is_array()) return check;
  for (const auto& item : proofs->get_array()) {
    if (!item.is_object()) continue;
    const auto kind = std::min<std::uint64_t>(number(item.get_object(), "proof"), 3);
    check.proofs.push_back({text_at(item.get_object(), "test"), static_cast<model::TestProof>(kind),
                            text_at(item.get_object(), "detail")});
  }
  return check;
}

Result<judge::CommandRun> read_kept_run(const CheckRequest& request, const model::VerifiedCheck& check,
                                        const Evidence& evidence) {
  os::Outcome passed;
  const auto& digest = check.attempts.back().output;
  std::unique_ptr<os::FileSource> log;
  if (!digest.empty()) {
    TRY_ASSIGN(const auto path, evidence.path_of(digest));
    TRY_ASSIGN(log, os::FileSource::open(path));
  }
  return read_run(request.check.command.value_or(""), passed, static_cast<std::uint64_t>(request.timeout.count()),
                  log.get());
}

}  // namespace assay::engine
