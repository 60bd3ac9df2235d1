// Any bytes are a test file. Beyond not crashing: tests lie in order and inside the file, each edit changes something,
// and what is replaced lies inside the file.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "drip.h"
#include "variants/assertions.h"
#include "variants/edits.h"
#include "variants/test_blocks.h"

namespace {

using namespace assay;
using namespace assay::variants;
using fuzz::require;

constexpr std::string_view k_paths[] = {"test_m.py",  "m.test.js", "m.test.ts", "m_test.go", "src/m.rs",  "m_test.rb",
                                        "MTest.java", "MTest.kt",  "MTests.cs", "MTest.php", "m_test.cc", "m.txt"};

void check_tests(std::string_view path, std::string_view text) {
  const auto lines = static_cast<std::uint32_t>(split(text, '\n').size());
  std::uint32_t next = 1;
  for (const auto& test : tests_of(path, text)) {
    require(test.lines.first >= next && test.lines.count >= 1);
    next = test.lines.first + test.lines.count;
    require(next <= lines + 1 && test.declared >= test.lines.first && test.declared < next);
    require(test.body == TestBlock::k_none || test.body <= text.size());
    require(without_lines(text, test.lines).size() < text.size());
    const auto skipped = skip_test(path, text, test);
    require(!skipped || skipped->size() > text.size());
  }
}

void check_assertions(std::string_view path, std::string_view text) {
  size_t end = 0;
  for (const auto& each : assertions_of(path, text)) {
    require(each.offset >= end && each.length > 0 && each.offset + each.length <= text.size());
    end = each.offset + each.length;
    require(!each.weakened.empty());
  }
}

}  // namespace

// The first byte chooses the language.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view path = k_paths[data[0] % std::size(k_paths)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_tests(path, text);
  check_assertions(path, text);
  for (const std::uint32_t line : {1U, 3U, 100U}) {
    const auto commented = add_comment(path, text, line, "Add tax");
    require(!commented || commented->size() > text.size());
  }
  const auto idle = add_idle_test(path, text, "");
  require(!idle || idle->size() > text.size());
  return 0;
}
