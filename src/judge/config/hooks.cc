// Git hooks and git's own configuration: what runs before a commit, and what a reviewer gets to see.
#include <algorithm>

#include "base/text.h"
#include "judge/config/rules.h"
#include "judge/gate_file.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

class Hooks : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile gate) override {
    m_gate = gate;
    if (m_gate == GateFile::hooks && file.status == diff::Status::deleted && !contains(file.path(), "lintstaged"))
      m_places.must(span_of(file, "hook deleted"), cat(file.old_path, " was deleted"));
    m_deleted = file.status == diff::Status::deleted;
    const bool hook_script =
        m_gate == GateFile::hooks && (contains(file.path(), "husky/") || contains(file.path(), "hooks/"));
    if (hook_script && file.old_mode == 0100755 && file.new_mode == 0100644)
      m_places.must(span_of(file, "hook no longer executable"), cat(file.path(), " is no longer executable"));
  }

  void hunk(const CodeHunk& hunk) override {
    if (!hunk.may_hold(diff::Needle::forced_exit)) return;
    if (m_deleted || hunk.file.role == diff::Role::docs) return;
    const std::string_view path = hunk.file.path();
    if (path.ends_with(".gitattributes")) watch_attributes(hunk);
    if (m_gate == GateFile::hooks) watch_removed_checks(hunk);
    for (const auto& line : hunk.lines) {
      if (!is_added(line)) continue;
      watch_line(hunk, line);
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    if (m_places.empty()) return;
    const auto& words = context.task.words;
    const bool about_git = std::any_of(words.begin(), words.end(), [](const std::string& w) {
      return w == "hook" || w == "husky" || w == "lefthook" || w == "precommit" || w == "commit" || w == "git" ||
             w == "attribut" || w == "diff" || w == "lint" || w == "push" || w == "releas" || w == "ci";
    });
    out.push_back(m_places.finding(
        "config.hooks-changed",
        cat("Git hooks or git configuration were changed (", m_places.labels(),
            "); restore them, or let a person waive this finding."),
        context.task.asks_to_change_config && about_git ? model::Severity::should_fix : model::Severity::must_fix));
  }

 private:
  void watch_line(const CodeHunk& hunk, const CodeLine& line) {
    const std::string_view text = line.raw->text;
    const bool reachable = m_gate != GateFile::none || hunk.file.language == diff::Language::shell ||
                           hunk.file.role == diff::Role::build || hunk.file.role == diff::Role::config ||
                           hunk.file.role == diff::Role::source;
    if (!reachable || hunk.file.role == diff::Role::test) return;
    const auto was = [&](std::string_view what) {
      return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                         [&](const CodeLine& l) { return is_removed(l) && contains(l.raw->text, what); });
    };
    if (icontains(text, "core.hookspath") && !was("hooksPath")) {
      const bool off = contains(text, "/dev/null") || contains(text, "''") || contains(text, "\"\"");
      const bool usual = contains(text, ".husky") || contains(text, ".githooks") || contains(text, "get");
      if (off) m_places.must(span_of(hunk.file, *line.raw), "core.hooksPath");
      if (!off && !usual) m_places.should(span_of(hunk.file, *line.raw), "core.hooksPath");
    }
    if (contains(text, "--no-verify") &&
        (contains(text, "git ") || contains(text, "commit") || contains(text, "push")) && !was("--no-verify")) {
      const bool gate = m_gate == GateFile::package_json || m_gate == GateFile::hooks || m_gate == GateFile::make;
      if (gate || m_gate == GateFile::ci || m_gate == GateFile::script || hunk.file.language == diff::Language::shell)
        m_places.add(gate ? model::Severity::must_fix : model::Severity::should_fix, span_of(hunk.file, *line.raw),
                     "--no-verify");
    }
  }

  void watch_attributes(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      if (!is_added(line)) continue;
      const std::string_view text = trim(line.raw->text);
      if (text.empty() || text.starts_with("#")) continue;
      const bool hides = contains(text, " -diff") || contains(text, " binary") || contains(text, "linguist-generated");
      const bool drives = (contains(text, "filter=") && !contains(text, "filter=lfs")) ||
                          (contains(text, "diff=") && !contains(text, "diff=lfs") && contains(text, "!"));
      const bool code = is_code(text);
      if (drives) m_places.must(span_of(hunk.file, *line.raw), std::string(text));
      if (hides && code) m_places.must(span_of(hunk.file, *line.raw), std::string(text));
    }
  }

  // Hiding images or lock files from diffs is usual; hiding sources is not.
  static bool is_code(std::string_view text) {
    for (std::string_view ext : {"*.py", "*.js", "*.ts", "*.go", "*.rs", "*.java", "*.rb", "*.php", "*.c ", "*.cc",
                                 "*.cpp", "*.cs", "*.kt", "*.swift", "src/", "test", "* "}) {
      if (contains(text, ext) && !contains(text, "generated/") && !contains(text, "dist/") &&
          !contains(text, ".min.") && !contains(text, "_pb2") && !contains(text, ".pb."))
        return true;
    }
    return false;
  }

  // A hook loses a command or a listed check and gets none for it.
  void watch_removed_checks(const CodeHunk& hunk) {
    const bool listed = contains(hunk.file.path(), "pre-commit-config");
    const auto is_check = [&](std::string_view text) {
      return listed ? trim(text).starts_with("- id:") : runs_check(text);
    };
    size_t added = 0;
    for (const auto& line : hunk.lines) added += is_added(line) && is_check(line.raw->text);
    const bool replaced = added > 0;
    for (const auto& line : hunk.lines) {
      if (!is_removed(line) || !is_check(line.raw->text)) continue;
      if (added > 0) {
        --added;
        continue;
      }
      m_places.add(replaced ? model::Severity::should_fix : model::Severity::must_fix, span_of(hunk.file, *line.raw),
                   cat(excerpt(trim(line.raw->text), 60), " was removed"));
    }
  }

  static bool runs_check(std::string_view text) {
    const std::string_view line = trim(text);
    if (line.starts_with("#")) return false;
    return runs_verification(line) || contains(line, "lint-staged");
  }

  GateFile m_gate = GateFile::none;
  bool m_deleted = false;
  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_hooks_rule() { return std::make_unique<Hooks>(); }

}  // namespace assay::judge
