// Can a test notice a piece of a change at all? Comments, white space, documentation, imports, declarations without a
// value and log lines are changed every day, and no test should have to prove them. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "prove/hunks.h"

namespace assay::prove {

enum class Matter : std::uint8_t { behaviour, nothing };

struct HunkMatter {
  Matter matter = Matter::behaviour;
  std::string why{};  // of `nothing`, what the piece is made of: "only comments", "only imports"
};

// By the language of the path. `before` and `after` are the whole old and new file. What is not understood is
// behaviour: of an unknown language only blank lines are nothing.
HunkMatter matter_of(const Hunk& hunk, std::string_view before, std::string_view after);

}  // namespace assay::prove
