// One thread reads a gigabyte of diff at half of what the memory allows: finding needles, counting
// lines and taking hunks apart each cost about as much as fetching the bytes. A large diff is
// therefore cut at the borders of files, and all processors parse pieces of it at once, each noting
// what the visitor is to be told. The notes are told one after the other, in the order of the diff:
// the visitor and what it finds know nothing of threads.
#include "diff/reader.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

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
  using Lock = std::unique_lock<std::mutex>;

  bool alone() const { return m_slots.size() == 1; }
  void hire();
  void work();
  bool tell_next(Lock& lock);
  bool parse_next(Lock& lock);
  void parse_long(Slot& slot, Lock& lock);
  Result<std::optional<Segments::Piece>> take_piece(Slot& slot);
  void finish_telling(Slot& slot);

  Segments m_segments;  // used by whoever set m_reading
  Visitor& m_visitor;   // used by whoever set m_telling
  Summary m_summary;    // likewise
  std::mutex m_mutex;   // guards the rest
  std::condition_variable m_changed;
  std::vector<std::unique_ptr<Slot>> m_slots;
  std::vector<std::thread> m_others;
  std::uint64_t m_next = 0;  // number of the next segment to be read
  std::uint64_t m_turn = 0;  // number of the next segment to be told
  bool m_reading = false, m_telling = false, m_over = false;
  std::optional<Error> m_error;
};

Result<Summary> Crew::read() {
  m_slots.push_back(std::make_unique<Slot>(m_visitor));
  {
    Lock lock(m_mutex);
    while (!m_over && m_next < k_pieces_alone) parse_next(lock), tell_next(lock);
  }
  if (!m_over) hire();
  work();
  for (auto& thread : m_others) thread.join();
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
  Lock lock(m_mutex);
  while (!m_over || m_turn < m_next) {
    if (tell_next(lock) || parse_next(lock)) continue;
    m_changed.wait(lock);
  }
  m_changed.notify_all();
}

// Tells the visitor about the segment whose turn it is, if that one is parsed.
bool Crew::tell_next(Lock& lock) {
  const auto ready = [&](const auto& slot) { return slot->stage == Slot::Stage::parsed && slot->number == m_turn; };
  const auto slot = std::find_if(m_slots.begin(), m_slots.end(), ready);
  if (m_telling || slot == m_slots.end()) return false;
  m_telling = true;
  lock.unlock();
  (*slot)->notes.go_live();
  finish_telling(**slot);
  lock.lock();
  (*slot)->stage = Slot::Stage::idle;
  ++m_turn;
  m_telling = false;
  m_changed.notify_all();
  return true;
}

void Crew::finish_telling(Slot& slot) {
  append(m_summary, slot.summary);
  slot.parser.reset();
  slot.notes.clear();
  slot.summary = {};
}

Result<std::optional<Segments::Piece>> Crew::take_piece(Slot& slot) {
  return m_segments.next({slot.bytes.get(), k_piece_size});
}

bool Crew::parse_next(Lock& lock) {
  const auto idle =
      std::find_if(m_slots.begin(), m_slots.end(), [](const auto& slot) { return slot->stage == Slot::Stage::idle; });
  if (m_over || m_reading || idle == m_slots.end()) return false;
  Slot& slot = **idle;
  m_reading = true;
  lock.unlock();
  auto piece = take_piece(slot);
  lock.lock();
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
  lock.unlock();
  if (alone()) slot.notes.go_live();
  slot.parser = std::make_unique<Parser>(slot.summary, slot.notes);
  slot.parser->block((*piece)->block, (*piece)->follows);
  lock.lock();
  if (!whole) parse_long(slot, lock);
  slot.stage = Slot::Stage::parsed;
  m_changed.notify_all();
  return true;
}

// A file too large for one piece: nobody can read ahead of it, and its notes would grow without
// bound. It waits for its turn and is told as it is parsed.
void Crew::parse_long(Slot& slot, Lock& lock) {
  while (m_turn != slot.number)
    if (!tell_next(lock)) m_changed.wait(lock);
  m_telling = true;
  lock.unlock();
  slot.notes.go_live();
  bool more = true;
  while (more) {
    const auto piece = take_piece(slot);
    if (!piece) {
      m_error = piece.error();
      break;
    }
    if (!*piece) break;
    more = (*piece)->follows == Follows::more;
    slot.parser->block((*piece)->block, (*piece)->follows);
  }
  slot.parser->finish();
  lock.lock();
  m_telling = m_reading = false;
  if (m_error) m_over = true;
}

}  // namespace

Result<Summary> read_diff(ByteSource& source, Visitor& visitor) { return Crew(source, visitor).read(); }

Summary read_diff_text(std::string_view text, Visitor& visitor) {
  TextSource source(text);
  return std::move(*read_diff(source, visitor));  // memory can be read
}

}  // namespace assay::diff
