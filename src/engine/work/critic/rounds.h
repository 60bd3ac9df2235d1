// What follows from a critic's report: the next round with the findings, research, a question, a plan
// that is in conflict, a machine that cannot tell, an end because nothing moves, or on to the check. docs/critic.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/work/agents/instructions.h"
#include "judge/critic/stuck.h"
#include "model/critic.h"
#include "model/round.h"
#include "model/task.h"
#include "store/jobs.h"

namespace assay::engine {

struct Decision {
  enum class What { done, next_round, research, ask, hold_plan, hold_machine, stuck };
  What what = What::done;
  std::string reason;                  // one line for people
  std::string findings;                // all of it as text, for people and for who works next
  std::vector<std::string> questions;  // of ask
  std::vector<std::string> missing;    // of research: what is to be found out
  model::CriticReport report;          // with stuck-detected where it is
  model::CriticRound record;           // to be kept with the decision
};

// `history` are the task's earlier rounds. Pure but for the clock's time in the record.
Decision decide(const model::Task& task, model::CriticReport report, const std::vector<model::CriticRound>& history,
                std::uint32_t max_rounds);

// Everything that the decision means for the store, to go into the finish of the job that looked:
// moves of the task and of its checker, the round, the question, the hold. `researched` is what was found
// out, for Decision::What::research. Not for done: then the check goes on, and only the round is kept.
void write_decision(const Decision& decision, const model::Task& task, const model::Task* checker,
                    std::string_view researched, store::JobFinish& finish);

// How the report of a task begins that the critic left, and that the gate left.
inline constexpr std::string_view k_critic_report = "Critic, round ";
inline constexpr std::string_view k_gate_report = "The change does not pass the gate: ";

// Adds what the critic found in the last round; the reason that was given with it, empty when it found nothing.
Result<std::string> add_rounds(const store::Store& store, const model::Task& task, InstructionsMaterial& material);

}  // namespace assay::engine
