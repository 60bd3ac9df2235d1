#include "base/prepared_blocks.h"

#include <algorithm>
#include <cstring>

namespace assay {

namespace {

constexpr std::uint64_t k_blocks_alone = 4;  // before help is hired: a thread costs more than a small input
constexpr unsigned k_most_threads = 3;

unsigned threads_to_hire() {
  const unsigned processors = std::thread::hardware_concurrency();
  return processors < 2 ? 0 : std::min(processors - 1, k_most_threads);
}

}  // namespace

PreparedBlocks::PreparedBlocks(ByteSource& source, Maker make, size_t block_size)
    : m_source(source), m_make(std::move(make)), m_capacity(block_size), m_slots(1) {}

PreparedBlocks::~PreparedBlocks() {
  {
    const MutexLock lock(m_mutex);
    m_leaving = true;
  }
  m_changed.notify_all();
  for (std::thread& thread : m_threads) thread.join();
}

Result<Block> PreparedBlocks::read(char* buffer) {
  size_t used = m_carry.size();
  std::memcpy(buffer, m_carry.data(), used);
  while (!m_source_ended && used < m_capacity) {
    TRY_ASSIGN(const size_t n, m_source.read({buffer + used, m_capacity - used}));
    m_source_ended = n == 0;
    used += n;
  }
  const std::string_view all(buffer, used);
  const size_t given = m_source_ended ? used : end_of_whole_lines(all);
  m_carry.assign(all.substr(given));
  const Block block{all.substr(0, given), 0, m_mid_line};
  m_mid_line = given > 0 && all[given - 1] != '\n';
  return block;
}

Result<Block> PreparedBlocks::read_into(Slot& own) {
  const MutexUnlock unlocked(m_mutex);
  if (!own.buffer) {
    own.buffer.reset(new char[m_capacity]);
    own.preparation = m_make();
  }
  return read(own.buffer.get());
}

void PreparedBlocks::prepare(Slot& own, const Result<Block>& block) {
  const MutexUnlock unlocked(m_mutex);
  if (block) {
    own.block = *block;
    if (!block->text.empty()) own.preparation->prepare(*block);
  } else {
    own.error = block.error();
  }
}

// Asked for when may_read().
void PreparedBlocks::read_and_prepare() {
  Slot& own = slot(m_read);
  own.state = State::busy;
  m_reading = true;
  const auto block = read_into(own);
  ++m_read;
  m_reading = false;
  m_ended = !block || m_source_ended;
  if (!m_ended) m_changed.notify_all();
  prepare(own, block);
  own.state = State::ready;
  m_changed.notify_all();
}

Result<std::optional<PreparedBlocks::Item>> PreparedBlocks::next() {
  const MutexLock lock(m_mutex);
  if (m_given > 0) {
    slot(m_given - 1).state = State::free;
    m_changed.notify_all();
    if (m_given == k_blocks_alone) hire();
  }
  for (;;) {
    Slot& wanted = slot(m_given);
    if (wanted.state == State::ready) {
      ++m_given;
      if (wanted.error) return *wanted.error;
      if (wanted.block.text.empty()) return std::optional<Item>();
      return std::optional<Item>(Item{wanted.block, wanted.preparation.get()});
    }
    if (m_ended && m_given == m_read) return std::optional<Item>();
    if (may_read()) {
      read_and_prepare();
    } else {
      m_changed.wait(m_mutex);
    }
  }
}

// No block is under way.
void PreparedBlocks::hire() {
  const unsigned threads = threads_to_hire();
  if (threads == 0 || m_ended) return;
  // The numbers go on from a multiple of the new count, so that they stay in step with the slots.
  m_slots.resize(2 * (threads + 1));
  m_read = m_given = m_slots.size();
  for (unsigned i = 0; i < threads; ++i) m_threads.emplace_back([this] { help(); });
}

void PreparedBlocks::help() {
  const MutexLock lock(m_mutex);
  while (!m_leaving && !m_ended) {
    if (may_read()) {
      read_and_prepare();
    } else {
      m_changed.wait(m_mutex);
    }
  }
}

}  // namespace assay
