#include "ops/board/calibration.h"

#include <cmath>
#include <cstdio>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/calibrate/records.h"
#include "git/repository.h"
#include "ops/operation.h"

namespace assay::ops {

namespace {

using engine::VariantKind;

double in_seconds(std::uint64_t ms) { return std::round(static_cast<double>(ms) / 100) / 10; }

std::string shown_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", seconds);
  return text;
}

std::string_view words_of_kind(VariantKind kind) {
  switch (kind) {
    case VariantKind::honest: return "as it was";
    case VariantKind::nothing_done: return "nothing done";
    case VariantKind::untested: return "without its tests";
    case VariantKind::broken: return "a line broken";
    case VariantKind::test_deleted: return "a test deleted";
    case VariantKind::assertion_weakened: return "an assertion weakened";
    case VariantKind::skip_added: return "a test skipped";
    case VariantKind::value_rewritten: return "a value rewritten";
  }
  return "unknown";
}

std::string table_of(const CalibrationDocument& answer, const Terminal& terminal) {
  Table table({{"variant"},
               {"made"},
               {"caught"},
               {"missed"},
               {"blocked", Table::Kind::may_go},
               {"warned", Table::Kind::may_go},
               {"mergeable", Table::Kind::may_go},
               {"seconds", Table::Kind::may_go}});
  for (const auto& kind : answer.kinds) {
    const bool honest = kind.kind == VariantKind::honest;
    table.add({{std::string(words_of_kind(kind.kind))},
               {cat(kind.made)},
               {honest ? "–" : cat(kind.right)},
               {honest ? "–" : cat(kind.wrong), kind.wrong > 0 && !honest ? Colour::yellow : Colour::plain},
               {cat(kind.blocked), honest && kind.blocked > 0 ? Colour::red : Colour::plain},
               {cat(kind.warned)},
               {cat(kind.mergeable)},
               {shown_seconds(kind.seconds)}});
  }
  return table.text(terminal);
}

void add_wrong(const CalibrationDocument& answer, std::string& out) {
  std::string lines;
  for (const auto& each : answer.variants) {
    if (each.not_made || each.right) continue;
    lines += cat("  ", git::short_id(each.commit), " ", words_of_kind(each.kind), ": ", each.verdict.value_or(""),
                 each.path.empty() ? "" : cat(", ", printable(each.path)),
                 each.edit.empty() ? "" : cat(" (", printable(each.edit), ")"), "\n");
    if (each.kind == VariantKind::honest && !each.rules.empty())
      lines += cat("               ", join(each.rules, ", "), "\n");
  }
  if (!lines.empty()) out += cat("\nMissed, or honest and blocked\n", lines);
}

void add_not_made(const CalibrationDocument& answer, std::string& out) {
  std::vector<engine::Reason> reasons;
  for (const auto& each : answer.variants) {
    if (each.not_made) count_reason(reasons, cat(words_of_kind(each.kind), ": ", *each.not_made));
  }
  if (!reasons.empty()) out += "\nNot made, and counted nowhere\n";
  for (const auto& reason : reasons) out += cat("  ", reason.times, " × ", reason.why, "\n");
}

std::string commits_in_words(const CalibrationDocument& answer) {
  std::string out = cat(plural(answer.looked_at, "commit"), " looked at, ", answer.taken, " taken");
  for (const auto& each : answer.left_out) out += cat("\n  ", each.commits, " left out: ", each.why);
  return out + "\n";
}

}  // namespace

std::string outcome_in_words(const CalibrationDocument& answer) {
  if (answer.of == 0) return "nothing measured";
  return cat(100 * answer.caught / answer.of, " % of ", answer.of, " caught");
}

void CalibrationDocument::Kind::fields(Fields& f) {
  f.field(item("kind"), kind);
  f.field(item("made"), made);
  f.field(item("not_made", "variants that could not be made of a commit, or whose commands were not green"), not_made);
  f.field(item("right", "caught; of the honest ones: not blocked"), right);
  f.field(item("wrong", "missed; of the honest ones: blocked"), wrong);
  f.field(item("mergeable"), mergeable);
  f.field(item("warned", "conditional or inconclusive"), warned);
  f.field(item("blocked"), blocked);
  f.field(item("seconds"), seconds);
}

void CalibrationDocument::Variant::fields(Fields& f) {
  f.field(item("kind"), kind);
  f.field(item("commit"), commit);
  f.field(item("path", "the file that was edited"), path);
  f.field(item("edit", "what was done to it"), edit);
  f.field(item("not_made", "why there is no such variant; null: it was judged"), not_made);
  f.field(item("verdict", "null: it was not judged"), verdict);
  f.field(item("right", "the gate did what it must"), right);
  f.field(item("rules", "of the findings"), rules);
  f.field(item("seconds"), seconds);
  f.field(item("kept", "of an earlier run with the same program and settings"), kept);
}

void CalibrationDocument::LeftOut::fields(Fields& f) {
  f.field(item("why"), why);
  f.field(item("commits"), commits);
}

void CalibrationDocument::fields(Fields& f) {
  f.field(item("started_at"), started_at);
  f.field(item("version", "of Assay"), version);
  f.field(item("head", "the newest commit that was looked at"), head);
  f.field(item("end", "whether it came to its end"), end);
  f.field(item("looked_at", "commits"), looked_at);
  f.field(item("taken", "commits that variants were made of"), taken);
  f.field(item("left_out"), left_out);
  f.field(item("caught", "of all variants but the honest ones"), caught);
  f.field(item("of", "variants but the honest ones"), of);
  f.field(item("caught_like_honest", "of these, with no finding that the honest commit does not have as well"),
          caught_like_honest);
  f.field(item("kinds"), kinds);
  f.field(item("variants"), variants);
  f.field(item("advice", "what to set"), advice);
  f.field(item("seconds"), seconds);
}

CalibrationDocument calibration_document(const engine::Calibration& calibration) {
  CalibrationDocument out;
  out.started_at = calibration.started_at;
  out.version = calibration.version;
  out.head = calibration.head;
  out.end = calibration.end;
  out.looked_at = calibration.looked_at;
  out.taken = calibration.taken;
  for (const auto& reason : calibration.left_out) out.left_out.push_back({reason.why, reason.times});
  const auto rate = catch_rate(calibration);
  out.caught = rate.caught;
  out.of = rate.of;
  out.caught_like_honest = caught_like_honest(calibration);
  for (const auto& count : count_kinds(calibration)) {
    out.kinds.push_back({count.kind, count.made, count.not_made, count.right, count.made - count.right, count.mergeable,
                         count.warned, count.blocked, in_seconds(count.ms)});
  }
  for (const auto& result : calibration.results) {
    CalibrationDocument::Variant variant;
    variant.kind = result.kind;
    variant.commit = result.commit;
    variant.path = result.path;
    variant.edit = result.edit;
    if (!result.not_made.empty()) variant.not_made = result.not_made;
    if (result.is_made()) variant.verdict = name(*result.verdict);
    variant.right = result.is_made() && result.is_right();
    variant.rules = result.rules;
    variant.seconds = in_seconds(result.ms);
    variant.kept = result.kept;
    out.variants.push_back(std::move(variant));
  }
  out.advice = calibration.advice;
  out.seconds = in_seconds(calibration.ms);
  return out;
}

std::string present(const CalibrationDocument& answer, const Terminal& terminal) {
  std::string out;
  if (answer.taken == 0) {
    out += cat("No commit could be used: calibrate needs past commits that bring source and tests.\n");
  } else {
    out +=
        cat(terminal.paint(Colour::bold, cat("gate: ", outcome_in_words(answer))), "\n\n", table_of(answer, terminal));
  }
  if (answer.caught_like_honest > 0)
    out += cat(answer.caught_like_honest,
               " of the caught ones have no finding that the honest commit does not have as well.\n");
  add_wrong(answer, out);
  add_not_made(answer, out);
  out += cat("\n", commits_in_words(answer));
  if (!answer.advice.empty()) {
    out += "\nWhat to set\n";
    for (const auto& each : answer.advice) out += terminal.paragraph(each, "  ");
  }
  if (answer.end == engine::CalibrationEnd::interrupted) out += "\nInterrupted; what was measured so far is kept.\n";
  return cat(out, "\n", shown_seconds(answer.seconds), " s\n");
}

Result<CalibrationDocument> ShowCalibration::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto* home, context.home());
  const auto last = engine::last_calibration(home->git_folder);
  if (!last) return not_found("nothing was calibrated here yet: run `assay calibrate`");
  return calibration_document(*last);
}

constinit const NamedSchema CalibrationDocument::k_schema =
    named_schema<CalibrationDocument>("calibration", "What the gate catches on the repository's own history");

constinit const Operation k_calibration_operation =
    reads<ShowCalibration>({"calibration", "show what the last `assay calibrate` measured",
                            "How many variants of past commits the gate caught, and how many honest ones it would "
                            "have blocked.",
                            "  {} calibration\n", "GET", "/api/calibration"});

}  // namespace assay::ops
