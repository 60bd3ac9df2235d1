// Help that belongs to no single command: `assay help TOPIC`, and a page of section 7 of the manual.
#pragma once

#include <span>
#include <string_view>

namespace assay::cli {

struct Topic {
  std::string_view name;     // one word; no command has it
  std::string_view other;    // another word for it, or empty
  std::string_view summary;  // a line
  std::string_view text;     // paragraphs; lines that begin with a blank stay as they are
};

std::span<const Topic> topics();
const Topic* find_topic(std::string_view name);

}  // namespace assay::cli
