// A task that names things, and a change that mentions none of them. Quiet unless all are missing: people also name
// what they compare with, what they saw and where they read it.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "judge/intent/rules.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

constexpr size_t k_most_names = 20;
constexpr size_t k_shortest = 4;

bool is_name_char(char c) { return is_alnum(c) || contains("_-./:$@#", std::string_view(&c, 1)); }

// One word however it is spelled: dry-run, dry_run, dryRun.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_alnum(c)) out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return out;
}

bool has_inner_capital(std::string_view word) {
  bool lower_seen = false;
  for (const char c : word) {
    if (is_lower(c)) lower_seen = true;
    if (c >= 'A' && c <= 'Z' && lower_seen) return true;
  }
  return false;
}

bool has_inner(std::string_view word, char c) {
  const auto at = word.find(c);
  return at != std::string_view::npos && at > 0 && at + 1 < word.size();
}

// Without what it is joined with: "parse_url()," -> "parse_url".
std::string_view bare(std::string_view word) {
  while (!word.empty() && !is_alnum(word.front()) && word.front() != '-' && word.front() != '/' && word.front() != '_')
    word.remove_prefix(1);
  while (!word.empty() && !is_alnum(word.back()) && word.back() != '_') word.remove_suffix(1);
  return word;
}

bool is_address(std::string_view word) { return contains(word, "://") || contains(word, "@") || word.starts_with('#'); }

// A word that only code has: with an underscore, an inner capital, dashes before it, or the ending of a file.
bool is_of_code(std::string_view word) {
  if (word.starts_with("--")) return word.size() > 4;
  if (is_address(word)) return false;
  const bool is_number =
      std::all_of(word.begin(), word.end(), [](char c) { return !is_lower(c) && !(c >= 'A' && c <= 'Z'); });
  if (is_number) return false;
  if (has_inner(word, '_')) return true;
  return word.find_first_of("./-") == std::string_view::npos && has_inner_capital(word) && is_lower(word.front());
}

void add(std::string_view word, std::vector<std::string>& out) {
  if (folded(word).size() < k_shortest || out.size() >= k_most_names) return;
  if (std::find(out.begin(), out.end(), word) == out.end()) out.emplace_back(word);
}

void add_quoted(std::string_view text, std::vector<std::string>& out) {
  size_t at = 0;
  while ((at = text.find('`', at)) != std::string_view::npos) {
    const auto end = text.find('`', at + 1);
    if (end == std::string_view::npos) return;
    const auto inside = text.substr(at + 1, end - at - 1);
    if (inside.size() < 80 && !contains(inside, "\n")) {
      // Of a call or a line of a shell, its first word.
      const auto word = bare(inside.substr(0, inside.find_first_of(" (=<")));
      if (!is_address(word)) add(word, out);
    }
    at = end + 1;
  }
}

// "GET /api/v2/orders": a path behind the name of a method.
bool is_method(std::string_view word) { return is_one_of(word, {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"}); }

bool is_endpoint(std::string_view word) {
  return word.starts_with('/') && word.size() > k_shortest && !contains(word, "//") && !contains(word, ":/");
}

// "the port to 9191": a plain number of three digits and more that something is set to.
bool is_value(std::string_view word) {
  return word.size() >= 3 && word.size() <= 9 && std::all_of(word.begin(), word.end(), is_digit);
}

// A test of that name ran, or something of that name failed.
bool is_run(std::string_view name, const RuleContext& context) {
  for (const auto* log : context.logs) {
    for (const auto& named : log->named) {
      if (contains(folded(named.name), name)) return true;
    }
  }
  return false;
}

class NotMentioned final : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    note(file.old_path);
    note(file.new_path);
    m_partial = m_partial || file.binary || file.submodule;
  }
  void hunk(const CodeHunk& hunk) override {
    m_partial = m_partial || hunk.hunk.partial;
    note(hunk.hunk.section);
    for (const auto& line : hunk.lines) {
      note(line.raw->text);
      m_seen += line.raw->sign != diff::Sign::context ? 1 : 0;
    }
  }
  void file_end(const diff::File& file) override {
    m_partial = m_partial || m_seen != file.added + file.removed;
    m_seen = 0;
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    const auto names = names_in_task(context.task.text);
    if (names.empty() || m_partial || m_text.size() >= k_most_text || m_text.empty()) return;
    for (const auto& name : names) {
      // Of "Source.__init__", "Rack::Request#get" and "/api/v2/orders" the change may show one part alone.
      auto parts = name;
      std::replace_if(
          parts.begin(), parts.end(), [](char c) { return contains("/:#$@", std::string_view(&c, 1)); }, '.');
      for (const auto part : split(parts, '.')) {
        const auto text = folded(part);
        const bool counts = text.size() >= k_shortest || is_value(text);
        if (counts && (contains(m_text, text) || is_run(text, context))) return;
      }
    }
    model::Finding finding;
    finding.rule = "intent.not-mentioned";
    finding.source = model::Source::diff;
    finding.severity = model::Severity::should_fix;
    finding.message = cat("The task names ", join(names, ", "), "; the change mentions ",
                          names.size() == 1 ? "it nowhere." : "none of them.");
    finding.evidence = names.front();
    out.push_back(std::move(finding));
  }

 private:
  static constexpr size_t k_most_text = size_t{4} << 20;
  void note(std::string_view text) {
    if (m_text.size() >= k_most_text) return;
    m_text += folded(text);
    m_text += ' ';
  }

  std::string m_text;        // all that the change shows, folded
  std::uint64_t m_seen = 0;  // changed lines of the file
  bool m_partial = false;    // not all of the change was shown
};

}  // namespace

std::vector<std::string> names_in_task(std::string_view task) {
  std::vector<std::string> out;
  add_quoted(task, out);
  std::string_view before;
  bool sets = false;  // the sentence sets something to a value
  size_t at = 0;
  while (at < task.size()) {
    while (at < task.size() && !is_name_char(task[at])) ++at;
    const size_t begin = at;
    while (at < task.size() && is_name_char(task[at])) ++at;
    const auto word = bare(task.substr(begin, at - begin));
    if (is_of_code(word) || (is_method(before) && is_endpoint(word))) add(word, out);
    if (before == "to" && sets && is_value(word) && out.size() < k_most_names) out.emplace_back(word);
    sets =
        sets || is_one_of(lower(word), {"set", "raise", "lower", "increase", "decrease", "reduce", "change", "limit"});
    if (word.empty() || task.substr(begin, at - begin).ends_with('.')) sets = false;
    before = word;
  }
  return out;
}

std::unique_ptr<Rule> make_not_mentioned_rule() { return std::make_unique<NotMentioned>(); }

}  // namespace assay::judge
