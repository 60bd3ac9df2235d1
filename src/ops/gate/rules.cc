#include "ops/gate/rules.h"

#include <algorithm>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"

namespace assay::ops {

namespace {

std::string_view words_of_state(engine::RuleState state) {
  switch (state) {
    case engine::RuleState::ours: return "";
    case engine::RuleState::in_force: return "own";
    case engine::RuleState::new_here: return "own, not in the base yet";
    case engine::RuleState::changed_here: return "own, the base has another version";
    case engine::RuleState::removed_here: return "own, of the base, removed here";
    case engine::RuleState::wrong: return "cannot be read";
  }
  return "";
}

Colour colour_of(const engine::RuleInfo& rule) {
  if (rule.state == engine::RuleState::wrong) return Colour::red;
  return rule.level == "off" ? Colour::dim : Colour::plain;
}

// "off by [rules]; own, not in the base yet"
std::string how_it_counts(const engine::RuleInfo& rule) {
  std::string out = rule.level.empty() ? std::string() : cat(rule.level, " by [rules]");
  const auto state = words_of_state(rule.state);
  if (!state.empty()) out += cat(out.empty() ? "" : "; ", state);
  return out.empty() ? "on" : out;
}

bool fails(const TestRules::Tested& tested) {
  return !tested.error.empty() || std::any_of(tested.cases.begin(), tested.cases.end(),
                                              [](const auto& each) { return each.tried.found != each.tried.finds; });
}

// Which of the two sorts of cases a rule has none of: it is not known to find anything, or to leave anything alone.
std::string lacking(const TestRules::Tested& tested) {
  const auto has = [&](bool finds) {
    return std::any_of(tested.cases.begin(), tested.cases.end(),
                       [&](const auto& each) { return each.tried.finds == finds; });
  };
  if (!has(true)) return "it has no case that it finds; add a [[case]] with expect = \"found\"";
  return has(false) ? "" : "it has no case that it leaves alone; add a [[case]] with expect = \"silent\"";
}

std::string failure_of(const engine::TriedCase& tried, const std::string& file) {
  const auto head = cat("  ", file, ":", tried.line, ": ", tried.say.empty() ? "the case" : tried.say, "\n    ");
  return tried.finds ? cat(head, "is to be found, and nothing was\n")
                     : cat(head, "is to be left alone, and was found: ", tried.place, "\n");
}

}  // namespace

void RuleDocument::fields(Fields& f) {
  f.field(item("rule"), rule.id);
  f.field(item("state", "of the repository's own: whether the base, whose rules count, has it"), rule.state);
  f.field(item("level", "by [rules] of the base: off, note, should_fix, must_fix; empty: as the rule says"),
          rule.level);
  f.field(item("summary", "a line; of a file that cannot be read, why"), rule.summary);
  f.field(item("finds"), rule.finds);
  f.field(item("severity"), rule.severity);
  f.field(item("advice"), rule.advice);
  f.field(item("file", "empty: it is one of ours"), rule.file);
}

void ListRules::Request::fields(Fields& f) { f.field(flag("own", "only those of this repository"), own); }
void ListRules::Response::fields(Fields& f) { f.field(item("rules"), rules); }
void ShowRule::Request::fields(Fields& f) { f.field(word("rule", "its id"), rule); }
void TestRules::Request::fields(Fields& f) {
  f.field({.name = "files",
           .help = "files of rules (default: all in .assay/rules)",
           .place = Place::words,
           .value = "FILE",
           .completes = Completes::file},
          files);
}
void TestRules::Case::fields(Fields& f) {
  f.field(item("line", "in the file"), tried.line);
  f.field(item("say"), tried.say);
  f.field(item("finds", "whether the rule is to find it"), tried.finds);
  f.field(item("found", "whether it did"), tried.found);
  f.field(item("place", "where; empty: nowhere"), tried.place);
}
void TestRules::Tested::fields(Fields& f) {
  f.field(item("file"), file);
  f.field(item("rule"), rule);
  f.field(item("error", "why it cannot be read; empty: it was"), error);
  f.field(item("cases"), cases);
}
void TestRules::Response::fields(Fields& f) { f.field(item("rules"), rules); }
void NewRule::Request::fields(Fields& f) { f.field(word("rule", "its id: own.no-print, or no-print"), rule); }
void NewRule::Response::fields(Fields& f) { f.field(item("file"), file); }

Ending TestRules::Response::ending() const {
  return std::any_of(rules.begin(), rules.end(), fails) ? Ending::gate_failed : Ending::done;
}

Result<ListRules::Response> ListRules::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto rules, engine::list_rules(*repository));
  Response out;
  for (auto& rule : rules) {
    if (!request.own || rule.state != engine::RuleState::ours) out.rules.push_back({std::move(rule)});
  }
  return out;
}

Result<RuleDocument> ShowRule::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto rule, engine::find_rule(*repository, request.rule));
  return RuleDocument{std::move(rule)};
}

Result<TestRules::Response> TestRules::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto tried, engine::try_rules(*repository, request.files));
  Response out;
  for (auto& rule : tried) {
    auto& tested = out.rules.emplace_back();
    tested.file = std::move(rule.file);
    tested.rule = std::move(rule.id);
    tested.error = std::move(rule.error);
    for (auto& each : rule.cases) tested.cases.push_back({std::move(each)});
  }
  return out;
}

Result<NewRule::Response> NewRule::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto file, engine::write_new_rule(*repository, request.rule));
  return Response{std::move(file)};
}

std::string present(const RuleDocument& answer, const Terminal& terminal) {
  const auto& rule = answer.rule;
  std::string out = cat(terminal.paint(Colour::bold, printable(rule.id)), "  ",
                        terminal.paint(Colour::dim, how_it_counts(rule)), "\n");
  const auto part = [&](std::string_view title, const std::string& text) {
    if (trim(text).empty()) return;
    out += cat("\n", terminal.paint(Colour::bold, title), "\n",
               terminal.paragraph(printable(replace_all(text, "\n", " ")), "  "));
  };
  part("What it says", rule.summary);
  part("What it finds", rule.finds);
  part("Severity", rule.severity);
  part("What to do", rule.advice);
  const auto where = rule.file.empty() ? cat("docs/rules/", rule.id, ".md") : rule.file;
  return out + cat("\n", terminal.paint(Colour::dim, printable(where)), "\n");
}

std::string present(const ListRules::Response& answer, const Terminal& terminal) {
  if (answer.rules.empty()) return "This repository has no rules of its own. Write one: assay rule new NAME\n";
  Table table({{"RULE"}, {"STATE"}, {"WHAT", Table::Kind::wide}});
  for (const auto& each : answer.rules) {
    const auto& rule = each.rule;
    table.add({{rule.id, colour_of(rule)}, {how_it_counts(rule), colour_of(rule)}, {rule.summary}});
  }
  return table.text(terminal);
}

std::string present(const TestRules::Response& answer, const Terminal& terminal) {
  if (answer.rules.empty()) return "This repository has no rules of its own. Write one: assay rule new NAME\n";
  std::string out;
  for (const auto& tested : answer.rules) {
    const bool failed = fails(tested);
    out += cat(terminal.paint(failed ? Colour::red : Colour::green, failed ? "failed" : "ok    "), "  ",
               printable(tested.rule.empty() ? tested.file : tested.rule), "  ", plural(tested.cases.size(), "case"),
               "\n");
    if (!tested.error.empty()) {
      out += cat("  ", printable(tested.error), "\n");
      continue;
    }
    for (const auto& each : tested.cases) {
      if (each.tried.found != each.tried.finds) out += printable_lines(failure_of(each.tried, tested.file));
    }
    if (const auto missing = lacking(tested); !missing.empty())
      out += cat("  ", terminal.paint(Colour::dim, missing), "\n");
  }
  return out;
}

std::string present(const NewRule::Response& answer, const Terminal&) {
  return cat("Wrote ", printable(answer.file), "\nEdit it, try it with `assay rule test`, and commit it: it counts ",
             "for changes that have it in their base.\n");
}

constinit const NamedSchema RuleDocument::k_schema =
    named_schema<RuleDocument>("rule", "A rule: what it finds and how it counts here");
constinit const NamedSchema ListRules::Response::k_schema =
    named_schema<ListRules::Response>("rule-list", "All rules, ours and the repository's own");
constinit const NamedSchema TestRules::Response::k_schema =
    named_schema<TestRules::Response>("rule-test", "What rules of the repository say of their own cases");
constinit const NamedSchema NewRule::Response::k_schema =
    named_schema<NewRule::Response>("rule-new", "The file of a rule to begin with");

constinit const Operation k_rule_list_operation = reads<ListRules>(
    {"rule.list", "list all rules, ours and the repository's own, and how they count",
     "Rules of the repository are files in .assay/rules (docs/own-rules.md). They count as they are at the base of\n"
     "a change, and [rules] of the base's assay.toml says which are off or of another severity.",
     "  {} rule list\n  {} rule list --own\n  {} rule list --json\n", "GET", "/api/rules"});
constinit const Operation k_rule_show_operation =
    reads<ShowRule>({"rule.show", "show what a rule finds, how severe it is, and what to do", "",
                     "  {} rule show tests.skipped\n  {} rule show own.no-print\n", "GET", "/api/rules/{rule}"});
constinit const Operation k_rule_test_operation = reads<TestRules>(
    {"rule.test", "try the repository's own rules on the cases beside them",
     "Reads the files as they are in the work tree. Exit status 1 when a rule cannot be read, or says of a case\n"
     "something else than the case expects.",
     "  {} rule test\n  {} rule test .assay/rules/no-print.toml\n", "", ""});
constinit const Operation k_rule_new_operation = decides<NewRule>(
    {"rule.new", "write a rule of the repository to begin with",
     "Writes .assay/rules/NAME.toml with comments and two cases. The rule counts once it is committed to the base.",
     "  {} rule new no-print\n  {} rule new own.no-print\n", "", ""});

}  // namespace assay::ops
