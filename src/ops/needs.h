// What a mission needs of a person, and the next step: the same words wherever a mission is shown.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/mission.h"
#include "ops/fields.h"
#include "store/store.h"

namespace assay::ops {

struct Needed {
  std::string mission;
  std::string task;  // empty: of the whole mission
  std::string what;  // a sentence
  std::string command;
  void fields(Fields& f);
};

// Nothing: it goes on by itself, or is over.
Result<std::vector<Needed>> needs_of(const store::Store& store, const model::Mission& mission);

}  // namespace assay::ops
