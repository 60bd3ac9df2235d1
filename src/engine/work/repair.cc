// Which failure a fix task is for stands in its own text, in lines that begin with k_failure_line: the task is the
// durable record of the attempt, and no second table can disagree with it.
#include "engine/work/repair.h"

#include <algorithm>
#include <map>

#include "base/redact.h"
#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/agents/instructions.h"
#include "engine/work/unmet_criteria.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

using judge::Failure;
using model::Task;
using model::TaskState;

constexpr std::string_view k_failure_line = "Failure ";
constexpr std::string_view k_gate_command = "assay check";  // the subject of the gate's check
constexpr size_t k_fix_tasks_most = 8;
constexpr std::int64_t k_timeout_ms = 3'600'000;

bool holds_work(const Task& task) {
  return task.state == TaskState::completed && counted(task) == model::Counted::work && !task.is_subtask();
}

// Fix tasks made for this failure so far.
std::vector<const Task*> tried_for(const std::string& fingerprint, const std::vector<Task>& tasks) {
  std::vector<const Task*> out;
  for (const auto& task : tasks) {
    if (task.kind != model::TaskKind::fix) continue;
    const auto marks = failures_in(task);
    if (std::find(marks.begin(), marks.end(), fingerprint) != marks.end()) out.push_back(&task);
  }
  return out;
}

std::string tried_text(const std::vector<const Task*>& tried) {
  std::string out;
  for (const auto* task : tried) {
    const auto& said = !task->checker_report.empty() ? task->checker_report : task->reason;
    out += cat("\n- ", task->id.text, " (", name(task->state), ")", said.empty() ? "" : cat(": ", excerpt(said, 300)));
  }
  return out;
}

// Failures that speak of the same tasks are one piece of work: two fixes side by side would collide.
struct Group {
  std::vector<const ToMend*> failures;
  std::vector<model::TaskId> tasks;
  bool named = true;
};

bool share(const Group& group, const judge::Attribution& other) {
  if (!group.named || !other.named) return true;
  return std::any_of(other.tasks.begin(), other.tasks.end(), [&](const auto& task) {
    return std::find(group.tasks.begin(), group.tasks.end(), task) != group.tasks.end();
  });
}

void join_group(Group& into, const Group& from) {
  into.failures.insert(into.failures.end(), from.failures.begin(), from.failures.end());
  for (const auto& task : from.tasks) {
    if (std::find(into.tasks.begin(), into.tasks.end(), task) == into.tasks.end()) into.tasks.push_back(task);
  }
  into.named = into.named && from.named;
}

std::vector<Group> groups_of(const std::vector<ToMend>& failures) {
  std::vector<Group> out;
  for (const auto& each : failures) {
    Group joined{{&each}, each.whose.tasks, each.whose.named};
    std::vector<Group> others;
    for (auto& group : out) {
      if (share(group, each.whose) || out.size() >= k_fix_tasks_most)
        join_group(joined, group);
      else
        others.push_back(std::move(group));
    }
    others.push_back(std::move(joined));
    out = std::move(others);
  }
  return out;
}

const Task* find_task(const std::vector<Task>& tasks, const model::TaskId& id) {
  const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) { return task.id == id; });
  return found == tasks.end() ? nullptr : &*found;
}

std::string text_of(const Failure& failure) {
  std::string out =
      cat("## ", failure.title, "\n\nExpected: ", failure.expected, "\nObserved: ", failure.observed, "\n");
  std::string lines;
  for (const auto& line : failure.evidence) lines += cat(line, "\n");
  if (!lines.empty()) out += cat("Evidence:\n\n", fenced(redact(lines)), "\n");
  if (!failure.output.empty()) out += cat("The whole output is kept as evidence ", failure.output, ".\n");
  return out;
}

std::string instructions_for(const Group& group, const std::vector<Task>& tasks) {
  std::string out =
      "The combined work of this mission does not pass its verification. Fix the cause; do not weaken, skip or remove "
      "the check.\n\n";
  if (!group.tasks.empty()) {
    out += group.named ? "What was seen speaks of the work of:\n"
                       : "Nothing that was seen names a file of the work; it may be any of:\n";
    for (const auto& id : group.tasks) {
      const auto* task = find_task(tasks, id);
      if (task != nullptr) out += cat("- ", task->name, " (", id.text, ")\n");
    }
    out += "\n";
  }
  for (const auto* each : group.failures) out += cat(text_of(each->failure), "\n");
  std::vector<const Task*> tried;
  for (const auto* each : group.failures) {
    for (const auto* task : tried_for(each->failure.fingerprint, tasks)) {
      if (std::find(tried.begin(), tried.end(), task) == tried.end()) tried.push_back(task);
    }
  }
  if (!tried.empty()) out += cat("Tried before, without success:", tried_text(tried), "\n\n");
  for (const auto* each : group.failures) out += cat(k_failure_line, each->failure.fingerprint, "\n");
  return out;
}

// What a fix of a failed check is held to. What Assay itself runs over the combined change, and what a person said,
// cannot be run by a command of the task.
std::vector<model::SuccessCriterion> criteria_for(const Failure& failure) {
  if (failure.kind == model::AcceptanceKind::manual || failure.subject == k_gate_command) return {};
  model::SuccessCriterion out;
  out.claim = failure.expected;
  const bool file = failure.kind == model::AcceptanceKind::file;
  out.evidence = file ? model::EvidenceKind::artefact : model::EvidenceKind::command;
  out.arguments.emplace_back(file ? "path" : "command", failure.subject);
  return {out};
}

store::TaskDraft draft_for(const Group& group, const model::Mission& mission, const std::vector<Task>& tasks) {
  store::TaskDraft draft;
  draft.mission = mission.id;
  auto& task = draft.task;
  const size_t more = group.failures.size() - 1;
  task.name =
      cat("Fix: ", excerpt(group.failures.front()->failure.title, 120), more > 0 ? cat(" and ", more, " more") : "");
  task.kind = model::TaskKind::fix;
  task.instructions = instructions_for(group, tasks);
  for (const auto* each : group.failures) {
    task.acceptance_criteria += cat(task.acceptance_criteria.empty() ? "" : "\n", each->failure.expected);
    for (auto criterion : each->criteria) {
      criterion.id = cat("SC-", task.success_criteria.size() + 1);
      task.success_criteria.push_back(std::move(criterion));
    }
  }
  // It begins with all of the work, as it was verified.
  for (const auto& other : tasks) {
    if (holds_work(other)) task.depends_on.push_back(other.id.text);
  }
  task.timeout_ms = k_timeout_ms;
  return draft;
}

// The task that changed the file and whose work a person accepted; nothing: there is none.
const store::AcceptedWork* accepted_with(const std::string& path, const std::vector<judge::TaskTrace>& traces,
                                         const std::vector<store::AcceptedWork>& accepted) {
  for (const auto& trace : traces) {
    if (std::find(trace.files.begin(), trace.files.end(), path) == trace.files.end()) continue;
    for (const auto& work : accepted) {
      if (work.task == trace.task && work.actor.starts_with("person:")) return &work;
    }
  }
  return nullptr;
}

// Why what the gate found is not mended: it lies in work that a person accepted. Empty: none of it does.
std::string why_accepted(const model::Mission& mission, const std::vector<judge::TaskTrace>& traces,
                         const std::vector<store::AcceptedWork>& accepted, const model::Verification& verification) {
  for (const auto& check : verification.checks) {
    if (check.status != model::AcceptanceStatus::failed || check.subject != k_gate_command) continue;
    for (const auto& finding : check.findings) {
      if (finding.severity != model::Severity::must_fix) continue;
      for (const auto& span : finding.spans) {
        const auto* work = accepted_with(span.path, traces, accepted);
        if (work == nullptr) continue;
        return cat(finding.message, " (", span.path, ") That is in the work of ", work->task.text, ", accepted by ",
                   work->actor, ", so no fix undoes it. To let it pass: assay waive ", mission.id.text, " ",
                   finding.id.empty() ? finding.rule : finding.id,
                   " --reason \"…\", then assay resume. To have it done again: assay task retry ", work->task.text);
      }
    }
  }
  return {};
}

std::string conflict_text(const model::Verification& verification) {
  return cat("the work does not merge, and which task gives way is a person's decision. ", verification.reason);
}

}  // namespace

Result<Redo> redo_conflicting(store::Store& store, const model::Verification& verification) {
  Redo out;
  TRY_ASSIGN(const auto mission, store.missions().find(verification.mission));
  std::map<std::string, std::vector<std::string>> paths;  // by the task whose work did not fit
  for (const auto& conflict : verification.conflicts) paths[conflict.task.text].push_back(conflict.path);
  TRY_ASSIGN(const auto accepted, store.tasks().accepted_work(mission.id));
  const auto by_person = [&](const model::TaskId& id) {
    return std::any_of(accepted.begin(), accepted.end(), [&](const store::AcceptedWork& work) {
      return work.task == id && work.actor.starts_with("person:");
    });
  };
  for (const auto& [id, touched] : paths) {
    const auto task = store.tasks().find(model::TaskId(id));
    if (!task || task->state != TaskState::completed) continue;  // a branch that somebody named
    if (by_person(task->id)) {
      out.hold = cat(verification.reason, " A person accepted the work of ", task->id.text,
                     ", so it is not done again by itself. To have it done again: assay task retry ", task->id.text);
      out.moves.clear();
      break;
    }
    if (mission.retries + out.moves.size() >= mission.policy.retry_budget) {
      out.hold = cat(verification.reason, " It was done again as often as the retry budget allows.");
      break;
    }
    out.moves.push_back({task->id,
                         model::Move::retry,
                         cat("what was done before did not merge with the work of others in ",
                             excerpt(join(touched, ", "), 300), "; it is put aside, and theirs is here now"),
                         {}});
  }
  if (out.moves.empty() && out.hold.empty()) out.hold = verification.reason;
  return out;
}

std::vector<std::string> failures_in(const Task& fix) {
  std::vector<std::string> out;
  for (const auto line : split_lines(fix.instructions)) {
    if (line.starts_with(k_failure_line) && line.size() == k_failure_line.size() + 16)
      out.emplace_back(line.substr(k_failure_line.size()));
  }
  return out;
}

Result<std::vector<judge::TaskTrace>> traces_of(const git::Repository& repository, const model::Mission& mission,
                                                const std::vector<Task>& tasks) {
  std::vector<judge::TaskTrace> out;
  for (const auto& task : tasks) {
    if (!holds_work(task)) continue;
    TRY_ASSIGN(const auto commit, repository.find_commit(cat("refs/heads/", branch_of(mission.id, task.id))));
    if (!commit) continue;  // completed by hand, without a branch
    judge::TaskTrace trace{task.id, {}};
    // Of its own commits only: what it depends on is told by those tasks.
    TRY_ASSIGN(const auto listing, repository.run({"log", "--first-parent", "--no-merges", "--format=", "--name-only",
                                                   "-z", "--max-count=200", cat(mission.base_commit, "..", *commit)}));
    for (const auto path : split(listing, '\0')) {
      const auto file = trim(path);
      if (!file.empty() && std::find(trace.files.begin(), trace.files.end(), file) == trace.files.end())
        trace.files.emplace_back(file);
    }
    out.push_back(std::move(trace));
  }
  return out;
}

Repair plan_repair(const model::Mission& mission, const std::vector<Task>& tasks,
                   const std::vector<judge::TaskTrace>& traces, const std::vector<store::AcceptedWork>& accepted,
                   const model::Verification& verification) {
  Repair out;
  if (verification.outcome == model::VerificationOutcome::conflict) {
    out.hold = conflict_text(verification);
    return out;
  }
  const bool failed = verification.outcome == model::VerificationOutcome::failed;
  const bool asks = verification.outcome == model::VerificationOutcome::needs_person;
  // In autopilot nobody waits for a person as long as something can be tried.
  if (!failed && !(asks && mission.policy.mode == model::Mode::autopilot)) return out;
  out.hold = why_accepted(mission, traces, accepted, verification);
  if (!out.hold.empty()) return out;
  std::vector<ToMend> all;
  for (auto& failure : judge::failures_of(verification)) {
    const auto tried = tried_for(failure.fingerprint, tasks);
    if (tried.size() < mission.policy.retry_budget) {
      all.push_back({failure, judge::attribute(failure, traces), criteria_for(failure)});
      continue;
    }
    out.hold = cat(
        "\"", failure.title, "\" still fails after ", tried.size(), tried.size() == 1 ? " fix" : " fixes",
        ", as many as the retry budget allows. Expected: ", failure.expected, ". Observed: ", failure.observed,
        tried.empty() ? "" : cat("\nTried:", tried_text(tried)),
        "\nLook at it yourself (assay verify), or grant more: assay mission edit --retry-budget, then assay resume");
    return out;
  }
  // Of a criterion that fixes did not mend a person is asked by the verification itself.
  for (auto& unmet : unmet_criteria(tasks, accepted, verification)) {
    if (tried_for(unmet.failure.fingerprint, tasks).size() >= mission.policy.retry_budget) continue;
    if (unmet.whose.tasks.empty()) unmet.whose = judge::attribute(unmet.failure, traces);
    all.push_back(std::move(unmet));
  }
  for (const auto& group : groups_of(all)) out.tasks.push_back(draft_for(group, mission, tasks));
  return out;
}

Result<Repair> repair(const git::Repository& repository, store::Store& store, const model::Verification& verification) {
  TRY_ASSIGN(const auto mission, store.missions().find(verification.mission));
  TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
  TRY_ASSIGN(const auto traces, traces_of(repository, mission, tasks));
  TRY_ASSIGN(const auto accepted, store.tasks().accepted_work(mission.id));
  return plan_repair(mission, tasks, traces, accepted, verification);
}

}  // namespace assay::engine
