// Any bytes are a diff, a file before and a file after a change. Beyond not crashing: the pieces of a diff lie in order
// and none is empty, all of them taken back give the old lines, mutants lie in the lines that were asked for and
// change something, special values are where they say and change when replaced, and a file compared with itself has
// nothing to prove.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "drip.h"
#include "prove/hunks.h"
#include "prove/matter.h"
#include "prove/mutants.h"
#include "prove/special_values.h"

namespace {

using namespace assay;
using namespace assay::prove;
using fuzz::require;

constexpr std::string_view k_paths[] = {"m.py", "m.js",   "m.go",  "m.rs",    "m.cc",   "M.java",
                                        "m.rb", "m.sh",   "m.php", "m.ts",    "m.kt",   "m.c",
                                        "m.cs", "m.yaml", "m",     "m.swift", "m.scala"};

void check_hunks(std::string_view text) {
  const auto hunks = read_hunks(text);
  require(hunks.size() <= k_most_hunks);
  for (const Hunk& hunk : hunks) {
    require(hunk.before.count + hunk.after.count > 0);
    take_back(text, text, hunk);
  }
}

void check_mutants(std::string_view path, std::string_view text) {
  const auto lines = static_cast<std::uint32_t>(split(text, '\n').size());
  size_t last = 0;
  for (const Mutant& mutant : mutants_of(path, text, {{1, lines}})) {
    require(mutant.line >= last && mutant.line >= 1 && mutant.line <= lines);
    last = mutant.line;
    require(mutant.offset + mutant.length <= text.size() && is_utf8(mutant.words) && !mutant.words.empty());
    require(mutant.words.size() < 400 && mutant.words.find('\n') == std::string::npos);
    require(apply(mutant, text) != text);
  }
}

void check_special_values(std::string_view path, std::string_view text) {
  const auto lines = static_cast<std::uint32_t>(split(text, '\n').size());
  const auto values = special_values_of(path, text, {{1, lines}});
  require(values.size() <= k_most_special_values);
  for (const SpecialValue& value : values) {
    require(value.line >= 1 && value.line <= lines && text.substr(value.offset, value.length) == value.value);
    require(with_other_value(value, text).size() == text.size() && with_other_value(value, text) != text);
  }
}

void check_matter(std::string_view path, std::string_view before, std::string_view after) {
  const auto lines = [](std::string_view text) { return static_cast<std::uint32_t>(split(text, '\n').size()); };
  const Hunk same{std::string(path), std::string(path), {1, lines(before)}, {1, lines(before)}};
  if (lines(before) < 5'000) require(matter_of(same, before, before).matter == Matter::nothing);
  const Hunk whole{std::string(path), std::string(path), {1, lines(before)}, {1, lines(after)}};
  const HunkMatter matter = matter_of(whole, before, after);
  require((matter.matter == Matter::behaviour) == matter.why.empty());
  require(take_back(after, before, whole).starts_with(before));
}

}  // namespace

// The first byte chooses the language; the two files stand before and behind the first zero byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view path = k_paths[data[0] % std::size(k_paths)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_hunks(text);
  check_mutants(path, text);
  check_special_values(path, text);
  const size_t middle = std::min(text.find('\0'), text.size());
  check_matter(path, text.substr(0, middle), text.substr(std::min(middle + 1, text.size())));
  return 0;
}
