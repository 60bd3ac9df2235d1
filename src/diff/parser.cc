// What stands between hunks. No line is looked at twice except "--- x", which is a header only when
// "+++ y" follows: in the short form it may be a removed "-- x".
#include "diff/parser.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "diff/paths.h"

namespace assay::diff {

namespace {

std::string_view first_folder(std::string_view path) { return path.substr(0, path.find('/')); }

// "3c3", "5,7d4", "8a9,10": the commands of a diff without -u.
bool is_ed_command(std::string_view line) {
  const size_t letter = line.find_first_not_of("0123456789,");
  if (letter == 0 || letter == std::string_view::npos || letter + 1 >= line.size()) return false;
  const bool command = line[letter] == 'a' || line[letter] == 'c' || line[letter] == 'd';
  return command && line.find_first_not_of("0123456789,", letter + 1) == std::string_view::npos;
}

}  // namespace

void Parser::block(const Block& block, Follows follows) {
  m_last = follows != Follows::more;
  m_text = uncoloured(block.text);
  m_line = block.first_line;
  m_summary.bytes += block.text.size();
  if (m_summary.blank) m_summary.blank = is_blank(block.text);
  m_feed.start_block(m_text, m_scan.scan(m_text));
  size_t at = 0;
  if (block.continues_line) {
    at = std::min(line_end(0) + 1, m_text.size());
    ++m_line;
    m_feed.skip_to(at);
  }
  while (at < m_text.size()) at = step(at);
  if (m_last) end(follows);
  m_feed.end_block();
  m_text = {};
}

void Parser::end(Follows follows) {
  if (std::exchange(m_ended, true)) return;
  const bool all = follows == Follows::nothing;
  if (m_state == State::hunk)
    problem(all ? "the diff ends inside a hunk" : "a hunk has fewer lines than its header says", m_hunk_line);
  if (m_feed.started()) close_part(m_text.size(), false);
  read_held_back_line();
  close_file();
  m_summary.lines = m_line - 1;
  m_summary.is_diff = m_summary.files > 0;
  if (m_summary.blank || m_summary.is_diff || !all) return;
  m_summary.problem = m_looks_like.empty() ? "text with no file header or hunk" : m_looks_like;
  m_summary.problem_line = 1;
}

// The input ended with "--- x": no header after all, but a removed "-- x".
void Parser::read_held_back_line() {
  if (m_minus.empty() || !m_open || m_state != State::header || is_lone_side(m_minus)) return;
  m_last = true;
  m_text = m_minus;
  m_line = m_minus_line;
  m_feed.start_block(m_text, m_scan.scan(m_text));
  open_loose({}, m_line, 0);
  const size_t end = eat_loose(0);
  close_part(end, false);
  m_text = {};
}

size_t Parser::step(size_t at) {
  switch (m_state) {
    case State::hunk: return m_hunk.parents == 1 ? eat_hunk(at) : eat_combined(at);
    case State::loose: return eat_loose(at);
    default: break;
  }
  const size_t end = line_end(at);
  const auto line = line_to(at, end);
  size_t next = std::min(end + 1, m_text.size());
  ++m_line;
  if (pending_side(line)) return next;
  if (hunk_header(line, next)) return next;
  if (m_state == State::binary && line.find(' ') == std::string_view::npos) return next;
  if (line.empty()) {
    if (m_state == State::after) m_state = State::between;
    return next;
  }
  if (is_loose_line(at)) {
    if (m_state == State::after) problem("a hunk has more lines than its header says", m_hunk_line);
    --m_line;
    open_loose({}, m_line, at);
    return at;
  }
  if (!file_start(line) && !extended_header(line) && !sides(line, next)) text_line(line);
  return next;
}

bool Parser::file_start(std::string_view line) {
  switch (line[0]) {
    case 'd': {
      if (!line.starts_with("diff ")) return false;
      const auto rest = line.substr(5);
      if (rest.starts_with("--git ")) {
        begin_file(m_line - 1);
        m_header.git = true;
        m_header.git_line = rest.substr(6);
        return true;
      }
      if (rest.starts_with("--cc ") || rest.starts_with("--combined ")) {
        begin_file(m_line - 1);
        m_header.path = unquote_name(trim(rest.substr(rest.find(' ') + 1)));
        m_file.combined = true;
        return true;
      }
      if (!rest.starts_with('-')) return false;
      plain_command(rest);
      return true;
    }
    case 'B':
      if (const auto names = parse_binary_line(line)) return binary_files(*names), true;
      return false;
    case 'O': {
      const auto only = m_plain || m_open || m_line == 2 ? parse_only_in(line) : std::nullopt;
      if (only) only_in(*only);
      return only.has_value();
    }
    case 'S':
      if (const auto submodule = parse_submodule_line(line)) {
        begin_file(m_line - 1);
        m_header.path = submodule->path;
        m_header.added = submodule->added;
        m_header.deleted = submodule->deleted;
        m_file.submodule = true;
        m_state = State::between;
        return true;
      }
      return false;
    default: return other_tool_line(line);
  }
}

// Lines by which svn, git log and mails part one patch from the next.
bool Parser::other_tool_line(std::string_view line) {
  if (std::string_view("ICFc-").find(line[0]) == std::string_view::npos) return false;
  if (line.starts_with("Index: ")) {
    leave_patch();
    m_index = trim(line.substr(7));
    return true;
  }
  if (line.starts_with("Cannot display: file marked as") && !m_index.empty()) {
    begin_file(m_line - 1);
    m_header.path = std::exchange(m_index, {});
    m_file.binary = true;
    return true;
  }
  const bool mail = line.starts_with("From ") && starts_with_hash(line.substr(5));
  const bool commit = line.starts_with("commit ") && starts_with_hash(line.substr(7));
  const bool signature =
      line == "-- " && (m_state == State::after || m_state == State::between || m_state == State::binary);
  if (!mail && !commit && !signature) return false;
  leave_patch();
  return true;
}

void Parser::leave_patch() {
  close_file();
  m_state = State::preamble;
}

// "-ruN old/x new/x": the names come again in ---/+++ lines; only the trees are of interest.
void Parser::plain_command(std::string_view rest) {
  leave_patch();
  m_plain = true;
  const size_t last = rest.rfind(' ');
  if (last == std::string_view::npos) return;
  const size_t before = rest.rfind(' ', last - 1);
  if (before != std::string_view::npos) m_old_root = first_folder(rest.substr(before + 1, last - before - 1));
}

bool Parser::extended_header(std::string_view line) {
  if (m_state != State::header || m_content) return false;
  const auto take = [&](std::string_view prefix, auto&& use) {
    if (!line.starts_with(prefix)) return false;
    use(trim_right(line.substr(prefix.size())));
    return true;
  };
  const auto modes = [&](std::string_view rest) {  // the mode is left out where it changes
    const size_t space = rest.rfind(' ');
    if (space != std::string_view::npos) m_file.old_mode = m_file.new_mode = parse_mode(rest.substr(space + 1));
  };
  switch (line[0]) {
    case 'i': return take("index ", modes);
    case 'o':
      return take("old mode ", [&](auto mode) { m_file.old_mode = parse_mode(mode), m_header.mode_changed = true; });
    case 'n':
      return take("new mode ", [&](auto mode) { m_file.new_mode = parse_mode(mode), m_header.mode_changed = true; }) ||
             take("new file mode ", [&](auto mode) { m_file.new_mode = parse_mode(mode), m_header.added = true; });
    case 'd':
      return take("deleted file mode ",
                  [&](auto mode) { m_file.old_mode = parse_mode(mode), m_header.deleted = true; }) ||
             take("dissimilarity index ", [](auto) {});
    case 's': return take("similarity index ", [](auto) {});
    case 'r':
      return take("rename from ", [&](auto name) { m_header.from = name, m_header.renamed = true; }) ||
             take("rename to ", [&](auto name) { m_header.to = name, m_header.renamed = true; });
    case 'c':
      return take("copy from ", [&](auto name) { m_header.from = name, m_header.copied = true; }) ||
             take("copy to ", [&](auto name) { m_header.to = name, m_header.copied = true; });
    case 'm':
      return m_file.combined && take("mode ", [&](auto rest) {
               const size_t dots = rest.find("..");
               m_file.old_mode = parse_mode(rest);
               if (dots != std::string_view::npos) m_file.new_mode = parse_mode(rest.substr(dots + 2));
               m_header.mode_changed = true;
             });
    case 'G': return take("GIT binary patch", [&](auto) { m_file.binary = true, m_state = State::binary; });
    default: return false;
  }
}

bool Parser::sides(std::string_view line, size_t& next) {
  if (line[0] != '-' && line[0] != '+') return false;
  const bool minus = line.starts_with("--- ");
  if (minus && next < m_text.size() && m_text.substr(next).starts_with("+++ ")) {
    take_sides(line.substr(4), line_at(next).substr(4), m_line - 1);
    next = std::min(line_end(next) + 1, m_text.size());
    ++m_line;
    return true;
  }
  if (is_lone_side(line)) {
    const bool none = is_null_name(name_of_side(line.substr(4)));
    if (none) (minus ? m_header.added : m_header.deleted) = true;
    (minus ? m_header.lone_minus : m_header.lone_plus) = true;
    return true;
  }
  if (!minus || next < m_text.size()) return false;
  m_minus = line;
  m_minus_line = m_line - 1;
  return true;
}

// The line behind a "--- x" that ended a block.
bool Parser::pending_side(std::string_view line) {
  if (m_minus.empty()) return false;
  const std::string minus = std::exchange(m_minus, {});
  if (line.starts_with("+++ ")) {
    take_sides(std::string_view(minus).substr(4), line.substr(4), m_minus_line);
    return true;
  }
  if (m_state == State::header && m_open && !is_lone_side(minus)) ++m_file.removed;
  return false;
}

void Parser::take_sides(std::string_view minus, std::string_view plus, std::uint64_t line) {
  if (m_state != State::header || m_content || m_header.has_sides) {
    std::string index = std::exchange(m_index, {});
    begin_file(line);
    m_header.path = std::move(index);
  }
  m_header.has_sides = true;
  m_header.minus = minus;
  m_header.plus = plus;
  const auto gone = [&](std::string_view side) {
    return is_null_name(trim_right(side.substr(0, side.find('\t')))) || (!m_header.git && says_nonexistent(side));
  };
  m_header.added |= gone(minus);
  m_header.deleted |= gone(plus);
}

void Parser::binary_files(const BinaryLine& names) {
  if (m_state != State::header || m_content) {
    begin_file(m_line - 1);
    m_header.has_sides = true;
    m_header.minus = names.before;
    m_header.plus = names.after;
    m_header.added = is_null_name(names.before);
    m_header.deleted = is_null_name(names.after);
  }
  m_file.binary = true;
  m_state = State::between;
}

void Parser::only_in(const OnlyIn& only) {
  begin_file(m_line - 1);
  const bool in_old = !m_old_root.empty() && first_folder(only.folder) == m_old_root;
  const size_t slash = only.folder.find('/');
  const auto folder = slash == std::string_view::npos ? std::string_view() : only.folder.substr(slash + 1);
  m_header.path = folder.empty() ? std::string(only.name) : cat(folder, "/", only.name);
  (in_old ? m_header.deleted : m_header.added) = true;
  m_state = State::between;
}

void Parser::text_line(std::string_view line) {
  if (line[0] == '\\') return;
  if (m_state == State::after || m_state == State::binary) m_state = State::between;
  if (m_open || !m_looks_like.empty()) return;
  if (line.starts_with("***************")) m_looks_like = "a context diff (diff -c); make it with diff -u";
  if (is_ed_command(line)) m_looks_like = "a diff without file names (plain diff); make it with diff -u";
}

size_t Parser::line_end(size_t at) const { return std::min(m_text.find('\n', at), m_text.size()); }

std::string_view Parser::line_at(size_t at) const { return line_to(at, line_end(at)); }

std::string_view Parser::line_to(size_t at, size_t end) const {
  auto line = m_text.substr(at, end - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void Parser::problem(std::string_view text, std::uint64_t line) {
  if (!m_summary.problem.empty()) return;
  m_summary.problem = text;
  m_summary.problem_line = line;
}

// Colours are taken off only once a coloured header has been seen: escape codes may well be part of
// the change.
std::string_view Parser::uncoloured(std::string_view text) {
  for (size_t at = text.find('\x1b'); !m_coloured; at = text.find('\x1b', at + 1)) {
    if (at == std::string_view::npos) return text;
    if (at > 0 && text[at - 1] != '\n') continue;
    std::string line;
    strip_colour(text.substr(at, std::min<size_t>(text.find('\n', at) - at, 200)), line);
    m_coloured = line.starts_with("diff -") || line.starts_with("@@ -") || line.starts_with("--- ");
  }
  m_clean.clear();
  strip_colour(text, m_clean);
  return m_clean;
}

}  // namespace assay::diff
