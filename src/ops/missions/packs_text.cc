// An acceptance pack as people read it.
#include <algorithm>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/missions/packs.h"
#include "ops/text_parts.h"
#include "ops/verification_text.h"

namespace assay::ops {

namespace {

using model::AcceptanceKind;
using model::AcceptanceStatus;

Colour colour_of_check(AcceptanceStatus status) {
  switch (status) {
    case AcceptanceStatus::pending: return Colour::plain;
    case AcceptanceStatus::passed: return Colour::green;
    case AcceptanceStatus::failed: return Colour::red;
    case AcceptanceStatus::skipped: return Colour::dim;
  }
  return Colour::plain;
}

Cell status_of(const model::AcceptanceCheck& check) {
  if (is_flaky(check)) return {"⚠ flaky", Colour::yellow};
  return {std::string(name(check.status)), colour_of_check(check.status)};
}

std::string how(const model::AcceptanceCheck& check) {
  switch (check.kind) {
    case AcceptanceKind::command: return check.command.value_or("");
    case AcceptanceKind::file: return cat("file ", check.path.value_or(""));
    case AcceptanceKind::manual: return "a person";
  }
  return {};
}

}  // namespace

std::string pack_lines(const model::AcceptancePack& pack, const std::vector<PromisedCriterion>& criteria,
                       const Terminal& terminal) {
  std::string out = "Criteria\n";
  size_t number = 0;
  for (const auto& criterion : criteria) {
    const std::string label = cat("  ", ++number, ". ");
    const std::string indent(label.size(), ' ');
    const std::string lines = terminal.paragraph(criterion.text, indent);
    out += label + lines.substr(std::min(label.size(), lines.size()));
    out += evidence_lines(criterion, terminal, indent);
  }
  if (criteria.empty()) out += "  none\n";
  out += "\nChecks\n";
  if (pack.checks.empty()) return out + "  none\n";
  using Kind = Table::Kind;
  Table table({{"#"}, {"STATUS"}, {"CHECK", Kind::wide}, {"HOW"}, {"BECAUSE", Kind::may_go}});
  number = 0;
  for (const auto& check : pack.checks) {
    table.add({{cat(++number)}, status_of(check), {check.title}, {how(check)}, {check.detail, Colour::dim}});
  }
  return out + table.text(terminal, "  ");
}

std::string pack_lines(const model::AcceptancePack& pack, const Terminal& terminal) {
  const auto criteria = promised_by(pack.criteria, nullptr);
  return pack_lines(pack, criteria ? *criteria : std::vector<PromisedCriterion>(), terminal);
}

std::string present(const PackAnswer& answer, const Terminal& terminal) {
  const auto& pack = answer.acceptance.pack;
  std::string out =
      cat(terminal.headline("", answer.mission, answer.title, name(answer.status), colour_of(answer.status)), "\n",
          pack_lines(pack, answer.criteria, terminal), "\nTogether: ", name(pack.status), "\n");
  std::vector<model::CriterionProof> proofs;
  for (const auto& document : answer.proofs) proofs.push_back(document.criterion);
  if (!proofs.empty()) out += cat("\nProof\n", present_proofs(proofs, terminal));
  for (const auto& check : pack.checks) {
    if (check.status != AcceptanceStatus::failed || !check.last_output) continue;
    out += cat("\n", printable(check.title), " said\n", terminal.paragraph(excerpt(*check.last_output, 2000), "  "));
  }
  for (const auto& note : answer.notes) out += cat("\n", terminal.paint(Colour::yellow, "! "), printable(note), "\n");
  return out;
}

}  // namespace assay::ops
