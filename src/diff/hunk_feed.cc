#include "diff/hunk_feed.h"

#include <algorithm>
#include <cstring>

namespace assay::diff {

namespace {

constexpr size_t k_section = 256;

Sign sign_of(std::string_view line, unsigned columns) {
  bool added = false;
  for (char c : line.substr(0, columns)) {
    if (c == '-') return Sign::removed;
    added |= c == '+';
  }
  return added ? Sign::added : Sign::context;
}

// Tells by the first characters. Prose in comments (licences above all) holds many needles, and
// lexing every hunk that has some took most of the time of a large diff.
bool is_comment_line(std::string_view line, Language language) {
  const size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view text = line.substr(begin, line.find('\n', begin) - begin);
  switch (language) {
    case Language::c:
    case Language::cpp:
    case Language::csharp:
    case Language::dart:
    case Language::go:
    case Language::java:
    case Language::javascript:
    case Language::kotlin:
    case Language::php:
    case Language::rust:
    case Language::scala:
    case Language::swift:
    case Language::typescript: {
      if (text.starts_with("//")) return true;
      const size_t close = text.find("*/");
      const bool open = text.starts_with("/*") || text == "*" || text.starts_with("* ") || text.starts_with("*/");
      return open &&
             (close == std::string_view::npos || text.find_first_not_of(" \t\r", close + 2) == std::string_view::npos);
    }
    case Language::elixir:
    case Language::perl:
    case Language::python:
    case Language::r:
    case Language::ruby:
    case Language::shell: return text.starts_with('#');
    default: return false;
  }
}

std::string_view line_around(std::string_view text, size_t at) {
  const void* before = at == 0 ? nullptr : memrchr(text.data(), '\n', at);
  const size_t begin = before == nullptr ? 0 : static_cast<size_t>(static_cast<const char*>(before) - text.data()) + 1;
  return text.substr(begin);
}

}  // namespace

void HunkFeed::start_block(std::string_view text, const std::vector<NeedleScan::Hit>& hits) {
  m_text = text;
  m_hits = &hits;
  m_next_hit = 0;
  m_begin = 0;
}

void HunkFeed::end_block() {
  if (m_started) take(m_text.size());
  m_text = {};
  m_hits = nullptr;
}

void HunkFeed::skip_to(size_t offset) {
  if (m_started && !m_carry.empty() && m_carry.back() != '\n') m_carry += '\n';
  m_begin = offset;
}

void HunkFeed::open(std::string_view section, std::uint64_t diff_line) {
  m_section = section.substr(0, k_section);
  m_hunk.diff_line = diff_line;
}

void HunkFeed::start_part(size_t offset, const Place& place) {
  end_part();
  m_begin = offset;
  m_place = place;
  m_started = true;
  while (m_next_hit < m_hits->size() && (*m_hits)[m_next_hit].end <= offset) ++m_next_hit;
}

// Moves the bytes up to `offset` behind those of earlier blocks.
void HunkFeed::take(size_t offset) {
  if (offset <= m_begin) return;
  const auto base = m_carry.size();
  m_carry.append(m_text.substr(m_begin, offset - m_begin));
  for (; m_next_hit < m_hits->size() && (*m_hits)[m_next_hit].end <= offset; ++m_next_hit) {
    auto hit = (*m_hits)[m_next_hit];
    if (hit.end <= m_begin) continue;
    hit.end = static_cast<std::uint32_t>(hit.end - m_begin + base);
    m_carry_hits.push_back(hit);
  }
  m_begin = offset;
}

HunkFeed::Bytes HunkFeed::bytes(size_t offset) {
  if (!m_carry.empty()) {
    if (m_hits != nullptr) take(offset);
    return {m_carry, m_carry_hits.data(), m_carry_hits.data() + m_carry_hits.size(), 0};
  }
  if (m_hits == nullptr) return {{}, nullptr, nullptr, 0};
  const auto* begin = m_hits->data() + m_next_hit;
  const auto* all = m_hits->data() + m_hits->size();
  const auto* end = begin;
  while (end < all && end->end <= offset) ++end;
  return {m_text.substr(m_begin, offset - m_begin), begin, end, static_cast<std::uint32_t>(m_begin)};
}

bool HunkFeed::any_hit(size_t offset, NeedleMask classes) {
  const Bytes b = bytes(offset);
  return std::any_of(b.begin, b.end, [&](auto hit) { return (classes >> hit.needle_class & 1U) != 0; });
}

bool HunkFeed::interesting(size_t offset, const Wanted& wanted, Language language) {
  const Bytes b = bytes(offset);
  return std::any_of(b.begin, b.end, [&](auto hit) {
    const size_t at = hit.end - b.base;
    const NeedleMask needle = NeedleMask{1} << hit.needle_class;
    if (at == 0 || at > b.text.size() || (needle & (wanted.code | wanted.comments)) == 0) return false;
    const std::string_view line = line_around(b.text, at - 1);
    if ((needle & wanted.around) == 0 && sign_of(line, m_place.columns) == Sign::context) return false;
    if ((needle & wanted.code & wanted.comments) != 0) return true;
    const bool comment = is_comment_line(line.substr(std::min<size_t>(m_place.columns, line.size())), language);
    return (needle & (comment ? wanted.comments : wanted.code)) != 0;
  });
}

void HunkFeed::build(size_t offset) {
  if (m_built) return;
  m_built = true;
  m_hunk.lines.clear();
  const Bytes b = bytes(offset);
  const auto* hit = b.begin;
  Place at = m_place;
  const bool numbered = at.new_line != 0 || at.old_line != 0;
  for (size_t begin = 0; begin < b.text.size(); ++at.diff_line) {
    size_t end = b.text.find('\n', begin);
    if (end == std::string_view::npos) end = b.text.size();
    NeedleMask needles = 0;
    for (; hit < b.end && hit->end - b.base <= end; ++hit) needles |= NeedleMask{1} << hit->needle_class;
    const auto whole = b.text.substr(begin, end - begin);
    begin = end + 1;
    if (whole.starts_with('\\')) continue;
    Line line;
    line.sign = sign_of(whole, at.columns);
    line.text = whole.substr(std::min<size_t>(at.columns, whole.size()));
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    line.diff_line = at.diff_line;
    line.needles = needles;
    if (numbered) {
      if (line.sign != Sign::added && at.columns == 1) line.old_line = at.old_line++;
      if (line.sign != Sign::removed) line.new_line = at.new_line++;
    }
    m_hunk.lines.push_back(line);
  }
}

const Hunk& HunkFeed::part(size_t offset, bool partial, bool announced) {
  build(offset);
  m_hunk.section = m_section;
  m_hunk.partial = partial;
  m_hunk.announced = announced;
  return m_hunk;
}

}  // namespace assay::diff
