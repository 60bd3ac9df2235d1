// Patterns come from plans and policies, paths from repositories: both may be hostile. Braces are
// tried one alternative at a time with a bound, the rest is matched with remembered dead ends, so
// that no pair takes more than its product.
#include "base/glob.h"

#include <string>
#include <vector>

namespace assay {

namespace {

constexpr size_t k_alternatives_most = 256;
constexpr size_t k_cells_most = size_t{16} << 20;

// Where a set "[...]" that begins at `at` ends; npos when it is no set.
size_t set_end(std::string_view pattern, size_t at) {
  size_t i = at + 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
  if (i < pattern.size() && pattern[i] == ']') ++i;
  while (i < pattern.size() && pattern[i] != ']') ++i;
  return i < pattern.size() ? i : std::string_view::npos;
}

bool in_set(std::string_view set, char c) {  // what stands between the brackets
  const bool inverted = !set.empty() && (set[0] == '!' || set[0] == '^');
  if (inverted) set.remove_prefix(1);
  bool found = false;
  for (size_t i = 0; i < set.size(); ++i) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found = found || (set[i] <= c && c <= set[i + 2]);
      i += 2;
    } else {
      found = found || set[i] == c;
    }
  }
  return found != inverted;
}

class Matcher {
 public:
  Matcher(std::string_view pattern, std::string_view path)
      : m_pattern(pattern), m_path(path), m_dead((pattern.size() + 1) * (path.size() + 1), false) {}

  bool match(size_t p, size_t s) {
    while (p < m_pattern.size()) {
      if (m_pattern[p] == '*') return star(p, s);
      if (s >= m_path.size()) return false;
      if (!one(p, s)) return false;
    }
    return s == m_path.size();
  }

 private:
  // Matches one character and moves both on.
  bool one(size_t& p, size_t& s) {
    const char want = m_pattern[p];
    const char have = m_path[s++];
    if (want == '?') {
      ++p;
      return have != '/';
    }
    if (want == '[') {
      const size_t end = set_end(m_pattern, p);
      if (end != std::string_view::npos) {
        const auto set = m_pattern.substr(p + 1, end - p - 1);
        p = end + 1;
        return have != '/' && in_set(set, have);
      }
    }
    if (want == '\\' && p + 1 < m_pattern.size()) ++p;
    return m_pattern[p++] == have;
  }

  bool star(size_t p, size_t s) {
    const bool deep = p + 1 < m_pattern.size() && m_pattern[p + 1] == '*';
    size_t after = p;
    while (after < m_pattern.size() && m_pattern[after] == '*') ++after;
    // "**/x" is also "x".
    if (deep && after < m_pattern.size() && m_pattern[after] == '/' && (s == 0 || m_path[s - 1] == '/') &&
        alive(after + 1, s)) {
      return true;
    }
    for (size_t at = s;; ++at) {
      if (alive(after, at)) return true;
      if (at >= m_path.size() || (m_path[at] == '/' && !deep)) return false;
    }
  }

  bool alive(size_t p, size_t s) {
    const size_t cell = p * (m_path.size() + 1) + s;
    if (m_dead[cell]) return false;
    if (match(p, s)) return true;
    m_dead[cell] = true;
    return false;
  }

  std::string_view m_pattern;
  std::string_view m_path;
  std::vector<bool> m_dead;
};

// The pattern with its first group of braces taken apart; empty when it has none.
std::vector<std::string> alternatives(std::string_view pattern) {
  const size_t open = pattern.find('{');
  if (open == std::string_view::npos || (open > 0 && pattern[open - 1] == '\\')) return {};
  size_t depth = 0;
  std::vector<size_t> cuts = {open};
  for (size_t i = open; i < pattern.size(); ++i) {
    if (pattern[i] == '{') ++depth;
    if (pattern[i] == ',' && depth == 1) cuts.push_back(i);
    if (pattern[i] != '}' || --depth > 0) continue;
    cuts.push_back(i);
    std::vector<std::string> out;
    for (size_t n = 0; n + 1 < cuts.size(); ++n) {
      out.push_back(std::string(pattern.substr(0, open)) +
                    std::string(pattern.substr(cuts[n] + 1, cuts[n + 1] - cuts[n] - 1)) +
                    std::string(pattern.substr(i + 1)));
    }
    return out;
  }
  return {};
}

bool match_any(const std::string& pattern, std::string_view path, size_t& budget) {
  if (budget == 0) return false;
  --budget;
  const auto parts = alternatives(pattern);
  if (parts.empty()) return Matcher(pattern, path).match(0, 0);
  for (const auto& part : parts) {
    if (match_any(part, path, budget)) return true;
  }
  return false;
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view path) {
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  if ((pattern.size() + 1) * (path.size() + 1) > k_cells_most) return false;
  std::string whole(pattern);
  if (whole.ends_with('/')) whole += "**";
  size_t budget = k_alternatives_most;
  return match_any(whole, path, budget);
}

bool is_glob(std::string_view text) { return text.find_first_of("*?[{") != std::string_view::npos; }

}  // namespace assay
