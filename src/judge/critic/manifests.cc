#include "judge/critic/manifests.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/cursor.h"
#include "base/glob.h"
#include "base/json.h"
#include "base/text.h"
#include "base/toml.h"

namespace assay::judge {

namespace {

enum class Form { none, json, cargo, python_toml, requirements, go, ruby, gradle, maven, dotnet, mix };

Form form_of(std::string_view path) {
  const auto file = base_name(path);
  if (file == "package.json" || file == "composer.json" || file == "deno.json" || file == "bower.json")
    return Form::json;
  if (file == "Cargo.toml") return Form::cargo;
  if (file == "pyproject.toml" || file == "Pipfile") return Form::python_toml;
  if (file == "go.mod") return Form::go;
  if (file == "Gemfile" || file.ends_with(".gemspec")) return Form::ruby;
  if (file == "build.gradle" || file == "build.gradle.kts") return Form::gradle;
  if (file == "pom.xml") return Form::maven;
  if (file.ends_with("proj") && file.find('.') != std::string_view::npos) return Form::dotnet;
  if (file == "mix.exs") return Form::mix;
  const bool text = file.ends_with(".txt") || file.ends_with(".in");
  if (text && (file.starts_with("requirements") || file.starts_with("constraints") || contains(path, "requirements/")))
    return Form::requirements;
  return Form::none;
}

bool is_python(Form form) { return form == Form::python_toml || form == Form::requirements; }

bool is_name_character(char c) { return is_word(c) || c == '-' || c == '.' || c == '/' || c == '@'; }

// "requests[socks]>=2; python_version > '3'" asks for requests.
std::string python_name(std::string_view requirement) {
  Cursor at(trim(requirement));
  return std::string(at.take_while([](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; }));
}

// ---- whole documents

class Found {
 public:
  explicit Found(std::string_view content) : m_content(content) {}

  void add(std::string_view package) {
    if (!package.empty()) out.push_back({std::string(package), line_of(package)});
  }
  void add_keys(const json::value* table) {
    if (table == nullptr || !table->is_object()) return;
    for (const auto& member : table->get_object()) {
      const auto* inner = member.value().if_object();
      const auto* renamed = inner == nullptr ? nullptr : inner->if_contains("package");
      add(renamed != nullptr && renamed->is_string() ? std::string_view(renamed->get_string())
                                                     : std::string_view(member.key()));
    }
  }
  void add_requirements(const json::value* list) {
    if (list == nullptr || !list->is_array()) return;
    for (const auto& item : list->get_array()) {
      if (item.is_string()) add(python_name(item.get_string()));
    }
  }
  std::vector<Dependency> out;

 private:
  // Where the name first stands as one. A manifest is small, and few of its names are asked about.
  std::uint64_t line_of(std::string_view package) const {
    for (size_t at = m_content.find(package); at != std::string_view::npos; at = m_content.find(package, at + 1)) {
      const size_t end = at + package.size();
      const bool whole = (at == 0 || !is_name_character(m_content[at - 1])) &&
                         (end == m_content.size() || !is_name_character(m_content[end]));
      if (whole)
        return 1 + static_cast<std::uint64_t>(
                       std::count(m_content.begin(), m_content.begin() + static_cast<long>(at), '\n'));
    }
    return 0;
  }
  std::string_view m_content;
};

const json::value* member(const json::value* from, std::string_view key) {
  const auto* object = from == nullptr ? nullptr : from->if_object();
  return object == nullptr ? nullptr : object->if_contains(key);
}

constexpr std::string_view k_json_tables[] = {
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "resolutions", "overrides",
    "require",      "require-dev",     "imports"};
constexpr std::string_view k_cargo_tables[] = {"dependencies", "dev-dependencies", "build-dependencies"};

void read_json_manifest(const json::value& document, Found& found) {
  for (const auto key : k_json_tables) found.add_keys(member(&document, key));
}

void read_cargo(const json::value& document, Found& found) {
  for (const auto key : k_cargo_tables) {
    found.add_keys(member(&document, key));
    found.add_keys(member(member(&document, "workspace"), key));
    const auto* targets = member(&document, "target");
    if (targets == nullptr || !targets->is_object()) continue;
    for (const auto& target : targets->get_object()) found.add_keys(member(&target.value(), key));
  }
}

void read_python(const json::value& document, Found& found) {
  const auto* project = member(&document, "project");
  found.add_requirements(member(project, "dependencies"));
  found.add_requirements(member(member(&document, "build-system"), "requires"));
  for (const auto* groups : {member(project, "optional-dependencies"), member(&document, "dependency-groups")}) {
    if (groups == nullptr || !groups->is_object()) continue;
    for (const auto& group : groups->get_object()) found.add_requirements(&group.value());
  }
  const auto* poetry = member(member(&document, "tool"), "poetry");
  found.add_keys(member(poetry, "dependencies"));
  found.add_keys(member(poetry, "dev-dependencies"));
  const auto* groups = member(poetry, "group");
  if (groups != nullptr && groups->is_object()) {
    for (const auto& group : groups->get_object()) found.add_keys(member(&group.value(), "dependencies"));
  }
  found.add_keys(member(&document, "packages"));
  found.add_keys(member(&document, "dev-packages"));
}

// ---- single lines

// What stands between the next pair of quotes.
std::optional<std::string_view> quoted(Cursor& at) {
  while (!at.done() && at.peek() != '"' && at.peek() != '\'') at.advance(1);
  if (at.done()) return std::nullopt;
  const char quote = at.peek();
  at.advance(1);
  return at.before(std::string_view(&quote, 1));
}

bool looks_like_version(std::string_view text) {
  text = trim(text);
  if (text.empty()) return false;
  if (is_digit(text.front()) || contains_any(text.substr(0, 1), {"^", "~", ">", "<", "=", "*"})) return true;
  return text == "latest" || text == "next" ||
         contains_any(text,
                      {"npm:", "file:", "git+", "git:", "github:", "workspace:", "link:", "http:", "https:", "dev-"});
}

// "name": "^1.0"
std::optional<std::string> json_line(std::string_view line) {
  Cursor at(trim_left(line));
  if (at.peek() != '"') return std::nullopt;
  const auto name = quoted(at);
  at.spaces();
  if (!name || !at.skip(':')) return std::nullopt;
  const auto version = quoted(at);
  if (!version || !looks_like_version(*version)) return std::nullopt;
  return std::string(*name);
}

// name = "1.0", name = { version = … }, name.workspace = true, [dependencies.name]
std::optional<std::string> toml_line(std::string_view line) {
  Cursor at(trim_left(line));
  if (at.skip('[')) {
    const auto table = at.before("]");
    const size_t dot = table ? table->rfind("dependencies.") : std::string_view::npos;
    if (!table || dot == std::string_view::npos) return std::nullopt;
    return std::string(table->substr(dot + 13));
  }
  const bool is_quoted = at.peek() == '"';
  if (is_quoted) at.advance(1);
  std::string name(at.take_while([](char c) { return is_alnum(c) || c == '-' || c == '_'; }));
  if (is_quoted && !at.skip('"')) return is_alnum(name.empty() ? ' ' : name[0]) ? std::optional(name) : std::nullopt;
  if (name.empty()) return std::nullopt;
  if (at.skip(".workspace")) return name;
  at.spaces();
  if (is_quoted && (at.done() || at.peek() == ',' || at.peek() == ']')) return name;
  if (!at.skip('=')) return std::nullopt;
  at.spaces();
  if (at.peek() == '{')
    return contains_any(at.rest(), {"version", "path", "git", "workspace"}) ? std::optional(name) : std::nullopt;
  const auto version = quoted(at);
  return version && looks_like_version(*version) ? std::optional(name) : std::nullopt;
}

std::optional<std::string> go_line(std::string_view line) {
  Cursor at(trim(line));
  if (at.skip("require")) at.spaces();
  const auto module = at.take_while([](char c) { return !is_space(c); });
  at.spaces();
  if (at.peek() != 'v' || module.find('.') == std::string_view::npos) return std::nullopt;
  return std::string(module);
}

// The first quoted text behind a word: gem "rails", PackageReference Include="Serilog".
std::optional<std::string> quoted_after(std::string_view line, std::string_view word) {
  const size_t found = line.find(word);
  if (found == std::string_view::npos) return std::nullopt;
  Cursor at(line.substr(found + word.size()));
  const auto name = quoted(at);
  return name ? std::optional(std::string(*name)) : std::nullopt;
}

// implementation("group:name:1.0")
std::optional<std::string> gradle_line(std::string_view line) {
  Cursor at(line);
  const auto text = quoted(at);
  if (!text || std::count(text->begin(), text->end(), ':') < 1 || contains(*text, " ")) return std::nullopt;
  const auto parts = split(*text, ':');
  return cat(parts[0], ":", parts[1]);
}

std::optional<std::string> between(std::string_view line, std::string_view open, std::string_view close) {
  Cursor at(line);
  if (!at.past(open)) return std::nullopt;
  const auto text = at.before(close);
  return text ? std::optional(std::string(trim(*text))) : std::nullopt;
}

std::optional<std::string> line_of_form(Form form, std::string_view line) {
  switch (form) {
    case Form::json: return json_line(line);
    case Form::cargo:
    case Form::python_toml: return toml_line(line);
    case Form::go: return go_line(line);
    case Form::ruby: return quoted_after(line, contains(line, "dependency") ? "dependency" : "gem ");
    case Form::gradle: return gradle_line(line);
    case Form::maven: return between(line, "<artifactId>", "</artifactId>");
    case Form::dotnet: return quoted_after(line, "PackageReference Include=");
    case Form::mix: {
      auto name = between(line, "{:", ",");
      return name;
    }
    case Form::requirements: {
      line = trim(line);
      if (line.empty() || line.front() == '#' || line.front() == '-') return std::nullopt;
      auto name = python_name(line);
      return name.empty() ? std::nullopt : std::optional(std::move(name));
    }
    case Form::none: break;
  }
  return std::nullopt;
}

std::string python_normal(std::string_view name) {
  std::string out = lower(name);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return out;
}

}  // namespace

bool is_manifest(std::string_view path) { return form_of(path) != Form::none; }

std::optional<std::string> dependency_on(std::string_view path, std::string_view line) {
  return line_of_form(form_of(path), line);
}

std::vector<Dependency> dependencies_in(std::string_view path, std::string_view content) {
  const Form form = form_of(path);
  Found found(content);
  const bool is_toml = form == Form::cargo || form == Form::python_toml;
  if (form == Form::json || is_toml) {
    const auto document = is_toml ? parse_toml(content, path) : parse_json(content, path);
    if (document) {
      if (form == Form::json) read_json_manifest(*document, found);
      if (form == Form::cargo) read_cargo(*document, found);
      if (form == Form::python_toml) read_python(*document, found);
      return std::move(found.out);
    }
  }
  std::uint64_t number = 0;
  for (const auto line : split_lines(content)) {
    ++number;
    if (auto name = line_of_form(form, line)) found.out.push_back({std::move(*name), number});
  }
  return std::move(found.out);
}

bool means_package(std::string_view path, std::string_view rule, std::string_view package) {
  if (rule == package) return true;
  const Form form = form_of(path);
  if (is_python(form)) return glob_match(python_normal(rule), python_normal(package));
  // A Maven or Gradle name may be given without its group.
  const auto colon = package.rfind(':');
  if (colon != std::string_view::npos && rule.find(':') == std::string_view::npos) package = package.substr(colon + 1);
  return glob_match(rule, package);
}

}  // namespace assay::judge
