#include "agents/agent.h"

#include "agents/reader.h"
#include "base/names.h"

namespace assay::agents {

namespace {

constexpr std::string_view k_kinds[] = {"claude", "codex", "gemini", "opencode", "acp", "command"};
constexpr std::string_view k_ends[] = {"succeeded",   "failed",    "model_error",     "rate_limited",
                                       "not_allowed", "budget",    "turns",           "timed_out",
                                       "idle",        "cancelled", "could_not_start", "unclear"};
constexpr std::string_view k_whats[] = {"message", "thought", "tool",  "tool_result",
                                        "usage",   "warning", "error", "note"};

}  // namespace

std::string_view name(Kind kind) { return name_in(k_kinds, kind); }
std::optional<Kind> kind_named(std::string_view n) { return value_in<Kind>(k_kinds, n); }
std::string_view name(End end) { return name_in(k_ends, end); }

std::string_view name(Event::What what) { return name_in(k_whats, what); }

std::unique_ptr<Reader> reader_for(const Profile& profile, const Order& order, os::Dialogue* dialogue) {
  switch (profile.kind) {
    case Kind::claude: return make_claude_reader(order);
    case Kind::codex: return make_codex_reader(order);
    case Kind::gemini: return make_gemini_reader(order);
    case Kind::opencode: return make_opencode_reader(order);
    case Kind::acp:
      if (dialogue != nullptr) return make_acp_reader(profile, order, *dialogue);
      break;
    case Kind::command: break;
  }
  return make_command_reader();
}

}  // namespace assay::agents
