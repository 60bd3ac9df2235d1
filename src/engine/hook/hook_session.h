// What is known of one session of an agent between two calls of its hooks: a file in the state folder of the
// repository (engine/state_folder.h). One process at a time uses it; the last one wins.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::engine {

struct HookSession {
  std::string start;                               // the commit that was checked out when the session was first seen
  std::vector<std::string> prompts;                // of the person, as the client gave them to the hook
  std::map<std::string, std::uint64_t> sent_back;  // how often, by tree
  std::uint64_t sent_back_in_a_row = 0;            // since the person's last prompt
};

// Nothing kept, or something that cannot be read, is a new session.
HookSession read_session(const std::string& state, const std::string& name);
Result<void> keep_session(const std::string& state, const std::string& name, const HookSession& session);

// How a tree was judged.
struct KeptJudgement {
  std::string final_verdict;
  std::string reason;  // for the agent; empty: nothing to do
  std::string run;     // of `assay explain`
};

// By a key of everything that the verdict depends on; an old one is not found any more.
bool find_judgement(const std::string& state, const std::string& key, std::int64_t now_ms, KeptJudgement& out);
Result<void> keep_judgement(const std::string& state, const std::string& key, std::int64_t now_ms,
                            const KeptJudgement& judgement);

}  // namespace assay::engine
