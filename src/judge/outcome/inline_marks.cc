#include "judge/outcome/inline_marks.h"

#include "base/text.h"
#include "diff/needles.gen.h"
#include "judge/rule.h"

namespace assay::judge {

namespace {

constexpr std::string_view k_mark = "assay: allow ";
constexpr size_t k_most_marks = 1000;

// What closes a comment behind the reason.
std::string_view without_comment_end(std::string_view text) {
  for (const std::string_view end : {"*/", "-->", "%>", "#}"}) {
    if (text.ends_with(end)) text.remove_suffix(end.size());
  }
  return trim(text);
}

bool is_on(const diff::Line& line, diff::Sign side) { return line.sign == diff::Sign::context || line.sign == side; }

// The first line behind `at` on a side of the change.
void cover_next(const diff::Hunk& hunk, size_t at, diff::Sign side, std::vector<std::uint64_t>& out) {
  for (size_t i = at + 1; i < hunk.lines.size(); ++i) {
    if (!is_on(hunk.lines[i], side)) continue;
    out.push_back(hunk.lines[i].diff_line);
    return;
  }
}

}  // namespace

void InlineMarks::hunk(const diff::File& file, const diff::Hunk& hunk) {
  constexpr NeedleMask k_needle = diff::bit(diff::Needle::look_away);
  for (size_t i = 0; i < hunk.lines.size() && m_marks.size() < k_most_marks; ++i) {
    const auto& line = hunk.lines[i];
    if ((line.needles & k_needle) == 0) continue;
    const size_t begin = line.text.find(k_mark);
    if (begin == std::string_view::npos) continue;
    const std::string_view words = trim(std::string_view(line.text).substr(begin + k_mark.size()));
    const size_t blank = words.find(' ');
    InlineMark mark;
    mark.rule = without_comment_end(words.substr(0, blank));
    if (blank != std::string_view::npos) mark.reason = without_comment_end(trim(words.substr(blank)));
    mark.at = span_of(file, line);
    mark.added = line.sign == diff::Sign::added;
    mark.covered = {line.diff_line};
    cover_next(hunk, i, diff::Sign::removed, mark.covered);
    if (line.sign == diff::Sign::context) cover_next(hunk, i, diff::Sign::added, mark.covered);
    m_marks.push_back(std::move(mark));
  }
}

}  // namespace assay::judge
