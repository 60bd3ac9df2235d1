// Text for terminals. Titles, reasons and logs come from agents and files and may hold anything:
// escape sequences, characters that turn the line around, none that a terminal knows. What is
// printed goes through here first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// One line without anything that moves the cursor, changes colours or turns direction: line ends
// and tabs become blanks, other controls "?".
std::string printable(std::string_view text);
// The same for a text of several lines, line ends kept.
std::string printable_lines(std::string_view text);

// How many columns a terminal gives to a printable text.
size_t columns_of(std::string_view text);
// At most `columns` of it, with "…" where something was cut.
std::string fit(std::string_view text, size_t columns);
// Lines of at most `columns`, broken at blanks where there are some.
std::vector<std::string> wrap(std::string_view text, size_t columns);

}  // namespace assay
