#include "engine/rule_policy.h"

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "model/rule_ids.h"

namespace assay::engine {

namespace {

using model::RuleLevel;
using model::RulePolicy;

Result<RuleLevel> level_of(const json::value& value, const std::string& where) {
  const auto level = value.is_string() ? model::rule_level_named(value.get_string()) : std::nullopt;
  if (!level) return invalid_input(cat(where, " must be \"off\", \"note\", \"should_fix\" or \"must_fix\""));
  return *level;
}

// Whoever writes "run.*" = "off" hardly means the tests that fail.
Result<void> refuse_always_on(const model::RuleSetting& setting, const std::string& where) {
  const bool lowers = setting.level == RuleLevel::off || setting.level == RuleLevel::note || !setting.ignore.empty();
  const auto id = model::first_always_on(setting.rule);
  if (!lowers || id.empty()) return {};
  return invalid_input(cat(where, ": ", id, " cannot be switched off: ", model::why_always_on(id)));
}

Result<void> add_setting(std::string_view rule, const json::value& value, const std::string& table,
                         RulePolicy& policy) {
  const std::string where = cat(table, " \"", rule, "\"");
  model::RuleSetting setting;
  const auto pattern = model::rule_pattern(rule);
  if (!pattern) return invalid_input(cat(table, ": ", pattern.error().message));
  setting.rule = *pattern;
  if (value.is_object()) {
    Settings settings(value, where);
    if (const auto* level = settings.value("severity")) {
      TRY_ASSIGN(setting.level, level_of(*level, cat(where, ": severity")));
    }
    set_if_given(setting.ignore, settings.texts("ignore"));
    TRY(settings.finish());
  } else {
    TRY_ASSIGN(setting.level, level_of(value, where));
  }
  TRY(refuse_always_on(setting, where));
  policy.settings.push_back(std::move(setting));
  return {};
}

bool is_setting(const json::value& value) {
  return !value.is_object() || value.get_object().contains("severity") || value.get_object().contains("ignore");
}

// tests.skipped = "off" and "tests.skipped" = "off" are the same to whoever writes them.
Result<void> add_settings(const std::string& prefix, const json::object& from, const std::string& table,
                          RulePolicy& policy) {
  for (const auto& member : from) {
    const auto key = cat(prefix, std::string_view(member.key()));
    if (is_setting(member.value()))
      TRY(add_setting(key, member.value(), table, policy));
    else
      TRY(add_settings(cat(key, "."), member.value().get_object(), table, policy));
  }
  return {};
}

Result<void> read_rules(const json::value& from, const std::string& table, RulePolicy& policy) {
  if (!from.is_object()) return invalid_input(cat(table, " must be a table"));
  json::object rules = from.get_object();
  if (const auto* marks = rules.if_contains("inline")) {
    if (!marks->is_bool()) return invalid_input(cat(table, ": \"inline\" must be true or false"));
    policy.inline_marks = marks->get_bool();
    rules.erase("inline");
  }
  return add_settings("", rules, table, policy);
}

Result<void> read_waiver(const json::value& from, const std::string& where, RulePolicy& policy) {
  Settings settings(from, where);
  model::Waiver waiver;
  set_if_given(waiver.rule, settings.text("rule"));
  set_if_given(waiver.path, settings.text("path"));
  set_if_given(waiver.finding, settings.text("finding"));
  set_if_given(waiver.reason, settings.text("reason"));
  set_if_given(waiver.by, settings.text("by"));
  set_if_given(waiver.until, settings.text("until"));
  TRY(settings.finish());
  waiver.where = where;
  if (const auto fine = model::complete_waiver(waiver); !fine)
    return invalid_input(cat(where, ": ", fine.error().message));
  if (waiver.until.empty())
    return invalid_input(cat(where, ": a waiver in a file needs until, the last day it holds: \"2026-12-31\""));
  policy.waivers.push_back(std::move(waiver));
  return {};
}

}  // namespace

Result<RulePolicy> parse_rule_policy(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  return read_rule_policy(document.get_object(), name);
}

Result<RulePolicy> read_rule_policy(const json::object& tables, std::string_view name) {
  RulePolicy policy;
  if (const auto* rules = tables.if_contains("rules")) TRY(read_rules(*rules, cat(name, ": [rules]"), policy));
  const auto* waivers = tables.if_contains("waive");
  if (waivers == nullptr) return policy;
  if (!waivers->is_array()) return invalid_input(cat(name, ": \"waive\" must be a list: write [[waive]]"));
  size_t n = 0;
  for (const auto& item : waivers->get_array()) TRY(read_waiver(item, cat(name, ": [[waive]] ", ++n), policy));
  return policy;
}

}  // namespace assay::engine
