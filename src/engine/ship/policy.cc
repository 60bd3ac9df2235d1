#include "engine/ship/policy.h"

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "git/snapshot.h"
#include "os/http.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_longest_ms = std::uint64_t{24} * 3600 * 1000;
constexpr std::uint64_t k_largest_file = 1 << 20;

Result<void> check_time(std::uint64_t ms, std::string_view key, const std::string& where) {
  if (ms > 0 && ms <= k_longest_ms) return {};
  return invalid_input(cat(where, ": \"", key, "\" must be more than nothing and at most a day"));
}

Result<DeployPolicy> read_deploy(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  DeployPolicy out;
  out.command = trim(settings.text("command").value_or(""));
  out.timeout_ms = settings.duration_ms("timeout").value_or(out.timeout_ms);
  out.environment = settings.texts("environment").value_or(std::vector<std::string>());
  TRY(settings.finish());
  TRY(check_time(out.timeout_ms, "timeout", where));
  if (out.command.empty()) return invalid_input(cat(where, ": give the command that deploys"));
  return out;
}

Result<ValidationCommand> read_command(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  ValidationCommand out;
  out.command = trim(settings.text("command").value_or(""));
  out.title = settings.text("title").value_or(out.command);
  out.timeout_ms = settings.duration_ms("timeout").value_or(out.timeout_ms);
  TRY(settings.finish());
  TRY(check_time(out.timeout_ms, "timeout", where));
  if (out.command.empty()) return invalid_input(cat(where, ": give a command"));
  return out;
}

Result<Probe> read_probe(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  Probe out;
  out.url = settings.text("url").value_or("");
  out.title = settings.text("title").value_or(out.url);
  out.status = static_cast<std::uint32_t>(settings.number("status", 100, 999).value_or(out.status));
  out.contains = settings.text("contains").value_or("");
  out.commit = settings.flag("commit").value_or(false);
  out.times = static_cast<std::uint32_t>(settings.number("times", 1, 1000).value_or(out.times));
  out.interval_ms = settings.duration_ms("interval").value_or(out.interval_ms);
  out.within_ms = settings.duration_ms("within").value_or(out.within_ms);
  out.timeout_ms = settings.duration_ms("timeout").value_or(out.timeout_ms);
  TRY(settings.finish());
  TRY(check_time(out.within_ms, "within", where));
  TRY(check_time(out.timeout_ms, "timeout", where));
  const auto url = os::parse_url(replace_all(out.url, "{commit}", "0"));
  if (!url) return invalid_input(cat(where, ": ", url.error().message));
  return out;
}

Result<ValidationAgent> read_agent(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  ValidationAgent out;
  out.name = trim(settings.text("name").value_or(""));
  out.instructions = trim(settings.text("instructions").value_or(""));
  out.timeout_ms = settings.duration_ms("timeout").value_or(out.timeout_ms);
  out.max_budget_usd = settings.real("max_budget_usd", 0.01, 1000).value_or(out.max_budget_usd);
  TRY(settings.finish());
  TRY(check_time(out.timeout_ms, "timeout", where));
  if (out.name.empty())
    return invalid_input(cat(where, ": give the name of an agent: of [agents.NAME], or a built-in one"));
  if (out.instructions.empty()) return invalid_input(cat(where, ": give instructions: what the agent has to look at"));
  return out;
}

Result<ValidationPolicy> read_validation(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  ValidationPolicy out;
  out.environment = settings.texts("environment").value_or(std::vector<std::string>());
  const auto commands = settings.tables("commands");
  const auto probes = settings.tables("probes");
  const auto* agent = settings.value("agent");
  TRY(settings.finish());
  for (size_t i = 0; i < commands.size(); ++i) {
    TRY_ASSIGN(auto command, read_command(*commands[i], cat(where, " commands ", i + 1)));
    out.commands.push_back(std::move(command));
  }
  for (size_t i = 0; i < probes.size(); ++i) {
    TRY_ASSIGN(auto probe, read_probe(*probes[i], cat(where, " probes ", i + 1)));
    out.probes.push_back(std::move(probe));
  }
  if (agent != nullptr) {
    TRY_ASSIGN(out.agent, read_agent(*agent, cat(where, " agent")));
  }
  return out;
}

}  // namespace

Result<ShipPolicy> parse_ship_policy(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  ShipPolicy out;
  const auto& tables = document.get_object();
  if (const auto* table = tables.if_contains("deploy")) {
    TRY_ASSIGN(out.deploy, read_deploy(*table, cat(name, ": [deploy]")));
  }
  if (const auto* table = tables.if_contains("validate")) {
    TRY_ASSIGN(out.validation, read_validation(*table, cat(name, ": [validate]")));
  }
  return out;
}

Result<ShipPolicy> ship_policy_of(const git::Repository& repository, const std::string& commit) {
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, commit));
  TRY_ASSIGN(const auto text, tree.read("assay.toml", k_largest_file));
  if (!text) return ShipPolicy{};
  return parse_ship_policy(*text, cat("assay.toml of ", commit.substr(0, 12)));
}

}  // namespace assay::engine
