// The flow, top to bottom in calibrate(). A commit is judged as it was first: where its commands fail, nothing can be
// learnt from it. Then its tests are run on the code before it: where they pass there, the commit does not show what
// it brought, and only edits of old tests are tried on it.
#include "engine/calibrate/calibrate.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/version.h"
#include "engine/calibrate/advice.h"
#include "engine/calibrate/attempts.h"
#include "engine/calibrate/gate_trial.h"
#include "engine/calibrate/kept_results.h"
#include "engine/calibrate/records.h"
#include "engine/check/artifacts.h"
#include "git/repository.h"
#include "os/cancel_token.h"

namespace assay::engine {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr size_t k_most_looked_at = 2'000;
constexpr std::uint64_t k_tries_a_commit = 3;  // commits whose commands are run, for each that is wanted
constexpr size_t k_most_mutants = 3;
constexpr std::string_view k_before = "before";
constexpr std::string_view k_no_place = "nothing of this kind can be done to its files";
constexpr std::string_view k_red = "the commands are not green on it";
constexpr std::string_view k_green_before = "its tests pass on the code before it";

std::uint64_t ms_since(SteadyClock::time_point start) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - start).count());
}

std::vector<std::string> rules_of(const model::Verdict& verdict) {
  std::set<std::string> rules;
  for (const auto* list : {&verdict.must_fix, &verdict.should_fix}) {
    for (const auto& finding : *list) rules.insert(finding.rule);
  }
  return {rules.begin(), rules.end()};
}

void note_check(const model::Check& check, VariantResult& out) {
  out.verdict = check.final_verdict;
  out.rules = rules_of(check.verdict);
  out.proof = check.proof.level;
  out.out_of_time = check.proof.out_of_time;
  if (!check.run) return;
  out.sandbox = check.run->sandbox;
  if (check.run->base_comparison) out.not_compared = check.run->base_comparison->why_not;
}

// One commit that cannot be laid out or checked does not end the others. May be possible the next time: not kept.
std::string could_not(const Error& error) { return cat("it could not be checked: ", excerpt(error.message, 160)); }

class Calibrating {
 public:
  Calibrating(const CalibrateRequest& request, const git::Repository& repository, GateTrial& trial,
              const OnProgress& progress, Calibration& out)
      : m_request(request),
        m_repository(repository),
        m_trial(trial),
        m_kept(repository.common_folder(), trial.settings()),
        m_progress(progress),
        m_out(out),
        m_deadline(SteadyClock::now() + request.budget) {}

  Result<void> look_at(const std::string& id) {
    ++m_out.looked_at;
    TRY_ASSIGN(auto read, read_past_commit(m_repository, id, m_trial.scratch()));
    if (!read.commit) {
      count_reason(m_out.left_out, read.left_out);
      return {};
    }
    ++m_tried;
    return try_commit(*read.commit);
  }

  bool goes_on() {
    if (os::cancelled_by() != 0) m_out.end = CalibrationEnd::interrupted;
    if (m_out.end == CalibrationEnd::complete && SteadyClock::now() >= m_deadline)
      m_out.end = CalibrationEnd::out_of_time;
    return m_out.end == CalibrationEnd::complete;
  }
  bool has_enough() const {
    return m_out.taken >= m_request.commits || m_tried >= k_tries_a_commit * m_request.commits;
  }

 private:
  Result<void> try_commit(const PastCommit& commit) {
    m_is_laid_out = false;
    m_number = m_out.taken + 1;
    TRY_ASSIGN(auto honest, result_of(commit, VariantKind::honest));
    if (!honest) return {};
    if (!honest->is_made()) {
      count_reason(m_out.left_out, honest->not_made);
      return {};
    }
    TRY_ASSIGN(const auto before, tests_fail_before(commit));
    if (!before) return {};
    ++m_out.taken;
    for (size_t i = 0; i < k_variant_kinds; ++i) {
      const auto kind = static_cast<VariantKind>(i);
      const bool needs_red = kind <= VariantKind::broken;
      if (needs_red && !*before) {
        m_out.results.push_back({.kind = kind, .commit = commit.id, .not_made = std::string(k_green_before)});
        continue;
      }
      if (kind == VariantKind::honest) {
        m_out.results.push_back(*honest);
        continue;
      }
      TRY_ASSIGN(auto result, result_of(commit, kind));
      if (!result) return {};
      m_out.results.push_back(std::move(*result));
    }
    return {};
  }

  // Nothing: there is no time for it.
  Result<std::optional<VariantResult>> result_of(const PastCommit& commit, VariantKind kind) {
    if (auto kept = m_kept.find(commit.id, name(kind))) return kept;
    if (!goes_on()) return std::optional<VariantResult>();
    const auto start = SteadyClock::now();
    VariantResult out{.kind = kind, .commit = commit.id};
    auto judged = begin(commit, name(kind));
    if (judged) judged = kind == VariantKind::broken ? judge_broken(commit, out) : judge_one(commit, out);
    if (!judged && os::cancelled_by() != 0) return std::optional<VariantResult>();
    out.ms = ms_since(start);
    if (judged)
      m_kept.keep(out, name(kind));
    else
      out.not_made = could_not(judged.error());
    return std::optional(std::move(out));
  }

  // Nothing: there is no time for it.
  Result<std::optional<bool>> tests_fail_before(const PastCommit& commit) {
    if (const auto kept = m_kept.find(commit.id, k_before)) return std::optional(kept->not_made.empty());
    if (!goes_on()) return std::optional<bool>();
    TRY(begin(commit, "its tests on the code before it"));
    auto judged = m_trial.judge(tests_before(commit), model::ProofLevel::off);
    if (!judged && os::cancelled_by() != 0) return std::optional<bool>();
    if (!judged) {
      count_reason(m_out.left_out, could_not(judged.error()));
      return std::optional<bool>();
    }
    VariantResult out{.commit = commit.id, .not_made = std::string(judged->green ? k_green_before : "")};
    note_check(judged->check, out);
    m_kept.keep(out, k_before);
    return std::optional(!judged->green);
  }

  Result<void> begin(const PastCommit& commit, std::string_view what) {
    if (m_progress)
      m_progress(cat(git::short_id(commit.id), " (", m_number, " of ", m_request.commits, ") ",
                     excerpt(commit.subject(), 50), ": ", what));
    if (!m_is_laid_out) TRY(m_trial.take(commit));
    m_is_laid_out = true;
    return {};
  }

  // The first attempt on which the commands are green.
  Result<void> judge_one(const PastCommit& commit, VariantResult& out) {
    TRY_ASSIGN(const auto attempts, attempts_of(commit, out.kind));
    return judge_first_green(attempts, out);
  }

  Result<void> judge_first_green(const std::vector<VariantAttempt>& attempts, VariantResult& out) {
    out.not_made = k_no_place;
    for (const auto& attempt : attempts) {
      TRY_ASSIGN(const auto judged, m_trial.judge(attempt));
      out.not_made = !judged.has_commands ? k_no_command : out.kind == VariantKind::honest ? k_not_green : k_red;
      if (!judged.green) continue;
      out.not_made.clear();
      out.path = attempt.path;
      out.edit = attempt.edit;
      note_check(judged.check, out);
      return {};
    }
    return {};
  }

  // A line that the new tests notice when it is broken; then those tests are left out.
  Result<void> judge_broken(const PastCommit& commit, VariantResult& out) {
    auto mutants = mutants_of_commit(commit);
    out.not_made = mutants.empty() ? k_no_place : "no test of it notices a broken line";
    if (mutants.size() > k_most_mutants) mutants.resize(k_most_mutants);
    for (const auto& mutant : mutants) {
      TRY_ASSIGN(const auto noticed, m_trial.judge(broken(commit, mutant), model::ProofLevel::off));
      if (noticed.green) continue;
      TRY_ASSIGN(const auto attempts, broken_unnoticed(commit, mutant, m_trial.last_log()));
      TRY(judge_first_green(attempts, out));
      if (out.is_made()) return {};
    }
    return {};
  }

  const CalibrateRequest& m_request;
  const git::Repository& m_repository;
  GateTrial& m_trial;
  KeptResults m_kept;
  const OnProgress& m_progress;
  Calibration& m_out;
  SteadyClock::time_point m_deadline;
  std::uint64_t m_tried = 0;
  std::uint64_t m_number = 0;  // of the commit that is tried, for people
  bool m_is_laid_out = false;
};

// Told each line once, however many checks say it.
OnProgress once(const OnProgress& notice) {
  return [&notice, told = std::set<std::string, std::less<>>()](std::string_view line) mutable {
    if (notice && told.emplace(line).second) notice(line);
  };
}

}  // namespace

Result<Calibration> calibrate(const CalibrateRequest& request, const OnProgress& progress, const OnProgress& notice) {
  const auto start = SteadyClock::now();
  TRY_ASSIGN(const auto repository, git::Repository::open(request.check.workspace));
  TRY_ASSIGN(const auto ids, past_commits(repository, request.since, k_most_looked_at));
  TRY_ASSIGN(auto trial, GateTrial::make(repository, request.check, once(notice)));
  Calibration out;
  out.started_at = utc_now();
  out.version = version();
  out.head = ids.empty() ? "" : ids.front();
  Calibrating calibrating(request, repository, trial, progress, out);
  for (const auto& id : ids) {
    if (calibrating.has_enough() || !calibrating.goes_on()) break;
    TRY(calibrating.look_at(id));
  }
  out.ms = ms_since(start);
  out.advice = advise(out);
  if (out.taken > 0) keep_calibration(repository.common_folder(), out);
  return out;
}

}  // namespace assay::engine
