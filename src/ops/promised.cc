#include "ops/promised.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "ops/given_text.h"
#include "plan/criteria.h"
#include "plan/criterion_evidence.h"
#include "plan/lint.h"

namespace assay::ops {

namespace {

Result<PromisedEvidence> tried(model::SuccessCriterion criterion, const engine::BaseEvidence* base) {
  PromisedEvidence out{std::move(criterion), {}};
  if (base != nullptr) {
    TRY_ASSIGN(out.trial, base->of(out.criterion));
  }
  return out;
}

}  // namespace

void PromisedEvidence::fields(Fields& f) {
  f.field(item("kind", "as docs/formats/plan.md has it"), criterion.evidence);
  f.field(item("arguments"), criterion.arguments);
  auto words = plan::describe_evidence(criterion);
  f.field(item("words", "for people"), words);
  f.field(item("onBase", "holds: it proves nothing; does_not_hold; not_tried"), trial.on_base);
  f.field(item("found", "what was found on the base"), trial.found);
}

void PromisedCriterion::fields(Fields& f) {
  f.field(item("task", "its name; empty: a criterion of the mission"), task);
  f.field(item("id"), id);
  f.field(item("text"), text);
  f.field(item("vague", "why nobody could check it, or why it cannot fail; null when it is fit"), vague);
  f.field(item("general", "one of the fixed sentences: the prompt says nothing that can be checked"), general);
  bool by_person = is_for_person(), nothing = proves_nothing();
  f.field(item("forPerson", "no program can look at it"), by_person);
  f.field(item("provesNothing", "its evidence holds before any work"), nothing);
  f.field(item("evidence", "what would show it"), evidence);
}

bool PromisedCriterion::proves_nothing() const {
  return !evidence.empty() && std::all_of(evidence.begin(), evidence.end(), [](const PromisedEvidence& each) {
    return each.trial.on_base == model::OnBase::holds;
  });
}

Result<std::vector<PromisedCriterion>> promised_by(const std::vector<std::string>& criteria,
                                                   const engine::BaseEvidence* base) {
  std::vector<PromisedCriterion> out;
  for (const auto& text : criteria) {
    PromisedCriterion one{"", cat("C-", out.size() + 1), text, plan::is_general(text), why_unfit(text), {}};
    for (auto& evidence : plan::evidence_of(text)) {
      TRY_ASSIGN(auto piece, tried(std::move(evidence), base));
      one.evidence.push_back(std::move(piece));
    }
    out.push_back(std::move(one));
  }
  return out;
}

Result<std::vector<PromisedCriterion>> promised_by(const model::Plan& plan, const engine::BaseEvidence* base) {
  std::vector<PromisedCriterion> out;
  for (const auto& task : plan.tasks) {
    for (const auto& criterion : task.success_criteria) {
      PromisedCriterion one{task.name, criterion.id, criterion.claim, false, std::nullopt, {}};
      if (model::is_machine_checked(criterion.evidence)) {
        TRY_ASSIGN(auto piece, tried(criterion, base));
        one.evidence.push_back(std::move(piece));
      } else {
        one.vague = plan::why_vague(criterion.claim);
      }
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::string promised_lines(const std::vector<PromisedCriterion>& criteria, std::string_view task,
                           const Terminal& terminal) {
  std::string out;
  for (const auto& each : criteria) {
    if (each.task != task) continue;
    out += terminal.paragraph(cat(each.id, "  ", each.text), "     ");
    out += evidence_lines(each, terminal, "           ");
  }
  return out;
}

std::string evidence_lines(const PromisedCriterion& criterion, const Terminal& terminal, std::string_view indent) {
  if (criterion.is_for_person())
    return cat(indent,
               terminal.paint(Colour::dim, criterion.task.empty() ? "for a person" : "for a critic or a person"), "\n");
  std::string out;
  for (const auto& each : criterion.evidence) {
    out +=
        cat(indent, terminal.paint(Colour::dim, cat("shown by: ", printable(plan::describe_evidence(each.criterion)))),
            "\n");
    if (each.trial.on_base != model::OnBase::holds) continue;
    out +=
        cat(indent, terminal.paint(Colour::yellow, "! proves nothing: "), "it holds before any work",
            each.trial.found.empty() ? std::string() : cat(" (", printable(excerpt(each.trial.found, 200)), ")"), "\n");
  }
  return out;
}

}  // namespace assay::ops
