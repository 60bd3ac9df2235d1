// The blocks of a source, prepared by all processors and handed over in order.
//
// Whoever is free, the caller or one of a few threads, reads the next block and prepares it right away, while
// it is in the processor's cache: reading is never more than one at a time, preparing is. Small inputs never
// start a thread. Memory is bounded by the number of blocks under way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/source.h"

namespace assay {

// What is found out about one block without knowing the others. Used by one thread at a time.
class Preparation {
 public:
  virtual ~Preparation() = default;
  // The text stays as it is until the next call.
  virtual void prepare(const Block& block) = 0;
};

class PreparedBlocks {
 public:
  static constexpr size_t k_block_size = size_t{512} << 10;

  using Maker = std::function<std::unique_ptr<Preparation>()>;

  // REQUIRES: source outlives this; it is read by one thread at a time, but not always by the same.
  PreparedBlocks(ByteSource& source, Maker make, size_t block_size = k_block_size);
  ~PreparedBlocks();
  PreparedBlocks(const PreparedBlocks&) = delete;
  PreparedBlocks& operator=(const PreparedBlocks&) = delete;

  struct Item {
    Block block;  // first_line is not known before the blocks above are counted: 0
    Preparation* preparation;
  };
  // The next block, nullopt at the end. Valid until the next call.
  Result<std::optional<Item>> next();

 private:
  enum class State { free, busy, ready };
  struct Slot {
    State state = State::free;
    std::unique_ptr<char[]> buffer;
    std::unique_ptr<Preparation> preparation;
    Block block{};
    std::optional<Error> error;
  };

  Slot& slot(std::uint64_t number) REQUIRES(m_mutex) { return m_slots[number % m_slots.size()]; }
  bool may_read() REQUIRES(m_mutex) { return !m_reading && !m_ended && slot(m_read).state == State::free; }
  void read_and_prepare() REQUIRES(m_mutex);
  // These two let go of the lock while they work.
  Result<Block> read_into(Slot& own) REQUIRES(m_mutex);
  void prepare(Slot& own, const Result<Block>& block) REQUIRES(m_mutex);
  Result<Block> read(char* buffer);
  void hire() REQUIRES(m_mutex);
  void help();

  ByteSource& m_source;
  Maker m_make;
  size_t m_capacity;
  // Of the thread that set m_reading.
  std::string m_carry;  // the start of a line whose end is in the next block
  bool m_source_ended = false;
  bool m_mid_line = false;

  Mutex m_mutex;
  ConditionVariable m_changed;
  std::vector<Slot> m_slots GUARDED_BY(m_mutex);  // of block n: n modulo their number; a busy one is its thread's alone
  std::uint64_t m_read GUARDED_BY(m_mutex) = 0;   // blocks
  std::uint64_t m_given GUARDED_BY(m_mutex) = 0;
  bool m_reading GUARDED_BY(m_mutex) = false;
  bool m_ended GUARDED_BY(m_mutex) = false;
  bool m_leaving GUARDED_BY(m_mutex) = false;
  std::vector<std::thread> m_threads;  // last: they use the rest
};

}  // namespace assay
