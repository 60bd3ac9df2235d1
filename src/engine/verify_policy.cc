#include "engine/verify_policy.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/names.h"
#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "engine/rule_policy.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_levels[] = {"off", "tests", "full"};
constexpr std::string_view k_gates[] = {"warn", "block"};
constexpr std::string_view k_flaky[] = {"warn", "fail"};
constexpr std::uint64_t k_mebi = std::uint64_t{1} << 20;

// The rules always run; a policy decides what their findings do.
Result<void> refuse_gate(std::string_view named, std::string_view where) {
  if (named != "assay check" && named != "The combined change passes the gate") return {};
  return invalid_input(
      cat(where, ": the gate cannot be left out; to be warned only, say gate_changes = \"warn\" under [verify]"));
}

Result<void> read_verify(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  set_if_given(policy.jobs, settings.number("jobs", 1, 256));
  set_if_given(policy.retries, settings.number("retries", 0, 10));
  set_if_given(policy.timeout_ms, settings.duration_ms("timeout"));
  // What [proof] says in more words.
  const auto proof = settings.choice("proof", {"off", "report", "require"});
  if (proof && *proof == 0) policy.proof.level = model::ProofLevel::off;
  if (proof) policy.proof.require = *proof == 2;
  set_if_given(policy.gate, settings.choice("gate_changes", {std::begin(k_gates), std::end(k_gates)}));
  set_if_given(policy.flaky, settings.choice("flaky", {std::begin(k_flaky), std::end(k_flaky)}));
  set_if_given(policy.environment, settings.texts("environment"));
  set_if_given(policy.caches, settings.texts("caches"));
  set_if_given(policy.skip_checks, settings.texts("skip_checks"));
  TRY(settings.finish());
  for (const auto& named : policy.skip_checks) TRY(refuse_gate(named, cat(where, ": skip_checks")));
  return {};
}

Result<void> read_proof(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  set_if_given(policy.proof.level, settings.choice("level", {std::begin(k_levels), std::end(k_levels)}));
  if (const auto n = settings.number("budget_seconds", 1, 86'400)) policy.proof.budget_ms = *n * 1000;
  set_if_given(policy.proof.require, settings.flag("require"));
  return settings.finish();
}

Result<void> read_sandbox(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  const auto level = settings.choice("level", {"on", "off"});
  policy.sandbox_off = level && *level == 1;
  set_if_given(policy.network, settings.flag("network"));
  set_if_given(policy.readable, settings.texts("readable"));
  set_if_given(policy.limits.processes, settings.number("processes", 8, 1'000'000));
  if (const auto n = settings.number("memory_mb", 16, 16'000'000)) policy.limits.memory = *n * k_mebi;
  if (const auto n = settings.number("file_size_mb", 1, 16'000'000)) policy.limits.file_size = *n * k_mebi;
  if (const auto n = settings.number("disk_mb", 1, 16'000'000)) policy.limits.disk = *n * k_mebi;
  set_if_given(policy.limits.open_files, settings.number("open_files", 16, 1'000'000));
  return settings.finish();
}

Result<void> read_prepare(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  policy.prepare.command = settings.text("command");
  set_if_given(policy.prepare.outputs, settings.texts("outputs"));
  set_if_given(policy.prepare.inputs, settings.texts("inputs"));
  set_if_given(policy.prepare.network, settings.flag("network"));
  set_if_given(policy.prepare.timeout_ms, settings.duration_ms("timeout"));
  return settings.finish();
}

Result<void> read_server(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  constexpr std::uint64_t k_last_port = 65'535;
  Settings settings(table, where);
  set_if_given(policy.server.start, settings.text("start"));
  set_if_given(policy.server.port, settings.number("port", 1, k_last_port));
  set_if_given(policy.server.timeout_ms, settings.duration_ms("timeout"));
  return settings.finish();
}

Result<void> read_check(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  CheckSettings check;
  set_if_given(check.title, settings.text("title"));
  set_if_given(check.command, settings.text("command"));
  set_if_given(check.path, settings.text("path"));
  set_if_given(check.detail, settings.text("detail"));
  set_if_given(check.replaces, settings.text("replaces"));
  set_if_given(check.serial, settings.flag("serial"));
  check.retries = settings.number("retries", 0, 10);
  check.timeout_ms = settings.duration_ms("timeout");
  TRY(settings.finish());
  if (check.command.empty() == check.path.empty()) return invalid_input(cat(where, ": give a command or a path"));
  TRY(refuse_gate(check.replaces, cat(where, ": replaces")));
  if (check.title.empty()) check.title = check.command.empty() ? check.path : check.command;
  policy.checks.push_back(std::move(check));
  return {};
}

Result<void> read_quarantine(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  Quarantine entry;
  set_if_given(entry.check, settings.text("check"));
  set_if_given(entry.owner, settings.text("owner"));
  set_if_given(entry.reason, settings.text("reason"));
  set_if_given(entry.until, settings.text("until"));
  TRY(settings.finish());
  if (entry.check.empty() || entry.owner.empty() || entry.reason.empty() || !is_day(entry.until)) {
    return invalid_input(cat(where, ": a quarantine needs check, owner, reason and until (a day: \"2026-12-31\")"));
  }
  policy.quarantine.push_back(std::move(entry));
  return {};
}

Result<void> read_runner(const json::value& table, const std::string& where, VerifyPolicy& policy) {
  Settings settings(table, where);
  RunnerReport runner;
  set_if_given(runner.command, settings.text("command"));
  set_if_given(runner.report, settings.text("report"));
  TRY(settings.finish());
  const bool leaves = runner.report.starts_with('/') || contains(cat("/", runner.report, "/"), "/../");
  if (runner.command.empty() || runner.report.empty() || leaves) {
    return invalid_input(cat(where,
                             ": a runner needs the command and the report that it writes, a path in the "
                             "work tree (\"build/junit.xml\", or a folder)"));
  }
  policy.runners.push_back(std::move(runner));
  return {};
}

using Read = Result<void> (*)(const json::value&, const std::string&, VerifyPolicy&);

Result<void> read_list(const json::value& list, std::string_view name, std::string_view key, Read read,
                       VerifyPolicy& policy) {
  if (!list.is_array()) return invalid_input(cat(name, ": \"", key, "\" must be a list: write [[", key, "]]"));
  size_t n = 0;
  for (const auto& item : list.get_array()) TRY(read(item, cat(name, ": [[", key, "]] ", ++n), policy));
  return {};
}

}  // namespace

std::string_view name(GatePolicy policy) { return name_in(k_gates, policy); }
std::string_view name(FlakyPolicy policy) { return name_in(k_flaky, policy); }

Result<VerifyPolicy> parse_verify_policy(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  VerifyPolicy policy;
  const auto& tables = document.get_object();
  if (const auto* verify = tables.if_contains("verify"))
    TRY(read_verify(*verify, cat(name, ": [verify]"), policy));  // before what may say it better
  for (const auto& member : tables) {
    const std::string_view key = member.key();
    const std::string where = cat(name, ": [", key, "]");
    if (key == "proof") TRY(read_proof(member.value(), where, policy));
    if (key == "sandbox") TRY(read_sandbox(member.value(), where, policy));
    if (key == "prepare") TRY(read_prepare(member.value(), where, policy));
    if (key == "server") TRY(read_server(member.value(), where, policy));
    if (key == "checks") TRY(read_list(member.value(), name, key, read_check, policy));
    if (key == "quarantine") TRY(read_list(member.value(), name, key, read_quarantine, policy));
    if (key == "runner") TRY(read_list(member.value(), name, key, read_runner, policy));
  }
  TRY_ASSIGN(policy.rules, read_rule_policy(tables, name));
  return policy;
}

std::string quarantined(const VerifyPolicy& policy, std::string_view title, std::string_view command, Time now) {
  for (const auto& entry : policy.quarantine) {
    if (entry.check != title && entry.check != command) continue;
    if (to_iso(now).substr(0, 10) > entry.until) return {};
    return cat(entry.owner, " until ", entry.until, ": ", entry.reason);
  }
  return {};
}

bool is_switched_off(const VerifyPolicy& policy, std::string_view title, std::string_view subject) {
  const auto is_it = [&](std::string_view named) { return !named.empty() && (named == title || named == subject); };
  const auto& own = policy.checks;
  if (std::any_of(own.begin(), own.end(), [&](const auto& check) { return check.title == title; })) return false;
  if (std::any_of(own.begin(), own.end(), [&](const auto& check) { return is_it(check.replaces); })) return true;
  return std::any_of(policy.skip_checks.begin(), policy.skip_checks.end(),
                     [&](const std::string& named) { return named == "*" || is_it(named); });
}

const CheckSettings* settings_of(const VerifyPolicy& policy, std::string_view title, std::string_view subject) {
  for (const auto& check : policy.checks) {
    if (check.title == title || (!subject.empty() && (check.command == subject || check.path == subject)))
      return &check;
  }
  return nullptr;
}

}  // namespace assay::engine
