#include "judge/config/setting_place.h"

#include "base/text.h"
#include "judge/config/setting.h"

namespace assay::judge {

namespace {

constexpr size_t k_lines_above = 200;  // how far up a section or key is looked for

}  // namespace

std::string section_above(const CodeHunk& hunk, size_t at, Side side, std::string_view file) {
  const size_t indent = indent_of(hunk.lines[at].raw->text);
  size_t limit = indent;
  std::string found;
  for (size_t i = at; i-- > 0 && at - i < k_lines_above;) {
    if (!on_side(hunk.lines[i], side)) continue;
    const std::string_view text = hunk.lines[i].raw->text, line = trim(text);
    if (line.empty()) continue;
    if (line.starts_with("[") && line.ends_with("]") && !contains(line, "\"") && !contains(line, "'"))
      return cat(line, " ", found);
    if (indent_of(text) >= limit) continue;
    limit = indent_of(text);
    if (const auto setting = setting_on(line))
      found = cat(setting->key, " ", found);
    else if (line.starts_with("<"))
      found = cat(line, " ", found);
  }
  return cat(file, " ", hunk.hunk.section, " ", found);
}

std::string key_above(const CodeHunk& hunk, size_t at, Side side) {
  const size_t indent = indent_of(hunk.lines[at].raw->text);
  for (size_t i = at; i-- > 0 && at - i < k_lines_above;) {
    if (!on_side(hunk.lines[i], side)) continue;
    const std::string_view text = hunk.lines[i].raw->text;
    if (trim(text).empty()) continue;
    if (i + 1 < at && indent_of(text) <= indent &&
        (trim(text).starts_with("]") || trim(text).starts_with("}") || trim(text).starts_with("[")))
      return {};
    const auto setting = setting_on(text);
    const bool opens = setting && (setting->value.empty() || setting->value == "[" || setting->value == "{" ||
                                   setting->value.ends_with("["));
    if (opens && indent_of(text) <= indent) return setting->key;
    if (trim(text).starts_with("<excludes")) return "excludes";
    if (indent_of(text) < indent && !opens) return {};
  }
  const auto section = setting_on(hunk.hunk.section);
  return section ? section->key : std::string{};
}

}  // namespace assay::judge
