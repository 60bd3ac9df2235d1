// What a person would have seen: terminal controls acted on, and what a CI system or task runner
// put in front of each line cut off. Both are skipped for text that has none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::logs {

// What every block is asked first, in one pass.
struct BlockScan {
  std::uint64_t newlines = 0;
  bool controls = false;  // text holds a byte that a terminal acts on; a '\r' that only ends a line does not count
};
BlockScan scan_block(std::string_view text);
inline bool has_controls(std::string_view text) { return scan_block(text).controls; }

// Acts on terminal controls: escape sequences vanish, and a carriage return, backspace or erase
// sequence rewrites the row as on a screen. Text keeps its '\n's, so line numbers stay true.
// Time is linear; a row that is rewritten is kept to k_row_limit characters.
class Terminal {
 public:
  static constexpr size_t k_row_limit = 16384;

  // The cleaned text; valid until the next call. A last row without '\n' that is being rewritten is
  // held back until its end is seen.
  std::string_view clean(std::string_view text);
  // The row held back, at the end of the input.
  std::string_view finish();

 private:
  void clean_row(std::string_view row);
  bool strip(std::string_view row);  // false: the row moves its cursor and needs draw()
  void draw(std::string_view row);   // onto m_cells
  void put(char32_t cell);
  void act(char final_byte, unsigned parameter);
  void flush_cells();

  std::string m_out;
  std::vector<char32_t> m_cells;
  size_t m_cursor = 0;
  bool m_drawing = false;  // a row is held in m_cells
};

// Bytes at the front of a line that some tool put there: timestamps, "packages/a test: ", "web-1  | ".
// 0 when the line starts with its own text. `last`: where the last of several begins.
size_t prefix_length(std::string_view line, size_t* last = nullptr);

// The same for line after line. A task's name before a lone word is text ("packages/a test: OK") until it has
// stood before something longer: then the word is the runner's.
class TaskPrefix {
 public:
  size_t length(std::string_view line);

 private:
  static constexpr size_t k_longest = 120;
  std::string m_seen;
};

// What a CI system says about a line in front of it ("##[error]", "::warning file=a.c::").
enum class Annotation { none, error, warning, other };
struct Annotated {
  Annotation kind = Annotation::none;
  size_t skip = 0;  // bytes of the annotation
};
Annotated annotation(std::string_view line);

// Colour codes whose escape byte was lost on the way ("[32mok[39m", "\x1b[1m" spelt out). The line
// itself when there are none.
std::string_view without_spelt_colours(std::string_view line, std::string& scratch);

// True when one of a sample of the lines has a prefix.
bool seems_prefixed(std::string_view text);

}  // namespace assay::logs
