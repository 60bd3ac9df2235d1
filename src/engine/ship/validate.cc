// Looking at what was deployed: commands, probes and an agent, all of them, whatever the others said. It may be
// repeated after an interruption, so what it runs must be harmless to repeat.
#include <algorithm>
#include <chrono>
#include <thread>

#include "base/redact.h"
#include "base/text.h"
#include "engine/ship/run.h"
#include "os/files.h"
#include "os/http.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::engine {

using model::Move;
using model::ValidationState;

namespace {

using SteadyClock = std::chrono::steady_clock;

// Words of 7 to 64 hexadecimal digits; one that the commit begins with names it.
bool names_commit(std::string_view body, std::string_view commit) {
  const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  for (size_t at = 0; at < body.size();) {
    size_t end = at;
    while (end < body.size() && is_hex(body[end])) ++end;
    if (end - at >= 7 && commit.starts_with(body.substr(at, end - at))) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

// Why an answer is not good enough; empty: it is.
std::string fault_of(const Probe& probe, const os::HttpAnswer& answer, const std::string& commit) {
  if (answer.status != static_cast<int>(probe.status)) return cat("answered ", answer.status, ", not ", probe.status);
  if (!probe.contains.empty() && !contains(answer.body, probe.contains)) {
    return cat("the answer does not hold \"", excerpt(probe.contains, 80), "\"");
  }
  if (probe.commit && !names_commit(answer.body, commit)) {
    return cat("the answer does not name commit ", commit.substr(0, 12), ": ", excerpt(trim(answer.body), 80));
  }
  return {};
}

// In small pieces, so that an interruption is noticed.
bool pause(const ShipRun& run, std::chrono::milliseconds time) {
  const auto end = SteadyClock::now() + time;
  while (SteadyClock::now() < end) {
    if (run.was_cancelled()) return false;
    std::this_thread::sleep_for(
        std::min<SteadyClock::duration>(std::chrono::milliseconds(50), end - SteadyClock::now()));
  }
  return !run.was_cancelled();
}

Look look_at(const ShipRun& run, const Probe& probe) {
  const auto& commit = run.mission.landed_commit;
  os::HttpRequest request;
  request.url = replace_all(probe.url, "{commit}", commit);
  request.timeout = std::chrono::milliseconds(probe.timeout_ms);
  request.most_body = 1 << 20;
  const auto end = SteadyClock::now() + std::chrono::milliseconds(probe.within_ms);
  std::uint32_t in_row = 0, tries = 0;
  std::string fault;
  while (true) {
    const auto answer = os::http(request, run.context.cancel);
    const auto wrong = answer ? fault_of(probe, *answer, commit) : answer.error().message;
    ++tries;
    in_row = wrong.empty() ? in_row + 1 : 0;
    if (!wrong.empty()) fault = wrong;
    if (in_row >= probe.times) {
      return {true, cat("passed  ", probe.title, ": ", plural(in_row, "good answer"), " in a row of ", tries)};
    }
    const bool time_left = SteadyClock::now() + std::chrono::milliseconds(probe.interval_ms) < end;
    if (!time_left || !pause(run, std::chrono::milliseconds(probe.interval_ms))) break;
  }
  return {false, cat("failed  ", probe.title, ": ", fault.empty() ? "too few good answers in time" : redact(fault),
                     " (", in_row, " of ", probe.times, " in a row, ", plural(tries, "request"), ")")};
}

Result<Look> run_check(ShipRun& run, const std::string& folder, const ValidationCommand& check) {
  const auto raw = os::join_path(run.context.folder, cat("deploys/", run.mission.id.text, ".validation"));
  TRY_ASSIGN(const auto end,
             run_ship_command(run, folder, {check.command, check.timeout_ms, run.policy.validation.environment, raw}));
  std::string line = cat(end.good ? "passed  " : "failed  ", check.title, ": ", end.how, "; log ", end.log);
  if (!end.good && !end.tail.empty()) line += cat("\n", end.tail);
  return Look{end.good, std::move(line)};
}

// A task in the story, so that everyone sees that somebody looks and what was found. It is running before
// anyone could take it on as work for an agent.
Result<model::TaskId> open_task(ShipRun& run) {
  auto& store = run.context.store;
  model::TaskId id;
  const auto all = [&]() -> Result<void> {
    store::TaskDraft draft;
    draft.mission = run.mission.id;
    draft.task.kind = model::TaskKind::validation;
    draft.task.name = cat("Validate ", run.mission.landed_commit.substr(0, 12));
    draft.task.instructions = "Look at what was deployed, as [validate] of assay.toml says.";
    TRY_ASSIGN(const auto task, store.change(run.terms.actor).tasks().add(draft));
    id = task.id;
    TRY(store.change(run.terms.actor).tasks().move({id, Move::start, "", ""}));
    return store.change(run.terms.actor)
        .missions()
        .set_validation(run.mission.id, ValidationState::running, cat("Validation begun: ", id.text));
  };
  TRY(store.together(all));
  return id;
}

// The task of a validation that was interrupted goes on.
Result<std::optional<model::TaskId>> running_task(const ShipRun& run) {
  TRY_ASSIGN(const auto tasks, run.context.store.tasks().of(run.mission.id, {model::TaskState::running, false}));
  for (const auto& task : tasks) {
    if (task.kind == model::TaskKind::validation) return std::optional(task.id);
  }
  return std::optional<model::TaskId>();
}

Result<void> conclude(ShipRun& run, const model::TaskId& task, bool good, const std::string& report) {
  auto& store = run.context.store;
  const auto all = [&]() -> Result<void> {
    TRY(store.change(run.terms.actor).tasks().move({task, good ? Move::complete : Move::fail, report, ""}));
    return store.change(run.terms.actor)
        .missions()
        .set_validation(run.mission.id, good ? ValidationState::passed : ValidationState::failed, report);
  };
  TRY(store.together(all));
  return run.reload();
}

}  // namespace

Result<void> validate(ShipRun& run, const std::string& folder) {
  const auto& policy = run.policy.validation;
  if (policy.empty()) return {};
  TRY_ASSIGN(auto task, running_task(run));
  if (!task || run.mission.validation != ValidationState::running) {
    TRY_ASSIGN(task, open_task(run));
  }
  run.context.events.stage("validating");
  bool good = true;
  std::vector<std::string> report;
  const auto note = [&](Look look) {
    run.context.events.result(look.line);
    good = good && look.good;
    report.push_back(std::move(look.line));
  };
  for (const auto& check : policy.commands) {
    if (run.was_cancelled()) break;
    TRY_ASSIGN(auto look, run_check(run, folder, check));
    note(std::move(look));
  }
  for (const auto& probe : policy.probes) {
    if (run.was_cancelled()) break;
    note(look_at(run, probe));
  }
  if (policy.agent && !run.was_cancelled()) {
    TRY_ASSIGN(auto look, ask_validation_agent(run, *task));
    note(std::move(look));
  }
  if (run.was_cancelled()) return run.reload();  // it stays running, and is done again
  return conclude(run, *task, good, join(report, "\n"));
}

}  // namespace assay::engine
