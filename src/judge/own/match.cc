// A pattern is tried at every token, the shortest way first, and goes back to its last choice when a way fails. A step
// that failed at a token fails there again whatever was matched before it, so each pair is tried once; only steps
// that compare a name with one bound before may be tried more often, up to a limit.
#include "judge/own/match.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace assay::judge {

namespace {

constexpr std::uint64_t k_tries_per_token = 500;
constexpr std::uint64_t k_tries_at_least = 100'000;

bool goes_on_behind(const Token& last) {
  if (last.string() || last.kind == TokenKind::number) return false;
  return is_one_of(last.text, {",",  "=",  "+",  "-",  "*",  "&&", "||", "|",  "\\",  ".",  "?.",  "->", "=>",
                               "==", "!=", "<=", ">=", "+=", "-=", "??", ":=", "and", "or", "not", "in"});
}
bool goes_on_with(const Token& first) {
  return !first.string() && is_one_of(first.text, {".", "?.", "->", "&&", "||", "?", "|", "??", "==", "!="});
}

bool same(const Token& a, std::string_view text, bool string) {
  return a.string() == string && (string ? a.unquoted() == text : a.text == text);
}

bool has_parts(std::string_view text, const std::vector<std::string>& parts) {
  if (parts.size() == 1) return text == parts[0];
  const std::string &first = parts.front(), &last = parts.back();
  if (text.size() < first.size() + last.size() || !text.starts_with(first) || !text.ends_with(last)) return false;
  text = text.substr(first.size(), text.size() - first.size() - last.size());
  for (size_t i = 1; i + 1 < parts.size(); ++i) {
    const size_t at = text.find(parts[i]);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + parts[i].size());
  }
  return true;
}

class Matcher {
 public:
  // Of the tokens from `begin` to `end`, exclusive.
  Matcher(const CodePattern& pattern, const SideTokens& side, size_t begin, size_t end)
      : m_pattern(pattern),
        m_side(side),
        m_begin(begin),
        m_end(end),
        m_tries(std::max(k_tries_at_least, k_tries_per_token * (end - begin))) {
    if (pattern.branches) m_failed.resize(pattern.steps.size() * (end - begin + 1));
    m_bound.resize(pattern.names.size());
  }

  // The end of a match that begins at this token, or 0.
  size_t match(size_t start) {
    std::fill(m_bound.begin(), m_bound.end(), nullptr);
    m_ways.clear();
    m_undo.clear();
    m_ways.push_back({0, start, 0});
    while (!m_ways.empty() && !m_gave_up) {
      const Way way = m_ways.back();
      m_ways.pop_back();
      for (; m_undo.size() > way.undo; m_undo.pop_back()) m_bound[m_undo.back()] = nullptr;
      if (const size_t end = follow(way.step, way.at, start); end != 0) return end;
    }
    return 0;
  }

  bool gave_up() const { return m_gave_up; }
  std::vector<std::string_view> bound() const {
    std::vector<std::string_view> out;
    for (const auto* token : m_bound) out.push_back(token == nullptr ? std::string_view() : token->text);
    return out;
  }

 private:
  struct Way {
    size_t step, at, undo;
  };

  size_t follow(size_t step, size_t at, size_t start) {
    for (;;) {
      const Step& here = m_pattern.steps[step];
      if (here.kind == StepKind::end) return at;
      const bool may_stand = at < m_end && (at == start || here.crosses || !m_side.begins[at]);
      const bool moves = here.kind != StepKind::jump && here.kind != StepKind::either && here.kind != StepKind::gap;
      if (moves && !may_stand) return 0;
      if (has_failed(here, step, at)) return 0;
      if (here.kind == StepKind::jump) {
        step = here.other;
        continue;
      }
      if (here.kind == StepKind::either) {
        if (here.other != step + 1) m_ways.push_back({here.other, at, m_undo.size()});
        ++step;
        continue;
      }
      if (here.kind == StepKind::gap) {
        if (may_stand) skip_one(step, at);
        ++step;
        continue;
      }
      if (!is_match(here, *m_side.tokens[at])) return 0;
      ++step, ++at;
    }
  }

  // A pair that was tried once has failed, or is about to: a match ends the search.
  bool has_failed(const Step& here, size_t step, size_t at) {
    if (here.compares || m_failed.empty()) {
      if (m_tries-- == 0) m_gave_up = true;
      return m_gave_up;
    }
    const size_t pair = step * (m_end - m_begin + 1) + at - m_begin;
    if (m_failed[pair]) return true;
    m_failed[pair] = true;
    return false;
  }

  void skip_one(size_t step, size_t at) {
    const Token& t = *m_side.tokens[at];
    if (t.is(")") || t.is("]") || t.is("}")) return;
    const size_t close = m_side.closes[at];
    if (close < m_end) m_ways.push_back({step, close + 1, m_undo.size()});
  }

  bool is_match(const Step& step, const Token& t) {
    switch (step.kind) {
      case StepKind::token: return t.is(step.text);
      case StepKind::string: return t.string() && has_parts(t.unquoted(), step.parts);
      case StepKind::any: return true;
      case StepKind::word: return t.word();
      case StepKind::number: return t.kind == TokenKind::number;
      case StepKind::text: return t.string();
      case StepKind::literal: return t.literal();
      case StepKind::name: return bind(step.name, t);
      default: return false;
    }
  }

  bool bind(size_t name, const Token& t) {
    if (const Token* bound = m_bound[name])
      return same(t, bound->string() ? bound->unquoted() : bound->text, bound->string());
    m_bound[name] = &t;
    m_undo.push_back(name);
    return true;
  }

  const CodePattern& m_pattern;
  const SideTokens& m_side;
  size_t m_begin, m_end;
  std::uint64_t m_tries;
  bool m_gave_up = false;
  std::vector<bool> m_failed;  // by step and token; empty: the pattern has one way only
  std::vector<const Token*> m_bound;
  std::vector<size_t> m_undo;
  std::vector<Way> m_ways;
};

}  // namespace

SideTokens tokens_of_side(const CodeHunk& hunk, Side side) {
  SideTokens out;
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = 0; n < hunk.lines.size(); ++n) {
    const CodeLine& line = hunk.lines[n];
    if (!on_side(line, side)) continue;
    bool first = true;
    for (const Token& token : tokens_of(line, side)) {
      const bool in_brackets = !open.empty() && !out.tokens[open.back()]->is("{");
      const bool joined =
          out.tokens.empty() || in_brackets || goes_on_behind(*out.tokens.back()) || goes_on_with(token);
      out.begins.push_back(std::exchange(first, false) && !joined);
      const auto at = static_cast<std::uint32_t>(out.tokens.size());
      out.tokens.push_back(&token);
      out.lines.push_back(n);
      out.closes.push_back(at);
      if (token.is("(") || token.is("[") || token.is("{")) open.push_back(at);
      if ((token.is(")") || token.is("]") || token.is("}")) && !open.empty()) {
        out.closes[open.back()] = at;
        open.pop_back();
      }
    }
  }
  for (const auto at : open) out.closes[at] = static_cast<std::uint32_t>(out.tokens.size());
  return out;
}

CodeMatches find_pattern(const CodePattern& pattern, const SideTokens& side) {
  CodeMatches out;
  Matcher matcher(pattern, side, 0, side.tokens.size());
  for (size_t at = 0; at < side.tokens.size() && !matcher.gave_up();) {
    const size_t end = matcher.match(at);
    if (end > at) out.places.push_back({at, end, matcher.bound()});
    at = std::max(end, at + 1);
  }
  out.gave_up = matcher.gave_up();
  return out;
}

bool stands_in(const CodePattern& pattern, const SideTokens& side, size_t begin, size_t end) {
  Matcher matcher(pattern, side, begin, end);
  for (size_t at = begin; at < end; ++at) {
    if (matcher.match(at) > 0) return true;
  }
  return false;
}

}  // namespace assay::judge
