#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/mutex.h"
#include "base/redact.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/prove/attempts.h"
#include "engine/prove/flaky_kills.h"
#include "engine/prove/kept_outcomes.h"
#include "engine/prove/prove_run.h"
#include "engine/prove/readable.h"
#include "engine/run/pool.h"
#include "judge/outcome/failure_kind.h"

namespace assay::engine {

namespace {

using judge::Notice;
using model::HunkProof;
using Steady = std::chrono::steady_clock;

// A survivor of the tests that run its line is shown to all others where these take no longer: one test may prepare
// what another judges.
constexpr std::uint64_t k_longest_confirmed_ms = 5'000;

struct Found {
  bool tried = false;
  Notice notice{};
  std::string words{};  // of the breakage
  const Breakage* breakage = nullptr;
};

// Its breakage in another copy of the attempt.
const Breakage* same_breakage(const Attempt& attempt, const Found& found) {
  for (const auto& each : attempt.breakages) {
    if (each.words == found.words) return &each;
  }
  return nullptr;
}

// What attempts came to, gathered from several threads.
class Results {
 public:
  explicit Results(size_t attempts) : m_found(attempts) {}
  void put(size_t attempt, Found found) {
    const MutexLock lock(m_mutex);
    m_found[attempt] = std::move(found);
  }
  std::vector<Found> take() {
    const MutexLock lock(m_mutex);
    return std::move(m_found);
  }

 private:
  Mutex m_mutex;
  std::vector<Found> m_found GUARDED_BY(m_mutex);
};

// All that a stage's outcome depends on beside the tree.
std::string key_of_stage(const Stage& stage) {
  std::string text = cat(stage.trial.command, "\n", join(stage.trial.setup, "\n"), "\n");
  for (const auto& file : stage.trial.only.files) text += cat("only ", file, "\n");
  for (const auto& [name, test] : stage.control) {
    if (test.outcome == logs::Outcome::passed) text += cat("passed ", name, "\n");
  }
  return sha256_hex(text);
}

// Empty: nothing is kept.
std::string key_of_tree(const ProofRequest& request) {
  const auto lab = request.lab.key();
  if (!request.uses_kept || lab.empty()) return {};
  return sha256_hex(cat(version(), "\n", request.changed, "\n", lab, "\n"));
}

// The same tests, but only those of these files; nothing: none of them is among them.
std::optional<Stage> narrowed_to(const Stage& whole, const std::vector<std::string>& files) {
  Stage out{whole.trial, {}, whole.whole_ms};
  out.trial.only.files = files;
  for (const auto& test : whole.control) {
    const auto is_of = [&](const std::string& file) { return judge::is_same_file(test.second.file, file); };
    if (std::any_of(files.begin(), files.end(), is_of)) out.control.insert(test);
  }
  return out.control.empty() ? std::nullopt : std::optional(std::move(out));
}

class Breaking {
 public:
  explicit Breaking(ProveRun& run)
      : m_run(run),
        m_kept(run.request.repository.common_folder(), key_of_tree(run.request)),
        m_end(Steady::now() + std::chrono::milliseconds(run.request.policy.budget_ms)) {}

  // Files that no test was seen to run: when nothing changes with such a file broken altogether, none does.
  Result<void> find_unused() {
    const auto files = files_that_look_unused(m_run);
    std::vector<Attempt> attempts;
    for (const auto& file : files) attempts.push_back({0, 0, false, {file}});
    TRY_ASSIGN(const auto found, try_all(attempts));
    for (size_t i = 0; i < files.size(); ++i) {
      if (found[i].tried && found[i].notice.kind == Notice::Kind::unnoticed) m_run.reach.add_unused(files[i].file.path);
    }
    return {};
  }

  Result<std::vector<Found>> try_all(const std::vector<Attempt>& attempts) {
    Results results(attempts.size());
    std::vector<PoolItem> items;
    for (size_t i = 0; i < attempts.size(); ++i) {
      items.push_back({false, [&, i](unsigned place) -> Result<void> {
                         TRY_ASSIGN(auto found, try_one(place, attempts[i]));
                         results.put(i, std::move(found));
                         return {};
                       }});
    }
    const auto ran = run_pool(std::move(items), m_run.request.lab.places());
    m_kept.save();
    if (!ran) return ran.error();
    return results.take();
  }

  // What the tests say when they see it once more, whatever is known of it. Nothing: the run came to no end.
  Result<std::optional<Notice>> show_again(unsigned place, const Attempt& attempt, const Breakage& breakage) {
    std::optional<Notice> out;
    for (const auto& stage : stages_for(attempt)) {
      TRY_ASSIGN(const auto ran, m_run.request.lab.run(place, {m_run.request.changed, {breakage.file}}, stage.trial));
      if (!ran.run.exit_code) return std::optional<Notice>();
      out = notice_in(ran, stage, breakage);
      if (out->kind != Notice::Kind::unnoticed) break;
    }
    return out;
  }

 private:
  bool is_over() const { return Steady::now() >= m_end; }

  Result<Found> try_one(unsigned place, const Attempt& attempt) {
    Found found;
    const auto stages = stages_for(attempt);
    for (const auto& breakage : attempt.breakages) {
      TRY_ASSIGN(auto notice, show_to_tests(place, stages, breakage));
      if (!notice) break;
      // One that only breaks something says nothing; a survivor is told, unless another is noticed.
      const bool tells_more = !found.tried || notice->kind == Notice::Kind::noticed ||
                              (found.notice.kind == Notice::Kind::broke && notice->kind == Notice::Kind::unnoticed);
      if (tells_more) found = {true, *notice, breakage.words, &breakage};
      if (notice->kind == Notice::Kind::noticed) break;
    }
    return found;
  }

  // The tests of the change, others that run the line, then all.
  std::vector<Stage> stages_for(const Attempt& attempt) const {
    auto tests = attempt.line == 0 ? std::vector<std::string>()
                                   : m_run.reach.tests_of(attempt.breakages.front().file.path, attempt.line);
    std::vector<Stage> out;
    const bool known = !tests.empty();
    for (const auto& stage : m_run.stages) {
      const bool whole = stage.trial.only.files.empty();
      if (!whole) {
        const auto& seen = stage.trial.only.files;
        std::erase_if(tests, [&](const auto& file) { return std::find(seen.begin(), seen.end(), file) != seen.end(); });
      } else if (auto narrowed = tests.empty() ? std::nullopt : narrowed_to(stage, tests)) {
        out.push_back(std::move(*narrowed));
      }
      if (!whole || !known || out.empty() || stage.whole_ms <= k_longest_confirmed_ms) out.push_back(stage);
    }
    return out;
  }

  Notice notice_in(const TrialRun& ran, const Stage& stage, const Breakage& breakage) const {
    auto tests = judge::list_tests(ran.run);
    judge::tell_failures(tests, ran.output, [&](std::string_view file, std::uint32_t line) {
      return place_in(m_run.code, breakage.file, file, line);
    });
    return judge::notice_of(ran.run, tests, stage.control, ran.output);
  }

  // Nothing: the time was over before all tests had seen it.
  Result<std::optional<Notice>> show_to_tests(unsigned place, const std::vector<Stage>& stages,
                                              const Breakage& breakage) {
    std::optional<Notice> out;
    for (const auto& stage : stages) {
      const auto key = key_of_stage(stage);
      out = m_kept.find(key, breakage.file);
      if (!out) {
        if (is_over()) return std::optional<Notice>();
        const Variant variant{m_run.request.changed, {breakage.file}};
        TRY_ASSIGN(const auto ran, m_run.request.lab.run(place, variant, stage.trial));
        out = notice_in(ran, stage, breakage);
        // How long something takes depends on what else the machine does.
        if (ran.run.exit_code) m_kept.add(key, breakage.file, *out);
      }
      if (out->kind != Notice::Kind::unnoticed) return out;
    }
    return out;
  }

  ProveRun& m_run;
  KeptOutcomes m_kept;
  Steady::time_point m_end;
};

// A test that fails at times notices anything. What such tests noticed is shown to the others.
Result<void> leave_out_flaky(ProveRun& run, Breaking& breaking, const std::vector<Attempt>& attempts,
                             std::vector<Found>& found) {
  constexpr int k_most_rounds = 3;
  for (int round = 0; round < k_most_rounds; ++round) {
    std::vector<Kill> kills;
    for (size_t i = 0; i < found.size(); ++i) {
      if (found[i].notice.kind == Notice::Kind::noticed) kills.push_back({i, found[i].notice.test});
    }
    const auto again = [&](unsigned place, size_t i) {
      return breaking.show_again(place, attempts[i], *found[i].breakage);
    };
    TRY_ASSIGN(const auto flaky, find_flaky(run, kills, again));
    if (flaky.empty()) return {};
    rely_on_others(run, flaky);
    std::vector<Attempt> open;
    std::vector<size_t> places;
    for (const auto& kill : kills) {
      if (!flaky.contains(kill.test)) continue;
      open.push_back(attempts[kill.attempt]);
      places.push_back(kill.attempt);
    }
    TRY_ASSIGN(auto others, breaking.try_all(open));
    for (size_t i = 0; i < places.size(); ++i) {
      found[places[i]] = std::move(others[i]);
      found[places[i]].breakage = same_breakage(attempts[places[i]], found[places[i]]);
    }
  }
  // Tests that differ that much are no evidence.
  for (auto& each : found) {
    if (each.notice.kind == Notice::Kind::noticed) each.notice = {Notice::Kind::broke, "", "", {}};
  }
  return {};
}

// The piece of the change that holds the line of a file, named as some tool names it.
std::optional<size_t> hunk_with(const ChangedCode& code, const std::string& file, std::uint32_t line) {
  for (size_t i = 0; i < code.hunks.size(); ++i) {
    const auto& lines = code.hunks[i].hunk.after;
    const bool holds = line >= lines.first && line < lines.first + lines.count;
    if (holds && code.hunks[i].why_nothing.empty() &&
        judge::is_same_file(file, code.sources[code.hunks[i].source].path))
      return i;
  }
  return std::nullopt;
}

std::string without_place(const Notice& notice) { return redact(excerpt(notice.test, 200)); }

// What all attempts say of one piece. A line that may be wrong outweighs others that may not; that a piece may be
// absent counts where no line of it is watched: code is also put in other words beside what a task asks for.
void judge_hunk(const std::vector<Attempt>& attempts, const std::vector<Found>& found, size_t hunk,
                model::ProvenHunk& out) {
  const auto unreached = words_of(out.unreached);
  const Found* noticed = nullptr;
  const Found* wrong = nullptr;
  const Found* absent = nullptr;
  for (size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i].hunk != hunk || !found[i].tried) continue;
    const auto kind = found[i].notice.kind;
    if (kind == Notice::Kind::noticed && noticed == nullptr) noticed = &found[i];
    if (kind == Notice::Kind::unnoticed && attempts[i].line == 0) absent = &found[i];
    if (kind == Notice::Kind::unnoticed && attempts[i].line > 0 && wrong == nullptr) wrong = &found[i];
  }
  if (const auto* unnoticed = wrong != nullptr ? wrong : noticed == nullptr ? absent : nullptr) {
    out.proof = HunkProof::unproven;
    out.detail =
        cat(unreached.empty() ? "" : cat("no test runs ", unreached, "; "), unnoticed->words, " goes unnoticed");
  } else if (!unreached.empty()) {
    out.proof = HunkProof::unproven;
    out.detail = cat("no test runs ", unreached);
  } else if (noticed != nullptr) {
    out.proof = HunkProof::proven;
    out.test = without_place(noticed->notice);
    out.detail = cat(noticed->words, " is noticed");
  } else {
    out.detail = "nothing in it could be broken in a way that a test judges";
  }
}

// What mutation tools found out in the same run of the commands, as if it had been tried here.
void add_reported(const ProveRun& run, Attempts& attempts, std::vector<Found>& found) {
  using Outcome = reports::ReportedMutant::Outcome;
  for (const auto& command : run.request.after) {
    for (const auto& report : command.mutations) {
      for (const auto& mutant : report.mutants) {
        const auto hunk = hunk_with(run.code, mutant.file, mutant.first);
        if (!hunk) continue;
        if (mutant.outcome == Outcome::unreached) {
          if (run.reach.runs(run.code.sources[run.code.hunks[*hunk].source].path, mutant.first) != true)
            attempts.unreached[*hunk].insert(mutant.first);
          continue;
        }
        const bool noticed = mutant.outcome == Outcome::noticed;
        attempts.all.push_back({*hunk, mutant.first, false, {}});
        found.push_back({true,
                         {noticed ? Notice::Kind::noticed : Notice::Kind::unnoticed,
                          mutant.test.empty() ? std::string(name(report.tool)) : mutant.test,
                          "",
                          {}},
                         cat(mutant.words, " in line ", mutant.first, " (", name(report.tool), ")"),
                         nullptr});
      }
    }
  }
}

// A line that a tool saw to be watched need not be broken again.
void leave_out_reported(const ProveRun& run, Attempts& attempts) {
  std::set<std::pair<size_t, std::uint32_t>> watched;
  for (const auto& command : run.request.after) {
    for (const auto& report : command.mutations) {
      for (const auto& mutant : report.mutants) {
        const auto hunk = hunk_with(run.code, mutant.file, mutant.first);
        if (hunk && mutant.outcome == reports::ReportedMutant::Outcome::noticed) watched.emplace(*hunk, mutant.first);
      }
    }
  }
  std::erase_if(attempts.all, [&](const Attempt& attempt) {
    return attempt.line > 0 && !attempt.boundary && watched.contains({attempt.hunk, attempt.line});
  });
}

// What is no program any more was noticed for that alone.
Result<void> leave_out_unreadable(const ProveRun& run, const std::vector<Attempt>& attempts,
                                  std::vector<Found>& found) {
  std::vector<BrokenForm> forms;
  std::vector<size_t> places;
  for (size_t i = 0; i < found.size(); ++i) {
    if (!found[i].tried || found[i].notice.kind != Notice::Kind::noticed) continue;
    forms.push_back({run.code.hunks[attempts[i].hunk].source, found[i].breakage->file});
    places.push_back(i);
  }
  TRY_ASSIGN(const auto unreadable, unreadable_forms(run, forms));
  for (const auto form : unreadable) found[places[form]].notice = {Notice::Kind::broke, "", "", {}};
  return {};
}

bool is_new(const std::string& test, const model::Proof& proof) {
  const auto name = redact(test);
  return std::any_of(proof.tests.begin(), proof.tests.end(), [&](const auto& each) { return each.test == name; });
}

void count(const std::vector<Found>& found, model::Proof& proof) {
  for (const auto& each : found) {
    const bool noticed = each.tried && each.notice.kind == Notice::Kind::noticed;
    proof.tried += each.tried;
    proof.noticed += noticed;
    proof.noticed_by_new += noticed && is_new(each.notice.test, proof);
  }
}

}  // namespace

Result<void> prove_by_breaking(ProveRun& run) {
  if (run.stages.empty()) return {};
  Breaking breaking(run);
  TRY(breaking.find_unused());
  auto attempts = attempts_of(run);
  leave_out_reported(run, attempts);
  if (run.request.progress && !attempts.all.empty())
    run.request.progress(cat("would the tests notice: ", plural(attempts.all.size(), "place"), " of the change"));
  TRY_ASSIGN(auto found, breaking.try_all(attempts.all));
  TRY(leave_out_unreadable(run, attempts.all, found));
  TRY(leave_out_flaky(run, breaking, attempts.all, found));
  add_reported(run, attempts, found);
  count(found, run.proof);
  run.proof.out_of_time = std::any_of(found.begin(), found.end(), [](const Found& each) { return !each.tried; });
  run.proof.reach_unknown = unknown_files(run.reach, run.code);
  for (size_t i = 0; i < run.code.hunks.size(); ++i) {
    auto& hunk = run.proof.hunks[i];
    if (hunk.proof == HunkProof::nothing_to_prove) continue;
    run.proof.unreached += attempts.unreached[i].size();
    hunk.unreached = ranges_of(attempts.unreached[i]);
    judge_hunk(attempts.all, found, i, hunk);
  }
  return {};
}

}  // namespace assay::engine
