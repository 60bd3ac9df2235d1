// What an agent that only looks has found. Pure.
//
// Exit codes and closing events of agent programs say that the program ended well, not what it found: all
// of them exit 0 after "two criteria are not met". So whoever looks has to say its verdict in a line with a
// word made up for this run, which no file of the repository can hold; silence is not a pass.
#pragma once

#include <string>
#include <string_view>

#include "engine/work/agents/agent_call.h"
#include "git/checkout/working_copy.h"

namespace assay::engine {

std::string verdict_word();
// The end of its instructions.
std::string ask_for_verdict(std::string_view word);

// It ended well and said nothing of what it found: worth asking once more.
bool lacks_verdict(const AgentAnswer& answer, std::string_view word);
// What it is asked then, behind what it was asked before.
std::string ask_again_for_verdict(const AgentAnswer& answer, std::string_view word);
// It ended well and said that it is not as it should be.
bool says_fail(const AgentAnswer& answer, std::string_view word);

// What it means that it ended well without its verdict line: a checker has proven nothing; of a plain program that
// looks at what was deployed, the exit status is the verdict.
enum class NoVerdict { proves_nothing, passes };
NoVerdict no_verdict_after_deploy(const agents::Kind& kind);

// Why it did not pass; empty: it did. `touched` is what became of the copy that it looked at.
std::string objection_to(const AgentAnswer& answer, std::string_view word, const git::WorkingCopy::Tampering& touched,
                         NoVerdict meaning);

// The objection, then what the agent itself said, within bounds.
std::string with_its_words(const std::string& objection, const AgentAnswer& answer);

}  // namespace assay::engine
