// What an agent did, as people read it: from its output as it was kept, or event by event while it works.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/agent.h"
#include "agents/lines.h"

namespace assay::agents {

// One event as a line of JSON, docs/formats/transcript.md. Secrets are taken out, and of a long text only the
// beginning is there. Empty for what nobody reads (usage).
std::string transcript_line(const Event& event);

// Reads output that was kept. Which kind of agent it was is seen from what it says: profiles change, logs stay. Until
// that is clear, and for what no kind says, lines are notes.
class Transcript {
 public:
  // What is complete by now, as lines. Nobody has to keep more than a line of the output.
  std::string take(std::string_view chunk);
  std::string finish();

 private:
  void line(std::string_view text, std::string& out);

  Lines m_lines;
  std::unique_ptr<Reader> m_reader;
};

}  // namespace assay::agents
