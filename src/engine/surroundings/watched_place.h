// What is looked at around commands that run without a sandbox. One per thread.
#pragma once

#include <string>

#include "base/clock.h"
#include "git/repository.h"
#include "store/store.h"

namespace assay::engine {

struct WatchedPlace {
  const git::Repository& repository;
  std::string folder;   // .assay
  store::Store* store;  // of this thread; nothing where none was made
  Clock& clock;
};

}  // namespace assay::engine
