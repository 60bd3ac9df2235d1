// What node writes with NODE_V8_COVERAGE: for each script its functions, and in them nested ranges of UTF-16 units with
// how often they ran. A script is only believed to be the file when it is as long as the file; one that was transformed
// on its way is mapped back by its source map where node kept one, and is unclear where not (jest, vitest).
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"
#include "reports/coverage_readers.h"
#include "reports/json_parts.h"
#include "reports/source_map.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_most_units = 4'000'000;     // of a script
constexpr std::size_t k_most_writes = 200'000'000;  // of counts, in one file of coverage
constexpr std::size_t k_most_scripts = 100'000;

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char small = static_cast<char>(c | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// "file:///a%20b.js?x" is "/a b.js".
std::string path_of(std::string_view url) {
  if (url.starts_with("file://")) url.remove_prefix(7);
  url = url.substr(0, url.find('?'));
  std::string path;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const bool coded = url[i] == '%' && i + 2 < url.size() && hex_value(url[i + 1]) >= 0 && hex_value(url[i + 2]) >= 0;
    path += coded ? static_cast<char>(hex_value(url[i + 1]) * 16 + hex_value(url[i + 2])) : url[i];
    i += coded ? 2 : 0;
  }
  return path;
}

bool is_test_path(std::string_view path) {
  for (const auto folder : split(path, '/')) {
    for (const std::string_view word : {"test", "tests", "spec", "specs", "__tests__"}) {
      const auto at = folder.find(word);
      if (at == std::string_view::npos) continue;
      const auto is_border = [&](std::size_t i) { return i >= folder.size() || contains("._-", folder.substr(i, 1)); };
      if ((at == 0 || is_border(at - 1)) && is_border(at + word.size())) return true;
    }
  }
  return false;
}

// The lengths of the lines of a text in UTF-16 units, each with its line end; whether there is more than blanks in it.
struct TextLine {
  std::size_t units = 0;
  std::vector<bool> is_code{};  // by unit: no blank
};

std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines(1);
  for (std::size_t i = 0; i < text.size();) {
    const auto c = utf8_at(text, i);
    i += c.size;
    const bool code = c.code != ' ' && c.code != '\t' && c.code != '\r' && c.code != '\n';
    lines.back().is_code.insert(lines.back().is_code.end(), c.code > 0xffff ? 2 : 1, code);
    lines.back().units = lines.back().is_code.size();
    if (c.code == '\n') lines.emplace_back();
  }
  return lines;
}

struct Range {
  std::size_t begin = 0, end = 0;
  bool ran = false;
};

// In the order in which they stand: inner ones behind those around them.
std::vector<Range> ranges_of(const json::object& script) {
  std::vector<Range> ranges;
  const auto* functions = script.if_contains("functions");
  if (functions == nullptr || !functions->is_array()) return ranges;
  for (const auto& function : functions->get_array()) {
    const auto* inner = function.is_object() ? function.get_object().if_contains("ranges") : nullptr;
    if (inner == nullptr || !inner->is_array()) continue;
    for (const auto& each : inner->get_array()) {
      if (!each.is_object()) continue;
      const auto begin = integer_at(each.get_object(), "startOffset"), end = integer_at(each.get_object(), "endOffset");
      const auto count = integer_at(each.get_object(), "count");
      if (!begin || !end || !count || *begin < 0 || *end < *begin) continue;
      ranges.push_back({static_cast<std::size_t>(*begin), static_cast<std::size_t>(*end), *count > 0});
    }
  }
  return ranges;
}

class V8Reader {
 public:
  V8Reader(std::string_view text, CoverageDraft& draft) : m_text(text), m_draft(draft) {}

  void read() {
    if (!each_script()) return m_draft.note("it is no coverage of V8");
    if (m_saw_tests) tell_unloaded();
  }

 private:
  // False: there is no list of scripts.
  bool each_script() {
    std::size_t at = m_text.find("\"result\"");
    at = at == std::string_view::npos ? at : m_text.find('[', at);
    if (at == std::string_view::npos) return false;
    read_maps(at);
    ++at;
    for (std::size_t count = 0; count < k_most_scripts; ++count) {
      while (at < m_text.size() && (is_space(m_text[at]) || m_text[at] == ',')) ++at;
      if (at >= m_text.size()) return m_draft.note("it is cut off"), true;
      if (m_text[at] == ']') return true;
      const auto item = json_value_at(m_text, at);
      if (!item || item->empty()) return m_draft.note("it is cut off"), true;
      at += item->size();
      script(*item);
    }
    return true;
  }

  // Maps of transformed scripts, by address. Written behind or before the scripts.
  void read_maps(std::size_t result) {
    const auto key = m_text.find("\"source-map-cache\"");
    if (key == std::string_view::npos || key == result) return;
    const auto begin = m_text.find('{', key);
    const auto value = begin == std::string_view::npos ? std::nullopt : json_value_at(m_text, begin);
    if (!value) return;
    m_maps = *value;
  }

  void script(std::string_view item) {
    // Most scripts are node's own; they are not parsed.
    const auto key = item.find("\"url\"");
    const auto colon = key == std::string_view::npos ? key : item.find(':', key);
    const auto quote = colon == std::string_view::npos ? colon : item.find('"', colon);
    const auto value = quote == std::string_view::npos ? std::nullopt : json_value_at(item, quote);
    if (!value || value->size() < 2) return;
    const auto url = value->substr(1, value->size() - 2);
    const auto path = path_of(url);
    const auto below = below_tree(path);
    if (below.empty()) return;
    const auto file = m_draft.wanted(path);
    const bool may_be_test = !m_saw_tests && file.empty() && is_test_path(below) && !contains(below, "node_modules/");
    if (file.empty() && !may_be_test) return;
    const auto parsed = parse_object(item, "script");
    if (!parsed) return file.empty() ? void() : give_up(file);
    if (file.empty())
      m_saw_tests = is_as_it_is(below, *parsed) || source_map_in(m_maps, url).has_value();
    else
      read_wanted(file, url, *parsed);
  }

  std::string_view below_tree(std::string_view path) const {
    const auto& tree = m_draft.input().tree;
    if (tree.empty() || !path.starts_with(tree) || !path.substr(tree.size()).starts_with('/')) return {};
    return path.substr(tree.size() + 1);
  }

  std::optional<std::vector<TextLine>> file_lines(std::string_view file) const {
    const auto text = m_draft.input().files != nullptr ? m_draft.input().files->read(file) : std::nullopt;
    if (!text) return std::nullopt;
    return lines_of(text->starts_with("\xEF\xBB\xBF") ? std::string_view(*text).substr(3) : std::string_view(*text));
  }

  static std::size_t units_of(const std::vector<TextLine>& lines) {
    std::size_t units = 0;
    for (const auto& line : lines) units += line.units;
    return units;
  }

  // The range around all others is the script.
  static std::size_t length_of(const std::vector<Range>& ranges) {
    return ranges.empty() || ranges[0].begin != 0 ? 0 : ranges[0].end;
  }

  bool is_as_it_is(std::string_view file, const json::object& script) const {
    const auto lines = file_lines(file);
    return lines && units_of(*lines) == length_of(ranges_of(script));
  }

  void give_up(const std::string& file) {
    m_loaded.insert(file);
    m_draft.unclear(file);
  }

  void read_wanted(const std::string& file, std::string_view url, const json::object& script) {
    m_loaded.insert(file);
    const auto lines = file_lines(file);
    const auto ranges = ranges_of(script);
    const auto length = length_of(ranges);
    if (!lines || length == 0 || length > k_most_units) return m_draft.unclear(file);
    const auto map = source_map_in(m_maps, url);
    const auto ran = counts(ranges, length);
    if (!ran) return m_draft.unclear(file);
    if (map)
      mapped(file, *map, *lines, *ran);
    else if (units_of(*lines) == length)
      plain(file, *lines, *ran);
    else
      m_draft.unclear(file);
  }

  std::optional<std::vector<bool>> counts(const std::vector<Range>& ranges, std::size_t length) {
    std::vector<bool> ran(length, false);
    for (const auto& range : ranges) {
      const auto end = std::min(range.end, length), begin = std::min(range.begin, end);
      m_writes += end - begin + 1;
      if (m_writes > k_most_writes) return m_draft.note("its ranges are too many"), std::nullopt;
      std::fill(ran.begin() + static_cast<std::ptrdiff_t>(begin), ran.begin() + static_cast<std::ptrdiff_t>(end),
                range.ran);
    }
    return ran;
  }

  void plain(const std::string& file, const std::vector<TextLine>& lines, const std::vector<bool>& ran) {
    m_draft.seen(file);
    std::size_t at = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      bool has_code = false, has_run = false;
      for (std::size_t unit = 0; unit < lines[i].units; ++unit) {
        has_code = has_code || lines[i].is_code[unit];
        has_run = has_run || (lines[i].is_code[unit] && ran[at + unit]);
      }
      at += lines[i].units;
      if (has_code) m_draft.executable(file, i + 1);
      if (has_run) m_draft.executed(file, i + 1);
    }
  }

  // A line ran when a piece of the script that comes from it ran.
  void mapped(const std::string& file, const SourceMap& map, const std::vector<TextLine>& lines,
              const std::vector<bool>& ran) {
    m_draft.seen(file);
    std::vector<std::size_t> begins{0};
    for (const auto length : map.line_lengths) begins.push_back(begins.back() + length + 1);
    for (const auto& piece : map.pieces) {
      if (piece.line >= map.line_lengths.size() || piece.source_line >= lines.size()) continue;
      const auto at = begins[piece.line] + piece.column;
      if (piece.column > map.line_lengths[piece.line] || at >= ran.size()) continue;
      m_draft.executable(file, piece.source_line + 1);
      if (ran[at]) m_draft.executed(file, piece.source_line + 1);
    }
  }

  // This process ran tests of the tree as they are, so what it does not name was not loaded by it.
  void tell_unloaded() {
    for (const auto& file : m_draft.input().wanted) {
      const auto dot = file.rfind('.');
      const bool is_script = dot != std::string::npos && is_one_of(std::string_view(file).substr(dot),
                                                                   {".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"});
      const auto lines = is_script && !m_loaded.contains(file) ? file_lines(file) : std::nullopt;
      if (!lines) continue;
      plain(file, *lines, std::vector<bool>(units_of(*lines), false));
    }
  }

  std::string_view m_text, m_maps;
  CoverageDraft& m_draft;
  bool m_saw_tests = false;
  std::set<std::string> m_loaded;
  std::size_t m_writes = 0;
};

}  // namespace

void read_v8(std::string_view text, CoverageDraft& draft) { V8Reader(text, draft).read(); }

}  // namespace assay::reports
