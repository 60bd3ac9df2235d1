// A line is a risk by what it does, so each area reads names, calls and conditions, never loose
// words. Two things are common to all: only code of the product counts (not tests, docs, fixtures,
// generated or vendored files), and a line that was removed in one place and added in another is a
// move, found by its text without blanks.
#include "judge/risk/rules.h"

#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/risk/quantity.h"

namespace assay::judge {
namespace {

using diff::Needle;

bool is_product(const diff::File& file) {
  using diff::Role;
  switch (file.role) {
    case Role::source:
    case Role::migration:
    case Role::config:
    case Role::ci:
    case Role::build: return !file.binary && !file.submodule;
    default: return false;
  }
}

// Manifests and change logs of a schema: data to a compiler, but they say who may come in and what goes.
bool is_declaration(const diff::File& file) {
  return file.role == diff::Role::data && !file.binary &&
         (file.language == diff::Language::yaml || file.language == diff::Language::xml ||
          file.language == diff::Language::toml || file.language == diff::Language::ini ||
          file.path().ends_with(".properties") ||
          (file.language == diff::Language::json && contains_any(lower(file.path()), {"policy", "iam"})));
}

bool is_example(std::string_view path) {
  // A package named org.example is no example.
  std::string plain = replace_all(std::string(path), "org/example", "org");
  plain = replace_all(std::move(plain), "com/example", "com");
  return has_any_word(words_of(plain), {"test",       "tests",  "testing",  "spec",      "specs",     "example",
                                        "examples",   "sample", "samples",  "demo",      "demos",     "fixture",
                                        "fixtures",   "mock",   "mocks",    "stories",   "storybook", "benchmark",
                                        "benchmarks", "e2e",    "testdata", "playground"});
}

// The same text in other lines, quotes or brackets: a formatter was here.
bool is_reflowed(const ChangedBlock& block) {
  const auto text = [&](const std::vector<size_t>& lines) {
    std::string out;
    for (size_t i : lines)
      for (char c : block.line(i).raw->text)
        if (!is_space(c) && std::string_view("(),;'\"`[]").find(c) == std::string_view::npos) out += c;
    return out;
  };
  return !block.removed.empty() && !block.added.empty() && text(block.removed) == text(block.added);
}

// FNV-1a over the bytes that are not blank.
std::uint64_t content_hash(std::string_view text) {
  std::uint64_t hash = 1469598103934665603u;
  for (unsigned char c : text)
    if (!is_space(static_cast<char>(c))) hash = (hash ^ c) * 1099511628211u;
  return hash;
}

std::vector<ChangedBlock> blocks_of(const CodeHunk& hunk) {
  std::vector<ChangedBlock> blocks;
  if (contains(hunk.hunk.section, "mod tests")) return blocks;
  bool open = false;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    if (line.raw->sign == diff::Sign::context) {
      open = false;
      continue;
    }
    // Rust keeps tests at the end of the file they test.
    if (contains(line.masked.code, "#[cfg(test)]") || contains(line.masked.code, "mod tests")) break;
    constexpr size_t k_longest = 4096;  // bytes; no person writes or reads longer lines of code
    if (line.raw->text.size() > k_longest) continue;
    const bool empty = trim(line.masked.code).empty() && trim(line.masked.strings).empty();
    if (empty || is_import(line.masked.code)) continue;
    if (!open) blocks.push_back({hunk, {}, {}});
    open = true;
    (line.raw->sign == diff::Sign::removed ? blocks.back().removed : blocks.back().added).push_back(i);
  }
  return blocks;
}

// What a test of this line would be named after: the file, the names and the routes in it.
std::vector<std::string> subject_words(const ChangedBlock& block, size_t index) {
  const std::string& path = block.hunk.file.path();
  const size_t slash = path.rfind('/');
  std::vector<std::string> words =
      words_of(slash == std::string::npos ? std::string_view(path) : std::string_view(path).substr(slash + 1));
  for (const std::string* text : {&block.code(index), &block.strings(index)})
    for (auto& word : words_of(std::string_view(*text).substr(0, 400))) words.push_back(std::move(word));
  return words;
}

// The two names of "Rename isAdmin to hasAdminRole."; empty where the task names none.
std::pair<std::string, std::string> renamed_in(std::string_view task) {
  std::vector<std::string> words;
  for (std::string_view word : split(task.substr(0, 4096), ' ')) {
    std::string plain;
    for (char c : word)
      if (is_word(c)) plain += c;
    if (!plain.empty()) words.push_back(std::move(plain));
  }
  for (size_t i = 0; i + 3 < words.size(); ++i) {
    if (!istarts_with(words[i], "renam")) continue;
    for (size_t to = i + 2; to + 1 < words.size() && to < i + 6; ++to)
      if (words[to] == "to" || words[to] == "into") return {words[to - 1], words[to + 1]};
  }
  return {};
}

struct Held {
  RiskHit hit;
  model::Span span;
  Subject subject;
  std::uint64_t hash = 0;
  diff::Sign sign = diff::Sign::added;
  bool with_function = false;  // its function is removed with it
  std::string code;            // bounded
  std::string text;            // the whole line, bounded
};

class RiskRule : public Rule {
 public:
  void file_begin(const diff::File&, GateFile) override { m_judged.reset(); }

  void hunk(const CodeHunk& hunk) override {
    constexpr NeedleMask wanted = diff::bit(Needle::auth) | diff::bit(Needle::crypto) | diff::bit(Needle::secret) |
                                  diff::bit(Needle::money) | diff::bit(Needle::data);
    if ((hunk.needles & wanted) == 0 || !judges(hunk.file)) return;
    remember(hunk);
    if (hunk.file.status == diff::Status::deleted && hunk.file.role != diff::Role::migration) return;
    for (const ChangedBlock& block : blocks_of(hunk))
      if (!is_reflowed(block)) examine(block);
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    const Coverage coverage(context.logs);
    for (size_t i = 0; i < k_areas; ++i) report(static_cast<Area>(i), context, coverage, out);
  }

 private:
  static constexpr size_t k_most_lines = 200000;  // whose moves are followed
  static constexpr size_t k_most_spans = 20;

  // Most files have no hunk to look at: their names are not taken apart.
  bool judges(const diff::File& file) {
    if (!m_judged) m_judged = (is_product(file) || is_declaration(file)) && !is_example(file.path());
    return *m_judged;
  }

  void remember(const CodeHunk& hunk) {
    for (const CodeLine& line : hunk.lines) {
      if (line.raw->sign == diff::Sign::context || m_moves.size() >= k_most_lines) continue;
      if (line.raw->sign == diff::Sign::added)
        if (const auto name = defined_name(line.masked.code); !name.empty()) m_defined.insert(std::string(name));
      auto& count = m_moves[content_hash(line.raw->text)];
      ++(line.raw->sign == diff::Sign::added ? count.added : count.removed);
    }
  }

  void examine(const ChangedBlock& block) {
    RiskHits hits;
    const CodeHunk& hunk = block.hunk;
    const bool crypto = hunk.may_hold(Needle::crypto);
    const bool code = hunk.file.role != diff::Role::data;
    if (!code && hunk.may_hold(Needle::auth)) find_exposures(block, hits);
    if (code && (crypto || hunk.may_hold(Needle::auth))) find_auth_risks(block, hits);
    if (code && (crypto || hunk.may_hold(Needle::secret))) find_secret_risks(block, hits);
    // Generated clients are full of prices and columns.
    const bool claims_generated = hunk.file.claims_generated;
    if (code && !claims_generated && hunk.may_hold(Needle::money)) find_billing_risks(block, hits);
    if (!claims_generated && hunk.may_hold(Needle::data)) find_database_risks(block, hits);
    if (code && hunk.may_hold(Needle::data)) find_destructive_risks(block, hits);
    for (RiskHit& hit : hits) {
      auto& area = m_held[static_cast<size_t>(hit.area)];
      if (area.full()) {
        area.count_only();
        continue;
      }
      const CodeLine& line = block.line(hit.line);
      Held held;
      held.span = span_of(block.hunk.file, *line.raw);
      held.hash = content_hash(line.raw->text);
      held.sign = line.raw->sign;
      held.code = line.masked.code.substr(0, 400);
      held.text = std::string(line.raw->text.substr(0, 400));
      Enclosing around = enclosing(block.hunk, hit.line);
      held.subject.function = std::move(around.name);
      held.with_function = around.removed && held.sign == diff::Sign::removed;
      held.subject.removed_check = hit.removed_check;
      held.subject.words = subject_words(block, hit.line);
      held.hit = std::move(hit);
      area.add(std::move(held));
    }
  }

  bool is_move(const Held& held) const {
    const auto at = m_moves.find(held.hash);
    if (at == m_moves.end()) return false;
    return held.sign == diff::Sign::removed ? at->second.added >= at->second.removed
                                            : at->second.removed >= at->second.added;
  }

  // The same line is there with the names that the task gives: a rename, and asked for.
  bool is_renamed(const Held& held, const std::pair<std::string, std::string>& names) const {
    const bool gone = held.sign == diff::Sign::removed;
    const std::string other =
        replace_all(held.text, gone ? names.first : names.second, gone ? names.second : names.first);
    const auto at = m_moves.find(content_hash(other));
    return other != held.text && at != m_moves.end() && (gone ? at->second.added : at->second.removed) > 0;
  }

  // By what the task says, or by a passing test of that very function.
  static bool is_no_money(const Held& held, const RuleContext& context, const Coverage& coverage) {
    return quantity_of(context.task.text) == Quantity::other || coverage.names(held.subject.function);
  }

  void report(Area area, const RuleContext& context, const Coverage& coverage, std::vector<model::Finding>& out) const {
    const auto& all = m_held[static_cast<size_t>(area)];
    const bool protects = task_protects(area, context.task.text);
    std::vector<const Held*> open, covered;
    const auto renamed = renamed_in(context.task.text);
    for (const Held& held : all) {
      if (is_move(held) || (!renamed.first.empty() && is_renamed(held, renamed))) continue;
      // Code that is gone needs no guard; a function that comes back without one does.
      if (held.with_function && !m_defined.contains(held.subject.function)) continue;
      if (held.hit.doubtful && is_no_money(held, context, coverage)) continue;
      const bool planted = !held.hit.planted.empty() && !icontains(context.task.text, held.hit.planted);
      const bool calm = held.hit.minor || held.hit.doubtful ||
                        (!planted && coverage.covers(area, held.subject) && !(held.hit.removed_check && protects));
      (calm ? covered : open).push_back(&held);
    }
    if (open.empty() && covered.empty()) return;
    if (area == Area::billing && only_rearranged(open, covered)) return;
    model::Finding finding;
    finding.rule = std::string(area_id(area));
    finding.source = model::Source::diff;
    finding.severity = open.empty() ? model::Severity::should_fix : model::Severity::must_fix;
    const Held& first = open.empty() ? *covered.front() : *open.front();
    finding.message = message(area, first, open.empty(), protects);
    finding.evidence = cat(first.span.path, ": ", first.span.text);
    for (const auto* list : {&open, &covered})
      for (const Held* held : *list) {
        if (finding.spans.size() < k_most_spans)
          finding.spans.push_back(held->span);
        else
          ++finding.more;
      }
    finding.more += all.left_out();
    out.push_back(std::move(finding));
  }

  static bool only_rearranged(const std::vector<const Held*>& open, const std::vector<const Held*>& covered) {
    std::vector<std::string_view> removed, added;
    for (const auto* list : {&open, &covered})
      for (const Held* held : *list) {
        if (held->hit.exact) return false;
        (held->sign == diff::Sign::removed ? removed : added).push_back(held->code);
      }
    return is_rearranged(removed, added);
  }

  static std::string message(Area area, const Held& first, bool calm, bool protects) {
    std::string text = cat("This changes ", area_name(area), ": ", first.hit.what);
    if (!first.subject.function.empty()) text += cat(" in ", first.subject.function);
    if (first.hit.minor || first.hit.doubtful) return text + ". A reviewer should look at it.";
    if (calm) return text + ". A test of that area passed; a reviewer should still look at it.";
    if (!first.hit.planted.empty()) return text + ". No test of the check can cover a way around it.";
    if (first.hit.removed_check && protects) return text + ", and the task says that it must stay.";
    return text + ", and no passing test of that area is in the logs.";
  }

  struct Count {
    std::uint32_t added = 0, removed = 0;
  };
  std::optional<bool> m_judged;  // the file under way; once asked
  std::unordered_map<std::uint64_t, Count> m_moves;
  std::unordered_set<std::string> m_defined;  // functions that added lines define
  std::array<Capped<Held>, k_areas> m_held{Capped<Held>(500), Capped<Held>(500), Capped<Held>(500), Capped<Held>(500),
                                           Capped<Held>(500)};
};

}  // namespace

void add_risk_rules(Rules& out) { out.push_back(std::make_unique<RiskRule>()); }

}  // namespace assay::judge
