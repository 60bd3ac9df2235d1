#include "engine/check/config.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/toml.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::int64_t k_most_runs = 1'000'000;
constexpr std::uint64_t k_max_timeout_ms = std::uint64_t{7} * 24 * 3600 * 1000;

Error wrong_type(std::string_view name, std::string_view key, std::string_view want) {
  return invalid_input(cat(name, ": \"", key, "\" must be ", want));
}

// JSON and TOML reduced to what settings need, so that the rules stand once.
struct Setting {
  std::string key;
  std::optional<std::string> text;
  std::optional<std::int64_t> number;
  std::optional<bool> flag;
  std::optional<std::vector<std::string>> texts;
};

Result<void> apply(const Setting& setting, std::string_view key, std::string_view name, CheckConfig& config) {
  const auto text = [&](std::optional<std::string>& to) -> Result<void> {
    if (!setting.text) return wrong_type(name, setting.key, "a string");
    to = *setting.text;
    return {};
  };
  if (key == "base") return text(config.base);
  if (key == "intent") return text(config.intent);
  if (key == "intentFile") return text(config.intent_file);
  if (key == "outputDir") return text(config.output_dir);
  const auto commands = [&](std::vector<std::string>& to) -> Result<void> {
    if (!setting.texts) return wrong_type(name, setting.key, "a list of strings");
    for (const auto& command : *setting.texts) {
      if (trim(command).empty()) return invalid_input(cat(name, ": \"", setting.key, "\" holds an empty command"));
    }
    to = *setting.texts;
    return {};
  };
  if (key == "verifyCommands") return commands(config.verify_commands);
  if (key == "sufficient") return commands(config.sufficient);
  if (key == "verifyTimeoutMs") {
    if (!setting.number || *setting.number <= 0 || static_cast<std::uint64_t>(*setting.number) > k_max_timeout_ms) {
      return wrong_type(name, setting.key, "a whole number of milliseconds, from 1 to one week");
    }
    config.verify_timeout_ms = static_cast<std::uint64_t>(*setting.number);
    return {};
  }
  if (key == "keepRuns") {
    if (!setting.number || *setting.number < 1 || *setting.number > k_most_runs)
      return wrong_type(name, setting.key, cat("a whole number from 1 to ", k_most_runs));
    config.keep_runs = static_cast<std::uint64_t>(*setting.number);
    return {};
  }
  const auto flag = [&](std::optional<bool>& to) -> Result<void> {
    if (!setting.flag) return wrong_type(name, setting.key, "true or false");
    to = *setting.flag;
    return {};
  };
  if (key == "markdown") return flag(config.markdown);
  if (key == "clean") return flag(config.clean);
  if (key == "inferCommands") return flag(config.infer_commands);
  if (key == "compareWithBase") return flag(config.compare_with_base);
  if (key == "sideBySide") return flag(config.side_by_side);
  if (key == "sandbox") {
    if (setting.flag) {
      config.sandbox = *setting.flag ? SandboxMode::on : SandboxMode::off;
      return {};
    }
    const auto mode = sandbox_mode_named(setting.text.value_or(""));
    if (!mode) return wrong_type(name, setting.key, "\"auto\", \"on\" or \"off\"");
    config.sandbox = *mode;
    return {};
  }
  if (key == "failOn") {
    if (!setting.text) return wrong_type(name, setting.key, "a string");
    auto fail_on = fail_on_named(*setting.text);
    if (!fail_on) return invalid_input(cat(name, ": ", fail_on.error().message));
    config.fail_on = *fail_on;
    return {};
  }
  return invalid_input(
      cat(name, ": unknown setting \"", setting.key,
          "\"; known are base, intent, intentFile, verifyCommands, verifyTimeoutMs, outputDir, markdown, failOn, "
          "sandbox, clean, sufficient, inferCommands, compareWithBase, sideBySide, keepRuns"));
}

Result<void> check_whole(const CheckConfig& config, std::string_view name) {
  if (config.intent && config.intent_file) return invalid_input(cat(name, ": give intent or intentFile, not both"));
  return {};
}

Setting setting_of(std::string key, const json::value& value) {
  Setting out;
  out.key = std::move(key);
  if (value.is_string()) out.text = std::string(value.get_string());
  if (value.is_int64()) out.number = value.get_int64();
  if (value.is_bool()) out.flag = value.get_bool();
  if (value.is_array()) {
    std::vector<std::string> texts;
    for (const auto& item : value.get_array()) {
      if (!item.is_string()) return out;
      texts.emplace_back(item.get_string());
    }
    out.texts = std::move(texts);
  }
  return out;
}

// Tables of assay.toml that others read, each with a reader of its own.
constexpr std::string_view k_other_tables[] = {
    "verify", "proof",    "sandbox", "prepare", "server", "checks", "quarantine", "runner",  // engine/verify_policy.h
    "agents",              // engine/work/agents/agent_config.h
    "work",                // engine/work/agents/policy.h
    "land",                // engine/land/policy.h
    "rules",  "waive",     // engine/rule_policy.h
    "deploy", "validate",  // engine/ship/policy.h
};

bool is_other_table(std::string_view name) {
  for (const auto other : k_other_tables) {
    if (name == other) return true;
  }
  return false;
}

// "verify_timeout_ms" -> "verifyTimeoutMs"
std::string camel(std::string_view snake) {
  std::string out;
  bool up = false;
  for (const char c : snake) {
    if (c == '_') {
      up = true;
      continue;
    }
    out.push_back(up && is_lower(c) ? static_cast<char>(c - 32) : c);
    up = false;
  }
  return out;
}

}  // namespace

Result<FailOn> fail_on_named(std::string_view name) {
  if (name == "mergeable") return FailOn::mergeable;
  if (name == "conditional") return FailOn::conditional;
  if (name == "inconclusive") return FailOn::inconclusive;
  if (name == "not_mergeable") return FailOn::not_mergeable;
  return invalid_input(
      cat("fail-on takes mergeable, conditional, inconclusive or not_mergeable, not \"", excerpt(name, 40), "\""));
}

Result<SandboxMode> sandbox_mode_named(std::string_view name) {
  if (name == "auto") return SandboxMode::automatic;
  if (name == "on") return SandboxMode::on;
  if (name == "off") return SandboxMode::off;
  return invalid_input(cat("--sandbox takes auto, on or off, not \"", excerpt(name, 40), "\""));
}

Result<CheckConfig> parse_verifier_config(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_json(text, name));
  if (!document.is_object()) return invalid_input(cat(name, ": an object with settings is wanted"));
  CheckConfig config;
  for (const auto& member : document.get_object()) {
    const std::string key(member.key());
    TRY(apply(setting_of(key, member.value()), key, name, config));
  }
  TRY(check_whole(config, name));
  return config;
}

Result<CheckConfig> parse_assay_toml(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  CheckConfig config;
  for (const auto& member : document.get_object()) {
    const std::string_view table = member.key();
    if (is_other_table(table)) continue;
    if (table != "check") {
      return invalid_input(
          cat(name, ": unknown table or setting \"", table, "\"; settings of a check stand under [check]"));
    }
    if (!member.value().is_object()) return invalid_input(cat(name, ": [check] must be a table"));
    for (const auto& setting : member.value().get_object()) {
      const std::string key(setting.key());
      TRY(apply(setting_of(key, setting.value()), camel(key), name, config));
    }
  }
  TRY(check_whole(config, name));
  return config;
}

Result<CheckConfig> load_config(const std::string& workspace, const std::string& named) {
  const auto load = [](const std::string& path) -> Result<CheckConfig> {
    TRY_ASSIGN(const auto text, os::read_file(path, 1 << 20));
    return path.ends_with(".toml") ? parse_assay_toml(text, path) : parse_verifier_config(text, path);
  };
  if (!named.empty()) return load(os::join_path(workspace, named));
  const std::string json_path = os::join_path(workspace, "verifier.config.json");
  const std::string toml_path = os::join_path(workspace, "assay.toml");
  if (os::exists(json_path) && os::exists(toml_path)) {
    return conflict(cat("both ", json_path, " and ", toml_path, " are there; keep one or name one with --config"));
  }
  if (os::exists(json_path)) return load(json_path);
  if (os::exists(toml_path)) return load(toml_path);
  return CheckConfig{};
}

}  // namespace assay::engine
