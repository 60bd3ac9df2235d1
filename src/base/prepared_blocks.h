// The blocks of a source, prepared by all processors and handed over in order.
//
// Whoever is free, the caller or one of a few threads, reads the next block and prepares it right away, while
// it is in the processor's cache: reading is never more than one at a time, preparing is. Small inputs never
// start a thread. Memory is bounded by the number of blocks under way.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

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
  using Lock = std::unique_lock<std::mutex>;

  Slot& slot(std::uint64_t number) { return m_slots[number % m_slots.size()]; }
  bool may_read() { return !m_reading && !m_ended && slot(m_read).state == State::free; }
  void read_and_prepare(Lock& lock);
  Result<Block> read(char* buffer);
  void hire();
  void help();

  ByteSource& m_source;
  Maker m_make;
  size_t m_capacity;
  std::string m_carry;  // the start of a line whose end is in the next block
  bool m_source_ended = false;
  bool m_mid_line = false;

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<Slot> m_slots;  // of block n: n modulo their number
  std::uint64_t m_read = 0;   // blocks
  std::uint64_t m_given = 0;
  bool m_reading = false;
  bool m_ended = false;
  bool m_leaving = false;
  std::vector<std::thread> m_threads;  // last: they use the rest
};

}  // namespace assay
