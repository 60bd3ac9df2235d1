#include "diff/recorder.h"

#include <utility>

namespace assay::diff {

void Recorder::file_begin(const File& file) {
  if (m_live) return m_visitor.file_begin(file);
  if (m_file_count == m_files.size()) m_files.emplace_back();
  KeptFile& kept = m_files[m_file_count++];
  kept.file = file;
  kept.hunks_end = m_hunk_count;
  kept.ended = false;
}

void Recorder::hunk(const File& file, const Hunk& hunk) {
  if (m_live) return m_visitor.hunk(file, hunk);
  if (m_hunk_count == m_hunks.size()) m_hunks.emplace_back();
  KeptHunk& kept = m_hunks[m_hunk_count++];
  kept.hunk = hunk;
  kept.section = hunk.section;
  kept.added = file.added;
  kept.removed = file.removed;
  m_files[m_file_count - 1].hunks_end = m_hunk_count;
}

void Recorder::file_end(const File& file) {
  if (m_live) return m_visitor.file_end(file);
  KeptFile& kept = m_files[m_file_count - 1];
  kept.file.added = file.added;
  kept.file.removed = file.removed;
  kept.file.binary = file.binary;
  kept.ended = true;
}

void Recorder::go_live() {
  if (std::exchange(m_live, true)) return;
  size_t next = 0;
  for (size_t i = 0; i < m_file_count; ++i) {
    KeptFile& kept = m_files[i];
    const std::uint64_t added = std::exchange(kept.file.added, 0), removed = std::exchange(kept.file.removed, 0);
    m_visitor.file_begin(kept.file);
    for (; next < kept.hunks_end; ++next) {
      KeptHunk& hunk = m_hunks[next];
      // Kept because it might still have been asked for; by now it is known.
      if (!hunk.hunk.announced && !m_visitor.at_first()) continue;
      hunk.hunk.section = hunk.section;
      kept.file.added = hunk.added;
      kept.file.removed = hunk.removed;
      m_visitor.hunk(kept.file, hunk.hunk);
    }
    kept.file.added = added;
    kept.file.removed = removed;
    if (kept.ended) m_visitor.file_end(kept.file);
  }
}

void Recorder::clear() {
  m_live = false;
  m_file_count = m_hunk_count = 0;
}

}  // namespace assay::diff
