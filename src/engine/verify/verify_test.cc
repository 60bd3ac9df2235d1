// The whole flow on real repositories, with the real store and the real sandbox.
#include "engine/verify/verify.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/job.h"
#include "git/scratch_repository.h"
#include "os/lock.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::engine {
namespace {

using model::AcceptanceStatus;
using model::MissionStatus;
using model::VerificationOutcome;

class Verify : public testing::Test {
 protected:
  Verify() {
    m_scratch.commit(
        "printf 'test:\\n\\t@sh ./test.sh\\n' >Makefile\n"
        "printf 'echo 1..1; test \"$(cat value)\" = 1 && echo ok 1 - value || { echo not ok 1 - value; exit 1; }\\n' "
        ">test.sh\n"
        "echo 1 >value; echo hello >README.md");
    ::setenv("ASSAY_STATE_HOME", (m_scratch.folder() + "/user").c_str(), 1);
    EXPECT_TRUE(os::make_folders(folder()));
    m_store = std::move(store::Store::open(folder() + "/assay.db", m_clock)).value();
  }

  std::string folder() const { return m_scratch.folder() + "/state"; }

  // A mission with one task per script, each done on its own branch and completed.
  model::MissionId mission(const std::vector<std::string>& scripts, const std::string& prompt = "Change the value") {
    store::MissionDraft draft;
    draft.title = draft.prompt = prompt;
    draft.base_commit = m_scratch.id("main");
    draft.target_branch = "main";
    draft.policy = m_policy;
    const auto made = m_store->change("person:anna").missions().add(draft);
    EXPECT_TRUE(made) << made.error().message;
    for (const auto& script : scripts) {
      store::TaskDraft task;
      task.task.name = "task " + std::to_string(++m_tasks);
      task.mission = made->id;
      const auto added = m_store->change("person:anna").tasks().add(task);
      EXPECT_TRUE(added) << added.error().message;
      m_scratch.sh("git checkout -q -b " + branch_of(made->id, added->id) + " main");
      m_scratch.commit(script);
      m_scratch.sh("git checkout -q main");
      for (const auto move : {model::Move::start, model::Move::complete}) {
        EXPECT_TRUE(m_store->change("person:anna").tasks().move({added->id, move, "", ""}));
      }
    }
    return made->id;
  }

  Result<model::Verification> run(const model::MissionId& id) {
    m_request.mission = id;
    m_request.actor = "person:anna";
    const auto repository = m_scratch.repository();
    return verify({repository, folder(), *m_store, m_clock, m_events, nullptr}, m_request);
  }
  model::Verification verified(const model::MissionId& id) {
    auto result = run(id);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : model::Verification();
  }
  static const model::VerifiedCheck& check(const model::Verification& of, std::string_view subject) {
    static const model::VerifiedCheck none;
    for (const auto& each : of.checks) {
      if (each.subject == subject) return each;
    }
    ADD_FAILURE() << "no check " << subject;
    return none;
  }
  MissionStatus status(const model::MissionId& id) { return m_store->missions().find(id)->status; }

  git::ScratchRepository m_scratch;
  SystemClock m_clock;
  std::unique_ptr<store::Store> m_store;
  VerifyEvents m_events;
  VerifyRequest m_request;
  model::Policy m_policy;
  int m_tasks = 0;
};

TEST_F(Verify, WorkThatPassesIsReadyToLandAndBoundToItsTree) {
  const auto id = mission({"echo more >>README.md", "echo x >other"});
  const auto result = verified(id);
  EXPECT_EQ(result.outcome, VerificationOutcome::passed) << result.reason;
  EXPECT_EQ(check(result, "make test").status, AcceptanceStatus::passed) << check(result, "make test").reason;
  EXPECT_EQ(check(result, "README.md").status, AcceptanceStatus::passed);
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  EXPECT_EQ(m_scratch.id(result.commit + "^{tree}"), result.tree);
  const auto record = m_store->verifications().latest(id).value();
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->tree, result.tree);
  EXPECT_EQ(m_scratch.sh("git status --porcelain"), "");
}

TEST_F(Verify, AFailedCheckBlocksTheMission) {
  const auto id = mission({"echo 2 >value"});
  const auto result = verified(id);
  EXPECT_EQ(result.outcome, VerificationOutcome::failed);
  EXPECT_EQ(check(result, "make test").status, AcceptanceStatus::failed);
  EXPECT_EQ(status(id), MissionStatus::blocked);
}

TEST_F(Verify, EachPassesAloneTogetherTheyFail) {
  m_scratch.commit(
      "printf 'echo 1..1; test ! -e a -o ! -e b && echo ok 1 - x || { echo not ok 1 - x; exit 1; }\\n' >test.sh");
  EXPECT_EQ(verified(mission({"echo x >a"})).outcome, VerificationOutcome::passed);
  EXPECT_EQ(verified(mission({"echo x >b"})).outcome, VerificationOutcome::passed);
  EXPECT_EQ(verified(mission({"echo x >a", "echo x >b"})).outcome, VerificationOutcome::failed);
}

TEST_F(Verify, AnUnchangedMissionReusesItsResults) {
  const auto id = mission({"echo x >other"});
  EXPECT_FALSE(check(verified(id), "make test").reused.has_value());
  EXPECT_TRUE(check(verified(id), "make test").reused.has_value());
  m_request.fresh = true;
  EXPECT_FALSE(check(verified(id), "make test").reused.has_value());
}

TEST_F(Verify, AFailureIsNotReused) {
  const auto id = mission({"echo 2 >value"});
  verified(id);
  EXPECT_FALSE(check(verified(id), "make test").reused.has_value());
}

TEST_F(Verify, AConflictNamesTheFileAndBlocks) {
  const auto id = mission({"echo left >>README.md", "echo right >>README.md"});
  const auto result = verified(id);
  EXPECT_EQ(result.outcome, VerificationOutcome::conflict);
  ASSERT_EQ(result.conflicts.size(), 1u);
  EXPECT_EQ(result.conflicts[0].path, "README.md");
  EXPECT_EQ(status(id), MissionStatus::blocked);
}

TEST_F(Verify, OpenTasksAreNamed) {
  const auto id = mission({"echo x >other"});
  store::TaskDraft task;
  task.task.name = "open";
  task.mission = id;
  ASSERT_TRUE(m_store->change("person:anna").tasks().add(task));
  const auto result = run(id);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::conflict);
  EXPECT_TRUE(contains(result.error().message, "is pending")) << result.error().message;
}

TEST_F(Verify, TheWorkCannotBringItsOwnLaw) {
  const auto id = mission({"printf '[sandbox]\\nlevel = \"off\"\\n[verify]\\ngate_changes = \"warn\"\\n' >assay.toml"});
  const auto result = verified(id);
  EXPECT_FALSE(contains(result.sandbox, "off")) << result.sandbox;
}

TEST_F(Verify, PolicyOfTheTargetAddsChecks) {
  m_scratch.commit("printf '[[checks]]\\ntitle = \"greets\"\\ncommand = \"grep -q hello README.md\"\\n' >assay.toml");
  const auto result = verified(mission({"echo x >other"}));
  EXPECT_EQ(check(result, "grep -q hello README.md").status, AcceptanceStatus::passed);
}

TEST_F(Verify, FilesThatTheWorkDeletesAreNotLookedFor) {
  m_scratch.commit("mkdir api; echo 'package api' >api/old.go");
  const auto result = verified(mission({"rm api/old.go; echo 'package api' >api/new.go"}, "Replace the api"));
  EXPECT_EQ(check(result, "api/new.go").status, AcceptanceStatus::passed);
  for (const auto& each : result.checks) EXPECT_NE(each.subject, "api/old.go");
}

TEST_F(Verify, AWeakenedTestScriptIsAFinding) {
  const auto id = mission({"printf 'test:\\n\\t@sh ./test.sh || true\\n' >Makefile; echo 2 >value"});
  const auto result = verified(id);
  EXPECT_EQ(result.outcome, VerificationOutcome::failed);
  const auto& gate = check(result, "assay check");
  EXPECT_EQ(gate.status, AcceptanceStatus::failed) << gate.last_output;
}

TEST_F(Verify, NothingLeaksFromOneRunIntoTheNext) {
  m_scratch.commit(
      "printf 'echo 1..1; test ! -e leftover && echo ok 1 - x || { echo not ok 1 - x; exit 1; }; touch leftover\\n' "
      ">test.sh");
  const auto id = mission({"echo x >other"});
  m_request.fresh = true;
  EXPECT_EQ(verified(id).outcome, VerificationOutcome::passed);
  EXPECT_EQ(verified(id).outcome, VerificationOutcome::passed);
}

TEST_F(Verify, TwoAtOnceAreToldApart) {
  const auto id = mission({"echo x >other"});
  const auto held = os::Lock::try_take(folder() + "/locks/verify-" + id.text).value();
  ASSERT_TRUE(held.has_value());
  const auto result = run(id);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::conflict);
}

TEST_F(Verify, FixTasksSurviveAWorkerThatDiedAfterItRecordedTheFailure) {
  m_policy = model::default_policy(model::Mode::autopilot);
  const auto id = mission({"echo 2 >value"});
  store::ClaimRequest request;
  request.worker = "worker:one";
  request.kinds = {model::JobKind::verify};
  request.lease_ms = -1;  // run out as soon as it is given
  const auto repository = m_scratch.repository();
  const auto do_job = [&](const store::Claim& claim) {
    WorkContext context{repository, folder(), *m_store, m_clock, "worker:one"};
    context.claim = claim;
    auto done = do_verify_job(context);
    EXPECT_TRUE(done) << done.error().message;
    return done ? std::move(*done) : store::JobFinish();
  };
  const auto first = m_store->change().jobs().claim(request).value();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(do_job(*first).tasks.size(), 1u);  // and here it dies
  EXPECT_EQ(status(id), MissionStatus::blocked);

  request.worker = "worker:two";
  const auto second = m_store->change().jobs().claim(request).value();
  ASSERT_TRUE(second.has_value());
  EXPECT_TRUE(second->again);
  const auto finish = do_job(*second);
  ASSERT_EQ(finish.tasks.size(), 1u);
  EXPECT_NE(finish.tasks[0].task.instructions.find("Observed: "), std::string::npos);
  ASSERT_TRUE(m_store->change("worker:two").jobs().finish(second->job.token, finish));
  EXPECT_EQ(status(id), MissionStatus::active);
  EXPECT_FALSE(m_store->change().jobs().claim(request).value().has_value()) << "nothing is left to verify";
}

TEST_F(Verify, NewTestsAreRunOnTheCodeBefore) {
  m_scratch.commit(
      "mkdir tests; printf '#!/bin/sh\\necho 1..1; echo ok 1 - nothing\\n' >tests/run.test.sh; printf 'test:\\n\\t@sh "
      "tests/run.test.sh\\n' >Makefile");
  const auto id =
      mission({"echo 2 >value; printf '#!/bin/sh\\necho 1..1; grep -q 2 value && echo ok 1 - value is two || { echo "
               "not ok 1 - value is two; exit 1; }\\n' >tests/run.test.sh"});
  const auto result = verified(id);
  const auto& proofs = check(result, "make test").proofs;
  ASSERT_EQ(proofs.size(), 1u);
  EXPECT_EQ(proofs[0].proof, model::TestProof::discriminating) << proofs[0].test << " " << proofs[0].detail;
}

}  // namespace
}  // namespace assay::engine
