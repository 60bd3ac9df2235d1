// Bytes from somewhere, and the blocks of whole lines that readers work on. Readers never hold an
// input whole: a block is at most k_block_size, so memory stays bounded whatever the size.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// The one seam between pure readers and the outside. os::FileSource reads files.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills the front of `into`; 0 means the end. REQUIRES: into is not empty.
  virtual Result<size_t> read(std::span<char> into) = 0;
};

// Reads from memory that the caller keeps alive.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : m_rest(text) {}
  Result<size_t> read(std::span<char> into) override;

 private:
  std::string_view m_rest;
};

struct Block {
  std::string_view text;     // whole lines, each with its '\n', except the last line of the input
  std::uint64_t first_line;  // 1-based number of the line text starts in
  bool continues_line;       // text starts inside a line too long for one block
};

class BlockReader {
 public:
  static constexpr size_t k_block_size = size_t{1} << 20;

  explicit BlockReader(ByteSource& source, size_t block_size = k_block_size);
  // The next block, nullopt at the end. The view is valid until the next call.
  Result<std::optional<Block>> next();

 private:
  ByteSource& m_source;
  size_t m_capacity;
  std::unique_ptr<char[]> m_buffer;
  size_t m_used = 0;   // bytes in the buffer
  size_t m_given = 0;  // bytes of it handed out by the last next()
  std::uint64_t m_line = 1;
  bool m_mid_line = false;
  bool m_ended = false;
};

std::uint64_t count_newlines(std::string_view s);

// Where to part a text that goes on: after its last line, or inside one that is too long for it. Not 0.
// REQUIRES: text is not empty.
size_t end_of_whole_lines(std::string_view text);

}  // namespace assay
