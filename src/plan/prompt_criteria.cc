// A prompt is read line by line, once. What stands in lists is taken as it is, for whoever writes a list has thought of
// its items; of running text only sentences that say what must hold and name something to look at. Everything else
// (narration, logs, code, questions, thanks) would make criteria that nobody can check.
#include "plan/prompt_criteria.h"

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "base/utf8.h"
#include "plan/criterion_evidence.h"
#include "plan/lint.h"
#include "plan/prompt_lines.h"
#include "plan/prompt_words.h"

namespace assay::plan {

namespace {

constexpr size_t k_most_non_goals = 50;
constexpr size_t k_most_lines = 20'000;
constexpr size_t k_most_steps = 100;  // of a scenario
constexpr size_t k_code_indent = 4;
constexpr size_t k_short_line = 60;        // bytes; text that wraps has longer lines
constexpr size_t k_fewest_item_words = 3;  // of an item that says something without its label

// The same text in other dress is the same criterion.
std::string identity_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool dress = c == '*' || c == '_' || c == '.' || c == '!' || is_space(c);
    if (!dress) {
      out.push_back(to_lower(c));
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  return std::string(trim(out));
}

size_t words_in(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) count += !is_space(text[i]) && (i == 0 || is_space(text[i - 1])) ? 1 : 0;
  return count;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return byte_of(c) < 0x80; });
}

class PromptReader {
 public:
  PromptReading read(std::string_view prompt) {
    for (size_t count = 0; !prompt.empty() && count < k_most_lines; ++count) {
      const size_t end = std::min(prompt.find('\n'), prompt.size());
      auto text = prompt.substr(0, end);
      prompt.remove_prefix(std::min(end + 1, prompt.size()));
      if (text.ends_with('\r')) text.remove_suffix(1);
      line(text);
    }
    end_block();
    return std::move(m_out);
  }

 private:
  // ---- lines

  void line(std::string_view text) {
    if (in_comment(text) || in_fence(text)) return;
    if (is_blank(text)) return blank();
    const bool after_blank = m_after_blank;
    m_after_blank = false;
    const auto item = list_item(text);
    const auto heading = heading_of(text);
    if (!heading.empty() && !item) return open_heading(heading);
    if (is_rule_line(text)) return underline(text);
    if (!item && is_skipped(text, after_blank)) return;
    if (step(item.value_or(trim(text)), item ? Wraps::no : Wraps::yes)) return;
    if (item) return open_item(*item, indent_of(text));
    if (trim(text).front() == '|') return row(trim(text));
    if (m_item_open && indent_of(text) > m_item_indent) return continue_item(trim(text));
    prose(trim(text), after_blank);
  }

  bool in_comment(std::string_view text) {
    if (!m_comment && !trim(text).starts_with("<!--")) return false;
    m_comment = !contains(text, "-->");
    return true;
  }

  // Scenarios are read in fences too.
  bool in_fence(std::string_view text) {
    const auto bare = trim(text);
    const bool mark = bare.starts_with("```") || bare.starts_with("~~~");
    if (!mark) return m_fence && !m_fenced_steps;
    end_block();
    m_fence = !m_fence;
    const auto language = trim(bare.substr(std::min(bare.find_first_not_of("`~"), bare.size())));
    m_fenced_steps = m_fence && is_one_of(lower(language.substr(0, 20)), {"gherkin", "cucumber", "feature"});
    return true;
  }

  // Quotes, logs and indented code. A log goes on until a blank line.
  bool is_skipped(std::string_view text, bool after_blank) {
    if (m_in_log || trim(text).front() == '>' || is_log_line(text)) {
      end_block();
      m_in_log = true;
      return true;
    }
    const bool indented = indent_of(text) >= k_code_indent || text.front() == '\t';
    m_in_code = indented && !m_fence && (m_in_code || (after_blank && !m_item_open));
    if (m_in_code) end_block();
    return m_in_code;
  }

  void blank() {
    end_scenario();
    end_paragraph();
    end_item();
    m_after_blank = true;
    m_in_log = false;
  }

  void end_block() {
    blank();
    m_parents.clear();
    m_after_blank = false;
  }

  // ---- headings and labels

  void open_heading(std::string_view heading) {
    end_block();
    m_section = m_heading_section = section_named(heading).value_or(Section::neutral);
    m_label.clear();
  }

  void underline(std::string_view text) {
    const auto sign = trim(text).front();
    if ((sign == '=' || sign == '-') && !m_paragraph.empty() && m_paragraph_lines == 1) {
      const std::string heading = std::move(m_paragraph);
      m_paragraph.clear();
      return open_heading(heading);
    }
    if (sign != '|') end_block();
    if (sign == '|') m_row.clear();  // what stood above was the head of the table
  }

  void open_label(std::string_view label) {
    const auto named = section_named(label);
    m_section = named.value_or(m_heading_section);
    m_label = named ? std::string() : cat(label, ":");
  }

  // ---- scenarios

  enum class Wraps { no, yes };

  bool step(std::string_view text, Wraps wraps) {
    const auto kind = step_of(text);
    if (kind == ScenarioStep::none && !m_steps.empty() && wraps == Wraps::yes &&
        (is_lower(text.front()) || m_steps.back().size() >= k_short_line)) {
      m_steps.back() += cat(" ", text.substr(0, k_longest_criterion));
      return true;
    }
    if (kind == ScenarioStep::none || (m_steps.empty() && kind != ScenarioStep::given && kind != ScenarioStep::when)) {
      end_scenario();
      return false;
    }
    if (kind == ScenarioStep::given && m_has_then) end_scenario();
    if (m_steps.empty()) {
      end_paragraph();
      end_item();
    }
    m_has_then = m_has_then || kind == ScenarioStep::then;
    if (m_steps.size() < k_most_steps)
      m_steps.push_back(replace_all(std::string(text.substr(0, k_longest_criterion)), "**", ""));
    return true;
  }

  void end_scenario() {
    const auto steps = std::move(m_steps);
    m_steps.clear();
    const bool whole = m_has_then;
    m_has_then = false;
    if (whole) {
      std::string text;
      for (const auto& one : steps) {
        const bool ended = text.empty() || is_one_of(std::string_view(text).substr(text.size() - 1), {",", ";", ":"});
        text += cat(text.empty() ? "" : ended ? " " : ", ", one);
      }
      if (m_section == Section::non_goal) leave(text);
      if (m_section == Section::neutral || m_section == Section::goal) keep(text);
      return;
    }
    for (const auto& one : steps) sentences(one);
  }

  // ---- lists and tables

  void open_item(std::string_view text, size_t indent) {
    end_paragraph();
    end_item();
    while (!m_parents.empty() && m_parents.back().indent >= indent) m_parents.pop_back();
    m_item_open = true;
    m_item_indent = indent;
    m_item = text.substr(0, k_longest_criterion + 1);
  }

  void continue_item(std::string_view text) {
    if (m_item.size() <= k_longest_criterion) m_item += cat(" ", text.substr(0, k_longest_criterion + 1));
  }

  void end_item() {
    if (!m_item_open) return;
    m_item_open = false;
    const std::string text = std::move(m_item);
    m_item.clear();
    constexpr size_t k_deepest = 8;
    if (const auto label = label_of(text); !label.empty() && m_parents.size() < k_deepest) {
      m_parents.push_back({m_item_indent, text, section_named(label)});
      return;
    }
    std::string whole = text;
    auto section = m_section;
    if (!m_parents.empty()) {
      const auto& parent = m_parents.back();
      section = parent.section.value_or(section);
      if (!parent.section) whole = cat(parent.text, " ", text);
    } else if (!m_label.empty() && words_in(text) < k_fewest_item_words && is_ascii(text) && !names_something(text)) {
      whole = cat(m_label, " ", text);
    }
    item(whole, section);
  }

  void item(std::string_view text, Section section) {
    const auto colon = text.find(": ");
    if (colon != std::string_view::npos) section = inline_section(text.substr(0, colon)).value_or(section);
    if (section == Section::context || is_question(text) || is_chatter(text)) return;
    if (section == Section::non_goal || is_non_goal(text)) return leave(text);
    if (words_in(text) < 2 && is_ascii(text) && !names_something(text)) return;
    keep(text);
  }

  // A row below the line of a table. Its cells stay parted, as they are in the prompt.
  void row(std::string_view text) {
    end_paragraph();
    end_item();
    end_row();
    std::vector<std::string> cells;
    for (const auto cell : split(text.substr(0, k_longest_criterion), '|')) {
      if (!trim(cell).empty()) cells.emplace_back(trim(cell));
    }
    m_row = join(cells, " | ");
    if (m_row.empty()) m_row = " ";
  }

  void end_row() {
    const std::string text = std::move(m_row);
    m_row.clear();
    if (!is_blank(text) && m_section != Section::context && m_section != Section::non_goal &&
        !evidence_of(text).empty())
      keep(text);
  }

  // ---- running text

  void prose(std::string_view text, bool after_blank) {
    end_item();
    if (const auto label = label_of(text); !label.empty() && !is_demand(label)) {
      end_paragraph();
      return open_label(label);
    }
    if (after_blank) {
      m_section = m_heading_section;
      m_label.clear();
      m_parents.clear();
    }
    const bool wraps = !m_paragraph.empty() && (is_lower(text.front()) || m_last_line >= k_short_line);
    if (!wraps) end_paragraph();
    m_last_line = text.size();
    ++m_paragraph_lines;
    if (m_paragraph.size() < k_longest_paragraph) {
      const bool far = !m_paragraph.empty() && byte_of(m_paragraph.back()) >= 0x80 && byte_of(text.front()) >= 0xE0;
      m_paragraph += cat(m_paragraph.empty() || far ? "" : " ", text.substr(0, k_longest_paragraph));
    }
  }

  void end_paragraph() {
    end_row();
    const std::string text = std::move(m_paragraph);
    m_paragraph.clear();
    m_paragraph_lines = 0;
    sentences(text);
  }

  void sentences(std::string_view text) {
    auto section = m_section;
    const auto colon = text.substr(0, k_short_line).find(": ");
    if (colon != std::string_view::npos) section = inline_section(text.substr(0, colon)).value_or(section);
    while (!text.empty()) {
      const size_t end = sentence_length(text);
      sentence(trim(text.substr(0, end)), section);
      text = trim_left(text.substr(end));
    }
  }

  void sentence(std::string_view text, Section section) {
    if (text.empty() || section == Section::context || is_question(text) || is_chatter(text)) return;
    if (section == Section::non_goal || is_non_goal(text)) return leave(text);
    const bool names = names_something(text.substr(0, k_longest_criterion));
    if (is_story(text) && !(is_demand(text) && names)) return;
    if (names || has_all_steps(text)) return keep(text);
    const bool demands = section == Section::goal || is_demand(text) || is_rule(text);
    if (demands && is_ascii(text) && !why_vague(text)) keep(text);
  }

  // ---- what is kept

  void keep(std::string_view text) {
    auto kept = excerpt(text, k_longest_criterion);
    if (identity_of(kept).empty() || !m_known.insert(identity_of(kept)).second) return;
    if (m_out.criteria.size() < k_most_criteria)
      m_out.criteria.push_back(std::move(kept));
    else
      ++m_out.left_out;
  }

  void leave(std::string_view text) {
    if (m_out.non_goals.size() < k_most_non_goals) m_out.non_goals.push_back(excerpt(text, k_longest_criterion));
  }

  struct Parent {
    size_t indent;
    std::string text;
    std::optional<Section> section;
  };

  static constexpr size_t k_longest_paragraph = size_t{64} << 10;

  PromptReading m_out;
  std::unordered_set<std::string> m_known;  // criteria
  Section m_section = Section::neutral;
  Section m_heading_section = Section::neutral;
  std::string m_label;  // of the list that follows, when it is part of what its items say
  std::string m_paragraph;
  size_t m_paragraph_lines = 0;
  size_t m_last_line = 0;
  std::vector<std::string> m_steps;
  bool m_has_then = false;
  std::vector<Parent> m_parents;
  std::string m_item;
  size_t m_item_indent = 0;
  bool m_item_open = false;
  std::string m_row;
  bool m_fence = false;
  bool m_fenced_steps = false;
  bool m_comment = false;
  bool m_in_log = false;
  bool m_in_code = false;
  bool m_after_blank = false;
};

constexpr std::string_view k_how_to_say =
    "Say how one would see that it is done: a command and how it ends, a request and its answer, a file, a test, a "
    "value or an exact text; for example \"`npm test` passes\", \"GET /api/carts/7 returns 404\", \"docs/carts.md "
    "exists\", \"an empty name is refused with \"name is missing\"\", each in a line that begins with \"- \".";

}  // namespace

PromptReading read_prompt(std::string_view prompt) { return PromptReader().read(prompt); }

std::optional<std::string> why_prompt_vague(std::string_view prompt) {
  if (trim(prompt).empty()) return std::nullopt;
  const auto reading = read_prompt(prompt);
  if (reading.criteria.empty())
    return cat("The prompt names nothing that can be checked, so its criteria are general ones for a person. ",
               k_how_to_say);
  const bool all_vague = std::all_of(reading.criteria.begin(), reading.criteria.end(),
                                     [](const std::string& text) { return why_vague(text).has_value(); });
  if (!all_vague) return std::nullopt;
  return cat("The prompt lists what is wanted, and nothing in it can be checked. ", k_how_to_say);
}

}  // namespace assay::plan
