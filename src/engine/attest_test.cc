#include "engine/attest.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/evidence.h"
#include "engine/home.h"
#include "engine/signing_key.h"
#include "git/scratch_repository.h"
#include "report/verification.h"

namespace assay::engine {
namespace {

using model::AcceptanceStatus;
using model::VerificationOutcome;

// A mission that was verified and landed, with no command run: what counts here is what is recorded.
class Attest : public testing::Test {
 protected:
  Attest() {
    EXPECT_TRUE(os::make_folders(folder()));
    m_store = std::move(store::Store::open(folder() + "/assay.db", m_clock)).value();
  }
  std::string folder() const { return m_scratch.folder() + "/state"; }

  model::MissionId landed(VerificationOutcome outcome = VerificationOutcome::passed) {
    store::MissionDraft draft;
    draft.title = draft.prompt = "Add a thing";
    draft.target_branch = "main";
    draft.base_commit = m_scratch.id("main");
    model::AcceptanceCheck check;
    check.title = "Tests";
    check.command = "make test";
    draft.checks = {check};
    const auto mission = m_store->create_mission(draft, "person:anna");
    store::TaskDraft task;
    task.task.name = "do it";
    task.mission = mission->id;
    const auto added = m_store->add_task(task, "person:anna");
    for (const auto move : {model::Move::start, model::Move::complete}) {
      EXPECT_TRUE(m_store->move_task({added->id, move, "", ""}, "person:anna"));
    }
    const auto target = m_scratch.id("main");
    const auto commit = m_scratch.commit(cat("echo ", ++m_landings, " >a.txt"));
    record(mission->id, commit, target, outcome);
    EXPECT_TRUE(m_store->set_landed(mission->id, commit, "person:anna"));
    return mission->id;
  }

  void record(const model::MissionId& id, const std::string& commit, const std::string& target,
              VerificationOutcome outcome) {
    const auto mission = m_store->mission(id);
    model::Verification verification;
    verification.id = "verification-" + random_name(8);
    verification.mission = id;
    verification.commit = commit;
    verification.tree = m_scratch.id(commit + "^{tree}");
    verification.target_commit = target;
    verification.outcome = outcome;
    model::VerifiedCheck check;
    check.title = "Tests";
    check.subject = "make test";
    check.status = AcceptanceStatus::passed;
    check.attempts.push_back({});
    check.attempts[0].output = sha256_hex("ok");
    verification.checks.push_back(check);
    const auto report =
        Evidence(folder() + "/evidence").keep(write_json(report::verification_json(verification), Indent::two_spaces));
    store::VerificationRecord entry{verification.id, commit,  verification.tree, target,
                                    outcome,         *report, {1'000},           {2'000}};
    const store::CheckResult result{mission->pack.checks.at(0).id, AcceptanceStatus::passed, "ok"};
    EXPECT_TRUE(m_store->record_verification(id, mission->version, entry, std::span(&result, 1), "", "person:anna"));
  }

  Result<Attested> attest(const model::MissionId& id) {
    return attest_landing(m_scratch.repository(), folder(), *m_store, id);
  }
  audit::BundleCheck checked(const std::string& bundle) {
    return audit::check_bundle(bundle, *known_key(private_folder(m_scratch.repository())), std::nullopt);
  }

  git::ScratchRepository m_scratch;
  SystemClock m_clock;
  std::unique_ptr<store::Store> m_store;
  int m_landings = 0;
};

TEST_F(Attest, ALandingIsSignedOnItsCommitAndASecondTimeChangesNothing) {
  const auto id = landed();
  const auto done = attest(id);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(done->written);
  EXPECT_EQ(done->commit, m_scratch.id("main"));
  const auto found = checked(done->bundle);
  ASSERT_FALSE(found.fault) << found.fault->what;
  ASSERT_EQ(found.attestations.size(), 3u);
  EXPECT_EQ(found.attestations[0].statement.subject.tree, m_scratch.id("main^{tree}"));
  EXPECT_EQ(m_scratch.sh("git notes --ref=assay show main") + "\n", done->bundle);

  const auto notes = m_scratch.id("refs/notes/assay");
  const auto again = attest(id);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_FALSE(again->written);
  EXPECT_EQ(again->bundle, done->bundle);
  EXPECT_EQ(m_scratch.id("refs/notes/assay"), notes);
}

TEST_F(Attest, ANoteThatACrashPreventedComesWithTheSameBytes) {
  const auto id = landed();
  const auto done = attest(id);
  ASSERT_TRUE(done);
  m_scratch.sh("git update-ref -d refs/notes/assay");
  const auto again = attest(id);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->written);
  EXPECT_EQ(again->bundle, done->bundle);
}

TEST_F(Attest, OtherNotesStay) {
  const auto first = landed();
  ASSERT_TRUE(attest(first));
  const auto second = landed();
  ASSERT_TRUE(attest(second));
  EXPECT_EQ(m_scratch.sh("git notes --ref=assay list | wc -l"), "2");
}

TEST_F(Attest, WithoutAVerdictNoSummaryIsIssued) {
  const auto done = attest(landed(VerificationOutcome::not_run));
  ASSERT_TRUE(done) << done.error().message;
  for (const auto& attestation : checked(done->bundle).attestations) {
    EXPECT_NE(attestation.statement.predicate_type, audit::k_summary);
  }
}

TEST_F(Attest, ANoteThatIsNotOursIsNotAddedTo) {
  const auto id = landed();
  m_scratch.sh("git notes --ref=assay add -m 'all is well' main");
  const auto done = attest(id);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::conflict);
  EXPECT_TRUE(contains(done.error().message, "git notes --ref=assay remove")) << done.error().message;
}

TEST_F(Attest, WhatDidNotLandOrIsOfAnotherTreeIsNot) {
  store::MissionDraft draft;
  draft.title = draft.prompt = "Not landed";
  const auto mission = m_store->create_mission(draft, "person:anna");
  EXPECT_EQ(attest(mission->id).error().code, Code::conflict);
}

TEST_F(Attest, TheKeyIsMadeOnceForItsOwnerOnlyAndAGivenOneIsUsed) {
  const auto folder = private_folder(m_scratch.repository());
  const auto key = signing_key(folder);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(signing_key(folder)->key.pem(), key->key.pem());
  struct stat st {};
  ASSERT_EQ(::stat(key->path.c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 0777, 0600u);
  EXPECT_EQ(m_scratch.sh("git status --porcelain"), "");

  const auto given = m_scratch.folder() + "/given.pem";
  EXPECT_TRUE(os::write_file(given, audit::SigningKey::from_seed(std::string(32, 'g')).pem()));
  EXPECT_TRUE(os::write_file(folder + "/operator.toml", cat("[attest]\nkey = \"", given, "\"\n")));
  const auto open = signing_key(folder);
  ASSERT_FALSE(open) << "a key that others can read was used";
  EXPECT_TRUE(contains(open.error().message, "chmod 600"));
  ASSERT_EQ(::chmod(given.c_str(), 0600), 0);
  EXPECT_EQ(signing_key(folder)->path, given);
  EXPECT_TRUE(os::write_file(folder + "/operator.toml", "[attest]\nkey = \"given.pem\"\n"));
  EXPECT_TRUE(contains(signing_key(folder).error().message, "absolute path"));
}

}  // namespace
}  // namespace assay::engine
