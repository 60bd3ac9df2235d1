// One file of a diff: put together from its header lines, announced before its first hunk, closed by
// whatever follows it.
#include <utility>

#include "diff/code.h"
#include "diff/parser.h"
#include "diff/paths.h"

namespace assay::diff {

namespace {

constexpr std::uint32_t k_submodule_mode = 0160000;

}  // namespace

void Parser::begin_file(std::uint64_t line) {
  close_file();
  reset_file();
  m_open = true;
  m_resolved = m_announced = m_content = false;
  m_file.diff_line = line;
  m_state = State::header;
}

// Clears what is known without giving up the memory of the strings: there may be a million files.
void Parser::reset_file() {
  const auto emptied = [](std::string& s) { return s.clear(), std::move(s); };
  File file;
  file.old_path = emptied(m_file.old_path);
  file.new_path = emptied(m_file.new_path);
  m_file = std::move(file);
  Header header;
  header.git_line = emptied(m_header.git_line);
  header.minus = emptied(m_header.minus);
  header.plus = emptied(m_header.plus);
  m_header = std::move(header);
}

void Parser::resolve_file() {
  if (std::exchange(m_resolved, true)) return;
  Header& h = m_header;
  if (!h.git && m_content && m_hunk.parents == 1 && m_hunk.old_start[0] == 0 && m_hunk.old_count[0] == 0)
    h.added = true;
  set_status();
  const std::string_view usual = h.git && !h.renamed && !h.copied ? usual_name(h.git_line) : std::string_view();
  if (!usual.empty()) {
    if (m_file.status != Status::added) m_file.old_path = usual;
    if (m_file.status != Status::deleted) m_file.new_path = usual;
  } else {
    NamePair names = resolve_names();
    if (m_file.status != Status::added) m_file.old_path = std::move(names.before);
    if (m_file.status != Status::deleted) m_file.new_path = std::move(names.after);
  }
  const Kind kind = kind_of(m_file.path());
  m_file.language = kind.language;
  m_file.role = m_file.binary ? Role::binary : kind.role;
}

NamePair Parser::resolve_names() const {
  const Header& h = m_header;
  NamePair names;
  if (h.renamed || h.copied) return {unquote_name(h.from), unquote_name(h.to)};
  if (!h.path.empty()) return {h.path, h.path};
  if (h.git) names = names_of_git_line(h.git_line);
  if (h.has_sides && (names.before.empty() || names.before != names.after)) {
    names = without_prefixes(name_of_side(h.minus), name_of_side(h.plus));
    if (is_null_name(names.before)) names.before = names.after;
    if (is_null_name(names.after)) names.after = names.before;
  }
  return names;
}

void Parser::set_status() {
  const Header& h = m_header;
  m_file.submodule |= m_file.old_mode == k_submodule_mode || m_file.new_mode == k_submodule_mode;
  if (h.added && !h.deleted) {
    m_file.status = Status::added;
    m_file.old_mode = 0;
  } else if (h.deleted) {
    m_file.status = Status::deleted;
    m_file.new_mode = 0;
  } else if (h.renamed) {
    m_file.status = Status::renamed;
  } else if (h.copied) {
    m_file.status = Status::copied;
  } else if (h.mode_changed && !m_content && !m_file.binary) {
    m_file.status = Status::mode_only;
  }
}

void Parser::announce_file() {
  if (std::exchange(m_announced, true)) return;
  resolve_file();
  m_visitor.file_begin(m_file);
  m_wanted = m_visitor.wanted(m_file);
}

void Parser::close_file() {
  if (!std::exchange(m_open, false)) return;
  announce_file();
  m_visitor.file_end(m_file);
  ++m_summary.files;
  m_summary.added += m_file.added;
  m_summary.removed += m_file.removed;
  m_summary.binaries += m_file.binary ? 1 : 0;
  if (m_summary.paths.full())
    m_summary.paths.count_only();
  else
    m_summary.paths.add(m_file.path());
}

}  // namespace assay::diff
