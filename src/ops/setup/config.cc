#include <cstdlib>

#include <boost/json.hpp>

#include "base/nearest.h"
#include "base/printable.h"
#include "base/redact.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "ops/setup/config_files.h"
#include "ops/setup/setting_table.h"
#include "ops/setup/setup.h"
#include "store/place.h"

namespace assay::ops {

namespace {

using Setting = ShowConfig::Setting;

// Addresses of webhooks and values of headers are secrets, all but the machine or header they name; any value may hold
// one by mistake.
json::value shown(std::string_view path, const json::value& value) {
  if (value.is_array()) {
    json::array out;
    for (const auto& item : value.get_array()) out.push_back(shown(path, item));
    return out;
  }
  if (!value.is_string()) return value;
  const std::string_view text = value.get_string();
  if (path == "otel.headers") return json::value(cat(text.substr(0, text.find(':')), ": …"));
  if (path == "store.url") return json::value(store::shown_place(text).value_or("…"));
  if (!path.starts_with("notify.") || !path.ends_with(".url")) return json::value(redact(text));
  const size_t machine = text.find("://");
  const size_t end = machine == std::string_view::npos ? machine : text.find('/', machine + 3);
  if (end == std::string_view::npos || end + 1 == text.size()) return json::value(redact(text));
  return json::value(cat(text.substr(0, end), "/…"));
}

class Listing {
 public:
  explicit Listing(const ConfigFiles& files) : m_files(files) {}

  void add(const KnownTable& table) {
    const size_t before = m_out.size();
    for (const auto* file : owners(table)) {
      if (table.form == TableForm::list) add_items(table, file);
      if (table.form == TableForm::named) add_named(table, file);
    }
    if (table.form == TableForm::one) {
      const auto found = owners(table);
      add_settings(table, table.path, table.path, found.empty() ? nullptr : found.front());
    } else if (m_out.size() == before) {
      m_out.push_back({std::string(table.path),
                       table.form == TableForm::list ? json::value(json::array()) : json::value(json::object()),
                       "default", std::string(table.help)});
    }
  }

  std::vector<Setting> take() { return std::move(m_out); }

 private:
  std::vector<const ConfigFile*> owners(const KnownTable& table) const {
    std::vector<const ConfigFile*> out;
    if (m_files.person && table.owner != SettingOwner::repository) out.push_back(&*m_files.person);
    if (m_files.repository && table.owner != SettingOwner::person) out.push_back(&*m_files.repository);
    return out;
  }

  // `path` is where it stands in the file, `shown_at` what it is called here.
  void add_settings(const KnownTable& table, std::string_view path, std::string_view shown_at, const ConfigFile* file) {
    for (const auto& setting : table.settings) {
      const std::string key = cat(shown_at, ".", setting.key);
      const std::string place = cat(path, ".", setting.key);
      const auto* value = file == nullptr ? nullptr : file->at(place);
      m_out.push_back({key, value == nullptr ? setting.otherwise : shown(key, *value),
                       value == nullptr ? "default" : file->place(place), std::string(setting.help)});
    }
  }

  // Items of both files count on: the operator's come first.
  void add_items(const KnownTable& table, const ConfigFile* file) {
    const auto* list = file->at(table.path);
    if (list == nullptr || !list->is_array()) return;
    for (size_t n = 1; n <= list->get_array().size(); ++n) {
      add_settings(table, cat(table.path, ".", n), cat(table.path, ".", ++m_items[std::string(table.path)]), file);
    }
  }

  // The operator's replaces the repository's of that name as a whole.
  void add_named(const KnownTable& table, const ConfigFile* file) {
    const auto* tables = file->at(table.path);
    if (tables == nullptr || !tables->is_object()) return;
    for (const auto& member : tables->get_object()) {
      const std::string path = cat(table.path, ".", member.key());
      if (member.key() == "choose" || m_items[path]++ > 0) continue;
      add_settings(table, path, path, file);
    }
  }

  const ConfigFiles& m_files;
  std::map<std::string, size_t, std::less<>> m_items;
  std::vector<Setting> m_out;
};

std::string_view actor_source() {
  const char* given = std::getenv("ASSAY_ACTOR");
  return given != nullptr && *given != 0 ? "ASSAY_ACTOR" : "git config user.name, or the login name";
}

Result<ShowConfig::Response> settings(Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto files, read_config_files(context));
  if (const auto problems = files.problems(); !problems.empty()) {
    return invalid_input(cat(problems.front(), problems.size() > 1 ? cat("; and ", problems.size() - 1, " more") : "",
                             "; see `assay doctor`"));
  }
  Listing listing(files);
  for (const auto& table : known_tables()) listing.add(table);
  ShowConfig::Response out{listing.take(), {}};
  for (const auto& note : files.notes) out.notes.push_back(cat(files.repository->name, " ", note));
  out.settings.push_back({"home", json::value(home->folder),
                          engine::is_made(*home) ? "the main work tree" : "the main work tree, not made yet",
                          "where missions are kept"});
  if (const auto who = context.actor()) {
    out.settings.push_back({"actor", json::value(*who), std::string(actor_source()), "who changes are recorded for"});
  }
  return out;
}

// One setting, or all of a table: "verify", "agents.house".
Result<std::vector<Setting>> only(std::string_view key, const std::vector<Setting>& all) {
  std::vector<Setting> out;
  std::vector<std::string_view> known;
  for (const auto& setting : all) {
    known.push_back(setting.key);
    if (setting.key == key || setting.key.starts_with(cat(key, "."))) out.push_back(setting);
  }
  if (!out.empty()) return out;
  const auto close = nearest(key, known);
  return not_found(close.empty() ? cat("there is no setting ", excerpt(key, 60), "; see `assay config`")
                                 : cat("there is no setting ", excerpt(key, 60), "; did you mean ", close, "?"));
}

}  // namespace

void ShowConfig::Request::fields(Fields& f) {
  f.field(optional_word("key", "only this setting, or the settings of this table"), key);
}

void ShowConfig::Setting::fields(Fields& f) {
  f.field(item("key"), key);
  f.field(item("value"), value);
  f.field(item("source", "where the value comes from: \"default\", or a file with the line"), source);
  f.field(item("help"), help);
}

void ShowConfig::Response::fields(Fields& f) {
  f.field(item("settings"), settings);
  f.field(item("notes", "what to know about the files they are from"), notes);
}

Result<ShowConfig::Response> ShowConfig::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto all, ops::settings(context));
  if (request.key.empty()) return all;
  TRY_ASSIGN(all.settings, only(request.key, all.settings));
  return all;
}

std::string present(const ShowConfig::Response& answer, const Terminal& terminal) {
  const auto shown = [](const json::value& value) {
    return value.is_string() ? std::string(value.get_string()) : write_json(value);
  };
  if (answer.settings.size() == 1) return printable_lines(shown(answer.settings.front().value)) + "\n";
  using Kind = Table::Kind;
  Table table({{"SETTING"}, {"VALUE", Kind::wide}, {"FROM"}, {"MEANING", Kind::may_go}});
  for (const auto& setting : answer.settings) {
    table.add({{setting.key},
               {shown(setting.value)},
               {setting.source, setting.source == "default" ? Colour::dim : Colour::green},
               {setting.help, Colour::dim}});
  }
  std::string out = table.text(terminal);
  for (const auto& each : answer.notes) out += cat("\n", printable(each), "\n");
  return out;
}

constinit const NamedSchema ShowConfig::Response::k_schema =
    named_schema<ShowConfig::Response>("settings", "The settings in effect");

constinit const Operation k_config_operation = reads<ShowConfig>(
    {"config", "show the settings, their values and where each comes from",
     "Every setting that assay.toml (or verifier.config.json) of this work tree and operator.toml can\n"
     "hold. A file that is wrong is an error: `assay doctor` says everything that is wrong.",
     "  {} config\n  {} config verify\n  {} config check.verify_commands\n", "", ""});

}  // namespace assay::ops
