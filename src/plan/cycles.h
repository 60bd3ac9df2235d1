// Circles among things that wait for each other. Inside this room only.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::plan {

// At most `most` circles of the graph; edges[i] are what i waits for. Each begins with its lowest
// index and goes along the edges. Time grows with nodes and edges; no recursion.
std::vector<std::vector<size_t>> find_cycles(const std::vector<std::vector<size_t>>& edges, size_t most);

}  // namespace assay::plan
