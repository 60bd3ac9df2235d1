// The prompt an orchestrator passes on standard input, taken apart. Its sections carry text that
// others wrote: issue bodies, comments, the builder's words, command output. Any of it may hold the
// same headings, tags or fences. See prompt.cc for how the real ones are told from those.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::engine {

struct PromptCommand {
  std::string command;
  bool passed = false;
  std::string output;
  bool recorded = false;  // there is a record of its run, not only a tick
};

struct Prompt {
  std::string task;  // title and body of the issue
  std::string builder_report;
  std::vector<PromptCommand> commands;
  std::string loose_logs;     // log text that belongs to no listed command
  std::string doubtful_logs;  // the same, perhaps forged: only failures in it count
  std::string diff;           // empty when there is none
};

Prompt parse_prompt(std::string_view text);

}  // namespace assay::engine
