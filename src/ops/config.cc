#include "engine/config.h"

#include <boost/json.hpp>

#include "base/nearest.h"
#include "base/text.h"
#include "ops/setup.h"
#include "os/files.h"

namespace assay::ops {

namespace {

using Setting = ShowConfig::Setting;

std::string_view fail_on_name(engine::FailOn fail_on) {
  switch (fail_on) {
    case engine::FailOn::never: return "never";
    case engine::FailOn::mergeable: return "mergeable";
    case engine::FailOn::conditional: return "conditional";
    case engine::FailOn::inconclusive: return "inconclusive";
    case engine::FailOn::not_mergeable: return "not_mergeable";
  }
  return "never";
}

// Which of the two files load_config took.
std::string config_file(const std::string& folder) {
  for (const char* name : {"verifier.config.json", "assay.toml"}) {
    if (os::exists(os::join_path(folder, name))) return name;
  }
  return "default";
}

class Settings {
 public:
  explicit Settings(std::string file) : m_file(std::move(file)) {}

  template <class T>
  void add(std::string_view key, const std::optional<T>& value, json::value otherwise, std::string_view help) {
    m_out.push_back({std::string(key), value ? json::value(*value) : std::move(otherwise), value ? m_file : "default",
                     std::string(help)});
  }
  void add_from(std::string_view key, const std::string& value, std::string_view source, std::string_view help) {
    m_out.push_back({std::string(key), json::value(value), std::string(source), std::string(help)});
  }
  std::vector<Setting> take() { return std::move(m_out); }

 private:
  std::string m_file;
  std::vector<Setting> m_out;
};

std::string_view actor_source() {
  const char* given = std::getenv("ASSAY_ACTOR");
  return given != nullptr && *given != 0 ? "ASSAY_ACTOR" : "git config user.name, or the login name";
}

Result<std::vector<Setting>> settings(Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto config, engine::load_config(home->work_tree, ""));
  Settings out(config_file(home->work_tree));
  out.add("check.base", config.base, nullptr, "revision to measure a change against; null: inferred");
  out.add("check.intent", config.intent, nullptr, "what was asked");
  out.add("check.intent_file", config.intent_file, nullptr, "a file that says it");
  std::optional<json::value> commands;
  if (!config.verify_commands.empty())
    commands = json::array(config.verify_commands.begin(), config.verify_commands.end());
  out.add("check.verify_commands", commands, json::array(), "commands that verify");
  out.add("check.verify_timeout_ms", config.verify_timeout_ms, 600'000, "time for each");
  out.add("check.output_dir", config.output_dir, ".verifier/runs", "where evidence is kept");
  out.add("check.markdown", config.markdown, false, "print Markdown instead of JSON");
  out.add("check.sandbox", config.sandbox, false, "run the commands in the sandbox, without network");
  std::optional<std::string> fail_on;
  if (config.fail_on) fail_on = fail_on_name(*config.fail_on);
  out.add("check.fail_on", fail_on, "never", "exit 1 on this verdict or worse");
  out.add_from("home", home->folder, engine::is_made(*home) ? "the main work tree" : "the main work tree, not made yet",
               "where missions are kept");
  if (const auto who = context.actor()) out.add_from("actor", *who, actor_source(), "who changes are recorded for");
  return out.take();
}

}  // namespace

void ShowConfig::Request::fields(Fields& f) { f.field(optional_word("key", "only this setting"), key); }

void ShowConfig::Setting::fields(Fields& f) {
  f.field(item("key"), key);
  f.field(item("value"), value);
  f.field(item("source", "where the value comes from"), source);
  f.field(item("help"), help);
}

void ShowConfig::Response::fields(Fields& f) { f.field(item("settings"), settings); }

Result<ShowConfig::Response> ShowConfig::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto all, ops::settings(context));
  if (request.key.empty()) return Response{std::move(all)};
  std::vector<std::string_view> known;
  for (auto& setting : all) {
    if (setting.key == request.key) return Response{{std::move(setting)}};
    known.push_back(setting.key);
  }
  const auto close = nearest(request.key, known);
  return not_found(close.empty()
                       ? cat("there is no setting ", excerpt(request.key, 60), "; see `assay config`")
                       : cat("there is no setting ", excerpt(request.key, 60), "; did you mean ", close, "?"));
}

}  // namespace assay::ops
