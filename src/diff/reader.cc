#include "diff/reader.h"

#include <algorithm>

#include "diff/parser.h"

namespace assay::diff {

Result<Summary> read_diff(ByteSource& source, Visitor& visitor) {
  Summary summary;
  Parser parser(summary, visitor);
  BlockReader blocks(source);
  while (true) {
    TRY_ASSIGN(const auto block, blocks.next());
    if (!block) break;
    parser.block(*block);
  }
  parser.finish();
  return summary;
}

Summary read_diff_text(std::string_view text, Visitor& visitor) {
  Summary summary;
  Parser parser(summary, visitor);
  std::uint64_t line = 1;
  bool mid_line = false;
  while (!text.empty()) {
    size_t size = std::min(text.size(), BlockReader::k_block_size);
    if (size < text.size()) {
      const size_t last = text.rfind('\n', size - 1);
      if (last != std::string_view::npos) size = last + 1;
    }
    const auto piece = text.substr(0, size);
    parser.block({piece, line, mid_line});
    line += count_newlines(piece);
    mid_line = piece.back() != '\n';
    text.remove_prefix(size);
  }
  parser.finish();
  return summary;
}

}  // namespace assay::diff
