// Flags as data: each command has a table, and parsing, help and completion read it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::cli {

enum class Takes {
  nothing,
  value,
  values /* may be repeated */,
  optional_value /* --x or --x=V; --x V for choices and numbers */
};

struct Flag {
  std::string_view name;   // "--task"
  std::string_view alias;  // "--intent", or empty
  Takes takes = Takes::nothing;
  std::string_view value;  // "TEXT", for help; "a|b": choices; "N": a number
  std::string_view help;
};

// Several parts of a table as one.
template <size_t... n>
constexpr std::array<Flag, (n + ...)> joined(const std::array<Flag, n>&... parts) {
  std::array<Flag, (n + ...)> out;
  size_t at = 0;
  const auto put = [&](const auto& part) {
    for (const auto& flag : part) out[at++] = flag;
  };
  (put(parts), ...);
  return out;
}

class Parsed {
 public:
  bool has(std::string_view flag) const { return m_values.contains(std::string(flag)); }
  std::optional<std::string> value(std::string_view flag) const;
  std::vector<std::string> values(std::string_view flag) const;
  const std::vector<std::string>& words() const { return m_words; }  // what is not a flag

 private:
  friend Result<Parsed> parse(std::span<const Flag> flags, std::span<const std::string> arguments);
  std::map<std::string, std::vector<std::string>> m_values;  // by Flag::name
  std::vector<std::string> m_words;
};

// "--flag value" and "--flag=value"; "--" ends flags. Errors: unknown flag (with the nearest known
// one), missing value, a flag given twice that takes one value.
Result<Parsed> parse(std::span<const Flag> flags, std::span<const std::string> arguments);

// The number a flag was given, `otherwise` when it was not.
struct Range {
  std::uint64_t from;
  std::uint64_t to;
};
Result<std::uint64_t> number_of(const Parsed& options, std::string_view flag, Range range, std::uint64_t otherwise);

// The flags as aligned help lines.
std::string describe(std::span<const Flag> flags);

}  // namespace assay::cli
