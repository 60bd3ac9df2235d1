// How the command line runs an operation and shows its answer; those that take long show what goes on meanwhile, and
// some have options that only somebody at this machine can use.
#pragma once

#include <span>

#include "base/json.h"
#include "base/result.h"
#include "cli/command.h"
#include "ops/context.h"
#include "ops/operation.h"

namespace assay::cli {

struct Setting {
  ops::Context& context;
  const Parsed& parsed;
  const Invocation& invocation;
  bool as_json = false;
  bool tells_of_store = true;  // `init` says it in its answer
};

// The answer as text, or with --json as its document.
Result<int> show(Setting& setting, ops::Answer& answer);
int exit_status(ops::Ending ending);

Result<int> run_check(Setting& setting, const json::object& from);
Result<int> run_verdict(Setting& setting, const json::object& from);
Result<int> run_explain(Setting& setting, const json::object& from);
Result<int> run_verify(Setting& setting, const json::object& from);
Result<int> run_critic(Setting& setting, const json::object& from);
Result<int> run_run(Setting& setting, const json::object& from);
Result<int> run_log(Setting& setting, const json::object& from);
Result<int> run_land(Setting& setting, const json::object& from);
Result<int> run_queue(Setting& setting, const json::object& from);
Result<int> run_ship(Setting& setting, const json::object& from);
Result<int> run_redeploy(Setting& setting, const json::object& from);

extern const std::span<const Flag> k_check_flags;
extern const std::span<const Flag> k_verdict_flags;
extern const std::span<const Flag> k_verify_flags;
extern const std::span<const Flag> k_critic_flags;
extern const std::span<const Flag> k_run_flags;
extern const std::span<const Flag> k_log_flags;

// The options of an operation that are no part of its request. One with the name of a field's option stands for that
// option; one without help is known and not shown.
std::span<const Flag> own_flags(const ops::Operation& operation);

}  // namespace assay::cli
