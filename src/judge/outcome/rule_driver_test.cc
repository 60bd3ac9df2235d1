#include "judge/outcome/rule_driver.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/rule_cases.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

// Writes down what a rule is shown.
class Watcher : public Rule {
 public:
  explicit Watcher(std::vector<std::string>& seen) : m_seen(seen) {}
  void file_begin(const diff::File& file, GateFile) override { m_seen.push_back(cat("begin ", file.path())); }
  void hunk(const CodeHunk& hunk) override {
    for (const auto& line : hunk.lines)
      m_seen.push_back(cat(static_cast<char>(line.raw->sign), trim(line.masked.code), line.hidden ? " hidden" : ""));
  }
  void file_end(const diff::File& file) override { m_seen.push_back(cat("end ", file.path())); }
  void finish(const RuleContext&, std::vector<model::Finding>& out) override {
    model::Finding soft, hard;
    soft.rule = "soft";
    hard.rule = "hard";
    hard.severity = model::Severity::must_fix;
    out.push_back(soft);
    out.push_back(hard);
  }

 private:
  std::vector<std::string>& m_seen;
};

struct Shown {
  std::vector<std::string> seen, findings;
};

Shown show(std::string_view diff) {
  Shown shown;
  Rules rules;
  rules.push_back(std::make_unique<Watcher>(shown.seen));
  RuleDriver driver(std::move(rules));
  diff::read_diff_text(diff, driver);
  const TaskView task = view_task("");
  for (const auto& f : driver.findings({task, {}})) shown.findings.push_back(f.rule);
  return shown;
}

TEST(RuleDriver, ShowsFilesAndLexedHunksInOrder) {
  const auto shown = show(change("src/dull.c", "\n-int a; // old\n+int b; /* new */\n"));
  EXPECT_EQ(shown.seen, (std::vector<std::string>{"begin src/dull.c", "-int a;", "+int b;", "end src/dull.c"}));
}

TEST(RuleDriver, PutsWhatMustBeFixedFirst) { EXPECT_EQ(show("").findings, (std::vector<std::string>{"hard", "soft"})); }

TEST(RuleDriver, LexesTheOldAndTheNewSideApart) {
  const auto shown = show(change("src/a.c", "\n-/* was a comment\n int x;\n-*/\n int y;\n"));
  EXPECT_EQ(shown.seen[2], " int x;");  // code now, whatever it was
  EXPECT_EQ(shown.seen[4], " int y;");
}

TEST(RuleDriver, TellsWhatACommentOpenedAboveHides) {
  const auto shown = show(change("src/a.c", "\n+/*\n int x;\n+*/\n int y;\n"));
  EXPECT_EQ(shown.seen[2], "  hidden");
  EXPECT_EQ(shown.seen[4], " int y;");
}

TEST(Tokens, CutCodeAndKeepStringsWhole) {
  const diff::File file{};
  diff::Line raw;
  raw.text = "if (a.b >= 1e-9 && s == \"x y\") return f(1_000); // note";
  diff::Hunk hunk;
  hunk.lines.push_back(raw);
  diff::File source = file;
  source.language = diff::Language::cpp;
  const auto lines = lex_hunk(source, hunk);
  EXPECT_EQ(text_of(tokens_of(lines[0])), "if ( a . b >= 1e-9 && s == \"x y\" ) return f ( 1_000 ) ;");
  EXPECT_EQ(shape_of(tokens_of(lines[0]), 0, 8), " if ( a . b >= \x01 &&");
}

}  // namespace
}  // namespace assay::judge
