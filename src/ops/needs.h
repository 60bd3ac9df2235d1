// What a mission needs of a person, and the next step: the same words wherever a mission is shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/mission.h"
#include "ops/fields.h"
#include "store/store.h"

namespace assay::ops {

// What a person does about it; `command` says the same for a command line.
enum class NeededAction {
  look,          // nothing but look: no step settles it by itself
  decide,        // accept or reject a task
  retry,         // have a task done again
  answer,        // a task's question
  add_task,      // the mission has none
  plan,          // ask for a plan
  approve_plan,  // or send it back
  resume,        // let a held mission go on
  run,           // nobody is at work
  verify,
  answer_check,  // a check that only a person can answer
  land,          // or ship
  run_queue,
  ship,  // what waits for others: ask again
  fix,   // what was shipped, or take it back
  close,
  sign,  // the landing's attestation
};
std::string_view name(NeededAction action);

struct Needed {
  std::string mission;
  std::string task;  // empty: of the whole mission
  std::string what;  // a sentence
  std::string command;
  NeededAction action = NeededAction::look;
  std::string check = {};  // of answer_check: which one
  void fields(Fields& f);
};

// Nothing: it goes on by itself, or is over.
Result<std::vector<Needed>> needs_of(const store::Store& store, const model::Mission& mission);
// Of a story that is being shipped: what others have to do before it goes on; empty: nothing.
Result<std::string> waits_for(const store::Store& store, const model::Mission& mission);

}  // namespace assay::ops
