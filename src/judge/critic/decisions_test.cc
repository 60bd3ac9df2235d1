#include "judge/critic/decisions.h"

#include <map>

#include <gtest/gtest.h>

#include "judge/critic/manifests.h"

namespace assay::judge {
namespace {

using model::Category;
using model::DecisionSubject;
using model::Demand;

constexpr std::string_view k_decided_diff =
    "diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\n+++ b/src/a.c\n@@ -1,3 +1,3 @@\n int x;\n-use(lock);\n+eval(x);\n "
    "int y;\n"
    "diff --git a/docs/n.md b/docs/n.md\nnew file mode 100644\n--- /dev/null\n+++ b/docs/n.md\n@@ -0,0 +1 "
    "@@\n+eval(x)\n"
    "diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n"
    "diff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -2,3 +2,4 @@\n   "
    "\"dependencies\": {\n+    \"left-pad\": \"^1.0.0\",\n     \"react\": \"18\"\n   }\n"
    "diff --git a/was.c b/is.c\nsimilarity index 100%\nrename from was.c\nrename to is.c\n";

class FakeFiles : public Files {
 public:
  using Content = std::map<std::string, std::string>;
  explicit FakeFiles(Content content) : m_content(std::move(content)) {
    for (const auto& [path, text] : m_content) m_paths.push_back(path);
  }
  std::span<const std::string> paths() const override { return m_paths; }
  Result<std::optional<std::string>> read(std::string_view path) const override {
    const auto found = m_content.find(std::string(path));
    return found == m_content.end() ? std::optional<std::string>() : std::optional(found->second);
  }

 private:
  std::map<std::string, std::string> m_content;
  std::vector<std::string> m_paths;
};

model::LockedDecision decision(Demand demand, DecisionSubject subject, std::string value,
                               std::vector<std::string> in = {}) {
  model::LockedDecision out;
  out.id = "D-1";
  out.reason = "because";
  out.rules.push_back({demand, subject, std::move(value)});
  out.in = std::move(in);
  return out;
}

std::vector<std::string> places(const ChangeQuestions& questions, std::string_view diff = k_decided_diff) {
  TextSource source(diff);
  const auto answer = examine_change(source, questions);
  EXPECT_TRUE(answer.has_value());
  std::vector<std::string> out;
  for (const auto& finding : answer->findings) out.push_back(finding.file + ":" + std::to_string(finding.line));
  return out;
}
std::vector<std::string> places(const model::LockedDecision& one, const Files* base = nullptr,
                                const Files* candidate = nullptr) {
  ChangeQuestions questions;
  questions.decisions = {&one, 1};
  questions.base = base;
  questions.candidate = candidate;
  return places(questions);
}
using Places = std::vector<std::string>;

TEST(Scope, EveryPathOutsideTheGlobsIsCreep) {
  const std::vector<std::string> files{"src/**", "package.json", "docs"};
  ChangeQuestions questions;
  questions.files_modified = files;
  EXPECT_EQ(places(questions), (Places{"old.txt:0", "was.c:0", "is.c:0"}));
  const std::vector<std::string> all{"**"};
  questions.files_modified = all;
  EXPECT_EQ(places(questions), Places{});
  questions.files_modified = {};
  EXPECT_EQ(places(questions), Places{}) << "no list, no limit";
}

TEST(Decisions, AForbiddenPatternIsBlamedOnAddedLinesOnly) {
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::pattern, "eval\\(")),
            (Places{"src/a.c:2", "docs/n.md:1"}));
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::pattern, "eval\\(", {"src/**"})), (Places{"src/a.c:2"}));
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::pattern, "use\\(lock")), Places{}) << "it was removed";
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::pattern, "int y")), Places{}) << "it was there before";
}

TEST(Decisions, AForbiddenPathMayGoAndNotCome) {
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::path, "docs/**")), (Places{"docs/n.md:0"}));
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::path, "old.txt")), Places{});
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::path, "is.c")), (Places{"is.c:0"})) << "by a rename too";
}

TEST(Decisions, WhatIsRequiredMustStay) {
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::path, "old.txt")), (Places{"old.txt:0"}));
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::path, "was.c")), (Places{"was.c:0"}));
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::path, "LICENSE")), Places{}) << "the diff does not say";
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::pattern, "use\\(lock\\)")), (Places{"src/a.c:2"}));
  const FakeFiles base(FakeFiles::Content{{"src/a.c", "use(lock);"}}),
      candidate(FakeFiles::Content{{"src/a.c", "x"}, {"src/b.c", "use(lock);"}});
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::pattern, "use\\(lock\\)"), &base, &candidate), Places{})
      << "it moved";
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::path, "LICENSE"), &base, &candidate), (Places{":0"}));
}

TEST(Decisions, AForbiddenDependencyIsBlamedOnWhoAddsIt) {
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::dependency, "left-pad")), (Places{"package.json:3"}));
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::dependency, "react")), Places{});
  const FakeFiles base(FakeFiles::Content{{"package.json", "{\"dependencies\":{\"react\":\"18\"}}"}});
  const FakeFiles candidate(
      FakeFiles::Content{{"package.json", "{\"dependencies\":{\n\"left-pad\":\"^1\",\"react\":\"18\"}}"}});
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::dependency, "left-*"), &base, &candidate),
            (Places{"package.json:2"}));
  EXPECT_EQ(places(decision(Demand::forbid, DecisionSubject::dependency, "react"), &base, &candidate), Places{});
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::dependency, "react"), &base, &candidate), Places{});
  EXPECT_EQ(places(decision(Demand::require, DecisionSubject::dependency, "vue"), &base, &candidate), (Places{":0"}));
}

TEST(Decisions, SayTheirIdAndReason) {
  const auto one = decision(Demand::forbid, DecisionSubject::pattern, "eval\\(");
  ChangeQuestions questions;
  questions.decisions = {&one, 1};
  TextSource source(k_decided_diff);
  const auto answer = examine_change(source, questions);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->findings.at(0).category, Category::locked_decision_violation);
  EXPECT_EQ(answer->findings.at(0).id, "D-1");
  EXPECT_NE(answer->findings.at(0).remediation.find("because"), std::string::npos);
}

TEST(Decisions, APatternInAHunkTooLargeToHoldIsStillSeen) {
  std::string diff =
      "diff --git a/big.txt b/big.txt\nnew file mode 100644\n--- /dev/null\n+++ b/big.txt\n@@ -0,0 +1,20001 @@\n";
  for (int i = 0; i < 20'000; ++i) diff += "+plain words here\n";
  diff += "+forbidden_thing\n";
  const auto one = decision(Demand::forbid, DecisionSubject::pattern, "forbidden_thing");
  ChangeQuestions questions;
  questions.decisions = {&one, 1};
  EXPECT_EQ(places(questions, diff), (Places{"big.txt:20001"}));
}

TEST(Decisions, WhatIsNoDiffOrNoExpressionIsAnError) {
  TextSource source("hello\n");
  EXPECT_FALSE(examine_change(source, {}));
  const auto one = decision(Demand::forbid, DecisionSubject::pattern, "a(");
  ChangeQuestions questions;
  questions.decisions = {&one, 1};
  TextSource again(k_decided_diff);
  const auto answer = examine_change(again, questions);
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("D-1"), std::string::npos);
}

std::string names(std::string_view path, std::string_view content) {
  std::string out;
  for (const auto& one : dependencies_in(path, content)) out += one.name + "@" + std::to_string(one.line) + " ";
  return out;
}

TEST(Manifests, AreReadInTheirOwnForm) {
  EXPECT_EQ(names("package.json", "{\n\"scripts\":{\"a\":\"1\"},\n\"devDependencies\":{\"@t/x\":\"^1\"}}"), "@t/x@3 ");
  EXPECT_EQ(names("x/Cargo.toml",
                  "[dependencies]\nserde = \"1\"\n[target.'cfg(unix)'.dependencies]\nnix = {version=\"0\"}\n"),
            "serde@2 nix@4 ");
  EXPECT_EQ(names("pyproject.toml", "[project]\ndependencies = [\n \"Flask>=2\",\n]\n"), "Flask@3 ");
  EXPECT_EQ(names("requirements-dev.txt", "# c\npytest==7\n-r base.txt\nrequests[socks]>=2\n"), "pytest@2 requests@4 ");
  EXPECT_EQ(names("go.mod", "module m\n\ngo 1.22\n\nrequire (\n\tgithub.com/x/y v1.2.3\n)\n"), "github.com/x/y@6 ");
  EXPECT_EQ(names("Gemfile", "source 'https://r.org'\ngem 'rails', '~> 7'\n"), "rails@2 ");
  EXPECT_EQ(names("pom.xml", "<artifactId>guava</artifactId>\n"), "guava@1 ");
  EXPECT_EQ(names("README.md", "gem 'rails'"), "");
  EXPECT_TRUE(means_package("requirements.txt", "Flask_Login", "flask-login"));
  EXPECT_TRUE(means_package("build.gradle", "guava", "com.google.guava:guava"));
}

}  // namespace
}  // namespace assay::judge
