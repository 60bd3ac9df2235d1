// What a file of .assay/rules says; docs/own-rules.md describes it.
#include <algorithm>

#include "base/text.h"
#include "judge/own/case_diff.h"
#include "judge/own/definition.h"
#include "judge/own/rule_table.h"

namespace assay::judge {

namespace {

using Names = std::vector<std::string_view>;

// What people write and read by hand. Documents, data and what programs made is looked at when it is named.
constexpr diff::Role k_usual_roles[] = {diff::Role::source, diff::Role::test,  diff::Role::config,
                                        diff::Role::ci,     diff::Role::build, diff::Role::migration};

std::uint32_t bit_of(diff::Role role) { return std::uint32_t{1} << static_cast<unsigned>(role); }

Names names_of(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

bool is_rule_name(std::string_view id) {
  return !id.empty() && id.size() <= 60 && is_lower(id[0]) && id.back() != '-' &&
         std::all_of(id.begin(), id.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

void read_id(RuleTable& table, std::string_view file, Definition& out) {
  out.id = table.text("id", Given::always);
  if (out.id.empty()) return;
  const std::string_view id = out.id;
  if (!id.starts_with(k_own_family) || !is_rule_name(id.substr(k_own_family.size())))
    table.wrong("id", cat("an id is \"", k_own_family, "\" and a name of small letters, digits and hyphens: \"",
                          k_own_family, "no-print\""));
  const auto expected = own_rule_of(file);
  if (!expected.empty() && expected != out.id)
    table.wrong("id", cat("the file is called ", base_name(file), ", so the id must be \"", expected,
                          "\"; change the id or the name of the file"));
}

void read_where(RuleTable& rule, Definition& out) {
  for (const auto role : k_usual_roles) out.roles |= bit_of(role);
  // Settings are in files that are mere data to anybody else.
  if (rule.has("setting")) out.roles |= bit_of(diff::Role::data);
  auto where = rule.table("where");
  if (!where) return;
  if (where->has("roles")) out.roles = 0;
  for (const auto role : where->choices("roles", names_of(diff::role_names())))
    out.roles |= bit_of(static_cast<diff::Role>(role));
  for (const auto language : where->choices("languages", names_of(diff::language_names())))
    out.languages.push_back(static_cast<diff::Language>(language));
  out.paths = where->texts("paths");
  out.except_paths = where->texts("except");
  where->finish();
}

CodePattern read_code(RuleTable& table, std::string_view key, const std::string& code) {
  CodePattern out;
  if (code.empty()) return out;
  if (const auto error = parse_pattern(code, out); !error.message.empty())
    table.wrong_in(key, error.at, cat("\"", key, "\": ", error.message));
  return out;
}

void read_pattern(RuleTable& table, Definition& out) {
  OwnPattern pattern;
  pattern.on = static_cast<On>(
      table.choice("on", {name(On::added), name(On::removed), name(On::moved), name(On::changed)}, Given::always));
  pattern.code = read_code(table, "code", table.text("code", Given::always));
  if (const auto to = table.text("to"); table.has("to")) {
    pattern.to = read_code(table, "to", to);
    if (pattern.on != On::changed) table.wrong("to", "\"to\" belongs to on = \"changed\"");
  }
  for (const auto& unless : table.texts("unless")) pattern.unless.push_back(read_code(table, "unless", unless));
  table.finish();
  out.patterns.push_back(std::move(pattern));
}

void read_setting(RuleTable& table, Definition& out) {
  OwnSetting setting;
  setting.files = table.texts("file", Given::always);
  setting.key = table.text("key", Given::always);
  setting.when = static_cast<When>(table.choice(
      "when", {name(When::raised), name(When::lowered), name(When::removed), name(When::set)}, Given::always));
  setting.to = table.text("to");
  if (table.has("to") && setting.when != When::set) table.wrong("to", "\"to\" belongs to when = \"set\"");
  table.finish();
  out.settings.push_back(std::move(setting));
}

void read_case(RuleTable& table, Definition& out) {
  OwnCase the_case;
  the_case.line = table.line();
  the_case.finds = table.choice("expect", {"found", "silent"}, Given::always) == 0;
  the_case.say = table.text("say");
  the_case.task = table.text("task");
  const auto diff = table.text("diff");
  const auto path = table.text("path");
  const auto before = table.text("before"), after = table.text("after");
  const bool by_sides = table.has("before") || table.has("after");
  if (table.has("diff") == by_sides) {
    table.wrong("a case has a \"diff\", or a \"path\" with \"before\" and \"after\"");
  } else if (by_sides && path.empty()) {
    table.wrong("\"path\" is missing: it says what kind of file this is");
  } else if (by_sides) {
    the_case.diff = diff_of_sides(path, before, after);
  } else if (auto made = diff_of_case(diff, path); made) {
    the_case.diff = std::move(*made);
  } else {
    table.wrong("diff", made.error().message);
  }
  table.finish();
  out.cases.push_back(std::move(the_case));
}

}  // namespace

Result<Definition> parse_rule(std::string_view text, std::string_view file) {
  if (text.size() > k_largest_rule_file)
    return invalid_input(cat(file, ": larger than ", k_largest_rule_file, " bytes; a rule is a small file"));
  TRY_ASSIGN(auto source, RuleText::parse(text, file));
  RuleTable table(source, source.document(), "");
  Definition out;
  out.file = file;
  read_id(table, file, out);
  out.message = table.text("message", Given::always);
  out.advice = table.text("advice");
  out.severity = static_cast<model::Severity>(table.choice(
      "severity", {name(model::Severity::must_fix), name(model::Severity::should_fix), name(model::Severity::note)},
      Given::always));
  const auto softeners = known_softeners();
  Names wishes;
  for (const auto& softener : softeners) wishes.push_back(softener.name);
  for (const auto wish : table.choices("softened_by", wishes)) out.softened_by.push_back(softeners[wish]);
  read_where(table, out);
  for (auto& each : table.tables("pattern", k_most_patterns)) read_pattern(each, out);
  for (auto& each : table.tables("setting", k_most_patterns)) read_setting(each, out);
  for (auto& each : table.tables("case", k_most_cases)) read_case(each, out);
  table.finish();
  if (out.patterns.empty() && out.settings.empty())
    table.wrong("a rule needs a [[pattern]] or a [[setting]]: what it looks for");
  TRY(source.finish());
  return out;
}

}  // namespace assay::judge
