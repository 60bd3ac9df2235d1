// Assertions of equality in a test file, each with what an agent writes in its place when it cannot be met: one that
// demands less, and one that compares what the code gives with itself. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::variants {

struct Assertion {
  std::uint32_t line = 0;
  size_t offset = 0, length = 0;  // the bytes of the content that a replacement stands for
  std::string weakened{};         // "self.assertIsNotNone(total)"
  std::string rewritten{};        // "self.assertEqual(total, total)"; empty: not known which side is expected
};

// In the order of the file; those that lie on one line, or whose brackets do.
std::vector<Assertion> assertions_of(std::string_view path, std::string_view content);

}  // namespace assay::variants
