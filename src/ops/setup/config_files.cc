#include "ops/setup/config_files.h"

#include <boost/json.hpp>

#include "base/cursor.h"
#include "base/text.h"
#include "base/toml.h"
#include "engine/check/config.h"
#include "engine/land/policy.h"
#include "engine/operator_config.h"
#include "engine/ship/policy.h"
#include "engine/verify_policy.h"
#include "engine/work/agents/policy.h"
#include "git/snapshot.h"
#include "os/files.h"

namespace assay::ops {

namespace {

constexpr std::string_view k_toml = "assay.toml";
constexpr std::string_view k_json = "verifier.config.json";
constexpr std::uint64_t k_largest = 1 << 20;

// The settings a problem may be about, the closest first: readers begin with the table ("[verify]", "[[checks]] 2",
// "[validate] probes 1") and put the key into quotes.
std::vector<std::string> paths_of(std::string_view problem) {
  const std::string_view bracket = problem.starts_with("[[") ? "]]" : "]";
  std::string table;
  if (problem.starts_with('[') && contains(problem, bracket)) {
    const size_t end = problem.find(bracket);
    table = problem.substr(bracket.size(), end - bracket.size());
    problem.remove_prefix(end + bracket.size());
    const size_t colon = std::min(problem.find(':'), problem.size());
    for (const auto word : split(problem.substr(0, colon), ' ')) {
      if (!word.empty() && colon < problem.size()) table += cat(".", word);
    }
  }
  std::vector<std::string> out;
  const size_t open = problem.find('"');
  const size_t close = open == std::string_view::npos ? open : problem.find('"', open + 1);
  if (close != std::string_view::npos) {
    const auto key = problem.substr(open + 1, close - open - 1);
    for (const std::string_view above : {std::string_view(table), std::string_view("check")}) {
      out.push_back(above.empty() ? std::string(key) : cat(above, ".", key));
    }
  }
  if (!table.empty()) {
    out.push_back(table);
    out.push_back(table.substr(0, table.find(' ')));
  }
  return out;
}

std::string with_line(const ConfigFile& file, std::string_view message) {
  const std::string begin = cat(file.name, ": ");
  if (message.starts_with(begin)) message.remove_prefix(begin.size());
  for (const auto& path : paths_of(message)) {
    const auto line = file.lines.find(path);
    if (line != file.lines.end()) return cat("line ", line->second, ": ", message);
  }
  return std::string(message);
}

template <class T>
void note(const Result<T>& read, ConfigFile& file) {
  if (!read) file.problems.push_back(with_line(file, read.error().message));
}

std::optional<std::string> text_of(const std::string& path, ConfigFile& file) {
  auto text = os::read_file(path, k_largest);
  if (text) return std::move(*text);
  file.problems.push_back(text.error().message);
  return std::nullopt;
}

bool take_toml(const std::string& text, ConfigFile& file) {
  auto document = parse_toml(text, file.name);
  note(document, file);
  if (!document) return false;
  file.document = std::move(*document);
  for (const auto& [at, entry] : toml_entries(text)) file.lines[at] = entry.name.line;
  return true;
}

ConfigFile read_repository_toml(const std::string& path, engine::AgentConfig& agents) {
  ConfigFile file{.name = std::string(k_toml), .document = nullptr, .lines = {}, .problems = {}};
  const auto text = text_of(path, file);
  if (!text || !take_toml(*text, file)) return file;
  note(engine::parse_assay_toml(*text, k_toml), file);
  note(engine::parse_verify_policy(*text, k_toml), file);
  note(engine::parse_work_policy(*text, k_toml), file);
  note(engine::parse_land_policy(*text, k_toml), file);
  note(engine::parse_ship_policy(*text, k_toml), file);
  note(engine::add_agents(*text, k_toml, engine::ConfigOwner::repository, agents), file);
  return file;
}

// "verifyTimeoutMs" -> "verify_timeout_ms"
std::string snake(std::string_view camel) {
  std::string out;
  for (const char c : camel) {
    if (c >= 'A' && c <= 'Z')
      out += {'_', static_cast<char>(c + 32)};
    else
      out += c;
  }
  return out;
}

ConfigFile read_repository_json(const std::string& path) {
  ConfigFile file{.name = std::string(k_json), .document = nullptr, .lines = {}, .problems = {}};
  const auto text = text_of(path, file);
  if (!text) return file;
  note(engine::parse_verifier_config(*text, k_json), file);
  if (!file.problems.empty()) return file;
  const auto document = parse_json(*text, k_json);
  if (!document || !document->is_object()) return file;
  json::object check;
  for (const auto& member : document->get_object()) check[snake(member.key())] = member.value();
  file.document = json::object{{"check", std::move(check)}};
  return file;
}

ConfigFile read_operator(const std::string& path, engine::AgentConfig& agents) {
  ConfigFile file{.name = path, .document = nullptr, .lines = {}, .problems = {}};
  const auto text = text_of(path, file);
  if (!text || !take_toml(*text, file)) return file;
  note(engine::parse_operator_config(*text, path), file);
  note(engine::add_agents(*text, path, engine::ConfigOwner::person, agents), file);
  return file;
}

void check_rules(ConfigFiles& files) {
  for (const auto& rule : files.agents.rules) {
    if (engine::find_profile(files.agents, rule.agent) != nullptr) continue;
    auto& file = files.repository && rule.source == k_toml ? *files.repository : *files.person;
    file.problems.push_back(with_line(file, cat("[[agents.choose]]: the agent \"", excerpt(rule.agent, 40),
                                                "\" does not exist; define [agents.", excerpt(rule.agent, 40), "]")));
  }
}

// Missions are held to what is committed, and so is a check of what differs from the commit.
void look_at_commit(Context& context, const std::string& path, ConfigFiles& files) {
  const auto repository = context.repository();
  if (!repository) return;
  const auto head = (*repository)->head();
  if (!head || !*head) return;
  const auto tree = git::Tree::open(**repository, **head);
  const auto here = os::read_file(path, k_largest);
  if (!tree || !here) return;
  const auto& name = files.repository->name;
  const auto committed = tree->read(name, k_largest);
  if (!committed) return;
  if (!*committed) {
    files.notes.push_back("is not committed: missions do not see it");
  } else if (**committed != *here) {
    files.notes.push_back("differs from the commit: what is committed counts");
  }
}

}  // namespace

std::string ConfigFile::place(std::string_view path) const {
  const auto line = lines.find(path);
  return line == lines.end() ? name : cat(name, ":", line->second);
}

const json::value* ConfigFile::at(std::string_view path) const {
  const json::value* value = &document;
  for (const auto part : split(path, '.')) {
    if (const auto* list = value->if_array()) {
      const size_t n = parse_uint(part).value_or(0);
      if (n == 0 || n > list->size()) return nullptr;
      value = &(*list)[n - 1];
      continue;
    }
    const auto* table = value->if_object();
    value = table == nullptr ? nullptr : table->if_contains(part);
    if (value == nullptr) return nullptr;
  }
  return value->is_null() ? nullptr : value;
}

std::vector<std::string> ConfigFiles::problems() const {
  std::vector<std::string> out;
  for (const auto* file : {&repository, &person}) {
    if (!*file) continue;
    for (const auto& each : (*file)->problems) out.push_back(cat((*file)->name, ": ", each));
  }
  return out;
}

Result<ConfigFiles> read_config_files(Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  ConfigFiles files;
  if (const auto path = engine::operator_config_file(engine::private_folder(*home)); !path.empty()) {
    files.person = read_operator(path, files.agents);
  }
  const auto toml = os::join_path(home->work_tree, k_toml);
  const auto json = os::join_path(home->work_tree, k_json);
  if (os::exists(toml)) {
    files.repository = read_repository_toml(toml, files.agents);
    if (os::exists(json)) {
      files.repository->problems.push_back(
          cat(k_json, " is there too, and which one counts would be a guess; keep one"));
    }
  } else if (os::exists(json)) {
    files.repository = read_repository_json(json);
  }
  engine::add_built_in(files.agents);
  check_rules(files);
  if (files.repository) look_at_commit(context, os::exists(toml) ? toml : json, files);
  return files;
}

}  // namespace assay::ops
