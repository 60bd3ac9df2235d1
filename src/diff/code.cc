// A hand-written scanner instead of a grammar per language: rules ask only "is this code, a string
// or a comment", and hunks are fragments that no parser would accept. One table (syntax.h) says how
// a language writes its comments and strings; what is open over a line end is kept on a small
// stack, because expressions in strings may hold strings again.
#include "diff/code.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "diff/code_line.h"
#include "diff/syntax.h"

namespace assay::diff {

namespace {

bool star_line(std::string_view text) {
  const auto t = trim_left(text);
  return t == "*" || t.starts_with("* ") || t.starts_with("*/") || t.starts_with("*\t");
}

}  // namespace

Lexer::Lexer(Language language) : m_syntax(&syntax_of(language)), m_outer(m_syntax) {}

void Lexer::push(Frame frame) {
  if (m_stack.size() < k_deepest) m_stack.push_back(std::move(frame));
}

Lexer::Masked Lexer::line(std::string_view text) {
  Masked out{std::string(text), std::string(text.size(), ' '), std::string(text.size(), ' ')};
  Work w{text.substr(0, k_longest), std::min(text.size(), k_longest), out};
  if (text.size() > k_longest) std::fill(out.code.begin() + k_longest, out.code.end(), ' ');
  if (!whole_line(w)) {
    for (size_t i = 0; i < w.limit;) {
      const bool code = m_stack.empty() || m_stack.back().inside == Inside::interpolation;
      i = code ? step_code(w, i) : step_inside(w, i);
    }
  }
  end_line(w);
  return out;
}

// What is decided by a line as a whole: prose, =begin blocks, heredocs, " * text".
bool Lexer::whole_line(Work& w) {
  const auto all_comment = [&] { w.comment(0, w.limit); };
  if (m_syntax->prose) return all_comment(), true;
  const bool open = !m_stack.empty();
  if (open && m_stack.back().inside == Inside::heredoc) {
    const std::string& end = m_stack.back().end;
    const auto t = trim_left(w.text);
    if (t.starts_with(end) && (t.size() == end.size() || !is_word(t[end.size()]))) {
      m_stack.pop_back();
      return false;
    }
    return w.string(0, w.limit), true;
  }
  if (open && m_stack.back().inside == Inside::pod) {
    if (w.text.starts_with(m_syntax->pod_end)) m_stack.pop_back();
    return all_comment(), true;
  }
  if (!open && !m_syntax->pod.empty() && w.text.starts_with(m_syntax->pod) && w.text.size() > 1 &&
      is_alpha(w.text[1])) {
    if (!w.text.starts_with(m_syntax->pod_end)) push({.inside = Inside::pod});
    return all_comment(), true;
  }
  const bool was_star = std::exchange(m_star_line, false);
  if (!open && m_syntax->block_close == "*/" && (!m_known || was_star) && star_line(w.text) &&
      !contains(w.text, "*/")) {
    m_star_line = true;
    return all_comment(), true;
  }
  return false;
}

void Lexer::end_line(Work& w) {
  // A string that may not cross lines does so only behind a backslash; else it was a stray quote.
  const bool continued = w.limit > 0 && w.text[w.limit - 1] == '\\';
  for (size_t i = 0; i < m_stack.size(); ++i) {
    if (m_stack[i].inside != Inside::string || m_stack[i].carries || (continued && m_stack[i].escapes)) continue;
    m_stack.resize(i, Frame{Inside::string});
    break;
  }
  if (!m_heredoc.empty()) {
    push({.inside = Inside::heredoc, .end = std::exchange(m_heredoc, {})});
  }
  const auto code = trim_right(std::string_view(w.out.code).substr(0, w.limit));
  if (!code.empty()) {
    m_last = code.back();
    m_known = true;
  }
}

size_t Lexer::step_inside(Work& w, size_t i) {
  switch (m_stack.back().inside) {
    case Inside::block_comment: return step_comment(w, i);
    case Inside::tag: return step_tag(w, i);
    default: return step_string(w, i);
  }
}

size_t Lexer::step_comment(Work& w, size_t i) {
  Frame& frame = m_stack.back();
  const std::string& end = frame.end;
  for (size_t at = i; at < w.limit; ++at) {
    if (w.text[at] == end[0] && w.at(at, end)) {
      at += end.size();
      w.comment(i, at);
      if (frame.depth-- == 0) m_stack.pop_back();
      return at;
    }
    if (m_syntax->nests && w.text[at] == m_syntax->block_open[0] && w.at(at, m_syntax->block_open)) {
      ++frame.depth;
      ++at;
    }
  }
  w.comment(i, w.limit);
  return w.limit;
}

size_t Lexer::step_tag(Work& w, size_t i) {
  const char c = w.text[i];
  if (c == '"' || c == '\'') {
    push({.inside = Inside::string, .quote = c});
  } else if (c == '>') {
    const bool script = m_stack.back().depth == 1;
    m_stack.pop_back();
    if (script) m_syntax = &syntax_of(Language::vue);
  }
  return i + 1;
}

// The inside of a string up to its end, an embedded expression or the end of the line.
size_t Lexer::step_string(Work& w, size_t i) {
  const Frame& frame = m_stack.back();
  const auto close = [&](size_t at, size_t length) {
    w.literal(frame, i, at);
    if (frame.doc) w.comment(at, at + length);
    m_stack.pop_back();
    return at + length;
  };
  for (size_t at = i; at < w.limit; ++at) {
    const char c = w.text[at];
    if (!frame.end.empty()) {
      if (c == frame.end[0] && w.at(at, frame.end)) return close(at, frame.end.size());
      continue;
    }
    if (c == '\\' && frame.escapes && !(frame.interpolates == '\\' && w.at(at, "\\("))) {
      ++at;
      continue;
    }
    if (c == frame.quote) {
      if (!frame.triple) {
        if (frame.doubles && at + 1 < w.limit && w.text[at + 1] == c) {
          ++at;
          continue;
        }
        return close(at, 1);
      }
      if (at + 2 < w.limit && w.text[at + 1] == c && w.text[at + 2] == c) return close(at, 3);
      continue;
    }
    if (frame.interpolates == 0 || frame.doc) continue;
    size_t opens = 0;
    char closer = '}';
    switch (frame.interpolates) {
      case '$': opens = w.at(at, "${") ? 2 : 0; break;
      case '#': opens = w.at(at, "#{") ? 2 : 0; break;
      case '\\': opens = w.at(at, "\\(") ? 2 : 0, closer = ')'; break;
      case '(': opens = w.at(at, "$(") ? 2 : 0, closer = ')'; break;
      case 'f':
        if (w.at(at, "{{")) {
          ++at;
          continue;
        }
        opens = c == '{' ? 1 : 0;
        break;
      default: break;
    }
    if (opens == 0 || m_stack.size() >= k_deepest) continue;
    w.string(i, at);
    push({.inside = Inside::interpolation, .quote = closer});
    return at + opens;
  }
  w.literal(frame, i, w.limit);
  return w.limit;
}

size_t Lexer::step_code(Work& w, size_t i) {
  while (i < w.limit && !m_syntax->special[static_cast<unsigned char>(w.text[i])]) ++i;
  if (i >= w.limit) return i;
  // Brackets are marked for the sake of embedded expressions; outside of those they mean nothing.
  if (m_stack.empty() && m_syntax->interpolation != 0 && has("(){}", w.text[i])) return i + 1;
  if (const size_t next = open_comment(w, i)) return next;
  if (const size_t next = open_raw(w, i)) return next;
  if (const size_t next = open_string(w, i)) return next;
  const char c = w.text[i];
  if (!m_stack.empty()) {  // an embedded expression
    Frame& frame = m_stack.back();
    const char opener = frame.quote == ')' ? '(' : '{';
    if (c == opener) ++frame.depth;
    if (c == frame.quote && frame.depth-- == 0) m_stack.pop_back();
    return i + 1;
  }
  if (c == '/' && m_syntax->regex) return open_regex(w, i);
  if (c == '\\') return i + 2;
  if (c == '<' && m_syntax->heredoc != Heredoc::none) return open_heredoc(w, i);
  if (c == '<' && m_outer->markup) {
    const auto rest = w.text.substr(i + 1);
    if (m_syntax != m_outer) {
      if (istarts_with(rest, "/script")) m_syntax = m_outer;
    } else if (!rest.empty() && (is_alpha(rest[0]) || rest[0] == '/' || rest[0] == '?' || rest[0] == '!')) {
      push({.inside = Inside::tag, .depth = istarts_with(rest, "script") ? 1U : 0U});
    }
  }
  return i + 1;
}

}  // namespace assay::diff
