// What agents do to files when they do not do the task: a test switched off, a comment where code should be, a test
// that passes whatever the code does. Each gives the whole new content; nothing where it cannot be done in that
// language or framework. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "variants/test_blocks.h"

namespace assay::variants {

// REQUIRES: a test of this content.
std::optional<std::string> skip_test(std::string_view path, std::string_view content, const TestBlock& test);

// A line that is nothing but a comment, at `line` (1-based) or the next place where a statement begins.
std::optional<std::string> add_comment(std::string_view path, std::string_view content, std::uint32_t line,
                                       std::string_view words);

// The content with one more test, which sorts three numbers of its own. `style`: a file whose framework is used, where
// the content is empty.
std::optional<std::string> add_idle_test(std::string_view path, std::string_view content, std::string_view style);

}  // namespace assay::variants
