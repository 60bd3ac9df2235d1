#include "judge/config/make_variable.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

// What a command of a recipe may begin with: how make starts it, or what ran before it.
bool begins_command(std::string_view before) {
  before = trim_right(before);
  constexpr std::array<std::string_view, 4> k_before = {"&&", "||", ";", "@"};
  return before.empty() || before.find_first_not_of("@-+\t ") == std::string_view::npos ||
         std::any_of(k_before.begin(), k_before.end(), [&](std::string_view mark) { return before.ends_with(mark); });
}

// "python3.11" -> "python", "gcc-12" -> "gcc".
std::string_view without_version(std::string_view program) {
  const size_t end = program.find_last_not_of("0123456789.");
  if (end == std::string_view::npos || end + 1 == program.size()) return program;
  return program.substr(0, program[end] == '-' ? end : end + 1);
}

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

// Where programs are installed: on the machine, or by the tools of the project in folders that nobody commits.
bool is_place_of_programs(std::string_view folder) {
  constexpr std::array<std::string_view, 3> k_anybodys = {"/tmp/", "/var/tmp/", "/dev/"};
  constexpr std::array<std::string_view, 3> k_installed = {".venv/bin/", "venv/bin/", "node_modules/.bin/"};
  const auto begins = [&](std::string_view with) { return folder.starts_with(with); };
  if (folder.empty()) return true;
  if (std::any_of(k_anybodys.begin(), k_anybodys.end(), begins)) return false;
  if (begins("./")) folder.remove_prefix(2);
  return begins("/") || begins("~/") || begins("$(HOME)/") || begins("${HOME}/") ||
         std::find(k_installed.begin(), k_installed.end(), folder) != k_installed.end();
}

}  // namespace

std::optional<MakeVariable> make_variable(std::string_view line) {
  const std::string_view text = trim(line);
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || line.starts_with('\t')) return std::nullopt;
  const std::string_view name = text.substr(0, text.find_first_of(" :?+="));
  if (name.empty() || !is_upper(name.front())) return std::nullopt;
  return MakeVariable{name, trim(text.substr(equals + 1))};
}

std::string expand_variables(std::string_view line, const std::vector<MakeVariable>& variables) {
  constexpr int k_depth = 2;  // a variable in the value of another
  constexpr size_t k_longest = 4096;
  std::string out(line);
  for (int pass = 0; pass < k_depth && contains(out, "$"); ++pass) {
    for (const auto& variable : variables) {
      if (out.size() > k_longest) return out;
      out = replace_all(std::move(out), cat("$(", variable.name, ")"), variable.value);
      out = replace_all(std::move(out), cat("${", variable.name, "}"), variable.value);
    }
  }
  return out;
}

void VariableUse::look_at(std::string_view line, std::string_view name) {
  for (const std::string& use : {cat("$(", name, ")"), cat("${", name, "}")}) {
    for (size_t at = line.find(use); at != std::string_view::npos; at = line.find(use, at + use.size())) {
      is_used = true;
      is_program = is_program && line.starts_with('\t') && begins_command(line.substr(0, at));
    }
  }
}

bool is_same_program(std::string_view before, std::string_view after) {
  const auto was = folder_of(before), is = folder_of(after);
  return !before.empty() && is_place_of_programs(is) &&
         without_version(before.substr(was.size())) == without_version(after.substr(is.size()));
}

}  // namespace assay::judge
