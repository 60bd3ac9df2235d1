#include "agents/agent.h"

#include "base/names.h"

namespace assay::agents {

namespace {

constexpr std::string_view k_ends[] = {"succeeded",   "failed",    "model_error",     "rate_limited",
                                       "not_allowed", "budget",    "turns",           "timed_out",
                                       "idle",        "cancelled", "could_not_start", "unclear"};
constexpr std::string_view k_homes[] = {"scratch", "own"};
constexpr std::string_view k_whats[] = {"message", "thought", "tool",  "tool_result",
                                        "usage",   "warning", "error", "note"};

}  // namespace

std::string_view name(Home home) { return name_in(k_homes, home); }
std::string_view name(End end) { return name_in(k_ends, end); }

std::string_view name(Event::What what) { return name_in(k_whats, what); }

}  // namespace assay::agents
