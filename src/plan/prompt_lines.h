// Single lines of a prompt: what begins an item of a list, a heading, a log, and where a sentence ends. Inside this
// room only.
#pragma once

#include <optional>
#include <string_view>

namespace assay::plan {

// Behind the bullet, number or box that the line begins with; nothing: it is no item. "1.5 is enough" is none.
std::optional<std::string_view> list_item(std::string_view line);

// The text of "# Heading", "**Heading**" and "Label:"; empty: it is none of these.
std::string_view heading_of(std::string_view line);
std::string_view label_of(std::string_view line);

bool is_rule_line(std::string_view line);  // "---", "===", "|---|---|"
bool is_log_line(std::string_view line);  // as programs print them: "Traceback …", "2026-11-02 10:00:01 …", "$ make"

// Where the sentence that begins `text` ends. Backquotes hold no ends, and "e.g. this" and "v1.2" go on.
size_t sentence_length(std::string_view text);

}  // namespace assay::plan
