#include "ops/table/table.h"

#include <algorithm>
#include <set>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/text.h"
#include "ops/errors.h"
#include "ops/missions/tasks.h"
#include "ops/operation.h"

namespace assay::ops {
namespace {

bool is_listed(const NamedSchema* wanted) {
  const auto all = document_schemas();
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

std::vector<std::string> parameters_of(std::string_view path) {
  std::vector<std::string> out;
  for (const auto part : split(path, '/')) {
    if (part.starts_with('{')) out.emplace_back(part.substr(1, part.size() - 2));
  }
  return out;
}

TEST(Table, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const auto* operation : operations()) {
    EXPECT_TRUE(names.insert(operation->name).second) << operation->name;
    EXPECT_EQ(find_operation(operation->name), operation);
  }
  EXPECT_EQ(find_operation("task.fly"), nullptr);
}
TEST(Table, RoutesAreUniqueAndReadsAreGets) {
  std::set<std::pair<std::string_view, std::string_view>> routes;
  for (const auto* operation : operations()) {
    if (operation->method.empty()) continue;
    EXPECT_TRUE(routes.emplace(operation->method, operation->path).second) << operation->path;
    // One that reads takes a body where what it reads is handed over.
    const bool is_handed_over = operation->name == "verdict";
    EXPECT_EQ(operation->method == "GET", operation->effect == Effect::read && !is_handed_over) << operation->name;
  }
}
TEST(Table, WhatIsHandedOverToCheckIsOnlyRead) {
  const auto* check = find_operation("check");
  ASSERT_NE(check, nullptr);
  EXPECT_EQ(check->effect_on({}), Effect::run);
  EXPECT_EQ(check->effect_on({{"task", "x"}, {"diff", nullptr}}), Effect::run);
  EXPECT_EQ(check->effect_on({{"diff", ""}}), Effect::read);
  EXPECT_EQ(check->effect_on({{"verifyLogs", "ok"}}), Effect::read);
  EXPECT_EQ(find_operation("land")->effect_on({{"diff", ""}}), Effect::change);
}
TEST(Table, TheCriticRunsEvidenceOnACommitAlone) {
  const auto* critic = find_operation("critic");
  ASSERT_NE(critic, nullptr);
  EXPECT_EQ(critic->effect_on({{"commit", "HEAD"}}), Effect::run);
  EXPECT_EQ(critic->effect_on({{"diff", ""}, {"commit", nullptr}}), Effect::read);
}
TEST(Table, WhoMayComeInIsForOperatorsAlone) {
  for (const auto* operation : operations()) {
    if (!operation->name.starts_with("token.") && !operation->name.starts_with("webhook.")) continue;
    EXPECT_EQ(operation->callers, Callers::people) << operation->name;
    EXPECT_TRUE(operation->for_operators || operation->effect == Effect::change) << operation->name;
  }
  for (const std::string_view name : {"token.new", "webhook.add", "webhook.edit"})
    EXPECT_TRUE(find_operation(name)->gives_secret) << name;
}
TEST(Table, EveryParameterOfAPathIsAFieldOfTheRequest) {
  for (const auto* operation : operations()) {
    const auto fields = operation->request();
    for (const auto& parameter : parameters_of(operation->path)) {
      const bool found = std::any_of(fields.begin(), fields.end(),
                                     [&](const FieldInfo& info) { return info.about.name == parameter; });
      EXPECT_TRUE(found) << operation->name << " has no " << parameter;
    }
  }
}
TEST(Table, WhatWaitsForAgentsChecksOrOtherMachinesIsPatientAndNothingElseIs) {
  std::set<std::string_view> slow;
  for (const auto* operation : operations()) {
    if (operation->speed == Speed::slow) slow.insert(operation->name);
  }
  EXPECT_EQ(slow, (std::set<std::string_view>{"check", "prove", "critic", "run", "verify", "mission.elaborate", "plan",
                                              "land", "sign", "queue.run", "notify.retry", "notify.test",
                                              "webhook.test", "telemetry.send"}));
}
TEST(Table, EveryOperationHasASummaryAnExampleAndADocument) {
  for (const auto* operation : operations()) {
    EXPECT_FALSE(operation->summary.empty()) << operation->name;
    EXPECT_TRUE(contains(operation->examples, "{} ")) << operation->name;
    EXPECT_TRUE(is_listed(operation->document)) << operation->name;
  }
}
TEST(Table, EveryFieldOfARequestSaysWhatItIs) {
  for (const auto* operation : operations()) {
    for (const auto& info : operation->request()) {
      EXPECT_FALSE(info.about.help.empty()) << operation->name << " " << info.about.name;
    }
  }
}
TEST(Table, TheVerbsOfATaskAreAllThere) {
  for (const std::string_view verb :
       {"add", "list", "show", "start", "ready", "complete", "fail", "block", "accept", "reject", "retry", "cancel"}) {
    EXPECT_NE(find_operation(cat("task.", verb)), nullptr) << verb;
  }
}

TEST(Answers, EndAndComplainAsTheirDocumentSays) {
  MoveAnswer moved;
  moved.refused.resize(2);
  moved.refused[1].message = "it runs";
  const AnswerOf<MoveAnswer> refused(std::move(moved));
  EXPECT_EQ(refused.ending(), Ending::refused);
  EXPECT_EQ(refused.complaints(), (std::vector<std::string>{"", "it runs"}));
  const AnswerOf<MoveAnswer> taken(MoveAnswer{});
  EXPECT_EQ(taken.ending(), Ending::done);
  AnswerOf<ListTasks::Response> plain(ListTasks::Response{});  // has neither of the two
  EXPECT_EQ(plain.ending(), Ending::done);
  EXPECT_TRUE(plain.complaints().empty());
  EXPECT_TRUE(plain.document().as_object().contains("tasks"));
}

TEST(Errors, EachCodeHasItsStatuses) {
  EXPECT_EQ(kind_of(Code::conflict).http_status, 409);
  EXPECT_EQ(kind_of(Code::not_found).http_status, 404);
  EXPECT_EQ(kind_of(Code::invalid_input).exit_status, 2);
  EXPECT_EQ(write_json(error_document(conflict("no"))), R"({"error":{"code":"conflict","message":"no"}})");
}

TEST(Documents, TasksUseTheNamesOfTheStoryGate) {
  std::set<std::string_view> names;
  for (const auto& info : describe<TaskDocument>()) names.insert(info.about.name);
  for (const std::string_view name :
       {"id", "story_id", "parent_task_id", "name", "kind", "instructions", "acceptance_criteria", "success_criteria",
        "files_modified", "depends_on", "agent", "timeout_ms", "retry", "round", "state", "checker_for_task_id",
        "checker_report", "repository_url", "cost_usd"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}
TEST(Documents, PacksAndChecksHaveExactlyTheirFields) {
  const auto names = [](const Description& description) {
    std::vector<std::string> out;
    for (const auto& info : description) out.emplace_back(info.about.name);
    return join(out, " ");
  };
  EXPECT_EQ(names(describe<PackDocument>()), "id summary criteria checks removed status createdAt updatedAt");
  EXPECT_EQ(names(describe<CheckDocument>()), "id title kind command path status detail lastRunAt lastOutput answer");
}

}  // namespace
}  // namespace assay::ops
