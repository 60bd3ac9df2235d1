// A check by an agent, on a copy that it cannot change.
//
// Exit codes and closing events of agent programs say that the program ended well, not what it found: all
// of them exit 0 after "two criteria are not met". So an agent that speaks events has to say its verdict
// in a line with a word made up for this run, which no file of the repository can hold; silence is not a
// pass. Of a plain program the exit code is the verdict.
#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "engine/agent_budget.h"
#include "engine/agent_call.h"
#include "engine/integration.h"
#include "engine/task_run.h"
#include "git/commit.h"
#include "git/integration_worktree.h"
#include "os/files.h"

namespace assay::engine {

namespace {

using agents::End;

constexpr size_t k_report = 8'000;

enum class Said { nothing, pass, fail };

// What the lines with the word say; one "fail" outweighs every "pass".
Said verdict_in(std::string_view text, std::string_view word) {
  Said out = Said::nothing;
  for (const auto line : split_lines(text)) {
    const size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    auto rest = line.substr(at + word.size());
    const size_t letter = rest.find_first_not_of(":*_` \t");
    rest = letter == std::string_view::npos ? std::string_view() : rest.substr(letter);
    if (istarts_with(rest, "fail")) return Said::fail;
    if (istarts_with(rest, "pass")) out = Said::pass;
  }
  return out;
}

std::string order_for(const model::Task& checker, const model::Task& checked, const std::string& range,
                      std::string_view word) {
  std::string out = check_order(checked, range);
  if (!trim(checker.agent.instructions).empty()) out += cat("\n## For you\n\n", trim(checker.agent.instructions), "\n");
  out += cat("\n## Your answer\n\nEnd your last message with exactly one of these two lines:\n\n", word, ": pass\n",
             word, ": fail\n\nWithout it the task does not pass.\n");
  return out;
}

// Why it did not pass; empty: it did.
std::string objection(const AgentAnswer& answer, Said said, agents::Kind kind,
                      const git::WorkingCopy::Tampering& touched) {
  if (answer.report.end != End::succeeded) {
    return cat("The check did not end well (", agents::name(answer.report.end), "): ", answer.report.reason);
  }
  if (!touched.changed.empty() || !touched.untracked.empty()) {
    const auto& first = touched.changed.empty() ? touched.untracked.front() : touched.changed.front();
    return cat("The check changed what it was to look at (", to_utf8(first), "), so it proves nothing.");
  }
  if (said == Said::fail) return "The checker found that the task is not done.";
  if (said == Said::nothing && kind != agents::Kind::command) {
    return "The checker ended without its verdict line, so nothing was proven.";
  }
  return {};
}

std::string base_of_branch(const git::Repository& repository, const model::Mission& mission,
                           const model::Task& checked) {
  const auto place = git::find_place(repository, cat(mission.id.text, ".", checked.id.text));
  return place && *place ? (*place)->base : mission.base_commit;
}

}  // namespace

Result<CheckerRun> run_checker(const RunContext& context, const model::Task& checker, const model::Task& checked) {
  if (checked.mission.empty()) {
    return invalid_input(cat(checked.id.text, " belongs to no mission; there is no branch to check"));
  }
  const auto& repository = context.repository;
  TRY_ASSIGN(const auto mission, context.store.mission(checked.mission));
  const auto law = repository.commit_of(cat("refs/heads/", mission.target_branch)).value_or(mission.base_commit);
  TRY_ASSIGN(const auto config, read_agents(repository, law));

  CheckerRun run;
  TRY_ASSIGN(run.commit, repository.commit_of(cat("refs/heads/", branch_of(mission.id, checked.id))));
  TRY_ASSIGN(run.tree, git::tree_of(repository, run.commit));
  const auto worker = choose_agent(config, checked, program_of);
  const auto agent = choose_checker(config, checker, worker ? worker->profile.profile.name : "", program_of);
  if (!agent) {
    run.report.end = End::could_not_start;
    run.report.reason = agent.error().message;
    run.summary = cat("The check could not be started: ", run.report.reason);
    return run;
  }
  run.agent = agent->profile.profile.name;
  TRY_ASSIGN(const auto left, allowance_of(context, mission, &checked));
  if (!left.reached.empty()) {
    run.report = out_of_budget(left);
    run.summary = cat("The check was not started. ", left.reached);
    return run;
  }

  const auto path = os::join_path(context.folder, cat("worktrees/", checked.id.text, ".check"));
  TRY_ASSIGN(auto copy, git::IntegrationWorktree::open(repository, cat(mission.id.text, ".", checked.id.text, ".check"),
                                                       path, run.commit));
  TRY(copy.move_to(run.commit));

  const std::string word = cat("CHECK-", random_name(10));
  AgentCall call;
  call.agent = *agent;
  call.prompt = order_for(checker, checked, cat(base_of_branch(repository, mission, checked), "..", run.commit), word);
  call.live = checker.id.text;
  call.folder = copy.path();
  call.access = agents::Access::read_only;
  call.budget_usd = checker.agent.max_budget_usd;
  call.timeout = std::chrono::milliseconds(checker.timeout_ms);
  hold_to(left, call);
  TRY_ASSIGN(auto answer, call_agent(context, call));
  TRY_ASSIGN(const auto touched, copy.look());

  const auto said = verdict_in(answer.report.summary, word);
  const auto against = objection(answer, said, agent->profile.profile.kind, touched);
  run.passed = against.empty();
  if (!run.passed) {
    const auto words = trim(answer.report.summary);
    run.summary = excerpt(words.empty() ? against : cat(against, "\n\n", words), k_report);
  }
  run.report = std::move(answer.report);
  run.log = std::move(answer.log);
  run.sandbox = std::move(answer.sandbox);
  run.duration = answer.duration;
  return run;
}

}  // namespace assay::engine
