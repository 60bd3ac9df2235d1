#include "ops/verification_text.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"

namespace assay::ops {

using model::AcceptanceStatus;
using model::ReportedStatus;
using model::TestProof;
using model::VerificationOutcome;

namespace {

std::string headline(const model::Verification& verification, const Terminal& terminal) {
  const std::string reason = printable(verification.reason);
  switch (verification.outcome) {
    case VerificationOutcome::passed: {
      const bool flaky = std::any_of(verification.checks.begin(), verification.checks.end(),
                                     [](const auto& check) { return check.flaky; });
      return terminal.paint(flaky ? Colour::yellow : Colour::green, flaky ? "⚠ ready to land" : "✔ ready to land") +
             "  " + reason;
    }
    case VerificationOutcome::failed: return terminal.paint(Colour::red, "✘ blocked") + "  " + reason;
    case VerificationOutcome::conflict: return terminal.paint(Colour::red, "✘ conflict") + "  " + reason;
    case VerificationOutcome::cancelled: return terminal.paint(Colour::yellow, "? cancelled") + "  " + reason;
    case VerificationOutcome::needs_person: return terminal.paint(Colour::yellow, "? waits for you") + "  " + reason;
    case VerificationOutcome::not_run: break;
  }
  return terminal.paint(Colour::yellow, "? not verified") + "  " + reason;
}

std::string time_of(const model::VerifiedCheck& check, const Terminal& terminal) {
  if (check.reused) return cat("reused, ", terminal.ago(*check.reused));
  std::uint64_t total = 0;
  for (const auto& attempt : check.attempts) total += attempt.duration_ms;
  return check.attempts.empty() ? std::string() : shown_duration(total);
}

std::string tests_of(const model::VerifiedCheck& check) {
  if (check.attempts.empty()) return {};
  const auto& last = check.attempts.back();
  if (last.tests_passed + last.tests_failed == 0) return {};
  return last.tests_failed > 0 ? cat(last.tests_failed, " of ", last.tests_passed + last.tests_failed, " failed")
                               : cat(last.tests_passed, " passed");
}

bool is_assertion(std::string_view line) {
  constexpr std::string_view k_begins[] = {"E   ", "not ok ", "--- FAIL", "FAIL:", "Failure:", "✖ ", "● "};
  const auto text = trim(line);
  const auto begins = [&](std::string_view mark) { return text.starts_with(mark) || line.starts_with(mark); };
  return std::any_of(std::begin(k_begins), std::end(k_begins), begins) ||
         contains_any(text, {"AssertionError", "Assertion failed", "assertion failed", "assertion `", "panicked at",
                             "Expected:", "expected:"});
}

// Where a failed check says what is wrong: from its first assertion on, else the end of what it printed.
std::string telling_lines(std::string_view output, size_t most) {
  const auto lines = split_lines(trim_right(output));
  const size_t last = lines.size() > most ? lines.size() - most : 0;
  size_t begin = 0;
  while (begin < lines.size() && !is_assertion(lines[begin])) ++begin;
  begin = begin < lines.size() && begin < last ? begin - std::min<size_t>(begin, 2) : last;
  std::string out;
  for (size_t i = begin; i < lines.size() && i < begin + most; ++i) {
    out += cat("      ", printable(trim_right(lines[i])), "\n");
  }
  const size_t more = lines.size() - std::min(lines.size(), begin + most);
  if (more > 0) out += cat("      … ", plural(more, "more line"), "\n");
  return out;
}

void add_proofs(std::string& out, const model::VerifiedCheck& check, const Terminal& terminal) {
  const auto count = [&](TestProof proof) {
    return std::count_if(check.proofs.begin(), check.proofs.end(),
                         [&](const auto& test) { return test.proof == proof; });
  };
  if (check.proofs.empty()) return;
  out += terminal.paint(
             Colour::dim,
             cat("    new tests on the code before: ", count(TestProof::discriminating) + count(TestProof::flaky),
                 " fail there as they should, ", count(TestProof::always_green), " pass there too, ",
                 count(TestProof::invalid), " do not run there, ", count(TestProof::indeterminate), " unknown")) +
         "\n";
}

}  // namespace

std::string shown_duration(std::uint64_t ms) {
  if (ms < 1000) return cat(ms, " ms");
  if (ms < 60'000) return cat(ms / 1000, ".", ms % 1000 / 100, " s");
  const auto seconds = ms / 1000 % 60;
  return cat(ms / 60'000, " min ", seconds < 10 ? "0" : "", seconds, " s");
}

Cell status_cell(ReportedStatus status) {
  switch (status) {
    case ReportedStatus::passed: return {"✔ passed", Colour::green};
    case ReportedStatus::flaky: return {"⚠ flaky", Colour::yellow};
    case ReportedStatus::failed: return {"✘ failed", Colour::red};
    case ReportedStatus::skipped: return {"– skipped", Colour::dim};
    case ReportedStatus::pending: break;
  }
  return {"? not run", Colour::yellow};
}

namespace {

Cell standing_cell(const std::optional<model::CriterionStanding>& standing) {
  using model::CriterionStanding;
  if (!standing) return {""};
  const auto colour = standing == CriterionStanding::shown            ? Colour::green
                      : standing == CriterionStanding::failed         ? Colour::red
                      : standing == CriterionStanding::proves_nothing ? Colour::yellow
                                                                      : Colour::dim;
  return {replace_all(std::string(name(*standing)), "_", " "), colour};
}

}  // namespace

std::string present_proofs(const std::vector<model::CriterionProof>& criteria, const Terminal& terminal) {
  Table table({{"criterion"},
               {"claim", Table::Kind::wide},
               {"test", Table::Kind::may_go},
               {"proof", Table::Kind::may_go},
               {"stands"}});
  for (const auto& criterion : criteria) {
    const bool weak = criterion.proof == TestProof::always_green || criterion.proof == TestProof::flaky;
    const auto colour = criterion.proof == TestProof::discriminating ? Colour::green
                        : weak                                       ? Colour::yellow
                                                                     : Colour::dim;
    table.add({{std::string(trim(cat(criterion.task.text, " ", criterion.id)))},
               {criterion.claim},
               {criterion.test},
               {describe(criterion), colour},
               standing_cell(criterion.standing)});
  }
  return criteria.empty() ? std::string() : table.text(terminal, "  ");
}

std::string present_verification(const model::Verification& verification, const Terminal& terminal) {
  Table table(
      {{"check", Table::Kind::wide}, {"result"}, {"tests", Table::Kind::may_go}, {"time", Table::Kind::may_go}});
  for (const auto& check : verification.checks) {
    table.add({{check.title},
               status_cell(reported_status(check)),
               {tests_of(check)},
               {time_of(check, terminal), Colour::dim}});
  }
  std::string out = headline(verification, terminal) + "\n\n" + table.text(terminal, "  ");
  if (!verification.criteria.empty()) out += "\n" + present_proofs(verification.criteria, terminal);
  for (const auto& check : verification.checks) {
    std::string more;
    const bool trouble = check.status == AcceptanceStatus::failed || check.status == AcceptanceStatus::pending;
    const bool noted = !check.findings.empty() || !check.waived.empty();  // also of a check that passed
    if ((trouble || check.flaky || noted) && !check.reason.empty()) more += terminal.paragraph(check.reason, "    ");
    if (!check.not_compared.empty())
      more += terminal.paragraph(cat("Not compared with the target: ", check.not_compared, "."), "    ");
    if (check.status == AcceptanceStatus::failed || noted) more += telling_lines(check.last_output, 12);
    add_proofs(more, check, terminal);
    if (!more.empty()) out += cat("\n  ", terminal.paint(Colour::bold, printable(check.title)), "\n", more);
  }
  out += "\n";
  for (const auto& note : verification.notes) out += terminal.paragraph(note, "  ");
  if (!verification.commit.empty()) {
    out += cat("  commit ", verification.commit.substr(0, 12), "  tree ", verification.tree.substr(0, 12), "  on ",
               printable(verification.target_branch), "  sandbox ", printable(verification.sandbox), "\n");
  }
  if (!verification.report.empty()) {
    out += terminal.paint(Colour::dim, cat("  evidence .assay/evidence/", verification.report.substr(0, 2), "/",
                                           verification.report.substr(2, 10), "…")) +
           "\n";
  }
  return out;
}

}  // namespace assay::ops
