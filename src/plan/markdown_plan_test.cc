#include "plan/markdown_plan.h"

#include <gtest/gtest.h>

#include "plan/decisions.h"

namespace assay::plan {
namespace {

using model::EvidenceKind;

constexpr std::string_view k_plan = R"(---
id: M001-T2
title: "Missing carts"
files_modified:
  - src/cart.ts  # the handler
  - "test/**"
wave: 1
---

<objective>Answer 404.</objective>

<task id="T-1"><name>Handler</name>
<files>src/cart.ts, src/router.ts</files>
<success_criteria>
- The handler is registered
</success_criteria>
</task>
<task id="T-2"><name>Tests</name></task>

<success_criteria>
- [ ] SC-1: GET /cart/9 answers 404
  - test: cart > unknown cart
- **SC-2**: `retry(` is gone
  - absent: `retry\(` in src/**
- The docs
  mention it
</success_criteria>
)";

CriticTask read(std::string_view text, std::string_view task = "") {
  auto out = read_markdown_plan(text, "PLAN.md", task);
  EXPECT_TRUE(out.has_value()) << (out ? "" : out.error().message);
  return out ? std::move(*out) : CriticTask{};
}

TEST(MarkdownPlan, FrontMatterAndCriteria) {
  const auto task = read(k_plan);
  EXPECT_EQ(task.id, "M001-T2");
  EXPECT_EQ(task.files_modified, (std::vector<std::string>{"src/cart.ts", "test/**"}));
  ASSERT_EQ(task.criteria.size(), 4U) << "those of the document, then those of its tasks";
  EXPECT_EQ(task.criteria[0].id, "SC-1");
  EXPECT_EQ(task.criteria[0].claim, "GET /cart/9 answers 404");
  EXPECT_EQ(task.criteria[0].evidence, EvidenceKind::test);
  EXPECT_EQ(task.criteria[0].arguments.at(0).second, "cart > unknown cart");
  EXPECT_EQ(task.criteria[1].evidence, EvidenceKind::absent);
  using Arguments = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(task.criteria[1].arguments, (Arguments{{"path", "src/**"}, {"pattern", "retry\\("}}));
  EXPECT_EQ(task.criteria[2].id, "SC-3");
  EXPECT_EQ(task.criteria[2].claim, "The docs mention it");
}

TEST(MarkdownPlan, ATaskHasItsOwnCriteriaAndFilesOrTheDocuments) {
  const auto first = read(k_plan, "T-1");
  EXPECT_EQ(first.id, "T-1");
  EXPECT_EQ(first.files_modified, (std::vector<std::string>{"src/cart.ts", "src/router.ts"}));
  ASSERT_EQ(first.criteria.size(), 1U);
  EXPECT_EQ(first.criteria[0].claim, "The handler is registered");
  const auto second = read(k_plan, "Tests");
  EXPECT_EQ(second.id, "T-2");
  EXPECT_EQ(second.criteria.size(), 3U);
  const auto unknown = read_markdown_plan(k_plan, "PLAN.md", "T-9");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, Code::not_found);
}

TEST(MarkdownPlan, NoBlockIsNoCriteria) {
  EXPECT_TRUE(read("# Plan\n\n- do it\n").criteria.empty());
  EXPECT_TRUE(read("<success_criteria>\n</success_criteria>\n").criteria.empty());
  EXPECT_TRUE(read("<success_criteria>\n- never closed\n").criteria.empty());
}

TEST(MarkdownPlan, OtherFormsOfLists) {
  const auto inline_list =
      read("---\nfiles_modified: [a.c, 'b c.h']\n---\n<success_criteria>1. one\n2) two</success_criteria>");
  EXPECT_EQ(inline_list.files_modified, (std::vector<std::string>{"a.c", "b c.h"}));
  EXPECT_EQ(inline_list.criteria.size(), 2U);
  const auto prose = read("<success_criteria>\nIt works on\ntwo devices.\n\nIt is fast.\n</success_criteria>");
  ASSERT_EQ(prose.criteria.size(), 2U);
  EXPECT_EQ(prose.criteria[0].claim, "It works on two devices.");
  const auto tags =
      read("<success_criteria><criterion id=\"AC1\">One</criterion><criterion>Two</criterion></success_criteria>");
  ASSERT_EQ(tags.criteria.size(), 2U);
  EXPECT_EQ(tags.criteria[0].id, "AC1");
}

TEST(MarkdownPlan, TwoCriteriaWithOneIdAreRefused) {
  EXPECT_FALSE(read_markdown_plan("<success_criteria>\n- SC-1: a\n- SC-1: b\n</success_criteria>", "P.md", ""));
}

TEST(MarkdownPlan, WhatIsNotUtf8IsReplacedWhereItIsRead) {
  const auto plan = read("<success_criteria>\n- SC-1: a\xf3z\n</success_criteria>");
  ASSERT_EQ(plan.criteria.size(), 1U);
  EXPECT_EQ(plan.criteria[0].claim, "a\xEF\xBF\xBDz");
}

TEST(TaskPlan, OfJsonNeedsToBeToldWhichTask) {
  constexpr std::string_view two =
      R"({"tasks":[{"name":"a","success_criteria":[{"claim":"`make test` passes"}]},{"name":"b"}]})";
  EXPECT_FALSE(read_task_plan(two, "plan.json", ""));
  const auto a = read_task_plan(two, "plan.json", "a");
  ASSERT_TRUE(a) << a.error().message;
  EXPECT_EQ(a->criteria.size(), 1U);
  EXPECT_TRUE(read_task_plan(two, "plan.json", "b")->criteria.empty());
}

TEST(Decisions, OfToml) {
  const auto all = read_decisions(R"(
[[decision]]
id = "D-1"
reason = "Small binaries"
forbid.dependency = ["lodash", "moment"]
forbid.pattern = 'eval\('
in = "src/**"
[[decision]]
id = "D-2"
text = "Errors are values."
)",
                                  "decisions.toml");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ(all->at(0).rules.size(), 3U);
  EXPECT_EQ(all->at(0).in, std::vector<std::string>{"src/**"});
  EXPECT_TRUE(all->at(1).is_free_text());
}

TEST(Decisions, MistakesAreNamed) {
  for (const auto* text :
       {"[[decision]]\nreason = \"x\"\n", "[[decision]]\nid = \"D\"\n", "[[decision]]\nid=\"D\"\nforbid.paths=\"a\"\n",
        "[[decisions]]\nid=\"D\"\ntext=\"a\"\n[[decisions]]\nid=\"D\"\ntext=\"b\"\n", "x = ["})
    EXPECT_FALSE(read_decisions(text, "d.toml")) << text;
}

TEST(Decisions, OfMarkdown) {
  const auto all = read_decisions(
      "# Context\n\n- not this\n\n## Locked Decisions\n\nThese hold:\n\n- **D-01:** Use SQLite\n- No ORM\n  - not even "
      "a small one\n\n"
      "```toml\n[[decision]]\nid = \"D-9\"\nforbid.path = \"orm/**\"\n```\n\n### Storage decisions\n- D-02: WAL "
      "mode\n\n## Deferred\n- nor this\n",
      "CONTEXT.md");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 4U);
  EXPECT_EQ(all->at(0).id, "D-9");
  EXPECT_EQ(all->at(1).id, "D-01");
  EXPECT_EQ(all->at(1).text, "Use SQLite");
  EXPECT_EQ(all->at(2).text, "No ORM\nnot even a small one");
  EXPECT_EQ(all->at(3).text, "WAL mode");
  EXPECT_EQ(read_decisions("<decisions>\n- one\n</decisions>\n", "c.md")->size(), 1U);
  EXPECT_TRUE(read_decisions("# Nothing\n", "c.md")->empty());
}

}  // namespace
}  // namespace assay::plan
