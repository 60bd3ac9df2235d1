// A change of ordinary size is read whole by every rule. In what follows a hunk is lexed only when a
// changed line holds a needle that can matter where it stands, and each rule looks only at hunks
// with needles of its own. That decides the speed of large diffs: lexing every hunk with any needle
// and asking every rule took 8 of the 10.5 seconds a gigabyte of C headers cost.
#include "judge/rule_driver.h"

#include <algorithm>

#include "judge/gate_file.h"
#include "judge/test_syntax.h"

namespace assay::judge {

namespace {

// A change of ordinary size is read whole, so that the rules see lines that no needle announces.
// Past this many lines only files that gates are made of (tests, CI, configuration) are.
constexpr std::uint64_t k_read_whole_lines = 20000;

bool is_blank(const std::string& s) { return s.find_first_not_of(" \t\r") == std::string::npos; }

}  // namespace

std::vector<CodeLine> lex_hunk(const diff::File& file, const diff::Hunk& hunk) {
  std::vector<CodeLine> lines;
  lines.reserve(hunk.lines.size());
  diff::Lexer old_side(file.language), new_side(file.language);
  old_side.start_in(hunk, diff::Sign::removed);
  new_side.start_in(hunk, diff::Sign::added);
  for (const auto& line : hunk.lines) {
    CodeLine& out = lines.emplace_back(CodeLine{&line, {}, false, {}});
    if (line.sign == diff::Sign::removed) {
      out.masked = old_side.line(line.text);
      continue;
    }
    const bool alike = line.sign == diff::Sign::context && old_side == new_side;
    out.masked = new_side.line(line.text);
    if (alike) old_side = new_side;
    if (alike || line.sign == diff::Sign::added) continue;
    auto before = old_side.line(line.text);
    out.hidden = !is_blank(before.code) && is_blank(out.masked.code);
    if (out.hidden) out.code_before = std::move(before.code);
  }
  return lines;
}

void RuleDriver::file_begin(const diff::File& file) {
  using diff::Role;
  switch (file.role) {
    case Role::test:
    case Role::ci:
    case Role::config:
    case Role::build: m_reads = Reads::whole; break;
    case Role::source:
    case Role::snapshot:
    case Role::migration: m_reads = Reads::whole_at_first; break;
    default: m_reads = gate_file(file) != GateFile::none ? Reads::whole : Reads::needles_only;
  }
  for (auto& rule : m_rules) rule->file_begin(file);
}

bool RuleDriver::wants_all(const diff::File&) {
  return m_reads == Reads::whole || (m_reads == Reads::whole_at_first && m_lines < k_read_whole_lines);
}

// Comments count where they are marks for a checker or hold a secret, and tests where they are.
diff::Wanted RuleDriver::wanted(const diff::File& file) {
  using diff::bit, diff::Needle;
  const NeedleMask of_tests = bit(Needle::test_code) | bit(Needle::assertion);
  const NeedleMask code = ~(bit(Needle::generated) | (is_test_file(file) ? 0 : of_tests));
  return {code, bit(Needle::secret) | bit(Needle::look_away) | (is_test_file(file) ? of_tests : 0)};
}

void RuleDriver::hunk(const diff::File& file, const diff::Hunk& hunk) {
  NeedleMask needles = wants_all(file) ? ~NeedleMask{0} : 0;
  for (const auto& line : hunk.lines) needles |= line.needles;
  m_lines += hunk.lines.size();
  const CodeHunk code{file, hunk, lex_hunk(file, hunk), needles};
  for (auto& rule : m_rules) rule->hunk(code);
}

void RuleDriver::file_end(const diff::File& file) {
  for (auto& rule : m_rules) rule->file_end(file);
}

std::vector<model::Finding> RuleDriver::findings(const Context& context) {
  std::vector<model::Finding> out;
  for (auto& rule : m_rules) rule->finish(context, out);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.severity < b.severity; });
  return out;
}

}  // namespace assay::judge
