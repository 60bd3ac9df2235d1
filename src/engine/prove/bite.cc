#include <algorithm>
#include <optional>

#include "base/mutex.h"
#include "base/redact.h"
#include "base/text.h"
#include "engine/prove/prove_run.h"
#include "engine/run/pool.h"
#include "prove/mutants.h"

namespace assay::engine {

namespace {

using judge::Notice;
using model::HunkProof;
using Steady = std::chrono::steady_clock;

constexpr std::uint32_t k_longest_taken_back = 60;  // lines; without more than that nothing would run at all
constexpr size_t k_lines_a_hunk = 40;               // that are broken; of more, some all over the piece

// One way in which the change is made wrong.
struct Breakage {
  GivenFile file{};
  std::string words{};  // "`<` instead of `<=` in line 41"
};

// What is tried together: a piece taken back, or one line in its mutants until one is noticed.
struct Attempt {
  size_t hunk = 0;
  std::uint32_t line = 0;  // 0: the whole piece is taken back
  bool boundary = false;   // by one more or less, and nothing else
  std::vector<Breakage> breakages{};
};

struct Found {
  bool tried = false;
  Notice notice{};
  std::string words{};  // of the breakage
};

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

bool can_be_taken_back(const SourceHunk& hunk, const ChangedSource& source) {
  return !source.is_new && hunk.hunk.after.count <= k_longest_taken_back;
}

std::vector<Attempt> pieces_taken_back(const ChangedCode& code) {
  std::vector<Attempt> out;
  for (size_t i = 0; i < code.hunks.size(); ++i) {
    const auto& hunk = code.hunks[i];
    const auto& source = code.sources[hunk.source];
    if (!hunk.why_nothing.empty() || !can_be_taken_back(hunk, source)) continue;
    Breakage breakage{{source.path, prove::take_back(source.after, source.before, hunk.hunk)}, "its absence"};
    out.push_back({i, 0, false, {std::move(breakage)}});
  }
  return out;
}

// `boundaries`: that a limit is off by one is tried by itself.
std::vector<Attempt> lines_broken(const ChangedCode& code, bool boundaries) {
  std::vector<Attempt> out;
  for (size_t i = 0; i < code.hunks.size(); ++i) {
    const auto& hunk = code.hunks[i];
    const auto& source = code.sources[hunk.source];
    if (!hunk.why_nothing.empty() || hunk.hunk.after.count == 0) continue;
    std::vector<Attempt> lines;
    for (const auto& mutant : prove::mutants_of(source.path, source.after, {hunk.hunk.after})) {
      Breakage breakage{{source.path, prove::apply(mutant, source.after)}, cat(mutant.words, " in line ", mutant.line)};
      if (boundaries && mutant.boundary) {
        out.push_back({i, mutant.line, true, {std::move(breakage)}});
        continue;
      }
      if (lines.empty() || lines.back().line != mutant.line) lines.push_back({i, mutant.line, false, {}});
      lines.back().breakages.push_back(std::move(breakage));
    }
    const size_t step = 1 + lines.size() / k_lines_a_hunk;
    for (size_t at = 0; at < lines.size(); at += step) out.push_back(std::move(lines[at]));
  }
  return out;
}

// The first lines of all pieces, then the second ones: when the time is over, something is known of each.
void take_turns(std::vector<Attempt>& attempts) {
  std::vector<std::pair<size_t, size_t>> order;  // turn, place
  size_t turn = 0;
  for (size_t i = 0; i < attempts.size(); ++i) {
    turn = i > 0 && attempts[i].hunk == attempts[i - 1].hunk ? turn + 1 : 0;
    order.emplace_back(turn, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<Attempt> out;
  out.reserve(attempts.size());
  for (const auto& each : order) out.push_back(std::move(attempts[each.second]));
  attempts = std::move(out);
}

class Breaking {
 public:
  explicit Breaking(ProveRun& run)
      : m_run(run), m_end(Steady::now() + std::chrono::milliseconds(run.request.policy.budget_ms)) {}

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
    TRY(run_pool(std::move(items), m_run.request.lab.places()));
    return results.take();
  }

  bool is_over() const { return Steady::now() >= m_end; }

 private:
  Result<Found> try_one(unsigned place, const Attempt& attempt) {
    Found found;
    for (const auto& breakage : attempt.breakages) {
      if (is_over()) break;
      TRY_ASSIGN(auto notice, show_to_tests(place, breakage));
      if (!notice) break;
      // One that only breaks something says nothing; a survivor is told, unless another is noticed.
      const bool tells_more = !found.tried || notice->kind == Notice::Kind::noticed ||
                              (found.notice.kind == Notice::Kind::broke && notice->kind == Notice::Kind::unnoticed);
      if (tells_more) found = {true, *notice, breakage.words};
      if (notice->kind == Notice::Kind::noticed) break;
    }
    return found;
  }

  // Nothing: the time was over before all tests had seen it.
  Result<std::optional<Notice>> show_to_tests(unsigned place, const Breakage& breakage) {
    std::optional<Notice> out;
    for (const auto& stage : m_run.stages) {
      if (is_over()) return std::optional<Notice>();
      const Variant variant{m_run.request.changed, {breakage.file}};
      TRY_ASSIGN(const auto ran, m_run.request.lab.run(place, variant, stage.trial));
      out = judge::notice_of(ran.run, stage.control);
      if (out->kind != Notice::Kind::unnoticed) return out;
    }
    return out;
  }

  ProveRun& m_run;
  Steady::time_point m_end;
};

std::string without_place(const Notice& notice) { return redact(excerpt(notice.test, 200)); }

// What all attempts say of one piece. A line that may be wrong outweighs others that may not; that a piece may be
// absent counts where no line of it is watched: code is also put in other words beside what a task asks for.
void judge_hunk(const std::vector<Attempt>& attempts, const std::vector<Found>& found, size_t hunk,
                model::ProvenHunk& out) {
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
    out.detail = cat(unnoticed->words, " goes unnoticed");
  } else if (noticed != nullptr) {
    out.proof = HunkProof::proven;
    out.test = without_place(noticed->notice);
    out.detail = cat(noticed->words, " is noticed");
  } else {
    out.detail = "nothing in it could be broken in a way that a test judges";
  }
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
  auto attempts = run.request.keeps_behaviour ? std::vector<Attempt>() : pieces_taken_back(run.code);
  auto lines = lines_broken(run.code, run.request.names_limits);
  take_turns(lines);
  for (auto& line : lines) attempts.push_back(std::move(line));
  if (run.request.progress && !attempts.empty())
    run.request.progress(cat("would the tests notice: ", plural(attempts.size(), "place"), " of the change"));
  TRY_ASSIGN(const auto found, breaking.try_all(attempts));
  count(found, run.proof);
  run.proof.out_of_time = std::any_of(found.begin(), found.end(), [](const Found& each) { return !each.tried; });
  for (size_t i = 0; i < run.code.hunks.size(); ++i) {
    auto& hunk = run.proof.hunks[i];
    if (hunk.proof != HunkProof::nothing_to_prove) judge_hunk(attempts, found, i, hunk);
  }
  return {};
}

}  // namespace assay::engine
