#include <algorithm>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "engine/prove/prove_run.h"
#include "engine/run/pool.h"
#include "judge/outcome/check_outcome.h"
#include "judge/outcome/failure_kind.h"
#include "judge/outcome/test_proof.h"

namespace assay::engine {

namespace {

reports::Selection select_tests(const std::vector<judge::ChangedTestFile>& files) {
  reports::Selection out;
  for (const auto& file : files) out.files.push_back(file.path);
  return out;
}

reports::Selection select_old(const std::vector<GivenFile>& files) {
  reports::Selection out;
  for (const auto& file : files) out.files.push_back(file.path);
  return out;
}

struct Trials {
  TrialRun red{}, again{}, old{}, covered{};
};

// The files whose executed lines are wanted.
std::vector<std::string> files_to_cover(const ProveRun& run) {
  std::set<std::string> out;
  if (run.request.policy.level != model::ProofLevel::full) return {};
  for (const auto& hunk : run.code.hunks) {
    if (hunk.why_nothing.empty() && hunk.hunk.after.count > 0) out.insert(run.code.sources[hunk.source].path);
  }
  return {out.begin(), out.end()};
}

enum class Narrowed { no, yes };

// `cover`: files whose executed lines are wanted of a whole run; of none there is no such run.
Result<Trials> try_tests(ProveRun& run, size_t command, Narrowed narrowed, const std::vector<std::string>& cover) {
  const auto& request = run.request;
  Trials out;
  const auto& text = request.after[command].command;
  const auto setup = setup_of(run, command);
  const auto only = [&](reports::Selection files) {
    return narrowed == Narrowed::yes ? std::move(files) : reports::Selection();
  };
  const Trial trial{setup, text, only(select_tests(run.code.tests)), request.timeout_ms, {}};
  const auto work = [&](Variant variant, Trial of, TrialRun& into) {
    return PoolItem{false, [&request, variant = std::move(variant), of = std::move(of), &into](unsigned place) {
                      auto ran = request.lab.run(place, variant, of);
                      if (!ran) return Result<void>(ran.error());
                      into = std::move(*ran);
                      return Result<void>();
                    }};
  };
  std::vector<PoolItem> items;
  if (!cover.empty()) {
    auto whole = whole_trial(run, command);
    whole.cover = cover;
    items.push_back(work({request.changed, {}}, std::move(whole), out.covered));
  }
  if (!run.code.tests.empty()) {
    items.push_back(work({request.base, run.code.new_tests}, trial, out.red));
    items.push_back(work({request.changed, {}}, trial, out.again));
  }
  if (!run.code.old_tests.empty()) {
    items.push_back(work({request.changed, run.code.old_tests},
                         {setup, text, only(select_old(run.code.old_tests)), request.timeout_ms, {}}, out.old));
  }
  TRY(run_pool(std::move(items), request.lab.places()));
  return out;
}

// Old forms of tests that fail on the change; not those that fail on the change in their new form too.
void note_old_expectations(const TrialRun& old, const judge::RanTests& now, const ChangedCode& code,
                           model::Proof& proof) {
  auto tests = judge::list_tests(old.run);
  judge::tell_failures(tests, old.output);
  for (const auto& [name, test] : tests) {
    if (test.outcome == logs::Outcome::passed) ++proof.old_held;
    if (test.outcome != logs::Outcome::failed || test.failure == reports::Failure::error) continue;
    const auto found = now.find(name);
    if (found != now.end() && found->second.outcome == logs::Outcome::failed) continue;
    model::OldExpectation expectation{name, redact(excerpt(trim(test.message), 400))};
    judge::show_edit(code.edited_tests, tests, expectation);
    expectation.test = redact(name);
    proof.old_expectations.push_back(std::move(expectation));
  }
}

// The tests of the change, where they pass in a tree of their own.
void add_stage(ProveRun& run, const Trial& trial, const judge::CommandRun& control) {
  auto tests = judge::list_tests(control);
  if (control.exit_code != 0 || !control.narrowed || tests.empty()) return;
  Stage stage{trial, std::move(tests), 0};
  stage.trial.timeout_ms = std::min(run.request.timeout_ms, 4 * control.duration_ms + k_longest_build_ms);
  run.stages.insert(run.stages.begin(), std::move(stage));
}

// Of old tests that failed before and pass now, those that do so whenever they run: a test that fails at times was
// mended by nobody. A command that takes too long to be run again mends nothing.
Result<std::vector<std::string>> mended_again(ProveRun& run, size_t command, std::vector<std::string> names) {
  if (names.empty()) return names;
  if (run.request.after[command].duration_ms > k_longest_whole_ms) return std::vector<std::string>();
  std::vector<TrialRun> before(k_runs_again), now(k_runs_again);
  std::vector<PoolItem> items;
  for (const bool on_base : {true, false}) {
    for (auto& into : on_base ? before : now) {
      items.push_back({false, [&run, command, on_base, &into](unsigned place) -> Result<void> {
                         const Variant variant{on_base ? run.request.base : run.request.changed, {}};
                         TRY_ASSIGN(into, run.request.lab.run(place, variant, whole_trial(run, command)));
                         return {};
                       }});
    }
  }
  TRY(run_pool(std::move(items), run.request.lab.places()));
  const auto ends_as = [](const std::vector<TrialRun>& trials, logs::Outcome outcome, const std::string& name) {
    return std::all_of(trials.begin(), trials.end(), [&](const TrialRun& trial) {
      const auto tests = judge::list_tests(trial.run);
      const auto found = tests.find(name);
      return found != tests.end() && found->second.outcome == outcome;
    });
  };
  std::erase_if(names, [&](const std::string& name) {
    return !ends_as(before, logs::Outcome::failed, name) || !ends_as(now, logs::Outcome::passed, name);
  });
  return names;
}

}  // namespace

Result<void> prove_by_tests(ProveRun& run, size_t command) {
  const auto& request = run.request;
  const auto& after = request.after[command];
  if (command < request.before.size()) {
    const auto held = judge::held_tests(after, request.before[command], run.code.tests);
    run.proof.held += held.held.size();
    TRY_ASSIGN(const auto mended, mended_again(run, command, held.mended));
    for (const auto& name : mended) run.proof.mended.push_back(redact(name));
  }
  const auto cover = after.duration_ms > k_longest_whole_ms ? std::vector<std::string>() : files_to_cover(run);
  if (run.code.tests.empty() && run.code.old_tests.empty() && cover.empty()) return {};
  if (request.progress && !run.code.tests.empty())
    request.progress(cat("the change's tests on the code before it: ", redact(after.command)));
  TRY_ASSIGN(auto trials, try_tests(run, command, Narrowed::yes, cover));
  if (cover.empty())
    run.reach.add_unknown();
  else
    run.reach.add(trials.covered.run);
  if (run.code.tests.empty()) {
    note_old_expectations(trials.old, judge::list_tests(after), run.code, run.proof);  // test files that are gone
    return {};
  }
  if (judge::list_tests(trials.again.run).empty() && !judge::list_tests(after).empty()) {
    // Their files are not those that run: compiled first, or loaded by another.
    TRY_ASSIGN(trials, try_tests(run, command, Narrowed::no, {}));
  }
  const judge::TestRuns runs{after, trials.red.run, trials.red.output, &trials.again.run};
  for (auto& test : judge::prove_tests(runs, run.code.tests, run.code.own, after.command)) {
    test.test = redact(test.test);
    test.command = redact(after.command);
    run.proof.tests.push_back(std::move(test));
  }
  note_old_expectations(trials.old, judge::list_tests(trials.again.run), run.code, run.proof);
  add_stage(run, {setup_of(run, command), after.command, select_tests(run.code.tests), 0, {}}, trials.again.run);
  return {};
}

}  // namespace assay::engine
