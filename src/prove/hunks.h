// The smallest pieces of a change, as `git diff -U0` gives them, and a file with one of them taken back.
// Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::prove {

struct Lines {
  std::uint32_t first = 0;  // 1-based; of no lines: the line that they would stand behind, 0 at the top
  std::uint32_t count = 0;

  bool operator==(const Lines&) const = default;
};

struct Hunk {
  std::string path{};      // in the change; empty of a deleted file
  std::string old_path{};  // before it; empty of a new file
  Lines before{}, after{};

  bool operator==(const Hunk&) const = default;
};

// The pieces of a diff in its order: runs of changed lines, whatever context the diff has around them. Binary files,
// modes, submodules and plain renames have none. At most k_most_hunks are given.
constexpr size_t k_most_hunks = 20'000;
std::vector<Hunk> read_hunks(std::string_view diff);

// The new file with that piece as it was before. `before` and `after` are the whole old and new file (empty where the
// file is not there). Line numbers behind the end of a file stand for its end.
std::string take_back(std::string_view after, std::string_view before, const Hunk& hunk);

}  // namespace assay::prove
