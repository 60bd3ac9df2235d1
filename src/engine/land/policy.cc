#include "engine/land/policy.h"

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_file = "assay.toml";
constexpr std::chrono::milliseconds k_least_timeout = std::chrono::seconds(1);
constexpr std::chrono::milliseconds k_most_timeout = std::chrono::hours(1);

Result<void> check_whole(const LandPolicy& policy, const std::string& where) {
  if (policy.via == model::LandVia::pull_request && policy.remote.empty()) {
    return invalid_input(cat(where, ": via = \"pr\" needs a remote: add remote = \"origin\""));
  }
  return {};
}

}  // namespace

Result<LandPolicy> parse_land_policy(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  LandPolicy policy;
  const auto* table = document.get_object().if_contains("land");
  if (table == nullptr) return policy;
  const std::string where = cat(name, ": [land]");
  Settings settings(*table, where);
  if (const auto n = settings.choice("strategy", {"merge", "squash", "rebase"})) {
    policy.strategy = static_cast<model::LandStrategy>(*n);
  }
  if (const auto n = settings.choice("via", {"direct", "pr"})) policy.via = static_cast<model::LandVia>(*n);
  policy.remote = settings.text("remote").value_or("");
  policy.message = settings.text("message").value_or("");
  policy.pr_command = settings.text("pr_command").value_or("");
  if (const auto n = settings.number("batch", 1, 256)) policy.batch = static_cast<std::uint32_t>(*n);
  if (const auto ms = settings.duration_ms("remote_timeout")) policy.remote_timeout = std::chrono::milliseconds(*ms);
  if (policy.remote_timeout < k_least_timeout || policy.remote_timeout > k_most_timeout) {
    settings.wrong("remote_timeout", "a time from 1s to 1h");
  }
  TRY(settings.finish());
  TRY(check_whole(policy, where));
  return policy;
}

Result<LandPolicy> land_policy_of(const git::Repository& repository, const std::string& commit) {
  const std::string name = cat(commit, ":", k_file);
  TRY_ASSIGN(const auto answer, repository.ask_sealed({.arguments = {"cat-file", "--batch"}, .input = name + "\n"}));
  if (!answer.ok()) return repository.refusal("cat-file", answer);
  const size_t end = answer.output.find('\n');
  const std::string_view header = std::string_view(answer.output).substr(0, end);
  if (header.ends_with(" missing") || !contains(header, " blob ")) return LandPolicy{};
  const std::string_view content = std::string_view(answer.output).substr(end + 1);
  return parse_land_policy(content.substr(0, content.empty() ? 0 : content.size() - 1),
                           cat(k_file, " of ", commit.substr(0, 12)));
}

}  // namespace assay::engine
