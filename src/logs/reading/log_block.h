// A block of a log made ready to be read: terminal controls acted on, needles found. Several threads
// do this, each for blocks of its own; what depends on the lines above is left to the reader.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/needles.h"
#include "base/prepared_blocks.h"
#include "logs/clean.h"

namespace assay::logs {

class LogBlock final : public Preparation {
 public:
  LogBlock();

  void prepare(const Block& block) override;
  // For text that was cleaned already.
  void scan(std::string_view clean);

  std::uint64_t newlines() const { return m_newlines; }
  // The block moves a cursor and its rows began above or end below: only the reader can clean it. Nothing
  // else is then known of it but its newlines.
  bool needs_terminal() const { return m_needs_terminal; }

  std::string_view text() const { return m_text; }
  bool is_prefixed() const { return m_prefixed; }  // lines of the block have prefixes
  const std::vector<NeedleScan::Hit>& hits() const { return *m_hits; }

 private:
  bool opens_with_mark();

  NeedleScan m_scan;
  Terminal m_terminal;
  std::string_view m_text;
  std::uint64_t m_newlines = 0;
  bool m_needs_terminal = false;
  bool m_prefixed = false;
  const std::vector<NeedleScan::Hit>* m_hits = nullptr;
  std::vector<NeedleScan::Hit> m_behind, m_merged;
  std::string m_start;
};

}  // namespace assay::logs
