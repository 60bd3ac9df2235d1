// Findings are joined by sorting 64-bit hashes, not by a hash table: a report is written by whoever
// is judged or paid for it, and a table can be flooded with colliding keys. First of where they
// stand, which is cheap; only where several stand at one place are their fingerprints made, since
// putting texts into their normal form is the costly part. Equal hashes are compared in full. The findings
// themselves are large and lie wherever memory was: each is visited to be hashed and to be moved, and in
// between only the hashes are.
#include "judge/critic/merge.h"

#include <algorithm>
#include <array>
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

// What equal findings share and costs little to read: the name of the file without its folders, the
// line, the category, the criterion.
std::uint64_t place_hash(const CriticFinding& finding) {
  const std::string_view file = trim(finding.file);
  const size_t slash = file.find_last_of("/\\");
  const std::hash<std::string_view> hash;
  std::uint64_t out = hash(slash == std::string_view::npos ? file : file.substr(slash + 1));
  out = (out ^ finding.line) * 0x9E3779B97F4A7C15U;
  if (!finding.criterion_id.empty()) out ^= hash(finding.criterion_id);
  return (out ^ static_cast<std::uint64_t>(finding.category)) * 0x9E3779B97F4A7C15U;
}

std::uint64_t full_hash(const CriticFinding& finding, std::string& room) {
  room.clear();
  append_fingerprint(room, finding);
  return std::hash<std::string_view>()(room);
}

void sort_keys(std::span<Keyed> keys) {
  std::sort(keys.begin(), keys.end(),
            [](const Keyed& a, const Keyed& b) { return a.hash != b.hash ? a.hash < b.hash : a.index < b.index; });
}

// The same for many: dealt out by the first bits of their hashes, then few at a time.
void sort_many(std::vector<Keyed>& keys) {
  constexpr unsigned k_bits = 14;
  if (keys.size() < (size_t{1} << k_bits)) return sort_keys(keys);
  const auto place = [](const Keyed& key) { return static_cast<size_t>(key.hash >> (64 - k_bits)); };
  std::vector<std::uint32_t> begins((size_t{1} << k_bits) + 1);
  for (const auto& key : keys) ++begins[place(key) + 1];
  for (size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  std::vector<Keyed> dealt(keys.size());
  auto next = begins;
  for (const auto& key : keys) dealt[next[place(key)]++] = key;
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    if (begins[i + 1] - begins[i] > 1) sort_keys(std::span(dealt).subspan(begins[i], begins[i + 1] - begins[i]));
  }
  keys = std::move(dealt);
}

// Calls each(run) for every stretch of equal hashes that is longer than one.
template <class Each>
void each_run(std::span<Keyed> keys, Each&& each) {
  for (size_t i = 0, end = 0; i < keys.size(); i = end) {
    while (end < keys.size() && keys[end].hash == keys[i].hash) ++end;
    if (end - i > 1) each(keys.subspan(i, end - i));
  }
}

// Room for fingerprints, used again and again.
struct Rooms {
  std::string one, other;
};

void join_two(CriticFinding& one, CriticFinding*& other, Rooms& rooms) {
  if (one.category != other->category || one.line != other->line) return;
  rooms.one.clear();
  rooms.other.clear();
  append_fingerprint(rooms.one, one);
  append_fingerprint(rooms.other, *other);
  if (rooms.one != rooms.other) return;
  absorb(one, *other);
  other = nullptr;
}

// Findings with one full hash: nearly always they say the same. What is absorbed becomes null.
void join_run(std::vector<CriticFinding*>& all, std::span<const Keyed> run, Rooms& rooms) {
  if (run.size() == 2) return join_two(*all[run[0].index], all[run[1].index], rooms);
  std::vector<std::pair<std::string, std::uint32_t>> prints;
  for (const auto& entry : run) prints.emplace_back(fingerprint(*all[entry.index]), entry.index);
  std::sort(prints.begin(), prints.end());
  for (size_t i = 1, kept = 0; i < prints.size(); ++i) {
    if (prints[i].first != prints[kept].first) {
      kept = i;
      continue;
    }
    absorb(*all[prints[kept].second], *all[prints[i].second]);
    all[prints[i].second] = nullptr;
  }
}

// `keys` are the place hashes of all.
void join_all(std::vector<CriticFinding*>& all, std::vector<Keyed> keys) {
  constexpr size_t k_few = 16;
  sort_many(keys);
  Rooms rooms;
  each_run(keys, [&](std::span<Keyed> near) {
    if (near.size() <= k_few) return join_run(all, near, rooms);
    for (auto& key : near) key.hash = full_hash(*all[key.index], rooms.one);
    sort_keys(near);
    each_run(near, [&](std::span<Keyed> same) { join_run(all, same, rooms); });
  });
  std::erase(all, nullptr);
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
  if (!next.is_judged) {
    if (!known.is_judged && !next.missing_info.empty()) known.missing_info = std::move(next.missing_info);
    return;
  }
  // Words without proof neither pull down what was proven nor stand in its way.
  const auto is_proven = [](const CriterionReport& one) {
    return one.is_judged && one.verdict == CriterionVerdict::satisfied;
  };
  if (next.is_unproven && is_proven(known)) return;
  const bool outdone = known.is_unproven && is_proven(next);
  if (!known.is_judged || outdone || rank(next.verdict) < rank(known.verdict)) {
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

Category category_of(const CriterionReport& criterion) {
  if (criterion.verdict == CriterionVerdict::unsatisfied) return Category::unmet_criterion;
  return criterion.is_infrastructure ? Category::infrastructure_mismatch : Category::information_missing;
}

CriticFinding promoted(const CriterionReport& criterion, Critic by) {
  CriticFinding finding;
  finding.category = category_of(criterion);
  finding.severity = Gravity::fail;
  finding.criterion_id = criterion.id;
  finding.confirmed_by = by;
  if (finding.category == Category::infrastructure_mismatch) {
    finding.remediation = cat(criterion.id, " cannot be judged here: ", criterion.missing_info);
    return finding;
  }
  const bool unmet = criterion.verdict == CriterionVerdict::unsatisfied;
  finding.remediation =
      cat(unmet ? "Meet " : "Find out what ", criterion.id, unmet ? ": " : " needs: ", criterion.claim,
          criterion.missing_info.empty() ? "" : cat(" — ", criterion.missing_info));
  return finding;
}

// An explicit finding on a criterion says more than the promoted one, and takes its place; only as
// grave it has to be.
std::vector<CriticFinding> promote(const std::vector<CriterionReport>& criteria, MergeFrame::Open open,
                                   const std::vector<CriticFinding*>& findings) {
  if (criteria.empty()) return {};
  std::unordered_map<std::string_view, std::vector<CriticFinding*>> explicit_ones;
  for (auto* finding : findings) {
    if (!finding->criterion_id.empty()) explicit_ones[finding->criterion_id].push_back(finding);
  }
  std::vector<CriticFinding> added;
  for (const auto& criterion : criteria) {
    if (criterion.verdict == CriterionVerdict::satisfied) continue;
    if (!criterion.is_judged && open == MergeFrame::Open::leave) continue;
    auto finding = promoted(criterion, Critic::assay);
    bool said = false;
    for (auto* one : explicit_ones[criterion.id]) {
      if (one->category != finding.category) continue;
      one->severity = Gravity::fail;
      said = true;
    }
    if (!said) added.push_back(std::move(finding));
  }
  return added;
}

// Each is moved once; the order within each severity is kept.
std::vector<CriticFinding> gravest_first(const std::vector<CriticFinding*>& all) {
  std::array<std::vector<CriticFinding*>, 3> by_gravity;  // fail, risk, nit
  for (auto* finding : all) by_gravity[static_cast<size_t>(finding->severity)].push_back(finding);
  std::vector<CriticFinding> out;
  out.reserve(all.size());
  for (const auto& group : by_gravity) {
    for (auto* finding : group) out.push_back(std::move(*finding));
  }
  return out;
}

CriticFinding out_of_time() {
  CriticFinding finding;
  finding.category = Category::information_missing;
  finding.confirmed_by = Critic::assay;
  finding.remediation = "The critic ran out of time before it had looked at everything; let it look again.";
  return finding;
}

}  // namespace

bool is_remark(const CriticFinding& finding) {
  return finding.severity == Gravity::nit && finding.route <= Route::executor;
}

void normalise(CriticFinding& finding, PlanCriteria criteria) {
  finding.route = model::route_of(finding.category);
  if (finding.category == Category::unknown) finding.severity = Gravity::fail;
  if (finding.category == Category::unmet_criterion && criteria == PlanCriteria::none)
    finding.route = Route::plan_checker;
}

void join_same(std::vector<CriticFinding>& findings) {
  std::vector<CriticFinding*> all;
  std::vector<Keyed> keys;
  for (auto& finding : findings) {
    keys.push_back({place_hash(finding), static_cast<std::uint32_t>(all.size())});
    all.push_back(&finding);
  }
  join_all(all, std::move(keys));
  std::vector<CriticFinding> out;
  out.reserve(all.size());
  for (auto* finding : all) out.push_back(std::move(*finding));
  findings = std::move(out);
}

Route route(std::span<const CriticFinding> findings) {
  Route out = Route::commit;
  for (const auto& finding : findings) {
    if (!is_remark(finding)) out = std::max(out, finding.route);
  }
  return out;
}

CriticReport merge(const MergeFrame& frame, std::vector<CriticReport> reports) {
  CriticReport out;
  out.task_id = frame.task_id;
  out.round = frame.round;
  out.tree = frame.tree;
  out.criteria = merge_criteria(frame, reports);
  const auto plan = frame.criteria.empty() ? PlanCriteria::none : PlanCriteria::some;
  std::vector<CriticFinding*> all;
  std::vector<Keyed> keys;
  const auto take = [&](CriticFinding& finding) {
    normalise(finding, plan);
    keys.push_back({place_hash(finding), static_cast<std::uint32_t>(all.size())});
    all.push_back(&finding);
  };
  for (auto& report : reports) {
    out.timed_out = out.timed_out || report.timed_out;
    for (auto& finding : report.findings) {
      finding.confirmed_by.add(report.critic);
      take(finding);
    }
  }
  auto added = promote(out.criteria, frame.open, all);
  const bool all_left = frame.open == MergeFrame::Open::leave && all.empty() && added.empty();
  if (all_left) added = promote(out.criteria, MergeFrame::Open::promote, all);  // never a pass by leaving things
  if (out.timed_out && all.empty() && added.empty()) added.push_back(out_of_time());
  for (auto& finding : added) take(finding);
  join_all(all, std::move(keys));
  out.findings = gravest_first(all);
  out.route = route(out.findings);
  const bool only_remarks = std::all_of(out.findings.begin(), out.findings.end(), is_remark);
  out.verdict = only_remarks ? model::ReportVerdict::passed : model::ReportVerdict::issues_found;
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
