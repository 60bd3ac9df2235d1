#include "report/escape.h"

#include <algorithm>

#include "base/text.h"

namespace assay::report {

// Evidence comes from hostile text: shown as code, with nothing in it that could end the code span.
std::string markdown_code(std::string_view text) {
  std::string clean(text);
  for (char& c : clean) {
    if (c == '`') c = '\'';
    if (c == '\n' || c == '\r') c = ' ';
  }
  return cat("`", clean, "`");
}

// A message may quote names from the change.
std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '\n' || c == '\r')
      out += ' ';
    else if (c == '|' || c == '[' || c == ']' || c == '*' || c == '#' || c == '@')
      out += cat('\\', c);
    else
      out += c;
  }
  return out;
}

// Longer than any run of backticks inside.
std::string markdown_fence(std::string_view text) {
  size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(std::max<size_t>(3, longest + 1), '`');
  return cat(fence, "text\n", to_utf8(text), text.ends_with('\n') ? "" : "\n", fence);
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : to_utf8(text)) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? '?' : c;
    }
  }
  return out;
}

}  // namespace assay::report
