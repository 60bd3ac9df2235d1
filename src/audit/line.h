// One line of an export: a flat JSON object with its keys in a fixed order and exactly one way to
// write it. The reader is the writer's exact inverse: what the writer would not have written is a
// fault, so that no byte of an export can change unnoticed or mean the same in two ways.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/cursor.h"
#include "base/result.h"

namespace assay::audit {

class LineWriter {
 public:
  LineWriter& text(std::string_view key, std::string_view value);          // REQUIRES: value is UTF-8
  LineWriter& text_or_null(std::string_view key, std::string_view value);  // empty is null
  LineWriter& number(std::string_view key, std::uint64_t value);
  std::string finish();  // with its line end

 private:
  void key(std::string_view name);
  std::string m_out = "{";
};

// Reads the keys in the order they were written. Errors are `corrupt`, say what is wrong with the
// line, and do not name the line's number. REQUIRES: the line is UTF-8 and outlives the reader.
class LineReader {
 public:
  // `keys`: all that this kind of line has, for messages. `line` is without its line end.
  LineReader(std::string_view line, std::span<const std::string_view> keys);
  Result<std::string> text(std::string_view key);
  Result<std::string> text_or_null(std::string_view key);  // null is empty, and empty is refused
  Result<std::uint64_t> number(std::string_view key);
  Result<void> finish();

 private:
  Result<void> key(std::string_view name);
  Error other_key(std::string_view wanted) const;
  Result<std::string> string_value(std::string_view name);

  Cursor m_cursor;
  std::span<const std::string_view> m_keys;
  size_t m_read = 0;
};

// The first key of the line, by which kinds of lines are told apart; empty when there is none.
std::string_view first_key(std::string_view line);

}  // namespace assay::audit
