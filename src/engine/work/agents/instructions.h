// The words an agent is given: what to do, how it will be looked at, what it may touch, and what was
// found when it was looked at before. Text that others wrote (findings, answers, repository text) is
// fenced with a fence it cannot close, and called data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::engine {

// What was found when the work of an earlier round was looked at.
struct EarlierFinding {
  std::string source;  // "gate", "critic", "checker", "verification", "person"
  std::string text;    // one paragraph: where, what, what to do
};

struct Answered {
  std::string question;
  std::string answer;
};

// What the task itself does not hold. All of it is other people's or programs' text.
struct InstructionsMaterial {
  std::vector<EarlierFinding> findings;
  std::vector<Answered> answers;
  std::string context;             // what was researched
  std::vector<std::string> parts;  // names of its subtasks that are done: their work is in the folder
};

// For an agent that does the work. `mission` may be nullptr: a task that stands alone.
std::string work_instructions(const model::Task& task, const model::Mission* mission,
                              const InstructionsMaterial& material);

// For the agent that checks it: the instructions of the checker task, or, when those are empty, made
// from the checked task.
std::string check_instructions(const model::Task& checked, std::string_view range);

// For the agent that looks at what was deployed from `commit`, in a copy of it.
std::string validation_instructions(std::string_view instructions, const model::Mission& mission,
                                    std::string_view commit);

// The task as the agent finds it on its desk (agents/mailbox.h).
json::value desk_document(const model::Task& task, const InstructionsMaterial& material);

// `text` between fences longer than any in it.
std::string fenced(std::string_view text);

}  // namespace assay::engine
