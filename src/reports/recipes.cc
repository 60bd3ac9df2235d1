#include "reports/recipes.h"

#include <map>
#include <set>

#include "base/text.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

struct Rule {
  std::vector<std::string> needs{};
  std::string commands{};
};

// Rules by name, in one file.
struct RuleBook {
  std::map<std::string, Rule> rules{};
  std::string first{};
  std::map<std::string, std::string> variables{};
  std::vector<std::string> sets{};

  void add(const std::string& name, std::string_view needs) {
    if (first.empty() && !name.starts_with('.')) first = name;
    Rule& rule = rules[name];
    for (const auto need : split(needs, ' '))
      if (!need.empty()) rule.needs.emplace_back(need);
  }

  std::string commands_of(const std::string& target, std::set<std::string>& seen) const {
    if (seen.size() > 100 || !seen.insert(target).second) return {};
    const auto rule = rules.find(target);
    if (rule == rules.end()) return {};
    std::string text;
    for (const auto& need : rule->second.needs) text += commands_of(need, seen);
    return text + rule->second.commands;
  }
};

constexpr size_t k_longest_text = 100'000;

// "$(NAME)", "${NAME}" and "{{NAME}}" by what the file sets, once; what is not known stays.
std::string expanded_once(std::string_view text, const std::map<std::string, std::string>& variables) {
  std::string out;
  while (!text.empty() && out.size() < k_longest_text) {
    const size_t at = text.find_first_of("${");
    out += text.substr(0, at);
    if (at == std::string_view::npos) break;
    text.remove_prefix(at);
    const bool known_form = starts_with_any(text, {"$(", "${", "{{"});
    size_t end = 2;
    while (known_form && end < text.size() && (is_word(text[end]) || text[end] == ' ' || text[end] == '-')) ++end;
    const auto closing = known_form ? text.substr(end, text[0] == '{' ? 2 : 1) : std::string_view();
    const auto variable = variables.find(std::string(trim(text.substr(0, end).substr(known_form ? 2 : end))));
    if (is_one_of(closing, {")", "}", "}}"}) && variable != variables.end()) {
      out += variable->second;
      text.remove_prefix(end + closing.size());
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
  return out;
}

// Variables may be made of others.
std::string expanded(std::string text, const std::map<std::string, std::string>& variables) {
  for (int round = 0; round < 4; ++round) {
    auto next = expanded_once(text, variables);
    if (next == text) break;
    text = std::move(next);
  }
  return text;
}

// "NAME = value" of make or just; the sign before "=" may be ":", "?" or "+".
bool read_variable(std::string_view line, RuleBook& book) {
  const bool exported = line.starts_with("export ");
  if (exported) line = trim(line.substr(7));
  size_t at = 0;
  while (at < line.size() && (is_word(line[at]) || line[at] == '-')) ++at;
  const auto name = std::string(line.substr(0, at));
  auto rest = trim_left(line.substr(at));
  const bool unset_only = rest.starts_with('?');
  while (starts_with_any(rest, {":", "?", "+"})) rest.remove_prefix(1);
  if (name.empty() || !rest.starts_with('=')) {
    if (exported && !name.empty()) book.sets.push_back(name);
    return exported;
  }
  auto value = trim(rest.substr(1));
  if (value.size() > 1 && value.front() == value.back() && contains("'\"", value.substr(0, 1)))
    value = value.substr(1, value.size() - 2);
  book.variables[name] = std::string(value);
  // make gives a variable that is in the environment already on with the value of the file.
  const bool keeps = contains(value, cat("$(", name, ")")) || contains(value, cat("${", name, "}"));
  if (!unset_only && !keeps && (exported || is_one_of(name, {"PYTHONPATH", "NODE_OPTIONS", "SPEC_OPTS", "RUBYLIB"})))
    book.sets.push_back(name);
  return true;
}

std::string_view without_marks(std::string_view command) {
  while (!command.empty() && contains("@-+", command.substr(0, 1))) command.remove_prefix(1);
  return command;
}

// Lines with a backslash at their end and what follows, as one.
std::vector<std::string> joined_lines(std::string_view text) {
  std::vector<std::string> lines;
  bool goes_on = false;
  for (const auto line : split_lines(text)) {
    const bool more = line.ends_with('\\');
    const auto part = more ? line.substr(0, line.size() - 1) : line;
    if (goes_on && !lines.empty())
      lines.back() += cat(" ", trim(part));
    else
      lines.emplace_back(part);
    goes_on = more;
  }
  return lines;
}

RuleBook read_makefile(std::string_view text) {
  RuleBook book;
  std::vector<std::string> current;
  for (const auto& line : joined_lines(text)) {
    if (line.starts_with('\t')) {
      for (const auto& name : current) book.rules[name].commands += cat(without_marks(trim(line)), "\n");
      continue;
    }
    const auto plain = trim(line);
    if (plain.empty() || plain.starts_with('#')) continue;
    current.clear();
    if (read_variable(plain, book)) continue;
    const size_t colon = plain.find(':');
    if (colon == std::string_view::npos) continue;
    auto needs = plain.substr(colon + 1);
    std::string command;
    if (const size_t semicolon = needs.find(';'); semicolon != std::string_view::npos) {
      command = cat(trim(needs.substr(semicolon + 1)), "\n");
      needs = needs.substr(0, semicolon);
    }
    for (const auto name : split(plain.substr(0, colon), ' ')) {
      if (name.empty()) continue;
      current.emplace_back(name);
      book.add(current.back(), needs);
      book.rules[current.back()].commands += command;
    }
  }
  return book;
}

RuleBook read_justfile(std::string_view text) {
  RuleBook book;
  std::string current;
  for (const auto& line : joined_lines(text)) {
    const auto plain = trim(line);
    if (plain.empty() || plain.starts_with('#') || plain.starts_with('[')) continue;
    if (is_space(line[0])) {
      if (!current.empty()) book.rules[current].commands += cat(without_marks(plain), "\n");
      continue;
    }
    current.clear();
    if (plain.starts_with("set ") || plain.starts_with("alias ") || read_variable(plain, book)) continue;
    const size_t colon = plain.find(':');
    if (colon == std::string_view::npos) continue;
    auto name = without_marks(plain.substr(0, colon));
    name = name.substr(0, name.find(' '));
    current = std::string(name);
    book.add(current, plain.substr(colon + 1));
  }
  return book;
}

Recipe recipe_of(const RuleBook& book, std::vector<std::string> targets) {
  if (targets.empty()) targets = {book.first};
  std::set<std::string> seen;
  std::string text;
  for (const auto& target : targets) text += book.commands_of(target, seen);
  auto variables = book.variables;
  variables.emplace("MAKE", "make");
  return {expanded(std::move(text), variables), book.sets};
}

}  // namespace

Recipe make_recipe(std::string_view makefile, const std::vector<std::string>& targets) {
  return recipe_of(read_makefile(makefile), targets);
}

Recipe just_recipe(std::string_view justfile, const std::string& target) {
  return recipe_of(read_justfile(justfile), target.empty() ? std::vector<std::string>() : std::vector{target});
}

Recipe tox_commands(std::string_view tox_ini) {
  Recipe recipe;
  std::string_view key;
  for (const auto line : split_lines(tox_ini)) {
    const auto plain = trim(line);
    if (plain.empty() || plain.starts_with('#') || plain.starts_with('[')) {
      if (plain.starts_with('[')) key = {};
      continue;
    }
    auto value = plain;
    if (!is_space(line[0])) {
      const size_t equals = plain.find('=');
      if (equals == std::string_view::npos) continue;
      key = trim(plain.substr(0, equals));
      value = trim(plain.substr(equals + 1));
    }
    if (key == "commands") recipe.text += cat(replace_all(std::string(without_marks(value)), "{posargs", "$"), "\n");
    if (is_one_of(key, {"setenv", "set_env"})) {
      if (const size_t name = assigned_name(without_spaces(value)); name > 0)
        recipe.sets.push_back(without_spaces(value).substr(0, name));
    }
  }
  return recipe;
}

}  // namespace assay::reports
