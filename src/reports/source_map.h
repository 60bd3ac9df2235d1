// The source map of one script, as node keeps it beside coverage: which place of the script comes from which line of
// its one source. Inside this room only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::reports {

struct SourceMap {
  struct Piece {
    std::size_t line = 0, column = 0;  // in the script, from 0, in UTF-16 units
    std::size_t source_line = 0;       // from 0
  };
  std::vector<std::size_t> line_lengths{};  // of the script, without line ends
  std::vector<Piece> pieces{};
};

// `cache`: the object "source-map-cache"; `url`: as it stands there. Nothing when there is none for it, or when it has
// several sources.
std::optional<SourceMap> source_map_in(std::string_view cache, std::string_view url);

// "AAAA;AACA": pieces of a map with one source. What is malformed ends it.
std::vector<SourceMap::Piece> read_mappings(std::string_view mappings);

}  // namespace assay::reports
