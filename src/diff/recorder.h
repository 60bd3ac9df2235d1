// A visitor that keeps what it is told about one segment of a diff, until it is that segment's turn
// to be told to the real one. The texts of the lines are not copied: the segment's bytes must stay.
#pragma once

#include <string>
#include <vector>

#include "diff/facts.h"

namespace assay::diff {

class Recorder final : public Visitor {
 public:
  explicit Recorder(Visitor& visitor) : m_visitor(visitor) {}

  Wanted wanted(const File& file) const override { return m_visitor.wanted(file); }
  bool at_first() const override { return m_visitor.at_first(); }
  void file_begin(const File& file) override;
  void hunk(const File& file, const Hunk& hunk) override;
  void file_end(const File& file) override;

  // Tells the visitor all that was kept and from now on, until clear(), everything right away.
  // REQUIRES: it is this segment's turn.
  void go_live();
  void clear();

 private:
  struct KeptHunk {
    Hunk hunk;
    std::string section;
    std::uint64_t added = 0, removed = 0;  // in the file, up to here
  };
  struct KeptFile {
    File file;  // as it began; counts and flags as it ended
    size_t hunks_end = 0;
    bool ended = false;
  };

  Visitor& m_visitor;
  bool m_live = false;
  // Only the first m_file_count and m_hunk_count are in use; the memory of the others is kept.
  std::vector<KeptFile> m_files;
  std::vector<KeptHunk> m_hunks;
  size_t m_file_count = 0, m_hunk_count = 0;
};

}  // namespace assay::diff
