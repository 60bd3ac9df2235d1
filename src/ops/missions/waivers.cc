#include "ops/missions/waivers.h"

#include <algorithm>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/gate_findings.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "store/missions.h"
#include "store/waivers.h"

namespace assay::ops {

namespace {

// An id that the mission's last verification does not name is a typing error, or another mission's.
Result<void> must_have_finding(Context& context, const store::Store& store, const model::MissionId& mission,
                               const std::string& finding) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto found, engine::findings_of_latest(store, home->folder, mission));
  if (std::any_of(found.begin(), found.end(), [&](const model::Finding& each) { return each.id == finding; }))
    return {};
  return not_found(cat("the last verification of mission ", mission.text, " has no finding ", finding,
                       "; assay accept ", mission.text, " shows them"));
}

}  // namespace

void WaiverDocument::fields(Fields& f) {
  std::string origin(name(waiver.origin));
  f.field(item("origin"), origin);
  f.field(item("rule", "id of a rule, or a family such as tests.*; empty: `finding` names it"), waiver.rule);
  f.field(item("path", "a pattern; empty: all places"), waiver.path);
  f.field(item("finding", "id of a finding; empty: `rule` names it"), waiver.finding);
  f.field(item("reason"), waiver.reason);
  f.field(item("by"), waiver.by);
}

void WaiveFinding::Request::fields(Fields& f) {
  f.field(word("mission", "id or unique prefix", Completes::mission), mission);
  f.field(word("what", "id of a finding (f-…), RULE or RULE:PATH"), what);
  f.field(flag("reason", "why it does not count here; recorded with your name", "TEXT"), reason);
}

void WaiveFinding::Response::fields(Fields& f) {
  f.field(item("mission"), mission);
  f.field(item("waivers", "all of the mission, oldest first"), waivers);
}

Result<WaiveFinding::Response> WaiveFinding::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto waiver, model::waiver_of(request.what));
  TRY_ASSIGN(waiver.by, context.actor());
  waiver.origin = model::WaiverOrigin::mission;
  waiver.reason = trim(request.reason);
  TRY(model::complete_waiver(waiver));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  if (!waiver.finding.empty()) TRY(must_have_finding(context, *store, id, waiver.finding));
  TRY(store->change(waiver.by).waivers().add(id, waiver));
  Response out;
  TRY_ASSIGN(out.mission, mission_document(*store, id.text));
  TRY_ASSIGN(auto all, store->waivers().of(id));
  for (auto& each : all) out.waivers.push_back({std::move(each)});
  return out;
}

std::string present(const WaiveFinding::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& each : answer.waivers) {
    out += cat(terminal.paint(Colour::bold, "Waived "), printable(subject_of(each.waiver)), "  ",
               printable(describe(each.waiver)), "\n");
  }
  return cat(out, "The gate is asked again. Next: assay verify ", answer.mission.mission.id.text, "\n");
}

constinit const NamedSchema WaiveFinding::Response::k_schema =
    named_schema<WaiveFinding::Response>("waived", "A mission with what was waived in it");

constinit const Operation k_waive_operation = decides<WaiveFinding>(
    {"waive", "set a finding of the gate aside, with a reason",
     "For a person: agents have no tool for it. The finding is named by its id, as `accept` shows it, or by its\n"
     "rule, in all files or in those of a path. It stays in every report, with your name and the reason, and is\n"
     "attested. What was verified before no longer counts.",
     "  {} waive k3f7 f-0123456789ab --reason \"The test moved to another repository\"\n"
     "  {} waive k3f7 tests.skipped:test/gpu/** --reason \"No GPU in CI until May\"\n",
     "POST", "/api/missions/{mission}/waive"});

}  // namespace assay::ops
