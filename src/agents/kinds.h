// The list of all kinds of agents, each defined in the file of its name. A new kind is a file and its two words here.
#pragma once

namespace assay::agents {

struct Kind;  // agents/kind.h

extern const Kind k_claude;
extern const Kind k_codex;
extern const Kind k_gemini;
extern const Kind k_opencode;
extern const Kind k_acp;
extern const Kind k_command;

// In the order in which they are offered, and tried when nobody chose.
inline constexpr const Kind* k_kinds[] = {&k_claude, &k_codex, &k_gemini, &k_opencode, &k_acp, &k_command};

}  // namespace assay::agents
