// One thread reads a gigabyte of diff at half of what the memory allows: finding needles, counting
// lines and taking hunks apart each cost about as much as fetching the bytes. A large diff is
// therefore cut at the borders of files, and all processors parse pieces of it at once, each noting
// what the visitor is to be told. The notes are told one after the other, in the order of the diff:
// the visitor and what it finds know nothing of threads.
#include "diff/reader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "diff/parser.h"
#include "diff/recorder.h"
#include "diff/segments.h"

namespace assay::diff {

namespace {

constexpr size_t k_piece_size = BlockReader::k_block_size;
constexpr std::uint64_t k_pieces_alone = 3;  // before help is hired: a thread costs more than a small diff
constexpr unsigned k_most_threads = 4;

void append(Summary& to, const Summary& from) {
  to.blank = to.blank && from.blank;
  to.files += from.files;
  to.is_diff = to.files > 0;
  to.added += from.added;
  to.removed += from.removed;
  to.binaries += from.binaries;
  to.bytes += from.bytes;
  to.lines = from.lines;
  if (to.problem.empty() && !from.problem.empty()) {
    to.problem = from.problem;
    to.problem_line = from.problem_line;
  }
  for (const auto& path : from.paths.items()) to.paths.add(path);
  for (std::uint64_t i = 0; i < from.paths.left_out(); ++i) to.paths.count_only();
}

class Crew {
 public:
  Crew(ByteSource& source, Visitor& visitor) : m_segments(source), m_visitor(visitor) {}
  Result<Summary> read();

 private:
  // A segment from its reading to its telling.
  struct Slot {
    explicit Slot(Visitor& visitor) : bytes(new char[k_piece_size]), notes(visitor) {}
    std::unique_ptr<char[]> bytes;
    Recorder notes;
    Summary summary;
    std::unique_ptr<Parser> parser;
    std::uint64_t number = 0;  // in the order of the diff
    enum class Stage : std::uint8_t { idle, parsing, parsed } stage = Stage::idle;
  };
  using Piece = Result<std::optional<Segments::Piece>>;

  void hire() REQUIRES(m_mutex);
  void work();
  bool deliver_next() REQUIRES(m_mutex);
  bool parse_next() REQUIRES(m_mutex);
  void parse_long(Slot& slot) REQUIRES(m_mutex);
  // These let go of the lock while they work.
  void deliver(Slot& slot) REQUIRES(m_mutex);
  Piece take_first(Slot& slot) REQUIRES(m_mutex);
  void parse_first(Slot& slot, const Segments::Piece& piece) REQUIRES(m_mutex);
  std::optional<Error> parse_and_deliver_rest(Slot& slot) REQUIRES(m_mutex);
  Piece take_piece(Slot& slot) { return m_segments.next({slot.bytes.get(), k_piece_size}); }

  Segments m_segments;  // used by whoever set m_reading
  Visitor& m_visitor;   // used by whoever set m_delivering
  Summary m_summary;    // likewise
  std::vector<std::thread> m_others;
  Mutex m_mutex;
  ConditionVariable m_changed;
  // One that is being parsed or told belongs to the thread that does it.
  std::vector<std::unique_ptr<Slot>> m_slots GUARDED_BY(m_mutex);
  std::uint64_t m_next GUARDED_BY(m_mutex) = 0;  // number of the next segment to be read
  std::uint64_t m_turn GUARDED_BY(m_mutex) = 0;  // number of the next segment to be told
  bool m_reading GUARDED_BY(m_mutex) = false;
  bool m_delivering GUARDED_BY(m_mutex) = false;
  bool m_over GUARDED_BY(m_mutex) = false;
  std::optional<Error> m_error GUARDED_BY(m_mutex);
};

Result<Summary> Crew::read() {
  {
    const MutexLock lock(m_mutex);
    m_slots.push_back(std::make_unique<Slot>(m_visitor));
    while (!m_over && m_next < k_pieces_alone) parse_next(), deliver_next();
    if (!m_over) hire();
  }
  work();
  for (auto& thread : m_others) thread.join();
  const MutexLock lock(m_mutex);
  if (m_error) return *m_error;
  return std::move(m_summary);
}

void Crew::hire() {
  const unsigned threads = std::min(std::thread::hardware_concurrency(), k_most_threads);
  if (threads < 2) return;
  for (unsigned i = 0; i < threads + 1; ++i) m_slots.push_back(std::make_unique<Slot>(m_visitor));
  try {
    for (unsigned i = 1; i < threads; ++i) m_others.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    return;  // no thread to be had: those that are there do it
  }
}

void Crew::work() {
  const MutexLock lock(m_mutex);
  while (!m_over || m_turn < m_next) {
    if (!deliver_next() && !parse_next()) m_changed.wait(m_mutex);
  }
  m_changed.notify_all();
}

// Tells the visitor about the segment whose turn it is, if that one is parsed.
bool Crew::deliver_next() {
  if (m_delivering) return false;
  for (const auto& slot : m_slots) {
    if (slot->stage != Slot::Stage::parsed || slot->number != m_turn) continue;
    m_delivering = true;
    deliver(*slot);
    slot->stage = Slot::Stage::idle;
    ++m_turn;
    m_delivering = false;
    m_changed.notify_all();
    return true;
  }
  return false;
}

void Crew::deliver(Slot& slot) {
  const MutexUnlock unlocked(m_mutex);
  slot.notes.go_live();
  append(m_summary, slot.summary);
  slot.parser.reset();
  slot.notes.clear();
  slot.summary = {};
}

bool Crew::parse_next() {
  const auto idle =
      std::find_if(m_slots.begin(), m_slots.end(), [](const auto& slot) { return slot->stage == Slot::Stage::idle; });
  if (m_over || m_reading || idle == m_slots.end()) return false;
  Slot& slot = **idle;
  m_reading = true;
  const auto piece = take_first(slot);
  if (!piece || !*piece) {
    if (!piece) m_error = piece.error();
    m_over = true;
    m_reading = false;
    m_changed.notify_all();
    return true;
  }
  slot.stage = Slot::Stage::parsing;
  slot.number = m_next++;
  const bool whole = (*piece)->follows != Follows::more;
  if (whole) m_reading = false, m_changed.notify_all();
  if (m_slots.size() == 1) slot.notes.go_live();  // nobody else tells
  parse_first(slot, **piece);
  if (!whole) parse_long(slot);
  slot.stage = Slot::Stage::parsed;
  m_changed.notify_all();
  return true;
}

Crew::Piece Crew::take_first(Slot& slot) {
  const MutexUnlock unlocked(m_mutex);
  return take_piece(slot);
}

void Crew::parse_first(Slot& slot, const Segments::Piece& piece) {
  const MutexUnlock unlocked(m_mutex);
  slot.parser = std::make_unique<Parser>(slot.summary, slot.notes);
  slot.parser->block(piece.block, piece.follows);
}

// A file too large for one piece: nobody can read ahead of it, and its notes would grow without
// bound. It waits for its turn and is told as it is parsed.
void Crew::parse_long(Slot& slot) {
  while (m_turn != slot.number) {
    if (!deliver_next()) m_changed.wait(m_mutex);
  }
  m_delivering = true;
  m_error = parse_and_deliver_rest(slot);
  m_delivering = m_reading = false;
  if (m_error) m_over = true;
}

std::optional<Error> Crew::parse_and_deliver_rest(Slot& slot) {
  const MutexUnlock unlocked(m_mutex);
  slot.notes.go_live();
  std::optional<Error> error;
  for (bool more = true; more;) {
    const auto piece = take_piece(slot);
    if (!piece) error = piece.error();
    if (!piece || !*piece) break;
    more = (*piece)->follows == Follows::more;
    slot.parser->block((*piece)->block, (*piece)->follows);
  }
  slot.parser->finish();
  return error;
}

}  // namespace

Result<Summary> read_diff(ByteSource& source, Visitor& visitor) { return Crew(source, visitor).read(); }

Summary read_diff_text(std::string_view text, Visitor& visitor) {
  TextSource source(text);
  return std::move(*read_diff(source, visitor));  // memory can be read
}

}  // namespace assay::diff
