// Plan files, JSON or TOML: docs/formats/plan.md.
#pragma once

#include <string_view>

#include "base/result.h"
#include "model/plan.h"

namespace assay::plan {

enum class PlanFormat { json, toml };
PlanFormat format_of(std::string_view file_name);  // by its ending; JSON unless ".toml"

// Reads and validates. Errors name the file, the task and the key: unknown keys (with the nearest
// known one), missing names, duplicate names, unknown dependencies, cycles (named in order),
// vague criteria, values out of range. The plan is used whole or not at all.
Result<model::Plan> parse_plan(std::string_view text, std::string_view file_name, PlanFormat format);
// As JSON, of what a mission is to consist of: one without tasks is an error too, for it would be done at once.
Result<model::Plan> parse_mission_plan(std::string_view json);

// The plan as canonical JSON, as it is kept with the mission.
std::string write_plan(const model::Plan& plan);

}  // namespace assay::plan
