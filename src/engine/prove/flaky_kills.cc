#include "engine/prove/flaky_kills.h"

#include <algorithm>
#include <map>

#include "base/mutex.h"
#include "base/redact.h"
#include "base/text.h"
#include "engine/run/pool.h"

namespace assay::engine {

namespace {

using judge::Notice;

constexpr size_t k_most_tests = 8;  // that are asked again; more of them do not all fail by chance

class FlakyTests {
 public:
  void add(const std::string& name) {
    const MutexLock lock(m_mutex);
    m_names.insert(name);
  }
  TestNames take() {
    const MutexLock lock(m_mutex);
    return std::move(m_names);
  }

 private:
  Mutex m_mutex;
  TestNames m_names GUARDED_BY(m_mutex);
};

bool relies_on(const Stage& stage, const std::string& test) {
  if (stage.control.empty()) return stage.trial.command == test;
  const auto found = stage.control.find(test);
  return found != stage.control.end() && found->second.outcome == logs::Outcome::passed;
}

// The tests of a stage that fail with nothing broken.
void note_failing(const Stage& stage, const TrialRun& ran, FlakyTests& out) {
  if (stage.control.empty()) {
    if (ran.run.exit_code && *ran.run.exit_code != 0) out.add(stage.trial.command);
    return;
  }
  const auto now = judge::list_tests(ran.run);
  for (const auto& [name, test] : now) {
    if (test.outcome == logs::Outcome::failed && relies_on(stage, name)) out.add(name);
  }
}

}  // namespace

Result<TestNames> find_flaky(ProveRun& run, const std::vector<Kill>& kills, const ShowAgain& again) {
  std::map<std::string, std::vector<size_t>> by_test;
  for (const auto& kill : kills) by_test[kill.test].push_back(kill.attempt);
  FlakyTests flaky;
  std::vector<PoolItem> items;
  std::set<const Stage*> stages;
  for (const auto& [test, attempts] : by_test) {
    const auto stage = std::find_if(run.stages.begin(), run.stages.end(),
                                    [&, name = &test](const Stage& each) { return relies_on(each, *name); });
    if (stage != run.stages.end()) stages.insert(&*stage);
  }
  for (const auto* stage : stages) {
    for (size_t i = 0; i < k_runs_again; ++i) {
      items.push_back(
          {false, [&run, &flaky, stage](unsigned place) -> Result<void> {
             TRY_ASSIGN(const auto ran, run.request.lab.run(place, {run.request.changed, {}}, stage->trial));
             note_failing(*stage, ran, flaky);
             return {};
           }});
    }
  }
  size_t asked = 0;
  for (const auto& [test, attempts] : by_test) {
    if (++asked > k_most_tests) break;
    for (size_t i = 0; i < k_runs_again; ++i) {
      items.push_back(
          {false,
           [&again, &flaky, name = &test, attempt = attempts[i % attempts.size()]](unsigned place) -> Result<void> {
             TRY_ASSIGN(const auto notice, again(place, attempt));
             if (notice && !notice->failing.contains(*name)) flaky.add(*name);
             return {};
           }});
    }
  }
  TRY(run_pool(std::move(items), run.request.lab.places()));
  return flaky.take();
}

void rely_on_others(ProveRun& run, const TestNames& flaky) {
  for (auto& stage : run.stages) {
    for (auto& [name, test] : stage.control) {
      if (flaky.contains(name)) test.outcome = logs::Outcome::skipped;
    }
  }
  std::erase_if(run.stages,
                [&](const Stage& stage) { return stage.control.empty() && flaky.contains(stage.trial.command); });
  for (auto& test : run.proof.tests) {
    const bool is_one =
        std::any_of(flaky.begin(), flaky.end(), [&](const auto& each) { return redact(each) == test.test; });
    if (!is_one) continue;
    test.proof = model::TestProof::flaky;
    test.detail = "passed on the change once and failed once";
  }
}

}  // namespace assay::engine
