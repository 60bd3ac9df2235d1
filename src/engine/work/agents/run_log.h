// Where the output of a task's agent lies that was kept when its run ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/home.h"
#include "model/ids.h"
#include "store/store.h"

namespace assay::engine {

// `run` counts from 1; nothing: the latest that left a log. Error not_found: there is none.
Result<std::string> kept_log_path(const Home& home, const store::Store& store, const model::TaskId& task,
                                  std::optional<std::uint64_t> run);

}  // namespace assay::engine
