// Can a test notice a piece of a change at all? Comments, white space, documentation, imports, declarations without a
// value and log lines are changed every day, and no test should have to prove them. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "prove/hunks.h"

namespace assay::prove {

enum class Matter : std::uint8_t { behaviour, nothing };

struct HunkMatter {
  Matter matter = Matter::behaviour;
  std::string why{};  // of `nothing`, what the piece is made of: "only comments", "only imports"
};

// Of each piece of one file, by the language of its path; `before` and `after` are the whole old and new file, read
// once for all pieces. What is not understood is behaviour: of an unknown language only blank lines are nothing.
std::vector<HunkMatter> matters_of(const std::vector<Hunk>& hunks, std::string_view before, std::string_view after);
inline HunkMatter matter_of(const Hunk& hunk, std::string_view before, std::string_view after) {
  return matters_of({hunk}, before, after).front();
}

}  // namespace assay::prove
