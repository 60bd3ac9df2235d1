// Values by which changed code could know one single test: an exact text or number that it compares with, a list of
// them, the exact length of something, an expression for one name. Whether they stand in tests only is for the caller
// to find out. Values that many programs know (methods of HTTP, media types, suffixes, keys of a keyboard, plain
// numbers) are none. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "prove/hunks.h"

namespace assay::prove {

enum class SpecialKind {
  text,
  number,
  length,   // of something: `name.length === 3`
  limit,    // of a size: `width > 2`; the replacement is one more or less
  digest,   // by which a value is known without being written down
  pattern,  // a regular expression
};

struct SpecialValue {
  std::uint32_t line = 0;
  size_t offset = 0, length = 0;  // the bytes of the content that `replacement` stands for
  std::string replacement{};      // as long, and of the same sort
  SpecialKind kind = SpecialKind::text;
  std::string value{};  // as a test would write it, without quotes
  std::string shown{};  // as it stands in the code
  bool odd = false;     // it looks like a piece of data, not like a name that a program could know
  bool whole = false;   // it stands in a list or object that something is compared with as a whole
  // The other values of its list, or of the choice that it stands in.
  std::vector<std::string> beside{};
};

// In the order of the lines.
constexpr size_t k_most_special_values = 400;
std::vector<SpecialValue> special_values_of(std::string_view path, std::string_view content,
                                            const std::vector<Lines>& lines);

// The content with the other value in its place. REQUIRES: a value of this content.
std::string with_other_value(const SpecialValue& value, std::string_view content);

}  // namespace assay::prove
