#include "plan/prompt_lines.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace assay::plan {

namespace {

constexpr size_t k_most_digits = 4;
constexpr size_t k_longest_label = 200;
constexpr size_t k_longest_code = 1000;  // in backquotes

// A sign that stands in front of items, with or without a blank behind it.
struct Bullet {
  std::string_view sign;
  bool needs_blank;
};
constexpr Bullet k_bullets[] = {{"-", true},  {"*", true},  {"+", true},   {"–", true},  {"—", true},  {"•", false},
                                {"‣", false}, {"◦", false}, {"·", false},  {"●", false}, {"○", false}, {"■", false},
                                {"□", false}, {"▪", false}, {"・", false}, {"☐", false}, {"☑", false}, {"☒", false},
                                {"✓", true},  {"✔", true},  {"✅", false},  {"➤", false}, {"→", true}};

std::optional<std::string_view> behind_bullet(std::string_view line) {
  for (const auto& [sign, needs_blank] : k_bullets) {
    if (!line.starts_with(sign)) continue;
    const auto rest = line.substr(sign.size());
    if (!needs_blank || rest.starts_with(' ') || rest.starts_with('\t')) return trim(rest);
  }
  return std::nullopt;
}

// The value of an ASCII or full-width digit and its size; 0: none.
size_t digit_size(std::string_view text) {
  if (text.empty()) return 0;
  if (is_digit(text.front())) return 1;
  const auto code = utf8_at(text, 0).code;
  return code >= 0xFF10 && code <= 0xFF19 ? 3 : 0;
}

size_t number_size(std::string_view text) {
  size_t at = 0;
  for (size_t digits = 0; digits < k_most_digits; ++digits) {
    const size_t size = digit_size(text.substr(at));
    if (size == 0) break;
    at += size;
  }
  constexpr std::string_view k_chinese[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九", "十"};
  for (const auto numeral : k_chinese) {
    if (at == 0 && text.starts_with(numeral)) return numeral.size();
  }
  return at;
}

bool is_circled(std::string_view line) {
  const auto code = line.empty() ? 0 : utf8_at(line, 0).code;
  return code >= 0x2460 && code <= 0x2473;
}

// "1. ", "1) ", "１．", "1、", "一、"
std::optional<std::string_view> behind_number(std::string_view line) {
  const size_t number = number_size(line);
  if (number == 0) return std::nullopt;
  const auto rest = line.substr(number);
  for (const std::string_view mark : {"、", "．", "）"}) {
    if (rest.starts_with(mark)) return trim(rest.substr(mark.size()));
  }
  const bool marked = rest.size() > 1 && (rest.front() == '.' || rest.front() == ')') && is_space(rest[1]);
  return marked ? std::optional(trim(rest.substr(1))) : std::nullopt;
}

// "(1) ", "(a) ", "（1）", "a) "
std::optional<std::string_view> behind_bracket(std::string_view line) {
  for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"(", ")"}, {"（", "）"}}) {
    if (!line.starts_with(open)) continue;
    const auto inside = line.substr(open.size());
    const size_t number = number_size(inside);
    const size_t size = number > 0 ? number : (!inside.empty() && is_alpha(inside.front()) ? 1 : 0);
    if (size == 0 || !inside.substr(size).starts_with(close)) continue;
    const auto rest = inside.substr(size + close.size());
    if (open.size() > 1 || rest.starts_with(' ')) return trim(rest);
  }
  const bool lettered = line.size() > 2 && is_lower(line[0]) && line[1] == ')' && line[2] == ' ';
  return lettered ? std::optional(trim(line.substr(2))) : std::nullopt;
}

// "[ ] ", "[x] "
std::optional<std::string_view> behind_box(std::string_view line) {
  if (line.size() < 4 || line[0] != '[' || line[2] != ']' || !is_space(line[3])) return std::nullopt;
  return line[1] == ' ' || line[1] == 'x' || line[1] == 'X' ? std::optional(trim(line.substr(3))) : std::nullopt;
}

bool looks_dated(std::string_view line) {
  if (line.size() < 16) return false;
  const std::string_view shape = "dddd-dd-dd dd:dd";
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool fits = shape[i] == 'd' ? is_digit(line[i]) : line[i] == shape[i] || (shape[i] == ' ' && line[i] == 'T');
    if (!fits) return false;
  }
  return true;
}

// "ValueError: …", "java.lang.IllegalStateException: …"
bool names_exception(std::string_view line) {
  const size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon > 120) return false;
  const auto name = line.substr(0, colon);
  const bool one_word =
      std::all_of(name.begin(), name.end(), [](char c) { return is_alnum(c) || c == '.' || c == '_'; });
  return one_word && is_alpha(name.front()) && (name.ends_with("Error") || name.ends_with("Exception")) &&
         name.size() > 5;
}

// Behind the backquotes that open at `at`; `at` itself where they do not close.
size_t behind_code(std::string_view text, size_t at) {
  const size_t close = text.substr(0, at + k_longest_code).find('`', at + 1);
  return close == std::string_view::npos ? at : close;
}

}  // namespace

std::optional<std::string_view> list_item(std::string_view line) {
  line = trim(line);
  auto item = behind_bullet(line);
  if (!item && is_circled(line)) item = trim(line.substr(3));
  if (!item) item = behind_number(line);
  if (!item) item = behind_bracket(line);
  if (!item) return behind_box(line);
  const auto box = behind_box(*item);
  return box ? box : item;
}

std::string_view heading_of(std::string_view line) {
  line = trim(line);
  size_t signs = 0;
  while (signs < line.size() && line[signs] == '#') ++signs;
  if (signs > 0 && signs <= 6 && signs < line.size() && is_space(line[signs])) return trim(line.substr(signs));
  const bool bold = line.size() > 4 && line.starts_with("**") && line.ends_with("**");
  if (!bold || contains(line.substr(2, line.size() - 4), "**")) return {};
  auto inside = trim(line.substr(2, line.size() - 4));
  if (inside.ends_with(':')) inside.remove_suffix(1);
  return inside;
}

std::string_view label_of(std::string_view line) {
  line = trim(line);
  while (line.ends_with('*')) line.remove_suffix(1);
  const std::string_view colon = line.ends_with("：") ? "：" : ":";
  if (!line.ends_with(colon) || line.size() > k_longest_label) return {};
  return trim(line.substr(0, line.size() - colon.size()));
}

bool is_rule_line(std::string_view line) {
  line = trim(line);
  return line.size() >= 3 && line.find_first_not_of("-=_*|: \t+") == std::string_view::npos;
}

bool is_log_line(std::string_view line) {
  const auto text = trim(line);
  if (text.size() < 2) return false;
  if (looks_dated(text) || names_exception(text)) return true;
  if (text.starts_with("at ") && text.ends_with(")") && contains(text, ":")) return true;
  return starts_with_any(text, {"$ ",      ">>> ",        "Traceback (",
                                "File \"", "error: ",     "fatal: ",
                                "panic: ", "npm ERR!",    "Exception in thread",
                                "E   ",    "diff --git ", "@@ ",
                                "[ERROR]", "[WARN]",      "[INFO]",
                                "[DEBUG]", "ERROR ",      "WARN ",
                                "INFO ",   "DEBUG ",      "FATAL "});
}

size_t sentence_length(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') i = behind_code(text, i);
    for (const std::string_view mark : {"。", "！", "？", "；"}) {
      if (text.substr(i).starts_with(mark)) return i + mark.size();
    }
    const bool ends = text[i] == '.' || text[i] == '!' || text[i] == '?' || text[i] == ';';
    if (!ends || i + 1 >= text.size() || !is_space(text[i + 1])) continue;
    const auto next = trim_left(text.substr(i + 1));
    if (text[i] == '.' && !next.empty() && is_lower(next.front())) continue;
    return i + 1;
  }
  return text.size();
}

}  // namespace assay::plan
