#include "git/conflict_hunks.h"

#include <algorithm>

#include "base/text.h"

namespace assay::git {

namespace {

constexpr size_t k_most_bytes = 16 << 10;
constexpr size_t k_around = 3;  // lines
constexpr std::string_view k_opens = "<<<<<<< ", k_closes = ">>>>>>> ", k_gap = "…\n";

}  // namespace

std::string conflict_hunks(std::string_view merged) {
  if (contains(merged, std::string_view("\0", 1))) return {};
  const auto lines = split_lines(merged);
  std::string out;
  size_t shown = 0;  // lines before this one are in it
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with(k_opens)) continue;
    size_t end = i;
    while (end < lines.size() && !lines[end].starts_with(k_closes)) ++end;
    const size_t from = std::max(shown, i < k_around ? 0 : i - k_around);
    const size_t to = std::min(lines.size(), end + 1 + k_around);
    if (from > shown) out += k_gap;
    for (size_t at = from; at < to; ++at) {
      if (out.size() + lines[at].size() + 1 + k_gap.size() > k_most_bytes) return out + std::string(k_gap);
      out += cat(lines[at], "\n");
    }
    shown = to;
    i = end;
  }
  return out;
}

}  // namespace assay::git
