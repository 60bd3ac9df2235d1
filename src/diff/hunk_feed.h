// Gathers the bytes of the hunk under way, over block borders, and gives it to the visitor when it
// ends, if a changed line holds a needle. At most k_lines lines or k_bytes bytes are kept: a larger
// hunk is delivered in parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/needles.h"
#include "diff/facts.h"

namespace assay::diff {

class HunkFeed {
 public:
  static constexpr std::uint64_t k_lines = 4000;
  static constexpr size_t k_bytes = size_t{512} << 10;

  // Where a hunk or a part of one stands.
  struct Place {
    std::uint64_t diff_line = 0;  // of its first line
    std::uint64_t old_line = 0;   // numbers of the first line, 0 when unknown
    std::uint64_t new_line = 0;
    unsigned columns = 1;  // sign columns; more than one in combined diffs
  };

  // Hits are those of `text`. Both stay valid until end_block().
  void start_block(std::string_view text, const std::vector<NeedleScan::Hit>& hits);
  void end_block();
  // The block starts with the rest of a line too long to hold; go on behind it.
  void skip_to(size_t offset);

  void open(std::string_view section, std::uint64_t diff_line);
  // The lines that follow start at `offset` of the block.
  void start_part(size_t offset, const Place& place);
  bool started() const { return m_started; }
  const Place& place() const { return m_place; }
  size_t begin() const { return m_begin; }  // where the part starts in this block
  size_t size(size_t offset) const { return m_carry.size() + offset - m_begin; }

  // Does any line up to `offset` hold a needle that is wanted there?
  bool interesting(size_t offset, const Wanted& wanted, Language language);
  // Calls see(line) for the lines up to `offset` that hold one of `classes`.
  template <class See>
  void lines_with(size_t offset, NeedleMask classes, See&& see) {
    build(offset);
    for (const Line& line : m_hunk.lines)
      if ((line.needles & classes) != 0) see(line);
  }
  bool any_hit(size_t offset, NeedleMask classes);

  // The part up to `offset` as a hunk; valid until the next call of anything here.
  const Hunk& part(size_t offset, bool partial, bool announced);
  void end_part() { m_started = false, m_built = false, m_carry.clear(), m_carry_hits.clear(); }

 private:
  struct Bytes {
    std::string_view text;
    const NeedleScan::Hit* begin;
    const NeedleScan::Hit* end;
    std::uint32_t base;  // offset of text in the block the hits count in
  };
  Bytes bytes(size_t offset);
  void take(size_t offset);
  void build(size_t offset);

  std::string_view m_text;
  const std::vector<NeedleScan::Hit>* m_hits = nullptr;
  size_t m_next_hit = 0;  // the first that can lie in the part under way
  size_t m_begin = 0;     // where the part starts in the block
  bool m_started = false;
  bool m_built = false;
  std::string m_carry;  // the part's bytes of earlier blocks
  std::vector<NeedleScan::Hit> m_carry_hits;
  std::string m_section;
  Place m_place;
  Hunk m_hunk;
};

}  // namespace assay::diff
