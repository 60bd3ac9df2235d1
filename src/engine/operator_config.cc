#include "engine/operator_config.h"

#include <cstdlib>

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest = 1 << 20;

std::string users_file() {
  const auto from = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const auto config = from("XDG_CONFIG_HOME"); config.starts_with('/')) return config + "/assay/operator.toml";
  const auto own = from("HOME");
  return own.starts_with('/') ? own + "/.config/assay/operator.toml" : std::string();
}

Result<void> read_attest(const json::value& table, const std::string& where, OperatorConfig& config) {
  Settings settings(table, where);
  config.signing_key = settings.text("key").value_or("");
  TRY(settings.finish());
  if (!config.signing_key.empty() && !config.signing_key.starts_with('/')) {
    return invalid_input(cat(where, ": \"key\" must be an absolute path"));
  }
  return {};
}

}  // namespace

Result<OperatorConfig> parse_operator_config(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  OperatorConfig config;
  for (const auto& member : document.get_object()) {
    const std::string_view key = member.key();
    const std::string where = cat(name, ": [", key, "]");
    if (key == "attest") {
      TRY(read_attest(member.value(), where, config));
    } else if (key != "agents") {  // those are read by agent_config.h
      return invalid_input(cat(where, " is not known here; see docs/configuration.md"));
    }
  }
  return config;
}

std::string operator_config_path(const std::string& private_folder) {
  return os::join_path(private_folder, "operator.toml");
}

Result<OperatorConfig> load_operator_config(const std::string& private_folder) {
  for (const auto& path : {operator_config_path(private_folder), users_file()}) {
    if (path.empty() || !os::exists(path)) continue;
    TRY_ASSIGN(const auto text, os::read_file(path, k_largest));
    TRY_ASSIGN(auto config, parse_operator_config(text, path));
    config.file = path;
    return config;
  }
  return OperatorConfig{};
}

}  // namespace assay::engine
