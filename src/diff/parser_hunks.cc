// What stands in hunks. Nearly all bytes of a diff pass through eat_hunk, which only finds line
// ends and counts signs; whether a hunk is worth looking at is known from the block's needles, and
// only then are its lines taken apart (HunkFeed).
#include <algorithm>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "base/text.h"
#include "diff/parser.h"
#include "diff/paths.h"

namespace assay::diff {

namespace {

constexpr std::uint64_t k_mark_lines = 40;  // a generated file says so near its top

// The lines of a hunk under way: what was read and what its header still promises.
struct Tally {
  std::int64_t old_left, new_left, lines_left;  // lines_left: until the part is full
  std::int64_t added = 0, removed = 0, context = 0;
  bool miscounted = false;

  bool done() const { return (old_left | new_left) == 0; }
  bool goes_on() const { return !done() && lines_left > 0; }
  void add() { ++added, --new_left, --lines_left; }
  void remove() { ++removed, --old_left, --lines_left; }
  void keep() { ++context, --old_left, --new_left, --lines_left; }
};

#ifdef __x86_64__
// Which of 64 bytes equal c, as bits.
__attribute__((target("avx2"))) inline std::uint64_t equal_bits(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)));
  const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted)));
  return first | static_cast<std::uint64_t>(second) << 32U;
}

// Counts signs 64 bytes at a time, with no branch per line (line lengths and signs are what a
// processor guesses worst). Returns where the hunk or the part ends, or where something unusual
// stands: at a line start then, which `at_start` says.
__attribute__((target("avx2,popcnt,bmi"))) const char* count_signs(const char* p, const char* stop, Tally& t,
                                                                   bool& at_start) {
  std::uint64_t starts_next = 1;  // does the byte at p start a line?
  for (; stop - p >= 64; p += 64) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 32));
    const std::uint64_t newlines = equal_bits(low, high, '\n');
    const std::uint64_t starts = newlines << 1U | starts_next;
    const std::uint64_t plus = starts & equal_bits(low, high, '+');
    const std::uint64_t minus = starts & equal_bits(low, high, '-');
    const std::uint64_t blank = starts & equal_bits(low, high, ' ');
    const std::int64_t added = __builtin_popcountll(plus), removed = __builtin_popcountll(minus);
    const std::int64_t context = __builtin_popcountll(blank), lines = added + removed + context;
    starts_next = newlines >> 63U;
    const std::int64_t in_new = added + context, in_old = removed + context;
    const bool within = in_new <= t.new_left && in_old <= t.old_left && (in_new < t.new_left || in_old < t.old_left);
    if (within && (plus | minus | blank) == starts && lines < t.lines_left) {
      t.added += added, t.removed += removed, t.context += context;
      t.new_left -= in_new, t.old_left -= in_old, t.lines_left -= lines;
      continue;
    }
    for (std::uint64_t left = starts; left != 0; left &= left - 1) {  // the hunk may end here: line by line
      const std::uint64_t line = left & -left;
      const bool fits =
          t.goes_on() && ((plus & line) != 0    ? t.new_left > 0
                          : (minus & line) != 0 ? t.old_left > 0
                                                : (blank & line) != 0 && t.new_left > 0 && t.old_left > 0);
      if (!fits) return p + __builtin_ctzll(line);
      if ((plus & line) != 0)
        t.add();
      else if ((minus & line) != 0)
        t.remove();
      else
        t.keep();
    }
  }
  at_start = starts_next != 0;
  return p;
}

bool can_count_signs() {
  static const bool can = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0 &&
                          __builtin_cpu_supports("bmi") != 0;
  return can;
}
#else
const char* count_signs(const char* p, const char*, Tally&, bool&) { return p; }
bool can_count_signs() { return false; }
#endif

inline const char* next_line(const char* p, const char* end) {
  const void* found = std::memchr(p, '\n', static_cast<size_t>(end - p));
  return found == nullptr ? end : static_cast<const char*>(found) + 1;
}

// One line by its sign, whatever the counts say; false when it cannot belong to a hunk.
bool take_line(char sign, Tally& t) {
  switch (sign) {
    case ' ':
    case '\n':
    case '\r':
      t.miscounted |= t.old_left == 0 || t.new_left == 0;
      t.old_left += t.old_left == 0 ? 1 : 0;
      t.new_left += t.new_left == 0 ? 1 : 0;
      t.keep();
      return true;
    case '+':
      t.miscounted |= t.new_left == 0;
      t.new_left += t.new_left == 0 ? 1 : 0;
      t.add();
      return true;
    case '-':
      t.miscounted |= t.old_left == 0;
      t.old_left += t.old_left == 0 ? 1 : 0;
      t.remove();
      return true;
    case '\\': --t.lines_left; return true;
    default: return false;
  }
}

}  // namespace

bool Parser::sides_at(size_t at) const {
  if (!m_text.substr(at).starts_with("--- ")) return false;
  const size_t next = line_end(at) + 1;
  if (next >= m_text.size()) return !m_last;  // the next block will tell
  return m_text.substr(next).starts_with("+++ ");
}

// One side's line without the other, in a header that someone shortened.
bool Parser::is_lone_side(std::string_view line) const {
  if (m_state != State::header || m_content || !m_header.git || m_header.has_sides) return false;
  if (!line.starts_with("--- ") && !line.starts_with("+++ ")) return false;
  if (line[0] == '-' ? m_header.lone_minus : m_header.lone_plus) return false;
  const std::string name = name_of_side(line.substr(4));
  if (is_null_name(name)) return true;
  const auto names = names_of_git_line(m_header.git_line);
  return without_prefix(name) == names.after || without_prefix(name) == names.before;
}

bool Parser::is_loose_line(size_t at) const {
  if (!m_open || m_file.binary || (m_state != State::header && m_state != State::after)) return false;
  const char c = m_text[at];
  if (c == ' ') return m_state == State::header;
  if (c != '+' && c != '-') return false;
  if (sides_at(at)) return false;
  const auto line = line_at(at);
  if (m_state == State::after) return line != "-- " && line != "--" && line != "---";
  return !is_lone_side(line);
}

bool Parser::hunk_header(std::string_view line, size_t next) {
  if (!line.starts_with("@@")) return false;
  if (!parse_hunk_header(line, m_hunk)) {
    if (!m_open) return false;
    open_loose(trim(line.substr(std::min(line.find_first_not_of('@'), line.size()))), m_line - 1, next);
    return true;
  }
  if (!m_open) {
    begin_file(m_line - 1);
    problem("a hunk without a file header", m_line - 1);
  }
  m_hunk_line = m_line - 1;
  start_content();
  m_feed.open(m_hunk.section, m_hunk_line);
  m_hunk.section = {};
  for (unsigned i = 0; i < m_hunk.parents; ++i) m_old_left[i] = static_cast<std::int64_t>(m_hunk.old_count[i]);
  m_new_left = static_cast<std::int64_t>(m_hunk.new_count);
  m_old_at = m_hunk.parents == 1 ? m_hunk.old_start[0] : 0;
  m_new_at = m_hunk.new_start;
  m_miscounted = m_in_parts = false;
  m_state = State::hunk;
  start_part(next);
  return true;
}

void Parser::start_content() {
  m_content = true;
  resolve_file();
}

void Parser::start_part(size_t at) {
  const unsigned columns = m_state == State::hunk ? m_hunk.parents : 1;
  m_feed.start_part(at, {m_line, m_old_at, m_new_at, columns});
}

bool Parser::part_is_full(size_t at) const {
  return m_line - m_feed.place().diff_line >= HunkFeed::k_lines || m_feed.size(at) >= HunkFeed::k_bytes;
}

void Parser::close_part(size_t at, bool more) {
  if (!m_feed.started()) return;
  m_in_parts |= more;
  look_for_generated_mark(at);
  announce_file();
  const bool announced = m_wanted.whole == Whole::always || m_feed.interesting(at, m_wanted, m_file.language);
  if (announced || (m_wanted.whole == Whole::at_first && m_visitor.at_first()))
    m_visitor.hunk(m_file, m_feed.part(at, m_in_parts, announced));
  m_feed.end_part();
  if (more) start_part(at);
}

void Parser::look_for_generated_mark(size_t at) {
  if (m_announced || m_file.role != Role::source || m_feed.place().new_line > k_mark_lines) return;
  if (!m_feed.any_hit(at, bit(Needle::generated))) return;
  // A mark that the change itself adds proves nothing: to an old file not at all, and of a new one it
  // is no more than a claim.
  m_feed.lines_with(at, bit(Needle::generated), [&](const Line& line) {
    const bool near_top = std::max(line.old_line, line.new_line) <= k_mark_lines;
    if (!near_top || !is_generated_mark(line.text)) return;
    const bool new_file = m_file.status == Status::added;
    m_file.claims_generated |= new_file && line.sign == Sign::added;
    const bool was_there =
        line.sign == Sign::context || (line.sign == Sign::removed && m_file.status != Status::modified);
    if (was_there && !new_file) m_file.role = Role::generated;
  });
}

size_t Parser::eat_hunk(size_t at) {
  const char* const base = m_text.data();
  const char* const end = base + m_text.size();
  const char* p = base + at;
  // The loop stops at the part's limits; they are checked again by part_is_full().
  const size_t room = HunkFeed::k_bytes - std::min(m_feed.size(at), HunkFeed::k_bytes);
  const char* const stop = static_cast<size_t>(end - p) > room ? p + room : end;
  const auto most =
      static_cast<std::int64_t>(HunkFeed::k_lines - std::min(m_line - m_feed.place().diff_line, HunkFeed::k_lines));
  Tally t{.old_left = m_old_left[0], .new_left = m_new_left, .lines_left = most};
  bool broken = false;
  while (p < stop && t.goes_on()) {
    if (can_count_signs()) {
      bool at_start = true;
      p = count_signs(p, stop, t, at_start);
      if (!at_start) p = next_line(p, end);
      if (p >= stop || !t.goes_on()) break;
    }
    broken = t.old_left == 0 && *p == '-' && sides_at(static_cast<size_t>(p - base));
    broken = broken || !take_line(*p, t);
    if (broken) break;
    p = next_line(p, end);
  }
  m_line += static_cast<std::uint64_t>(most - t.lines_left);
  m_file.added += static_cast<std::uint64_t>(t.added);
  m_file.removed += static_cast<std::uint64_t>(t.removed);
  m_old_at += static_cast<std::uint64_t>(t.context + t.removed);
  m_new_at += static_cast<std::uint64_t>(t.context + t.added);
  m_old_left[0] = t.old_left;
  m_new_left = t.new_left;
  m_miscounted |= t.miscounted;
  at = static_cast<size_t>(p - base);
  if (broken) {
    at = swallowed_header(at);
    break_hunk(at);
  } else if (t.done()) {
    if (m_miscounted) problem("a hunk's lines do not add up to the counts in its header", m_hunk_line);
    m_state = State::after;
    close_part(at, false);
  } else if (part_is_full(at)) {
    close_part(at, true);
  }
  return at;
}

// A hunk that promised more lines than it has may have eaten the "---" and "+++" of the next file:
// back to them.
size_t Parser::swallowed_header(size_t at) {
  if (m_text[at] != '@' || at < 2) return at;
  const size_t before_plus = m_text.rfind('\n', at - 2);
  if (before_plus == std::string_view::npos || before_plus == 0) return at;
  const size_t before_minus = m_text.rfind('\n', before_plus - 1);
  if (before_minus == std::string_view::npos) return at;
  const size_t minus = before_minus + 1;
  const bool whole = m_line - m_feed.place().diff_line >= 2 && minus >= m_feed.begin();
  if (!whole || !sides_at(minus)) return at;
  m_line -= 2;
  --m_file.added;
  --m_file.removed;
  return minus;
}

void Parser::break_hunk(size_t at) {
  problem("a hunk has fewer lines than its header says", m_hunk_line);
  m_state = State::between;
  close_part(at, false);
}

// In a combined diff each parent has its own column and its own count.
bool Parser::takes_combined(std::string_view line) {
  const auto signs = line.substr(0, m_hunk.parents);
  if (signs.find_first_not_of(" +-") != std::string_view::npos) return false;
  const bool removed = signs.find('-') != std::string_view::npos;
  const bool added = !removed && signs.find('+') != std::string_view::npos;
  for (unsigned i = 0; i < m_hunk.parents; ++i) {
    const char sign = i < signs.size() ? signs[i] : ' ';
    const bool in_parent = removed ? sign == '-' : sign == ' ';
    if (in_parent && m_old_left[i] > 0) --m_old_left[i];
  }
  m_file.removed += removed ? 1 : 0;
  m_file.added += added ? 1 : 0;
  if (!removed) {
    if (m_new_left > 0) --m_new_left;
    ++m_new_at;
  }
  return true;
}

size_t Parser::eat_combined(size_t at) {
  const auto left = [&] {
    return m_new_left > 0 ||
           std::any_of(m_old_left.begin(), m_old_left.begin() + m_hunk.parents, [](auto n) { return n > 0; });
  };
  while (at < m_text.size() && left()) {
    const auto line = line_at(at);
    if (!line.starts_with('\\') && !takes_combined(line)) return break_hunk(at), at;
    ++m_line;
    at = std::min(line_end(at) + 1, m_text.size());
    if (part_is_full(at)) close_part(at, true);
  }
  if (left()) return at;
  m_state = State::after;
  close_part(at, false);
  return at;
}

void Parser::open_loose(std::string_view section, std::uint64_t line, size_t at) {
  m_hunk.parents = 0;
  m_hunk_line = line;
  start_content();
  m_feed.open(section, line);
  m_old_at = m_new_at = 0;
  m_in_parts = false;
  m_state = State::loose;
  start_part(at);
}

size_t Parser::eat_loose(size_t at) {
  while (at < m_text.size()) {
    const char c = m_text[at];
    const bool takes = c == '+' || c == '-' || c == ' ' || c == '\n' || c == '\r' || c == '\\';
    const bool signature = c == '-' && line_at(at) == "-- ";
    if (!takes || signature || sides_at(at)) {
      m_state = signature ? State::between : State::header;
      close_part(at, false);
      return at;
    }
    m_file.added += c == '+' ? 1 : 0;
    m_file.removed += c == '-' ? 1 : 0;
    ++m_line;
    at = std::min(line_end(at) + 1, m_text.size());
    if (part_is_full(at)) close_part(at, true);
  }
  return at;
}

}  // namespace assay::diff
