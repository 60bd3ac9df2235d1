// Findings are joined by sorting 64-bit hashes of their fingerprints, not by a hash table: a report
// is written by whoever is judged or paid for it, and a table can be flooded with colliding keys.
// Equal hashes are compared in full. 100,000 findings take about as long as reading them.
#include "judge/critic_merge.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/text.h"
#include "judge/finding_identity.h"

namespace assay::judge {

namespace {

using model::Category;
using model::CriterionReport;
using model::CriterionVerdict;
using model::Critic;
using model::CriticFinding;
using model::CriticReport;
using model::Gravity;
using model::Route;

struct Keyed {
  std::uint64_t hash;
  std::uint32_t index;
};

// `from` says the same as `into`, which came first.
void absorb(CriticFinding& into, CriticFinding& from) {
  into.severity = std::min(into.severity, from.severity);
  into.route = std::max(into.route, from.route);
  into.confirmed_by.add(from.confirmed_by);
  if (from.remediation.size() > into.remediation.size()) into.remediation = std::move(from.remediation);
  if (into.id.empty()) into.id = std::move(from.id);
  if (into.raw.empty()) into.raw = std::move(from.raw);
}

// Marks what was absorbed by taking its critics away.
bool is_absorbed(const CriticFinding& finding) { return finding.confirmed_by == model::Critics(); }

// A run of entries with one hash: nearly always they say the same.
void join_run(std::vector<CriticFinding>& findings, std::span<Keyed> run) {
  const auto first = fingerprint(findings[run.front().index]);
  std::vector<std::pair<std::string, std::uint32_t>> others;
  for (const auto& entry : run.subspan(1)) {
    auto print = fingerprint(findings[entry.index]);
    if (print != first) {
      others.emplace_back(std::move(print), entry.index);
      continue;
    }
    absorb(findings[run.front().index], findings[entry.index]);
    findings[entry.index].confirmed_by = {};
  }
  std::sort(others.begin(), others.end());
  for (size_t i = 0, kept = 0; i < others.size(); ++i) {
    if (i == 0 || others[i].first != others[kept].first) {
      kept = i;
      continue;
    }
    absorb(findings[others[kept].second], findings[others[i].second]);
    findings[others[i].second].confirmed_by = {};
  }
}

// Lower is worse.
int rank(CriterionVerdict verdict) {
  switch (verdict) {
    case CriterionVerdict::satisfied: return 2;
    case CriterionVerdict::information_missing: return 1;
    case CriterionVerdict::unsatisfied: return 0;
  }
  return 0;
}

// What `next` says of a criterion joins what is known: a verdict can fall, never rise.
void take_in(CriterionReport& known, CriterionReport& next) {
  if (!next.is_judged) return;
  if (!known.is_judged || rank(next.verdict) < rank(known.verdict)) {
    const auto id = std::move(known.id);
    const auto claim = std::move(known.claim);
    known = std::move(next);
    known.id = id;
    known.claim = claim;
    return;
  }
  if (known.verdict != next.verdict) return;
  for (auto& citation : next.citations) known.citations.push_back(std::move(citation));
  if (known.evidence.empty()) known.evidence = std::move(next.evidence);
  if (known.missing_info.empty()) known.missing_info = std::move(next.missing_info);
}

std::vector<CriterionReport> merge_criteria(const MergeFrame& frame, std::vector<CriticReport>& reports) {
  std::vector<CriterionReport> out(frame.criteria.size());
  std::unordered_map<std::string_view, size_t> index;
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].id = frame.criteria[i].id;
    out[i].claim = frame.criteria[i].claim;
    out[i].is_judged = false;
    out[i].missing_info = "No critic has looked at it.";
    index.emplace(frame.criteria[i].id, i);
  }
  for (auto& report : reports) {
    for (auto& criterion : report.criteria) {
      const auto found = index.find(criterion.id);
      if (found != index.end()) take_in(out[found->second], criterion);
    }
  }
  return out;
}

CriticFinding promoted(const CriterionReport& criterion, Critic by) {
  CriticFinding finding;
  finding.category =
      criterion.verdict == CriterionVerdict::unsatisfied ? Category::unmet_criterion : Category::information_missing;
  finding.severity = Gravity::fail;
  finding.criterion_id = criterion.id;
  finding.confirmed_by = by;
  const bool unmet = criterion.verdict == CriterionVerdict::unsatisfied;
  finding.remediation =
      cat(unmet ? "Meet " : "Find out what ", criterion.id, unmet ? ": " : " needs: ", criterion.claim,
          criterion.missing_info.empty() ? "" : cat(" — ", criterion.missing_info));
  return finding;
}

// An explicit finding on a criterion says more than the promoted one, and takes its place; only as
// grave it has to be.
void promote(const std::vector<CriterionReport>& criteria, std::vector<CriticFinding>& findings) {
  std::unordered_map<std::string_view, std::vector<size_t>> explicit_ones;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!findings[i].criterion_id.empty()) explicit_ones[findings[i].criterion_id].push_back(i);
  }
  std::vector<CriticFinding> added;
  for (const auto& criterion : criteria) {
    if (criterion.verdict == CriterionVerdict::satisfied) continue;
    auto finding = promoted(criterion, Critic::assay);
    bool said = false;
    for (const size_t i : explicit_ones[criterion.id]) {
      if (findings[i].category != finding.category) continue;
      findings[i].severity = Gravity::fail;
      said = true;
    }
    if (!said) added.push_back(std::move(finding));
  }
  for (auto& finding : added) findings.push_back(std::move(finding));
}

// In place, the order within each severity kept.
void gravest_first(std::vector<CriticFinding>& findings) {
  const auto by_severity = [](const auto& a, const auto& b) { return a.severity < b.severity; };
  if (!std::is_sorted(findings.begin(), findings.end(), by_severity)) {
    std::vector<CriticFinding> out;
    out.reserve(findings.size());
    for (const auto gravity : {Gravity::fail, Gravity::risk, Gravity::nit}) {
      for (auto& finding : findings) {
        if (finding.severity == gravity) out.push_back(std::move(finding));
      }
    }
    findings = std::move(out);
  }
}

CriticFinding out_of_time() {
  CriticFinding finding;
  finding.category = Category::information_missing;
  finding.confirmed_by = Critic::assay;
  finding.remediation = "The critic ran out of time before it had looked at everything; let it look again.";
  return finding;
}

}  // namespace

void normalise(CriticFinding& finding, PlanCriteria criteria) {
  finding.route = model::route_of(finding.category);
  if (finding.category == Category::unknown) finding.severity = Gravity::fail;
  if (finding.category == Category::unmet_criterion && criteria == PlanCriteria::none)
    finding.route = Route::plan_checker;
}

void join_same(std::vector<CriticFinding>& findings) {
  std::vector<Keyed> keys;
  keys.reserve(findings.size());
  std::string print;
  for (std::uint32_t i = 0; i < findings.size(); ++i) {
    print.clear();
    append_fingerprint(print, findings[i]);
    keys.push_back({std::hash<std::string_view>()(print), i});
  }
  std::sort(keys.begin(), keys.end(),
            [](const Keyed& a, const Keyed& b) { return a.hash != b.hash ? a.hash < b.hash : a.index < b.index; });
  bool any = false;
  for (size_t i = 0, end = 0; i < keys.size(); i = end) {
    while (end < keys.size() && keys[end].hash == keys[i].hash) ++end;
    if (end - i < 2) continue;
    any = true;
    join_run(findings, std::span(keys).subspan(i, end - i));
  }
  if (any) std::erase_if(findings, is_absorbed);
}

Route route(std::span<const CriticFinding> findings) {
  Route out = Route::commit;
  for (const auto& finding : findings) out = std::max(out, finding.route);
  return out;
}

CriticReport merge(const MergeFrame& frame, std::vector<CriticReport> reports) {
  CriticReport out;
  out.task_id = frame.task_id;
  out.round = frame.round;
  out.tree = frame.tree;
  out.criteria = merge_criteria(frame, reports);
  size_t count = 0;
  for (const auto& report : reports) count += report.findings.size();
  out.findings.reserve(count + out.criteria.size());
  for (auto& report : reports) {
    out.timed_out = out.timed_out || report.timed_out;
    for (auto& finding : report.findings) {
      finding.confirmed_by.add(report.critic);
      out.findings.push_back(std::move(finding));
    }
    report.findings = {};
  }
  promote(out.criteria, out.findings);
  if (out.timed_out && out.findings.empty()) out.findings.push_back(out_of_time());
  const auto plan = frame.criteria.empty() ? PlanCriteria::none : PlanCriteria::some;
  for (auto& finding : out.findings) normalise(finding, plan);
  join_same(out.findings);
  gravest_first(out.findings);
  out.route = route(out.findings);
  out.verdict = out.findings.empty() ? model::ReportVerdict::passed : model::ReportVerdict::issues_found;
  return out;
}

CriticReport report_without_criteria(const MergeFrame& frame, std::string_view plan_file) {
  CriticReport out;
  out.task_id = frame.task_id;
  out.round = frame.round;
  out.tree = frame.tree;
  CriticFinding finding;
  finding.category = Category::unmet_criterion;
  finding.file = plan_file;
  finding.remediation =
      "The plan of this task has no success criteria, so nothing can show that it is done; add them to the plan.";
  finding.confirmed_by = Critic::assay;
  normalise(finding, PlanCriteria::none);
  out.findings.push_back(std::move(finding));
  out.route = route(out.findings);
  return out;
}

}  // namespace assay::judge
