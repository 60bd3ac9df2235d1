// One pass over the log in blocks. A block is scanned for needles as it lies in memory, by whichever thread
// read it (log_block.h); only when it holds terminal controls is it first rewritten into a buffer. Lines with
// needles go, in order and on one thread, to the runner readers and then to the word rules. What words say is held back
// until it is known not to lie inside a run that has its own summary.
//
// What a CI system puts in front of lines is cut off those lines only that hold a needle: cutting it
// off all of them took 1.6 of the 2.4 seconds a gigabyte cost. A needle behind a prefix is found
// all the same, but for the few that stand at the start of a line; see behind_prefixes() in log_block.cc.
#include "logs/reading/reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/needles.h"
#include "base/text.h"
#include "logs/clean.h"
#include "logs/decode.h"
#include "logs/line.h"
#include "logs/reading/held_signals.h"
#include "logs/reading/log_block.h"
#include "logs/reading/repeats.h"
#include "logs/reading/shown_commands.h"
#include "logs/reading/shown_script.h"
#include "logs/runners/runners.h"
#include "logs/words/words.h"

namespace assay::logs {

namespace {

// Longer lines are read in pieces, so that no rule sees more at once.
constexpr size_t k_piece = size_t{16} << 10;
constexpr size_t k_blank_look = 4096;

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_space(c) || c == '\0'; });
}

bool is_inside_character(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

class LogReader {
 public:
  explicit LogReader(Facts& facts) : m_facts(facts), m_sink(facts), m_loose(facts), m_scan(needles()) {
    for (size_t i = 0; i < m_readers.size(); ++i) {
      const std::uint64_t own = std::uint64_t{1} << i;
      for (NeedleMask rest = m_readers[i]->wants(); rest != 0; rest &= rest - 1)
        m_listeners[std::countr_zero(rest)] |= own;
      if (m_readers[i]->in_reports()) m_in_reports |= own;
    }
  }

  void read_block(std::string_view raw, const LogBlock& ready, std::uint64_t first_line);
  void end(std::uint64_t line);

  // For prose: only the readers are asked. True when one of them claims the line.
  bool offer(std::string_view text, std::uint64_t number);
  HeldSignals& loose() { return m_loose; }

 private:
  void read_plain(const LogBlock& block, std::uint64_t first_line);
  void cut_prefix(std::string_view& line, NeedleMask& mask);
  struct Place {
    std::uint64_t number;
    std::string_view before;  // the block above the line
  };
  void read_line(std::string_view raw, const Place& place, NeedleMask mask);
  void read_loose(const Line& line, Repeats::Known* known);
  enum class Of { log, report };
  bool ask_readers(const Line& line, Of of = Of::log);
  void read_annotated(const Line& line, std::string_view whole, Annotation kind);
  void read_held();

  Facts& m_facts;
  Sink m_sink;
  HeldSignals m_loose;
  std::vector<ReaderPtr> m_readers = make_readers();
  // Bit n stands for reader n.
  std::array<std::uint64_t, 64> m_listeners{};  // by needle class
  std::uint64_t m_in_reports = 0;
  Repeats m_repeats;
  NeedleScan m_scan;
  Terminal m_terminal;
  TaskPrefix m_prefix;
  LogBlock m_cleaned;
  ShownScript m_script;
  bool m_rewriting = false;  // the terminal holds a row back
  std::string m_cut, m_utf8, m_colours;
  std::vector<WordSignal> m_said;
  ShownCommands m_commands;
};

void LogReader::read_block(std::string_view raw, const LogBlock& ready, std::uint64_t first_line) {
  if (m_facts.blank) m_facts.blank = is_blank(raw.substr(0, k_blank_look)) && is_blank(raw);
  if (!m_rewriting && !ready.needs_terminal()) return read_plain(ready, first_line);
  m_cleaned.scan(m_terminal.clean(raw));
  m_rewriting = raw.back() != '\n';
  read_plain(m_cleaned, first_line);
}

void LogReader::end(std::uint64_t line) {
  m_cleaned.scan(m_terminal.finish());
  read_plain(m_cleaned, line);
  read_held();
  for (const auto& reader : m_readers) reader->end(m_sink);
  m_sink.end();
  m_loose.end(m_sink);
  m_commands.tell(m_facts);
  // What explains a failed run may be expected to go on for longer than the log does.
  for (Run& run : m_facts.runs.items()) run.last_line = std::min(run.last_line, m_facts.lines);
}

// Takes the prefix off a line of a prefixed block. What only the prefix held does not count.
void LogReader::cut_prefix(std::string_view& line, NeedleMask& mask) {
  const size_t cut = m_prefix.length(line);
  if (cut == 0) return;
  m_cut.assign(1, '\n').append(line.substr(cut));
  mask = m_scan.mask(m_cut);
  line.remove_prefix(cut);
}

void LogReader::read_plain(const LogBlock& block, std::uint64_t first_line) {
  const std::string_view text = block.text();
  const auto& hits = block.hits();
  std::uint64_t number = first_line;
  size_t counted = 0;  // newlines before this offset are in `number`
  for (size_t i = 0; i < hits.size();) {
    const size_t last = hits[i].end > 0 ? hits[i].end - 1 : 0;
    const size_t floor = last > counted + k_piece / 2 ? last - k_piece / 2 : counted;
    // Look back no further than half a piece, or a long line with many needles would cost its square.
    const size_t newline = last == floor ? std::string_view::npos : text.substr(floor, last - floor).rfind('\n');
    size_t begin = newline == std::string_view::npos ? floor : floor + newline + 1;
    while (begin < last && is_inside_character(text, begin)) ++begin;
    const size_t limit = std::min(text.size(), begin + k_piece);
    size_t end = text.substr(last, limit - std::min(limit, last)).find('\n');
    if (end != std::string_view::npos) {
      end += last;
    } else {
      end = limit;
      if (limit < text.size()) {
        const size_t part = text.substr(last + 1, end - last - 1).find_last_of(" \t>");
        if (part != std::string_view::npos) end = last + 1 + part + 1;
        while (end > last + 1 && is_inside_character(text, end)) --end;
      }
    }
    NeedleMask mask = 0;
    for (; i < hits.size() && hits[i].end <= end; ++i) mask |= NeedleMask{1} << hits[i].needle_class;
    if (mask == 0) mask |= NeedleMask{1} << hits[i++].needle_class;  // a needle that ends in '\n'
    number += count_newlines(text.substr(counted, begin - counted));
    counted = begin;
    if (end <= begin) continue;
    std::string_view line = text.substr(begin, end - begin);
    counted = end;
    if (block.is_prefixed() && (begin == 0 || text[begin - 1] == '\n')) cut_prefix(line, mask);
    if (mask != 0) read_line(line, {number, text.substr(0, begin)}, mask);
  }
}

void LogReader::read_line(std::string_view raw, const Place& place, NeedleMask mask) {
  Repeats::Known* const known = m_repeats.find(raw, mask);
  if (known && !m_script.is_open() && m_repeats.settled(*known))
    return read_loose({raw.substr(known->begin, known->size), place.number, known->needles, place.before}, known);
  std::string_view text = line_as_utf8(raw, m_utf8);
  if (text.data() != raw.data())
    m_facts.encoding = m_facts.encoding == Encoding::utf8 ? Encoding::latin1 : m_facts.encoding;
  const std::string_view before = text;
  if (contains(text, "m") && contains(text, "[")) text = without_spelt_colours(text, m_colours);
  text.remove_prefix(m_prefix.length(text));
  if ((mask & bit(Needle::command)) != 0) m_commands.note(text, place.number);
  switch (m_script.classify(text, place.before, raw, place.number, mask)) {
    case ShownScript::Found::no: break;
    case ShownScript::Found::held: return;
    case ShownScript::Found::ended: read_held(); return read_line(raw, place, mask);
  }
  const Annotated annotated = annotation(text);
  const std::string_view whole = trim_right(text);
  text = trim_right(text.substr(annotated.skip));
  if (text.size() < trim_right(before).size()) mask |= m_scan.mask(text);
  const Line line{text, place.number, mask, place.before};
  if (ask_readers(line)) return;
  if (annotated.kind != Annotation::none) return read_annotated(line, whole, annotated.kind);
  if (known) Repeats::note(*known, line, raw);
  read_loose(line, known && known->times > 0 ? known : nullptr);
}

// A line that no reader claims.
void LogReader::read_loose(const Line& line, Repeats::Known* known) {
  if (m_loose.only_counts(line)) return;
  if (!known) {
    m_said.clear();
    read_words(line.text, TextKind::log, m_said);
  } else if (!known->said) {
    read_words(known->text(), TextKind::log, known->said.emplace());
  }
  for (const WordSignal& said : known ? *known->said : m_said) m_loose.add(said, line);
}

void LogReader::read_held() {
  for (const auto& line : m_script.take()) read_line(line.raw, {line.number, {}}, line.needles);
}

bool LogReader::ask_readers(const Line& line, Of of) {
  std::uint64_t asked = 0;
  for (NeedleMask rest = line.needles; rest != 0; rest &= rest - 1) asked |= m_listeners[std::countr_zero(rest)];
  if (of == Of::report) asked &= m_in_reports;
  const std::uint64_t before = m_sink.changes();
  for (; asked != 0; asked &= asked - 1) {
    if (m_readers[static_cast<size_t>(std::countr_zero(asked))]->read(line, m_sink) == Claim::no) continue;
    m_repeats.forget();
    m_loose.drop_inside_runs(m_sink);
    return true;
  }
  if (m_sink.changes() != before) m_repeats.forget();
  return false;
}

// "##[error]Process completed with exit code 1.": the CI system itself calls it an error.
void LogReader::read_annotated(const Line& line, std::string_view whole, Annotation kind) {
  if (ask_readers({whole, line.number, line.needles})) return;
  if (kind == Annotation::error) m_sink.signal(SignalKind::failure, Runner::ci, "failed", line);
  if (kind == Annotation::warning) m_sink.signal(SignalKind::warning, Runner::ci, "warnings", line);
}

bool LogReader::offer(std::string_view text, std::uint64_t number) {
  const NeedleMask mask = m_scan.mask(text);
  return mask != 0 && ask_readers({text, number, mask}, Of::report);
}

bool is_fence(std::string_view line) {
  line = trim_left(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

bool starts_item(std::string_view line) {
  line = trim_left(line);
  if (line.empty()) return true;
  if (line[0] == '#' || line[0] == '|' || line[0] == '>') return true;
  if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ') return true;
  size_t digits = 0;
  while (digits < line.size() && is_digit(line[digits])) ++digits;
  if (digits > 0 && digits < 4 && digits < line.size() && (line[digits] == '.' || line[digits] == ')')) return true;
  return line.starts_with("•") || line.starts_with("✓") || line.starts_with("✔") || line.starts_with("✅") ||
         line.starts_with("❌") || line.starts_with("✗") || line.starts_with("⚠");
}

// "Before:", "Output on main:", "Without the fix:" in front of what is pasted.
bool tells_of_before(std::string_view line) {
  line = trim(line);
  while (!line.empty() && (line.back() == '*' || line.back() == ':' || line.back() == ' ')) line.remove_suffix(1);
  while (!line.empty() && (line.front() == '*' || line.front() == '#' || line.front() == '-' || line.front() == ' '))
    line.remove_prefix(1);
  if (line.size() > 80 || icontains(line, "after") || icontains(line, "still") || icontains(line, "now")) return false;
  for (const std::string_view words : {"before", "previously", "without the fix", "without the change", "on main",
                                       "on master", "baseline", "reproduc"}) {
    if (icontains(line, words)) return true;
  }
  return false;
}

// Paragraphs are unwrapped, so that a sentence broken over lines is read as one. Offsets stay those
// of the text: a line end merely becomes a blank.
class ProseReader {
 public:
  explicit ProseReader(LogReader& log) : m_log(log) {}

  void read(std::string_view text) {
    for (std::uint64_t number = 1; !text.empty(); ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      while (line.size() > k_piece) {
        const size_t space = line.substr(0, k_piece).rfind(' ');
        const size_t part = space == std::string_view::npos || space == 0 ? k_piece : space;
        read_line(line.substr(0, part), number);
        line.remove_prefix(part);
      }
      read_line(line, number);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    flush();
  }

 private:
  void read_line(std::string_view line, std::uint64_t number) {
    if (is_fence(line)) {
      flush();
      m_fenced = !m_fenced;
      m_of_before = m_fenced && tells_of_before(m_last);
      return;
    }
    line = trim_right(line);
    if (m_of_before) return;
    if (!m_fenced && !line.empty()) m_last.assign(line);
    const bool claimed = m_log.offer(line, number);
    if (m_fenced) return;
    if (claimed || starts_item(line) || m_paragraph.size() > k_piece) flush();
    if (claimed || line.empty()) return;
    m_lines.push_back({m_paragraph.size(), number});
    m_paragraph.append(line);
    m_paragraph += ' ';
  }

  void flush() {
    for (const std::string_view sentence : sentences(m_paragraph)) {
      m_said.clear();
      read_words(sentence, TextKind::prose, m_said);
      const size_t offset = static_cast<size_t>(sentence.data() - m_paragraph.data());
      for (WordSignal& said : m_said) place(said, offset, sentence);
    }
    m_paragraph.clear();
    m_lines.clear();
  }

  // The position is that of the line where the words begin.
  void place(WordSignal& said, size_t offset, std::string_view sentence) {
    size_t line = 0;
    while (line + 1 < m_lines.size() && m_lines[line + 1].offset <= offset + said.begin) ++line;
    const size_t begin = offset + said.begin - m_lines[line].offset;
    const Line where{sentence, m_lines[line].number, 0};
    m_log.loose().add(said, where, begin);
  }

  struct Start {
    size_t offset;
    std::uint64_t number;
  };
  LogReader& m_log;
  bool m_fenced = false;
  bool m_of_before = false;  // what is fenced was printed before the work was done
  std::string m_last;        // the last line before a fence that says something
  std::string m_paragraph;
  std::vector<Start> m_lines;
  std::vector<WordSignal> m_said;
};

}  // namespace

Result<Facts> read_log(ByteSource& source) {
  Facts facts;
  Decoder decoder(source);
  PreparedBlocks blocks(decoder, [] { return std::make_unique<LogBlock>(); });
  LogReader reader(facts);
  std::uint64_t line = 1;
  for (bool first = true;; first = false) {
    TRY_ASSIGN(const auto item, blocks.next());
    if (!item) break;
    if (first) facts.encoding = decoder.encoding();  // settled by the first read
    const auto& ready = static_cast<const LogBlock&>(*item->preparation);
    reader.read_block(item->block.text, ready, line);
    line += ready.newlines();
    facts.lines = item->block.text.back() == '\n' ? line - 1 : line;
  }
  facts.bytes = decoder.bytes();
  reader.end(facts.lines == 0 ? 0 : line);
  return facts;
}

Facts read_log_text(std::string_view text) {
  TextSource source(text);
  auto facts = read_log(source);  // memory does not fail to be read
  return facts ? std::move(*facts) : Facts{};
}

Facts read_prose(std::string_view text) {
  Facts facts;
  TextSource source(text);
  Decoder decoder(source);
  std::string decoded;
  constexpr size_t k_buffer = size_t{64} << 10;
  const std::unique_ptr<char[]> buffer(new char[k_buffer]);
  for (;;) {
    const auto n = decoder.read({buffer.get(), k_buffer});
    if (!n || *n == 0) break;
    decoded.append(buffer.get(), *n);
  }
  facts.encoding = decoder.encoding();
  facts.bytes = text.size();
  std::string scratch;
  std::string_view clean = line_as_utf8(decoded, scratch);
  Terminal terminal;
  std::string drawn;
  if (has_controls(clean)) {
    drawn = terminal.clean(clean);
    drawn += terminal.finish();
    clean = drawn;
  }
  facts.blank = is_blank(clean);
  facts.lines = count_newlines(clean) + (clean.empty() || clean.back() == '\n' ? 0 : 1);
  LogReader reader(facts);
  ProseReader(reader).read(clean);
  reader.end(facts.lines);
  return facts;
}

}  // namespace assay::logs
