#include "judge/rule_driver.h"

#include <algorithm>

#include "judge/gate_file.h"

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
  for (auto& rule : m_rules) rule->file_begin(file);
}

bool RuleDriver::wants_all(const diff::File& file) {
  using diff::Role;
  switch (file.role) {
    case Role::test:
    case Role::ci:
    case Role::config:
    case Role::build: return true;
    case Role::source:
    case Role::migration: return m_lines < k_read_whole_lines;
    default: return gate_file(file) != GateFile::none;
  }
}

void RuleDriver::hunk(const diff::File& file, const diff::Hunk& hunk) {
  m_lines += hunk.lines.size();
  const CodeHunk code{file, hunk, lex_hunk(file, hunk)};
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
