// How often an agent is sent back has limits, because an agent that cannot do better must not work for ever:
// three times for one tree (once when there are only warnings), and ten times for one prompt of the person.
// What is let go then is said to be so, and is found again by whatever comes later: CI, `assay check`, a person.
#include "engine/hook/hook.h"

#include "base/text.h"
#include "base/version.h"
#include "engine/hook/edit_guard.h"
#include "engine/hook/hook_session.h"
#include "engine/hook/send_back.h"
#include "engine/state_folder.h"
#include "engine/worktree_folder.h"
#include "git/checkout/work_tree_id.h"
#include "git/repository.h"
#include "hooks/answer.h"
#include "hooks/task.h"
#include "os/files.h"
#include "os/paths.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_times_for_a_tree = 3;
constexpr std::uint64_t k_times_for_warnings = 1;
constexpr std::uint64_t k_times_for_a_prompt = 10;
constexpr std::uint64_t k_largest_transcript = 64 << 20;

// One call: where it happens, and what is known of its session.
struct HookCall {
  const HookRequest& request;
  git::Repository repository;
  std::string state;  // folder
  std::string name;   // of the session
  HookSession session;
};

bool is_in_worktree_of_assay(const git::Repository& repository) {
  for (const auto& folder : worktree_folders(repository)) {
    if (os::is_below(repository.root(), folder)) return true;
  }
  return false;
}

Result<void> keep(const HookCall& call) { return keep_session(call.state, call.name, call.session); }

Result<void> remember_prompt(HookCall& call) {
  if (call.request.input.prompt.empty()) return {};
  if (contains(std::string_view(call.request.input.prompt).substr(0, 400), hooks::k_own_words)) return {};
  call.session.prompts.push_back(excerpt(call.request.input.prompt, 16 << 10));
  call.session.sent_back_in_a_row = 0;
  return keep(call);
}

std::string task_for(const HookCall& call) {
  if (!call.request.task.empty()) return call.request.task;
  if (!call.session.prompts.empty()) return hooks::task_of(call.session.prompts);
  const auto& input = call.request.input;
  if (!input.transcript.empty()) {
    const auto transcript = os::read_file(input.transcript, k_largest_transcript);
    if (transcript) {
      auto task = hooks::task_of(hooks::prompts_of(*transcript));
      if (!task.empty()) return task;
    }
  }
  return input.prompt;
}

// An agent that commits to the very branch that changes are measured against leaves no difference to it. So the
// session's first commit counts where it is the older one.
Result<std::optional<std::string>> base_for(const HookCall& call) {
  const auto& named = call.request.check.base;
  if (named || call.session.start.empty()) return named;
  const auto inferred = call.repository.infer_base();
  if (!inferred || inferred->commit == call.session.start) return named;
  TRY_ASSIGN(const auto older,
             call.repository.ask({"merge-base", "--is-ancestor", call.session.start, inferred->commit}));
  return older.ok() ? std::optional(call.session.start) : named;
}

Result<std::string> tree_of(const git::Repository& repository) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-hook"));
  TRY_ASSIGN(const auto apart, repository.writing_objects_to(os::join_path(scratch.path(), "objects")));
  return git::write_work_tree(apart);
}

// Everything that the verdict depends on, but for the machine: that is why a kept one ages.
Result<std::string> key_for(const HookCall& call, const WorkspaceRequest& check, const std::string& tree) {
  TRY_ASSIGN(const auto head, call.repository.head());
  const auto inferred = call.repository.infer_base();
  std::vector<std::string> parts = {
      std::string(build_commit()), tree, head.value_or(""), check.base.value_or(""), inferred ? inferred->commit : "",
      check.intent.value_or("")};
  for (const auto& each : check.verify_commands) parts.push_back(cat("run ", each));
  for (const auto& each : check.readable) parts.push_back(cat("readable ", each));
  for (const auto& each : check.environment) parts.push_back(cat("env ", each));
  parts.push_back(
      cat(check.network ? "network " : "", static_cast<int>(check.sandbox.value_or(SandboxMode::automatic))));
  return join(parts, "\n");
}

// How often a verdict sends an agent back for one tree.
std::uint64_t times_for(const KeptJudgement& judgement, FailOn threshold) {
  const auto verdict = model::final_verdict_named(judgement.final_verdict);
  if (judgement.reason.empty()) return 0;
  if (verdict == model::FinalVerdict::not_mergeable) return k_times_for_a_tree;
  // What could not be found out here, no agent can change.
  if (verdict != model::FinalVerdict::conditional) return 0;
  return fails(*verdict, threshold) ? k_times_for_warnings : 0;
}

FailOn threshold_of(const HookCall& call) { return call.request.check.fail_on.value_or(FailOn::conditional); }

bool is_sent_back_no_more(const HookCall& call, const std::string& tree, const KeptJudgement& judgement) {
  const auto found = call.session.sent_back.find(tree);
  const auto times = found == call.session.sent_back.end() ? 0 : found->second;
  return times >= times_for(judgement, threshold_of(call));
}

Result<KeptJudgement> judge_tree(const HookCall& call, const std::string& tree, Clock& clock) {
  auto check = call.request.check;
  check.workspace = call.repository.root();
  check.intent = task_for(call);
  TRY_ASSIGN(check.base, base_for(call));
  TRY_ASSIGN(const auto key, key_for(call, check, tree));
  // What it was refused for may lie outside of the tree: a dependency that was missing and is there now. So an agent
  // that would be sent back is judged anew.
  if (KeptJudgement kept; find_judgement(call.state, key, clock.now().ms, kept)) {
    if (is_sent_back_no_more(call, tree, kept)) return kept;
  }
  KeptJudgement judgement;
  TRY_ASSIGN(const auto result, check_workspace(check, {}, [](std::string_view) {}));
  judgement.final_verdict = model::name(*result.check.final_verdict);
  judgement.reason = reason_to_go_on(result.check);
  judgement.run = result.check.run ? result.check.run->id : "";
  TRY(keep_judgement(call.state, key, clock.now().ms, judgement));
  return judgement;
}

Result<HookAnswer> answer_stop(HookCall& call, Clock& clock) {
  HookAnswer answer;
  TRY_ASSIGN(const auto tree, tree_of(call.repository));
  TRY_ASSIGN(const auto judgement, judge_tree(call, tree, clock));
  const auto most = times_for(judgement, threshold_of(call));
  if (most == 0) {
    if (judgement.final_verdict != "mergeable" && !judgement.reason.empty())
      answer.note = cat(judgement.final_verdict, "; see `assay explain ", judgement.run, "`");
    return answer;
  }
  auto& times = call.session.sent_back[tree];
  if (times >= most || call.session.sent_back_in_a_row >= k_times_for_a_prompt) {
    answer.note = cat("not accepted (", judgement.final_verdict, ") and not sent back again: a person must look; see ",
                      "`assay explain ", judgement.run, "`");
    return answer;
  }
  ++times;
  ++call.session.sent_back_in_a_row;
  TRY(keep(call));  // before the answer: an agent is rather let go once too early than sent back for ever
  answer.output = hooks::keep_working(call.request.input, judgement.reason);
  return answer;
}

Result<HookAnswer> answer_edit(const HookCall& call) {
  TRY_ASSIGN(const auto base, base_for(call));
  std::string revision = base.value_or("");
  if (revision.empty()) {
    const auto inferred = call.repository.infer_base();
    if (!inferred) return HookAnswer{};
    revision = inferred->commit;
  }
  TRY_ASSIGN(const auto reason, why_refused(call.repository, call.request.input, revision, task_for(call)));
  if (reason.empty()) return HookAnswer{};
  return HookAnswer{hooks::refuse_edit(call.request.input, reason), {}};
}

}  // namespace

Result<HookAnswer> answer_hook(const HookRequest& request, Clock& clock) {
  if (request.input.event == hooks::Event::other) return HookAnswer{};
  const auto folder = request.input.folder.empty() ? std::string(".") : request.input.folder;
  auto repository = git::Repository::open(folder);
  if (!repository) return HookAnswer{};                           // nothing here is a change of anything
  if (is_in_worktree_of_assay(*repository)) return HookAnswer{};  // its checker judges that task
  TRY_ASSIGN(const auto head, repository->head());
  if (!head) return HookAnswer{};  // no commit to measure against
  HookCall call{request, std::move(*repository), {}, request.input.session, {}};
  TRY_ASSIGN(call.state, make_state_folder(call.repository.common_folder()));
  call.session = read_session(call.state, call.name);
  if (call.session.start.empty()) {
    call.session.start = *head;
    TRY(keep(call));
  }
  switch (request.input.event) {
    case hooks::Event::prompt: TRY(remember_prompt(call)); break;
    case hooks::Event::edit: return answer_edit(call);
    case hooks::Event::stop: return answer_stop(call, clock);
    default: break;
  }
  return HookAnswer{};
}

}  // namespace assay::engine
