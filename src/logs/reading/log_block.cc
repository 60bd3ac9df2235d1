#include "logs/reading/log_block.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "logs/needles.gen.h"

namespace assay::logs {

namespace {

// `numbered` is the one needle of line starts (" 1) ") that no other stands in for behind a prefix.
void behind_prefixes(std::string_view text, std::vector<NeedleScan::Hit>& out) {
  constexpr size_t k_longest_prefix = 512;
  for (size_t at = text.find(')'); at != std::string_view::npos; at = text.find(')', at + 1)) {
    if (at == 0 || !is_digit(text[at - 1]) || at + 1 >= text.size() || text[at + 1] != ' ') continue;
    const std::string_view before = text.substr(0, at).substr(at - std::min(at, k_longest_prefix));
    const size_t newline = before.rfind('\n');
    if (newline == std::string_view::npos && before.size() < at) continue;
    const size_t begin = at - before.size() + (newline == std::string_view::npos ? 0 : newline + 1);
    const size_t cut = prefix_length(text.substr(begin, text.find('\n', at) - begin));
    if (cut == 0 || begin + cut >= at) continue;
    const std::string_view number = text.substr(begin + cut, at - begin - cut);
    const size_t blanks = number.find_first_not_of(' ');
    if (blanks == 0 || !std::all_of(number.begin() + static_cast<std::ptrdiff_t>(blanks), number.end(), is_digit))
      continue;
    out.push_back({static_cast<std::uint32_t>(at + 2), static_cast<std::uint32_t>(Needle::numbered)});
  }
}

}  // namespace

LogBlock::LogBlock() : m_scan(needles(), NeedleScan::Threads::one) {}

void LogBlock::prepare(const Block& block) {
  const auto [newlines, controls] = scan_block(block.text);
  m_newlines = newlines;
  const bool whole = !block.continues_line && block.text.back() == '\n';
  m_needs_terminal = controls && !whole;
  if (!m_needs_terminal) scan(controls ? m_terminal.clean(block.text) : block.text);
}

// With a mark that opens the block, and of prefixed ones also the needles of class `numbered` that follow a prefix.
void LogBlock::scan(std::string_view clean) {
  m_text = clean;
  m_prefixed = seems_prefixed(m_text);
  m_behind.clear();
  if (opens_with_mark()) m_behind.push_back({1, static_cast<std::uint32_t>(Needle::mark)});
  if (m_prefixed) behind_prefixes(m_text, m_behind);
  m_hits = &m_scan.scan(m_text);
  if (m_behind.empty()) return;
  const auto earlier = [](const NeedleScan::Hit& a, const NeedleScan::Hit& b) { return a.end < b.end; };
  m_merged.clear();
  std::merge(m_hits->begin(), m_hits->end(), m_behind.begin(), m_behind.end(), std::back_inserter(m_merged), earlier);
  m_hits = &m_merged;
}

// Some marks are needles only behind a newline, and no newline stands before the first line of a block.
bool LogBlock::opens_with_mark() {
  constexpr size_t k_mark = 4;  // bytes, with the blank
  if (m_text.size() < k_mark || static_cast<unsigned char>(m_text[0]) < 0x80) return false;
  m_start.assign(1, '\n').append(m_text.substr(0, k_mark));
  return (m_scan.mask(m_start) & bit(Needle::mark)) != 0;
}

}  // namespace assay::logs
