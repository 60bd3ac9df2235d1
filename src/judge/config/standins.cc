// Something stands in for the tool that verifies: another shell for scripts, a module with the runner's name, a
// program among the installed ones, a makefile that is read instead of the real one. And failures that a file tells
// its tool to ignore in one word.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/command_line.h"
#include "judge/config/preloads.h"
#include "judge/config/rules.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

template <size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// pytest.py, unittest/__init__.py at the top, where Python looks first. Further down it is a name like any other.
bool is_python_standin(std::string_view path) {
  constexpr std::array<std::string_view, 7> k_modules = {"pytest", "_pytest", "unittest", "nose2",
                                                         "tox",    "doctest", "mypy"};
  if (!path.ends_with(".py")) return false;
  const auto parts = split(path, '/');
  const std::string_view last = parts.back();
  if (parts.size() == 1) return is_among(k_modules, last.substr(0, last.size() - 3));
  return parts.size() == 2 && (last == "__init__.py" || last == "__main__.py") && is_among(k_modules, parts[0]);
}

// node_modules/.bin/jest, node_modules/vitest/…: what was installed is not written by hand.
bool is_installed_tool(std::string_view path) {
  constexpr std::string_view k_folder = "node_modules/";
  const size_t at = path.find(k_folder);
  if (at == std::string_view::npos || (at > 0 && path[at - 1] != '/')) return false;
  constexpr std::array<std::string_view, 13> k_tools = {".bin",  "jest",       "vitest", "mocha",  "ava",
                                                        "tap",   "playwright", "@jest",  "eslint", "typescript",
                                                        "karma", "cypress",    "@vitest"};
  const std::string_view rest = path.substr(at + k_folder.size());
  return is_among(k_tools, rest.substr(0, rest.find('/')));
}

bool is_shadow_makefile(std::string_view path) {
  const std::string_view name = base_name(path);
  return name == "GNUmakefile" || name == "makefile";
}

// A recipe's command without what make takes for itself.
std::string_view recipe(std::string_view line) {
  line = trim(line);
  while (!line.empty() && (line.front() == '@' || line.front() == '-' || line.front() == '+')) line.remove_prefix(1);
  return trim(line);
}

// "cp stub.js node_modules/jest/bin/jest.js"
bool writes_into_tools(std::string_view command) {
  const size_t folder = command.find("node_modules/");
  if (folder == std::string_view::npos) return false;
  const std::string_view before = command.substr(0, folder);
  return contains_any(cat(" ", before), {" cp ", " mv ", " ln ", " tee ", " sed -i", ">", " install "});
}

class Standins : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile gate) override {
    m_gate = gate;
    if (file.status == diff::Status::deleted) return;
    const std::string_view path = file.path();
    if (m_paths.size() < k_max_paths) m_paths.emplace_back(path);
    if (is_installed_tool(path)) m_replaced.must(span_of(file, path), cat(path, " is an installed tool"));
    if (file.status == diff::Status::added && is_python_standin(path))
      m_replaced.must(span_of(file, path), cat(path, " has the name of a test tool"));
  }

  void hunk(const CodeHunk& hunk) override {
    const std::string_view path = hunk.file.path(), name = base_name(path);
    if (name == ".npmrc" || name.starts_with(".yarnrc") || name == ".pnpmrc")
      each_added(hunk, [&](size_t, std::string_view line) {
        if (line.starts_with("script-shell")) note(hunk, line, model::Severity::must_fix, "another shell runs scripts");
      });
    if (path.ends_with(".cargo/config.toml") || path.ends_with(".cargo/config")) watch_cargo(hunk);
    if (m_gate == GateFile::make) watch_make(hunk);
    if (m_gate == GateFile::package_json)
      each_added(hunk, [&](size_t, std::string_view line) {
        for (const auto& script : package_scripts(line)) {
          if (writes_into_tools(script.text))
            note(hunk, line, model::Severity::must_fix, cat(script.key, " writes into node_modules"));
        }
      });
    if (m_gate == GateFile::script_test) watch_aliases(hunk);
    watch_preloads(hunk);
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    for (auto& each : m_pending) {
      const bool of_change = std::any_of(m_paths.begin(), m_paths.end(), [&](const std::string& path) {
        return is_file_named(path, each.preload.file);
      });
      if (of_change) m_replaced.add(each.preload.severity, std::move(each.span), std::move(each.preload.what));
    }
    if (m_replaced.empty()) return;
    out.push_back(m_replaced.finding(
        "config.runner-replaced",
        cat("What runs the tests is replaced (", m_replaced.labels(), "); let the real tool run them."),
        context.task.asks_to_change_config ? model::Severity::should_fix : model::Severity::must_fix));
  }

 private:
  template <typename F>
  static void each_added(const CodeHunk& hunk, F&& visit) {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (is_added(hunk.lines[i])) visit(i, trim(hunk.lines[i].raw->text));
    }
  }

  void note(const CodeHunk& hunk, std::string_view line, model::Severity severity, std::string label) {
    m_replaced.add(severity, span_of(hunk.file, line), std::move(label));
  }

  // What a setting loads counts where the change brings it along, which is known at the end.
  void watch_preloads(const CodeHunk& hunk) {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i])) continue;
      auto found = preload_on(hunk, i, m_gate);
      if (!found) continue;
      if (found->file.empty()) {
        m_replaced.add(found->severity, span_of(hunk.file, *hunk.lines[i].raw), std::move(found->what));
      } else if (m_pending.size() < k_max_pending) {
        m_pending.push_back({std::move(*found), span_of(hunk.file, *hunk.lines[i].raw)});
      }
    }
  }

  // runner = "true" instead of what was built; an emulator is honest.
  void watch_cargo(const CodeHunk& hunk) {
    each_added(hunk, [&](size_t, std::string_view line) {
      if (!line.starts_with("runner")) return;
      const size_t quote = line.find_first_of("\"'");
      if (quote == std::string_view::npos) return;
      std::string_view command = line.substr(quote + 1);
      command = command.substr(0, command.find_first_of("\"'"));
      const std::string_view program = base_name(command.substr(0, command.find(' ')));
      if (program == "true" || program == "echo" || program == ":")
        note(hunk, line, model::Severity::must_fix, cat("tests are given to ", program));
    });
  }

  void watch_make(const CodeHunk& hunk) {
    bool verifies = false;
    for (const auto& line : hunk.lines) {
      if (!on_side(line, Side::after)) continue;
      const std::string_view text = line.raw->text;
      if (!text.empty() && !is_space(text.front())) verifies = is_verifying_key(text.substr(0, text.find(':')));
      if (!is_added(line)) continue;
      const bool ignores = text.starts_with(".IGNORE") || (text.starts_with("MAKEFLAGS") &&
                                                           (contains(text, "-i") || contains(text, "--ignore-errors")));
      if (ignores) note(hunk, text, model::Severity::must_fix, "make ignores failures");
      if (verifies && text.starts_with('\t')) {
        if (auto found = filter_on(hunk, recipe(text))) note(hunk, text, found->severity, std::move(found->what));
      }
      if (verifies && hunk.file.status == diff::Status::added && is_shadow_makefile(hunk.file.path()) &&
          text.starts_with('\t') && does_nothing(recipe(text)))
        note(hunk, text, model::Severity::must_fix, cat(base_name(hunk.file.path()), " is read before Makefile"));
    }
  }

  // A module of the product that tests are given another one for.
  void watch_aliases(const CodeHunk& hunk) {
    const bool maps = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& l) {
      return on_side(l, Side::after) && contains_any(l.raw->text, {"alias", "moduleNameMapper"});
    });
    if (!maps) return;
    each_added(hunk, [&](size_t, std::string_view line) {
      const size_t colon = line.rfind("': '") == std::string_view::npos ? line.rfind(':') : line.rfind("': '");
      if (colon == std::string_view::npos) return;
      const std::string to = lower(line.substr(colon));
      const std::string_view from = line.substr(0, colon);
      // Styles and pictures are what such mappings are for.
      if (contains_any(from, {"css", "less", "svg", "png", "jpg", "gif", "font"})) return;
      if (contains(to, "/") && contains_any(to, {"fake", "stub", "mock"}) &&
          contains_any(from, {"./", "src", "@/", "^"}))
        note(hunk, line, model::Severity::should_fix, "tests are given another module");
    });
  }

  struct Pending {
    Preload preload;
    model::Span span;
  };
  static constexpr size_t k_max_paths = 10000, k_max_pending = 100;

  GateFile m_gate = GateFile::none;
  std::vector<std::string> m_paths;
  std::vector<Pending> m_pending;
  SpanCollector m_replaced;
};

}  // namespace

std::unique_ptr<Rule> make_standins_rule() { return std::make_unique<Standins>(); }

}  // namespace assay::judge
