#include "store/database/postgres_text.h"

#include "base/text.h"

namespace assay::store {

namespace {

// U+FDD0 is a noncharacter: no text in any language holds it. Where one does, it is escaped as well.
constexpr std::string_view k_escape = "\xEF\xB7\x90",
                           k_nul =
                               "\xEF\xB7\x90"
                               "0",
                           k_self =
                               "\xEF\xB7\x90"
                               "1";

}  // namespace

std::string to_postgres(std::string_view text) {
  std::string out = is_utf8(text) ? std::string(text) : to_utf8(text);
  if (contains(out, k_escape)) out = replace_all(out, k_escape, k_self);
  if (out.find('\0') != std::string::npos) out = replace_all(out, std::string_view("\0", 1), k_nul);
  return out;
}

bool is_escaped(std::string_view text) { return contains(text, k_escape); }

std::string from_postgres(std::string_view text) {
  std::string out;
  for (auto at = text.find(k_escape); at != std::string_view::npos; at = text.find(k_escape)) {
    out += text.substr(0, at);
    text.remove_prefix(at + k_escape.size());
    if (text.empty()) return out;
    if (text.front() == '0') out += '\0';
    if (text.front() == '1') out += k_escape;
    text.remove_prefix(1);
  }
  return out += text;
}

}  // namespace assay::store
