// The bytes of a log as UTF-8. UTF-16 (by its mark, or by its NULs) is rewritten as it streams by;
// UTF-8 passes through untouched, without its mark. Text that is neither is rewritten line by line,
// and only the lines that are read closely: a log often mixes the encodings of several programs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/source.h"
#include "logs/facts.h"

namespace assay::logs {

class Decoder final : public ByteSource {
 public:
  // REQUIRES: source outlives the decoder.
  explicit Decoder(ByteSource& source) : m_source(source) {}

  Result<size_t> read(std::span<char> into) override;
  // What the first bytes were taken for; known after the first read.
  Encoding encoding() const { return m_encoding; }
  std::uint64_t bytes() const { return m_bytes; }  // read from the source so far

 private:
  Result<void> look_at_head();
  Result<bool> fill();  // more raw bytes of UTF-16; false at the end
  void transcode();

  ByteSource& m_source;
  Encoding m_encoding = Encoding::utf8;
  std::uint64_t m_bytes = 0;
  bool m_looked = false;
  bool m_ended = false;
  std::string m_raw;      // the head; later the UTF-16 bytes not yet rewritten
  std::string m_decoded;  // UTF-8 waiting to be handed out
  size_t m_given = 0;
};

// What the first bytes of a log look like; `skip` is the length of a byte order mark.
struct Guess {
  Encoding encoding = Encoding::utf8;
  size_t skip = 0;
};
Guess guess_encoding(std::string_view head);

// `line` itself when it is UTF-8; otherwise its bytes read as Windows-1252, held in `scratch`.
std::string_view line_as_utf8(std::string_view line, std::string& scratch);

void append_utf8(std::string& out, char32_t c);

}  // namespace assay::logs
