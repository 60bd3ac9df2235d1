// What is kept of a task's rounds: what the critic came to in each, and what a person was asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "model/critic.h"
#include "model/ids.h"

namespace assay::model {

struct CriticRound {
  TaskId task;
  std::uint32_t round = 1;
  std::string tree;
  std::string identities;  // one digest for what was found, whatever the lines; empty: nothing was
  Route route = Route::executor;
  ReportVerdict verdict = ReportVerdict::issues_found;
  std::string report;  // the merged report, JSON; of very many findings the first ones
  Time at;
};

// A question that a task waits with. It lasts until it is answered or the task is taken up again.
struct Question {
  std::int64_t key = 0;
  TaskId task;
  std::uint32_t round = 1;
  std::string text;
  Time asked_at;
  std::optional<std::string> answer;
  std::string answered_by;
  std::optional<Time> answered_at;
};

}  // namespace assay::model
