// Cuts a diff where one file's part ends and the next one's begins ("diff --git" at the start of a
// line, which no line of a hunk can be), so that the pieces can be read apart from each other. Where
// the cuts lie depends on the bytes only. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "base/source.h"

namespace assay::diff {

// What stands behind a block.
enum class Follows : std::uint8_t { more /* of the same file */, another_file, nothing };

class Segments {
 public:
  struct Piece {
    Block block;
    Follows follows;
  };

  explicit Segments(ByteSource& source) : m_source(source) {}
  // The next piece, laid into `buffer`; nullopt at the end. REQUIRES: buffers of one size.
  Result<std::optional<Piece>> next(std::span<char> buffer);

 private:
  ByteSource& m_source;
  std::string m_rest;  // read already, behind the last cut
  std::uint64_t m_line = 1;
  bool m_mid_line = false;
  bool m_ended = false;
};

}  // namespace assay::diff
