// The process that is killed: random operations on a store, each told of when it has succeeded.
#pragma once

#include <cstdint>
#include <string>

// Works on the store at `path` until it is killed. After every operation it writes one line to
// `reports`, in one piece, for each mission and task that the operation touched:
//   M <mission> <checkpoints> <hash of the last> <version>
//   T <task> <mission> <state> <attempt> <round> <cost in cents>
// and ends them with a line ".". Returns only when the store fails; then it has said why on stderr.
int work_until_killed(const std::string& path, std::uint64_t seed, int reports);
