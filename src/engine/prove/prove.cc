#include "engine/prove/prove.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/prove/kept_proof.h"
#include "engine/prove/prove_run.h"
#include "git/snapshot.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/lost_tests.h"
#include "judge/outcome/plain_tests.h"
#include "reports/mutation.h"

namespace assay::engine {

namespace {

bool can_prove(const judge::CommandRun& run) {
  const bool tests = judge::ran_tests(run) || judge::is_plain_test_run(run);
  const bool breaks_by_itself = !reports::mutation_places(run.command).empty();
  return run.exit_code == 0 && tests && !breaks_by_itself && !judge::chooses_by_change(run.command);
}

std::string key_of(const ProofRequest& request) {
  std::string text = cat(version(), "\n", request.base, "\n", request.changed, "\n", name(request.policy.level), "\n",
                         request.policy.budget_ms, "\n", request.keeps_behaviour ? "same" : "other",
                         request.names_limits ? " limits" : "", "\n", request.lab.key(), "\n");
  for (const auto& run : request.after) text += cat(run.command, "\n", run.exit_code.value_or(-1), "\n");
  return sha256_hex(text);
}

void list_hunks(ProveRun& run) {
  for (const auto& hunk : run.code.hunks) {
    const auto& after = hunk.hunk.after;
    model::ProvenHunk out;
    out.path = run.code.sources[hunk.source].path;
    out.first = after.first;
    out.last = after.count == 0 ? after.first : after.first + after.count - 1;
    out.removes = after.count == 0;
    if (!hunk.why_nothing.empty()) {
      out.proof = model::HunkProof::nothing_to_prove;
      out.detail = hunk.why_nothing;
    }
    run.proof.hunks.push_back(std::move(out));
  }
}

// All tests of the command, after those that the change brings.
void add_whole(ProveRun& run, size_t command) {
  const auto& after = run.request.after[command];
  if (after.duration_ms > k_longest_whole_ms && !run.stages.empty()) return;
  run.stages.push_back({whole_trial(run, command), judge::list_tests(after), after.duration_ms});
}

}  // namespace

std::vector<std::string> setup_of(const ProveRun& run, size_t command) {
  std::vector<std::string> out;
  for (size_t i = 0; i < command && run.request.has_setup; ++i) {
    const auto& before = run.request.after[i];
    if (before.exit_code == 0 && !can_prove(before)) out.push_back(before.command);
  }
  return out;
}

Trial whole_trial(const ProveRun& run, size_t command) {
  const auto& after = run.request.after[command];
  const auto timeout = std::min(run.request.timeout_ms, 4 * after.duration_ms + k_longest_build_ms);
  return {setup_of(run, command), after.command, {}, timeout, {}};
}

Result<model::Proof> prove(const ProofRequest& request) {
  ProveRun run{request};
  run.proof.level = request.policy.level;
  if (request.policy.level == model::ProofLevel::off) return std::move(run.proof);
  if (std::none_of(request.after.begin(), request.after.end(), can_prove)) {
    run.proof.unknown = "no command ran tests that pass";
    return std::move(run.proof);
  }
  const KeptProof kept(request.repository.common_folder(), key_of(request));
  if (auto found = kept.find()) return std::move(*found);
  TRY_ASSIGN(const auto base, git::Tree::open(request.repository, request.base));
  TRY_ASSIGN(const auto changed, git::Tree::open(request.repository, request.changed));
  TRY_ASSIGN(run.code, read_changed_code(request.repository, base, changed, request.diff_file));
  run.proof.unknown = run.code.unread;
  if (!run.proof.unknown.empty()) return std::move(run.proof);
  run.proof.other_changes = run.code.has_other;
  list_hunks(run);
  for (size_t i = 0; i < request.after.size(); ++i) {
    if (can_prove(request.after[i])) TRY(prove_by_tests(run, i));
  }
  TRY(find_special_cases(run, base));
  if (request.policy.level == model::ProofLevel::full && run.code.matters()) {
    for (size_t i = 0; i < request.after.size(); ++i) {
      if (can_prove(request.after[i])) add_whole(run, i);
    }
    TRY(prove_by_breaking(run));
  }
  if (!run.proof.out_of_time) kept.keep(run.proof);
  return std::move(run.proof);
}

}  // namespace assay::engine
