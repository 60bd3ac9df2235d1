// A kind of coding agent: all that Assay knows of such a program, in one value. Each kind is defined in a file of its
// own and named in agents/kinds.h. Code elsewhere asks what a kind does, never which one it is.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "agents/kinds.h"
#include "base/json.h"
#include "base/result.h"

namespace assay::agents {

// How a kind is started.
struct Start {
  std::vector<std::string> arguments;    // behind the program, those of the profile included
  std::vector<std::string> environment;  // "NAME=value"
  PromptBy prompt_by = PromptBy::argument;
};

struct Kind {
  // text: for people; only the exit code says how it ended. events: a JSON object per line. dialogue: events, and
  // it is talked with on its standard input.
  enum class Output { text, events, dialogue };

  std::string_view name;          // as configuration writes it
  std::string_view program = {};  // its usual name on the PATH; empty: configuration has to name a program
  Output output = Output::events;
  // Variables it cannot work without, keys and endpoints: "NAME" or "NAME*". They reach the agent, never a check.
  std::span<const std::string_view> environment = {};
  std::span<const std::string_view> login_files = {};  // in HOME: its login and its sessions

  // Writes files that it needs into the run's settings folder.
  Result<Start> (*start)(const AgentRun& run);
  // `dialogue` is null when there is nobody to talk with: output that was kept is read again.
  std::unique_ptr<Reader> (*reader)(const AgentRun& run, os::Dialogue* dialogue);
  // Whether an event is one that only this kind prints; null: it prints none.
  bool (*recognises)(const json::object& event) = nullptr;

  bool has_events() const { return output != Output::text; }
  bool is_built_in() const { return !program.empty(); }  // usable without any configuration
};

const Kind* kind_named(std::string_view name);  // null: there is none

enum class Listed { all, built_in };
// "claude, codex, gemini", for messages; `last` stands before the last one.
std::string list_kinds(Listed which, std::string_view last = ", ");

}  // namespace assay::agents
