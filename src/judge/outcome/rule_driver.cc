// A change of ordinary size is read whole by every rule. In what follows a hunk is lexed only when a
// changed line holds a needle that can matter where it stands, and each rule looks only at hunks
// with needles of its own. That decides the speed of large diffs: lexing every hunk with any needle
// and asking every rule took 8 of the 10.5 seconds a gigabyte of C headers cost.
#include "judge/outcome/rule_driver.h"

#include <algorithm>

#include "base/text.h"
#include "judge/gate_file.h"
#include "judge/risk/paths.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

// A change of ordinary size is read whole, so that the rules see lines that no needle announces.
// Past this many lines only files that gates are made of (tests, CI, configuration) are, and those named after
// access or money.
constexpr std::uint64_t k_read_whole_lines = 20000;

bool is_settings(const diff::File& file) {
  using diff::Language;
  return file.language == Language::yaml || file.language == Language::toml || file.language == Language::ini ||
         file.path().ends_with(".properties");
}

diff::Whole reads_whole(const diff::File& file) {
  using diff::Role, diff::Whole;
  switch (file.role) {
    case Role::test:
    case Role::ci:
    case Role::config:
    case Role::build: return Whole::always;
    case Role::source:
    case Role::snapshot:
    case Role::migration:
      // Python runs these before anything else, the tests too.
      if (file.path().ends_with("customize.py")) return Whole::always;
      return names_risk_area(file.path()) ? Whole::always : Whole::at_first;
    default:
      if (gate_file(file) != GateFile::none) return Whole::always;
      // Lock files say where packages come from.
      if (file.role == Role::lockfile) return Whole::at_first;
      // Manifests and settings say who may come in, in words that stand everywhere.
      return file.role == Role::data && is_settings(file) ? Whole::at_first : Whole::no;
  }
}

// Values are compared all over: only where something is answered on the spot can it be a special case.
bool is_mere_comparison(const diff::Hunk& hunk) {
  constexpr NeedleMask special = diff::bit(diff::Needle::special_case);
  NeedleMask all = 0;
  bool answers = false;
  for (const auto& line : hunk.lines) {
    all |= line.needles;
    if ((line.needles & special) != 0 && line.sign == diff::Sign::added) answers |= contains(line.text, "=>");
    if (line.sign == diff::Sign::added) answers = answers || contains(line.text, "return");
  }
  return (all & ~special) == 0 && !answers;
}

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

RuleDriver::RuleDriver(SharedOwnRules own) : m_rules(make_rules()), m_own(std::move(own)) {
  if (m_own != nullptr) m_own_rule = std::make_unique<OwnRule>(m_own);
}

// Comments count where they are marks for a checker or hold a secret, and tests where they are. A
// body may change under a catch or a test that stays as it is.
diff::Wanted RuleDriver::wanted_by_ours(const diff::File& file) {
  using diff::bit, diff::Needle;
  const NeedleMask of_tests = bit(Needle::test_code) | bit(Needle::assertion);
  const NeedleMask here = is_test_file(file) ? of_tests : 0;
  const NeedleMask recorded = file.role == diff::Role::snapshot ? bit(Needle::mistake) : 0;
  const NeedleMask elsewhere = (of_tests & ~here) | (bit(Needle::mistake) & ~recorded);
  return {.code = ~(bit(Needle::generated) | elsewhere),
          .comments = bit(Needle::secret) | bit(Needle::look_away) | here,
          .around = bit(Needle::swallow) | here,
          .whole = reads_whole(file)};
}

// The needles of the scan are those of our rules. Files that other rules look at come whole; the literals of those
// rules then say which hunks are read closely.
diff::Wanted RuleDriver::wanted(const diff::File& file) const {
  auto wanted = wanted_by_ours(file);
  if (m_own != nullptr && m_own->look_at(file)) wanted.whole = diff::Whole::always;
  return wanted;
}

bool RuleDriver::at_first() const { return m_lines.load(std::memory_order_relaxed) < k_read_whole_lines; }

void RuleDriver::file_begin(const diff::File& file) {
  const GateFile gate = gate_file(file);
  m_wanted = wanted_by_ours(file);
  m_own_looks = m_own != nullptr && m_own->look_at(file);
  if (m_own_rule) m_own_rule->file_begin(file, gate);
  for (auto& rule : m_rules) rule->file_begin(file, gate);
}

// What the needles of a hunk's lines announce, now that comments are known for what they are.
NeedleMask RuleDriver::announced_needles(const CodeHunk& hunk) const {
  NeedleMask all = 0, changed = 0;
  for (const CodeLine& line : hunk.lines) {
    if (line.raw->needles == 0) continue;
    const bool comment = is_blank(line.masked.code) && is_blank(line.masked.strings) && !line.hidden;
    const NeedleMask needles = line.raw->needles & (comment ? m_wanted.comments : ~NeedleMask{0});
    all |= needles;
    const bool context = line.raw->sign == diff::Sign::context;
    changed |= needles & (context ? m_wanted.around : m_wanted.code | m_wanted.comments);
  }
  return changed == 0 ? 0 : all;
}

// Without rules of others only hunks come that hold a needle or are of a file that is read whole.
bool RuleDriver::may_be_ours(const diff::Hunk& hunk) const {
  if (!m_own_looks) return true;
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const diff::Line& line) {
    const bool context = line.sign == diff::Sign::context;
    return (line.needles & (context ? m_wanted.around : m_wanted.code | m_wanted.comments)) != 0;
  });
}

void RuleDriver::hunk(const diff::File& file, const diff::Hunk& hunk) {
  const bool whole = m_wanted.whole == diff::Whole::always || (m_wanted.whole == diff::Whole::at_first && at_first());
  const bool own = m_own_rule && m_own_rule->wants(hunk);
  const bool ours = whole || may_be_ours(hunk);
  if (ours) m_lines += hunk.lines.size();
  m_marks.hunk(file, hunk);
  if (!own && (!ours || (!whole && is_mere_comparison(hunk)))) return;
  CodeHunk code{file, hunk, lex_hunk(file, hunk)};
  if (own) m_own_rule->hunk(code);
  if (!whole) code.needles = is_mere_comparison(hunk) ? 0 : announced_needles(code);
  if (code.needles == 0) return;
  for (auto& rule : m_rules) rule->hunk(code);
}

void RuleDriver::file_end(const diff::File& file) {
  if (m_own_rule) m_own_rule->file_end(file);
  for (auto& rule : m_rules) rule->file_end(file);
}

std::vector<model::Finding> RuleDriver::findings(const RuleContext& context) {
  std::vector<model::Finding> out;
  for (auto& rule : m_rules) rule->finish(context, out);
  if (m_own_rule) m_own_rule->finish(context, out);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.severity < b.severity; });
  return out;
}

}  // namespace assay::judge
