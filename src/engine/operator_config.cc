#include "engine/operator_config.h"

#include <cstdlib>

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "engine/store_place.h"
#include "os/files.h"
#include "os/http.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_config = 1 << 20;
constexpr std::uint64_t k_longest_timeout_ms = 300'000;

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

bool is_header_name(std::string_view name) {
  for (const char c : name) {
    if (!is_alnum(c) && c != '-' && c != '_') return false;
  }
  return !name.empty();
}

Result<void> read_otel(const json::value& table, const std::string& where, OperatorConfig& config) {
  Settings settings(table, where);
  auto& otel = config.otel;
  otel.endpoint = settings.text("endpoint").value_or("");
  otel.service = settings.text("service").value_or(otel.service);
  const auto headers = settings.texts("headers").value_or(std::vector<std::string>());
  TRY(settings.finish());
  const auto url = os::parse_url(otel.endpoint);
  if (!url && !otel.endpoint.empty()) return invalid_input(cat(where, ": \"endpoint\": ", url.error().message));
  if (contains_any(otel.endpoint, {"?", "#"})) {
    return invalid_input(cat(where, ": \"endpoint\" is an address to which /v1/traces can be added"));
  }
  while (otel.endpoint.ends_with('/')) otel.endpoint.pop_back();
  for (const auto& line : headers) {
    const size_t colon = line.find(':');
    const auto name = trim(std::string_view(line).substr(0, colon));
    if (colon == std::string::npos || !is_header_name(name) || contains_any(line, {"\r", "\n"})) {
      return invalid_input(cat(where, ": a header is written \"Name: value\""));
    }
    otel.headers.emplace_back(name, trim(std::string_view(line).substr(colon + 1)));
  }
  return {};
}

// What it says is read by engine/store_place.h, where the repository's file is told from the user's.
Result<void> read_store(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  const auto url = settings.text("url");
  TRY(settings.finish());
  if (url) TRY(checked_store_url(*url, cat(where, " url")));
  return {};
}

Result<void> check_mail(const Receiver& receiver, const std::string& where) {
  if (receiver.mail.from.empty() || receiver.mail.to.empty()) {
    return invalid_input(cat(where, ": a mail needs \"from\" and a list \"to\""));
  }
  auto addresses = receiver.mail.to;
  addresses.push_back(receiver.mail.from);
  for (const auto& each : addresses) {
    if (!messages::is_mail_address(each)) {
      return invalid_input(cat(where, ": '", excerpt(each, 80), "' is no mail address such as anna@example.com"));
    }
  }
  if (receiver.user.empty() != receiver.secret_file.empty()) {
    return invalid_input(cat(where, ": \"user\" and \"secret_file\", which holds the password, belong together"));
  }
  return {};
}

// What a service can use; anything else would be ignored without a word.
Result<void> check_service(const Receiver& receiver, const std::string& where) {
  using messages::Service;
  const auto service = receiver.service;
  const bool is_mail = service == Service::mail;
  if (!receiver.command.empty() && service != Service::webhook) {
    return invalid_input(cat(where, ": a command gets the event itself; \"service\" is for a url"));
  }
  if (!is_mail && (!receiver.user.empty() || !receiver.mail.from.empty() || !receiver.mail.to.empty())) {
    return invalid_input(cat(where, R"(: "from", "to" and "user" are for service = "mail")"));
  }
  if (is_mail) TRY(check_mail(receiver, where));
  const bool has_secret_in_url = service == Service::slack || service == Service::teams || service == Service::discord;
  if (has_secret_in_url && !receiver.secret_file.empty()) {
    return invalid_input(cat(where, ": ", name(service), " takes no secret; its url is one"));
  }
  if (receiver.url.empty()) return {};
  const auto url = is_mail ? os::parse_mail_url(receiver.url) : os::parse_url(receiver.url);
  if (!url) return invalid_input(cat(where, ": ", url.error().message));
  if (service == Service::ntfy && !messages::ntfy_target(receiver.url)) {
    return invalid_input(cat(where, ": the url of ntfy ends in the topic, such as https://ntfy.example.com/assay"));
  }
  return {};
}

}  // namespace

Result<std::vector<model::NoticeKind>> notice_kinds_in(const std::vector<std::string>& names,
                                                       const std::string& where) {
  std::vector<model::NoticeKind> out;
  for (const auto& each : names) {
    const auto kind = model::notice_kind_named(each);
    if (!kind) {
      return invalid_input(cat(where, ": there is no event \"", excerpt(each, 40),
                               "\"; known are blocked, checker_failed, question, shippable, needs_fix, landed"));
    }
    out.push_back(*kind);
  }
  return out;
}

Result<void> check_receiver(const Receiver& receiver, const std::string& where) {
  if (receiver.name.empty()) return invalid_input(cat(where, ": give it a name; deliveries are kept by it"));
  if (receiver.url.empty() == receiver.command.empty()) {
    return invalid_input(cat(where, ": give a url or a command, and not both"));
  }
  TRY(check_service(receiver, where));
  if (!receiver.page.empty()) {
    const auto page = os::parse_url(receiver.page);
    if (!page) return invalid_input(cat(where, ": \"page\": ", page.error().message));
  }
  if (!receiver.secret_file.empty() && !receiver.secret_file.starts_with('/')) {
    return invalid_input(cat(where, ": \"secret_file\" must be an absolute path"));
  }
  if (receiver.timeout_ms == 0 || receiver.timeout_ms > k_longest_timeout_ms) {
    return invalid_input(cat(where, ": \"timeout\" must be at most five minutes"));
  }
  return {};
}

namespace {

Result<void> read_receiver(const json::value& table, const std::string& where, OperatorConfig& config) {
  Settings settings(table, where);
  Receiver receiver;
  receiver.name = settings.text("name").value_or("");
  receiver.url = settings.text("url").value_or("");
  receiver.command = settings.text("command").value_or("");
  receiver.secret_file = settings.text("secret_file").value_or("");
  receiver.user = settings.text("user").value_or("");
  receiver.mail.from = settings.text("from").value_or("");
  receiver.mail.to = settings.texts("to").value_or(std::vector<std::string>());
  receiver.page = settings.text("page").value_or("");
  receiver.timeout_ms = settings.duration_ms("timeout").value_or(receiver.timeout_ms);
  const auto service = settings.text("service").value_or("webhook");
  const auto events = settings.texts("events");
  TRY(settings.finish());
  const auto known = messages::service_named(service);
  if (!known) {
    return invalid_input(cat(where, ": there is no service \"", excerpt(service, 40), "\"; known are ",
                             join(messages::service_names(), ", ")));
  }
  receiver.service = *known;
  TRY_ASSIGN(receiver.events, notice_kinds_in(events.value_or(std::vector<std::string>()), where));
  TRY(check_receiver(receiver, where));
  for (const auto& other : config.receivers) {
    if (other.name == receiver.name) return invalid_input(cat(where, ": another receiver is called ", receiver.name));
  }
  config.receivers.push_back(std::move(receiver));
  return {};
}

Result<void> read_receivers(const json::value& list, std::string_view name, OperatorConfig& config) {
  if (!list.is_array()) return invalid_input(cat(name, ": \"notify\" must be a list: write [[notify]]"));
  size_t n = 0;
  for (const auto& item : list.get_array()) TRY(read_receiver(item, cat(name, ": [[notify]] ", ++n), config));
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
    } else if (key == "notify") {
      TRY(read_receivers(member.value(), name, config));
    } else if (key == "store") {
      TRY(read_store(member.value(), where));
    } else if (key == "otel") {
      TRY(read_otel(member.value(), where, config));
    } else if (key != "agents") {  // those are read by agent_config.h
      return invalid_input(cat(where, " is not known here; see docs/configuration.md"));
    }
  }
  return config;
}

std::string operator_config_path(const std::string& private_folder) {
  return os::join_path(private_folder, "operator.toml");
}

std::string operator_config_file(const std::string& private_folder) {
  for (const auto& path : {operator_config_path(private_folder), users_file()}) {
    if (!path.empty() && os::exists(path)) return path;
  }
  return {};
}

Result<OperatorConfig> load_operator_config(const std::string& private_folder) {
  const auto path = operator_config_file(private_folder);
  if (path.empty()) return OperatorConfig{};
  TRY_ASSIGN(const auto text, os::read_file(path, k_largest_config));
  TRY_ASSIGN(auto config, parse_operator_config(text, path));
  config.file = path;
  return config;
}

}  // namespace assay::engine
