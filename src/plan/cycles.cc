#include "plan/cycles.h"

#include <algorithm>

namespace assay::plan {

namespace {

enum class Seen : unsigned char { not_yet, on_the_way, done };

struct Step {
  size_t node;
  size_t next = 0;  // which edge to follow
};

// The way from `node` to the end of the path, turned so that the lowest comes first.
std::vector<size_t> circle(const std::vector<Step>& path, size_t node) {
  std::vector<size_t> out;
  auto at = std::find_if(path.begin(), path.end(), [&](const Step& step) { return step.node == node; });
  for (; at != path.end(); ++at) out.push_back(at->node);
  std::rotate(out.begin(), std::min_element(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

std::vector<std::vector<size_t>> find_cycles(const std::vector<std::vector<size_t>>& edges, size_t most) {
  std::vector<std::vector<size_t>> out;
  std::vector<Seen> seen(edges.size(), Seen::not_yet);
  std::vector<Step> path;
  for (size_t start = 0; start < edges.size(); ++start) {
    if (seen[start] != Seen::not_yet) continue;
    seen[start] = Seen::on_the_way;
    path.push_back({start});
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next == edges[step.node].size()) {
        seen[step.node] = Seen::done;
        path.pop_back();
        continue;
      }
      const size_t target = edges[step.node][step.next++];
      if (seen[target] == Seen::not_yet) {
        seen[target] = Seen::on_the_way;
        path.push_back({target});
      } else if (seen[target] == Seen::on_the_way) {
        out.push_back(circle(path, target));
        if (out.size() == most) return out;
      }
    }
  }
  return out;
}

}  // namespace assay::plan
