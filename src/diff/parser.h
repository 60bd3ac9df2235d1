// The state machine behind read_diff: fed blocks of whole lines in order, it tells the visitor about
// files and hunks. reader.cc feeds it; parser.cc reads what stands between hunks, parser_file.cc puts
// together what the header lines said, parser_hunks.cc reads what stands in hunks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/needles.h"
#include "base/source.h"
#include "diff/facts.h"
#include "diff/headers.h"
#include "diff/hunk_feed.h"
#include "diff/needles.gen.h"
#include "diff/paths.h"
#include "diff/segments.h"

namespace assay::diff {

class Parser {
 public:
  Parser(Summary& summary, Visitor& visitor) : m_summary(summary), m_visitor(visitor) {}

  // REQUIRES: no block after one that nothing or another file follows.
  void block(const Block& block, Follows follows);
  // The input ended where more was to follow. Does nothing after a last block.
  void finish() { end(Follows::nothing); }

 private:
  enum class State : std::uint8_t {
    preamble,  // no file yet, or text between two patches
    header,    // a file's header lines; + and - lines here are the short form
    hunk,      // counted lines
    loose,     // + and - lines that no hunk header counts
    after,     // right behind a counted hunk
    between,   // behind a hunk and a line that is none of a diff
    binary     // base85 lines
  };

  // Everything the header lines of one file said.
  struct Header {
    bool git = false;                            // "diff --git", and git_line what follows it
    bool has_sides = false;                      // "---" and "+++" were read
    bool lone_minus = false, lone_plus = false;  // one of them without the other
    bool added = false, deleted = false, renamed = false, copied = false, mode_changed = false;
    std::string git_line, minus, plus, from, to;
    std::string path;  // where the header names only one: "diff --cc x", "Index: x"
  };

  void end(Follows follows);
  size_t step(size_t at);
  bool file_start(std::string_view line);
  void plain_command(std::string_view line);
  bool other_tool_line(std::string_view line);
  bool extended_header(std::string_view line);
  bool sides(std::string_view line, size_t& next);
  bool is_lone_side(std::string_view line) const;
  void take_sides(std::string_view minus, std::string_view plus, std::uint64_t line);
  bool pending_side(std::string_view line);
  void read_held_back_line();
  void binary_files(const BinaryLine& names);
  void only_in(const OnlyIn& only);
  void text_line(std::string_view line);

  void begin_file(std::uint64_t line);
  void reset_file();
  void resolve_file();
  NamePair resolve_names() const;
  void set_status();
  void announce_file();
  void close_file();
  void leave_patch();

  bool hunk_header(std::string_view line, size_t next);
  void start_content();
  size_t eat_hunk(size_t at);
  size_t eat_combined(size_t at);
  size_t eat_loose(size_t at);
  bool takes_combined(std::string_view line);
  size_t swallowed_header(size_t at);
  void open_loose(std::string_view section, std::uint64_t line, size_t at);
  void start_part(size_t at);
  void close_part(size_t at, bool more);
  void break_hunk(size_t at);
  bool is_loose_line(size_t at) const;
  bool sides_at(size_t at) const;
  bool part_is_full(size_t at) const;
  void look_for_generated_mark(size_t at);

  size_t line_end(size_t at) const;  // offset of the '\n', or the end of the block
  std::string_view line_at(size_t at) const;
  std::string_view line_to(size_t at, size_t end) const;  // without the '\r' of "\r\n"
  void problem(std::string_view text, std::uint64_t line);
  std::string_view uncoloured(std::string_view text);

  Summary& m_summary;
  Visitor& m_visitor;
  NeedleScan m_scan{needles()};
  HunkFeed m_feed;
  std::string m_clean;  // the block without colours
  bool m_coloured = false;

  std::string_view m_text;   // the block under way
  std::uint64_t m_line = 1;  // the number of the line about to be read
  State m_state = State::preamble;
  std::string m_minus;  // a "--- x" line at the end of a block: the next line decides
  std::uint64_t m_minus_line = 0;
  bool m_last = false;   // no line follows those of the block
  bool m_ended = false;  // everything was read and told

  File m_file;
  Header m_header;
  bool m_open = false;       // a file is under way
  bool m_resolved = false;   // its names, status and role are known
  bool m_announced = false;  // file_begin was called for it
  Wanted m_wanted;           // needles for which the visitor wants its hunks
  bool m_content = false;    // it has hunks, + or - lines

  HunkHeader m_hunk;
  std::uint64_t m_hunk_line = 0;
  std::array<std::int64_t, HunkHeader::k_parents> m_old_left{};
  std::int64_t m_new_left = 0;
  std::uint64_t m_old_at = 0, m_new_at = 0;  // numbers of the next line on each side; 0 unknown
  bool m_miscounted = false;
  bool m_in_parts = false;

  std::string m_index;            // svn's "Index: x", until its ---/+++ lines come
  bool m_plain = false;           // a "diff -r" command line was read
  std::string m_old_root;         // the first tree it compares
  std::string_view m_looks_like;  // for text that turns out to be no diff
};

}  // namespace assay::diff
