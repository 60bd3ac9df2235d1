#include "judge/config/preloads.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/command_line.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

using model::Severity;

bool is_local_path(std::string_view text) {
  return text.starts_with("./") || text.starts_with("../") || text.starts_with("$(") || text.starts_with("${") ||
         (contains(text, "/") && !text.starts_with("@") && !text.starts_with("/usr") && !text.starts_with("/bin"));
}

// The word that follows `mark`: "--require=./a.js", "--require ./a.js", without quotes.
std::string_view word_after(std::string_view text, std::string_view mark) {
  size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  at += mark.size();
  while (at < text.size() && (text[at] == ' ' || text[at] == '=')) ++at;
  const std::string_view rest = text.substr(at);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \"'`,;)\\"));
  return word;
}

// "./tools/preload.js" of node --require ./tools/preload.js
std::string_view loaded_by_node(std::string_view text) {
  for (const std::string_view mark : {"--require", "--import", "--experimental-loader", "--loader", " -r "}) {
    const std::string_view word = word_after(text, mark);
    if (is_local_path(word)) return word;
  }
  return {};
}

std::optional<Preload> of_node(std::string_view text, std::string_view name, GateFile gate) {
  const bool options = name == ".npmrc" ? text.starts_with("node-options") : contains(text, "NODE_OPTIONS");
  if (options) {
    const std::string_view file = loaded_by_node(text);
    if (!file.empty()) return Preload{cat("node loads ", file, " first"), std::string(file)};
  }
  if (gate != GateFile::package_json) return std::nullopt;
  for (const auto& script : package_scripts(text)) {
    if (!is_verifying_key(script.key)) continue;
    const std::string_view file = loaded_by_node(script.text);
    if (!file.empty()) return Preload{cat(script.key, " loads ", file, " first"), std::string(file)};
  }
  return std::nullopt;
}

// "#assert": "./tools/assert.js", where the name is one that tests look with.
std::optional<Preload> of_imports(std::string_view text, GateFile gate) {
  if (gate != GateFile::package_json || !text.starts_with("\"#")) return std::nullopt;
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string key = lower(text.substr(0, colon));
  if (!contains_any(key, {"assert", "expect", "chai", "should", "test"})) return std::nullopt;
  const std::string_view file = word_after(text.substr(colon), ": \"");
  if (!is_local_path(file)) return std::nullopt;
  return Preload{cat("tests are given ", file), std::string(file)};
}

// RUBYOPT, LD_PRELOAD and their like reach every program that the run starts.
std::optional<Preload> of_environment(std::string_view text) {
  struct Variable {
    std::string_view name, option;
  };
  constexpr std::array<Variable, 6> k_variables = {{{"RUBYOPT", "-r"},
                                                    {"PERL5OPT", "-M"},
                                                    {"JAVA_TOOL_OPTIONS", "-javaagent:"},
                                                    {"LD_PRELOAD", ""},
                                                    {"DYLD_INSERT_LIBRARIES", ""},
                                                    {"BASH_ENV", ""}}};
  for (const auto& [name, option] : k_variables) {
    const size_t at = find_word(text, name);
    if (at == std::string_view::npos) continue;
    std::string_view value = text.substr(at + name.size());
    if (!option.empty()) {
      const size_t found = value.find(option);
      if (found == std::string_view::npos) continue;
      value = value.substr(found + option.size());
    } else {
      value = value.substr(std::min(value.find_first_not_of("\"'] :=?"), value.size()));
    }
    const std::string_view file = value.substr(0, value.find_first_of(" \"'`,;)"));
    if (is_local_path(file)) return Preload{cat(name, " loads ", file), std::string(file)};
  }
  return std::nullopt;
}

bool is_for_release(const CodeHunk& hunk, size_t at) {
  constexpr size_t k_above = 5;
  for (size_t i = at + 1; i-- > 0 && at - i <= k_above;) {
    if (contains_any(lower(hunk.lines[i].raw->text),
                     {"release", "relwithdebinfo", "minsizerel", "$<config", "ndebug)"}) &&
        !(i == at && contains(lower(hunk.lines[i].raw->text), "definitions(ndebug)")))
      return true;
  }
  return icontains(hunk.hunk.section, "release");
}

// assert is gone where NDEBUG is defined, or where the line of the compiler defines it.
std::optional<Preload> of_compiler(const CodeHunk& hunk, size_t at, std::string_view text) {
  const bool defines = contains_any(text, {"-DNDEBUG", "/DNDEBUG"}) ||
                       (contains(text, "_definitions(") && find_word(text, "NDEBUG") != std::string_view::npos);
  if (defines && !is_for_release(hunk, at)) return Preload{"NDEBUG takes out every assert", {}};
  for (const std::string_view mark : {"-Dassert(", "-Dassert=", "-DEXPECT_", "-DASSERT_EQ", "-DASSERT_TRUE"}) {
    if (contains(text, mark)) return Preload{"an assertion is defined away", {}, Severity::must_fix};
  }
  const size_t include = text.find(" -include ");
  if (include == std::string_view::npos) return std::nullopt;
  const std::string_view file = word_after(text.substr(include), " -include ");
  if (!file.ends_with(".h") && !file.ends_with(".hpp") && !file.ends_with(".hh")) return std::nullopt;
  return Preload{cat(file, " is included before the tests"), std::string(file)};
}

// A pass that is decided by what is printed, where anything will do.
std::optional<Preload> of_ctest(const CodeHunk& hunk, std::string_view text) {
  const size_t at = text.find("PASS_REGULAR_EXPRESSION");
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view value = trim(text.substr(at + 23));
  value = value.substr(0, value.find_first_of(")"));
  const std::string bare = replace_all(std::string(trim(value)), "\"", "");
  if (bare.empty() || bare == ".*" || bare == "." || bare == ".+" || bare == "^" || bare == "$")
    return Preload{"a test passes whatever it prints", {}, Severity::must_fix};
  const bool is_new = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    return is_added(line) && contains(line.raw->text, "add_test(");
  });
  return is_new ? std::nullopt : std::optional(Preload{"a test passes by what it prints", {}});
}

// GO := ./tools/go, SHELL := /bin/true
std::optional<Preload> of_make(std::string_view text) {
  constexpr std::array<std::string_view, 16> k_tools = {"GO",    "PYTHON", "PYTHON3", "NODE",  "NPM",  "CARGO",
                                                        "CTEST", "PYTEST", "RUBY",    "RSPEC", "RAKE", "PHP",
                                                        "MVN",   "GRADLE", "DOTNET",  "SHELL"};
  const size_t sign = text.find('=');
  if (sign == std::string_view::npos) return std::nullopt;
  std::string_view name = trim(text.substr(0, sign));
  while (!name.empty() && (name.back() == ':' || name.back() == '?' || name.back() == '!')) name.remove_suffix(1);
  name = trim(name);
  for (const std::string_view word : {"export ", "override "}) {
    if (name.starts_with(word)) name = trim(name.substr(word.size()));
  }
  if (std::find(k_tools.begin(), k_tools.end(), name) == k_tools.end()) return std::nullopt;
  const std::string_view value = trim(text.substr(sign + 1));
  const std::string_view program = value.substr(0, value.find(' '));
  if (name == "SHELL" && does_nothing(base_name(program)))
    return Preload{cat(name, " is ", program), {}, Severity::must_fix};
  if (!is_local_path(program)) return std::nullopt;
  return Preload{cat(name, " is ", program), std::string(program), Severity::must_fix};
}

}  // namespace

std::optional<Preload> preload_on(const CodeHunk& hunk, size_t at, GateFile gate) {
  const std::string_view text = trim(hunk.lines[at].raw->text);
  const std::string_view name = base_name(hunk.file.path());
  if (text.empty() || text.starts_with("#") || text.starts_with("//")) return std::nullopt;
  const bool gates = gate != GateFile::none || name == ".npmrc" || name.starts_with(".env") || name == "Rakefile";
  if (gates) {
    if (auto found = of_node(text, name, gate)) return found;
    if (auto found = of_imports(text, gate)) return found;
    if (auto found = of_environment(text)) return found;
  }
  if (gate == GateFile::make) {
    if (auto found = of_make(text)) return found;
  }
  if (hunk.file.language == diff::Language::cmake) {
    if (auto found = of_ctest(hunk, text)) return found;
  }
  const bool builds = hunk.file.language == diff::Language::cmake || gate == GateFile::make || name == "meson.build";
  return builds ? of_compiler(hunk, at, text) : std::nullopt;
}

bool is_file_named(std::string_view path, std::string_view file) {
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view start : {"./", "../", "/"}) {
      if (file.starts_with(start)) file.remove_prefix(start.size()), cut = true;
    }
    const bool variable = file.starts_with("$(") || file.starts_with("${");
    if (const size_t close = file.find_first_of(")}"); variable && close != std::string_view::npos)
      file.remove_prefix(close + 1), cut = true;
  }
  if (file.empty()) return false;
  const size_t at = path.rfind(file);
  if (at == std::string_view::npos || (at > 0 && path[at - 1] != '/')) return false;
  const std::string_view rest = path.substr(at + file.size());
  return rest.empty() || (rest.front() == '.' && !contains(rest, "/"));
}

std::optional<Preload> filter_on(const CodeHunk& hunk, std::string_view recipe) {
  constexpr std::array<std::string_view, 8> k_filters = {"sed", "tr", "grep", "awk", "perl", "head", "tail", "cut"};
  const size_t pipe = recipe.rfind(" | ");
  if (pipe == std::string_view::npos || contains(recipe, "||")) return std::nullopt;
  const std::string_view filter = trim(recipe.substr(pipe + 3));
  const std::string_view program = filter.substr(0, filter.find(' '));
  if (std::find(k_filters.begin(), k_filters.end(), program) == k_filters.end()) return std::nullopt;
  for (const auto& line : hunk.lines) {
    if (contains_any(line.raw->text, {"pipefail", "PIPESTATUS"})) return std::nullopt;
    if (is_removed(line) && contains(line.raw->text, " | ")) return std::nullopt;  // it was so before
  }
  const bool rewrites = program != "grep" && program != "head" && program != "tail" && program != "cut" &&
                        contains_any(lower(filter), {"not ok", "fail", "error"});
  return Preload{
      cat("the status of the tests is lost in ", program), {}, rewrites ? Severity::must_fix : Severity::should_fix};
}

}  // namespace assay::judge
