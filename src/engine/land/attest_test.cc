#include "engine/land/attest.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/evidence.h"
#include "engine/home.h"
#include "engine/land/attestations_audit.h"
#include "engine/land/signing_key.h"
#include "git/scratch_repository.h"
#include "os/secret_file.h"
#include "report/verification.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/packs.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::engine {
namespace {

using model::AcceptanceStatus;
using model::VerificationOutcome;

// A mission that was verified and landed, with no command run: what counts here is what is recorded.
class Attest : public testing::Test {
 protected:
  Attest() {
    ::setenv("ASSAY_STATE_HOME", (m_scratch.folder() + "/users").c_str(), 1);
    EXPECT_TRUE(os::make_folders(folder()));
    m_store = std::move(store::Store::open(folder() + "/assay.db", m_clock)).value();
  }
  ~Attest() override { ::unsetenv("ASSAY_STATE_HOME"); }
  std::string folder() const { return m_scratch.folder() + "/state"; }

  model::MissionId landed(VerificationOutcome outcome = VerificationOutcome::passed) {
    const auto mission = ready_mission();
    const auto target = m_scratch.id("main");
    const auto commit = m_scratch.commit(cat("echo ", ++m_landings, " >a.txt"));
    record(mission.id, commit, target, outcome);
    land(mission.id, commit, target);
    return mission.id;
  }

  void land(const model::MissionId& id, const std::string& commit, const std::string& target) {
    const auto verified = *m_store->verifications().latest(id);
    store::LandingIntent intent;
    intent.version = m_store->missions().find(id)->version;
    intent.landing.mission = id;
    intent.landing.target_branch = "main";
    intent.landing.target_commit = intent.landing.onto = target;
    intent.landing.verification = verified->id;
    intent.landing.verified_commit = verified->commit;
    intent.landing.verified_tree = verified->tree;
    intent.landing.evidence = verified->report;
    intent.landing.commit = intent.landing.tip = commit;
    const auto begun = m_store->change("person:anna").landings().begin(std::span(&intent, 1));
    ASSERT_TRUE(begun) << begun.error().message;
    EXPECT_TRUE(m_store->change("person:anna").landings().finish(begun->front().id, commit, "seen"));
  }

  model::Mission ready_mission() {
    store::MissionDraft draft;
    draft.title = draft.prompt = "Add a thing";
    draft.target_branch = "main";
    draft.base_commit = m_scratch.id("main");
    model::AcceptanceCheck check;
    check.title = "Tests";
    check.command = "make test";
    draft.checks = {check};
    const auto mission = m_store->change("person:anna").missions().add(draft);
    store::TaskDraft task;
    task.task.name = "do it";
    task.mission = mission->id;
    const auto added = m_store->change("person:anna").tasks().add(task);
    for (const auto move : {model::Move::start, model::Move::complete}) {
      EXPECT_TRUE(m_store->change("person:anna").tasks().move({added->id, move, "", ""}));
    }
    return *m_store->missions().find(mission->id);
  }

  void record(const model::MissionId& id, const std::string& commit, const std::string& target,
              VerificationOutcome outcome) {
    const auto mission = m_store->missions().find(id);
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
    EXPECT_TRUE(
        m_store->change("person:anna").verifications().record(id, mission->version, entry, std::span(&result, 1), ""));
  }

  Result<Attested> attest(const model::MissionId& id) {
    return attest_landing(m_scratch.repository(), folder(), *m_store, id);
  }
  audit::BundleAudit checked(const std::string& bundle) {
    return audit::check_bundle(bundle, *known_key(m_scratch.repository().common_folder()), std::nullopt);
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
  const auto mission = m_store->change("person:anna").missions().add(draft);
  EXPECT_EQ(attest(mission->id).error().code, Code::conflict);
}

// Missions that landed in one swap, recorded and not signed; the last one's commit is the target's.
class AttestBatch : public Attest {
 protected:
  std::vector<model::MissionId> landed_together(size_t count) {
    const auto target = m_scratch.id("main");
    std::vector<model::Mission> missions;
    for (size_t i = 0; i < count; ++i) missions.push_back(ready_mission());
    std::vector<std::string> commits;
    for (size_t i = 0; i < count; ++i) commits.push_back(m_scratch.commit(cat("echo ", ++m_landings, " >b.txt")));
    std::vector<store::LandingIntent> intents;
    for (size_t i = 0; i < count; ++i) {
      record(missions[i].id, commits.back(), target, VerificationOutcome::passed);
      const auto mission = m_store->missions().find(missions[i].id);
      const auto verified = m_store->verifications().latest(mission->id);
      model::Landing landing;
      landing.mission = mission->id;
      landing.target_branch = "main";
      landing.target_commit = target;
      landing.verified_tree = (*verified)->tree;
      landing.evidence = (*verified)->report;
      landing.commit = commits[i];
      landing.onto = i == 0 ? target : commits[i - 1];
      landing.tip = commits.back();
      intents.push_back({landing, mission->version});
    }
    const auto begun = m_store->change("person:anna").landings().begin(intents);
    EXPECT_TRUE(begun) << begun.error().message;
    std::vector<model::MissionId> out;
    for (const auto& landing : *begun) {
      EXPECT_TRUE(m_store->change("person:anna").landings().finish(landing.id, landing.tip, "seen"));
      out.push_back(landing.mission);
    }
    return out;
  }
};

TEST_F(AttestBatch, IsSignedAsAWholeWhicheverIsAskedFor) {
  const auto missions = landed_together(3);
  EXPECT_EQ(m_store->landings().not_signed()->size(), 3u);
  const auto done = attest(missions[1]);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(m_store->landings().not_signed()->empty());
  const auto found = checked(*attestations_of(m_scratch.repository(), m_scratch.id("main")).value());
  ASSERT_FALSE(found.fault) << found.fault->what;
  EXPECT_EQ(found.attestations.size(), 9u);
  for (const auto& id : missions) EXPECT_FALSE(attest(id)->written);
}

TEST_F(AttestBatch, IsFinishedByWhoeverComesNextAndNamesTheOneBefore) {
  landed_together(2);
  const auto first = m_scratch.id("main");
  landed_together(1);
  EXPECT_TRUE(finish_signatures(m_scratch.repository(), folder(), *m_store).empty());
  EXPECT_TRUE(m_store->landings().not_signed()->empty());
  const auto note = *attestations_of(m_scratch.repository(), m_scratch.id("main")).value();
  const auto found = checked(note);
  ASSERT_FALSE(found.fault) << found.fault->what;
  const auto previous = audit::previous_of(found.attestations.back().statement.predicate);
  ASSERT_TRUE(previous);
  EXPECT_EQ(previous->commit, first);
  EXPECT_TRUE(check_previous(m_scratch.repository(), found.attestations));

  m_scratch.sh("git notes --ref=assay remove " + first);
  EXPECT_EQ(check_previous(m_scratch.repository(), found.attestations).error().code, Code::corrupt);
  const auto whole = check_attestations(m_scratch.repository(), *m_store);
  ASSERT_TRUE(whole->fault);
  EXPECT_TRUE(contains(*whole->fault, first)) << *whole->fault;
}

TEST_F(AttestBatch, ANoteThatWasLostComesBackWithTheSameBytes) {
  landed_together(1);
  const auto second = landed_together(2);
  finish_signatures(m_scratch.repository(), folder(), *m_store);
  const auto before = m_scratch.sh("git notes --ref=assay show main");
  m_scratch.sh("git notes --ref=assay remove main");
  EXPECT_TRUE(check_attestations(m_scratch.repository(), *m_store)->fault);
  EXPECT_TRUE(attest(second[0])->written);
  EXPECT_EQ(m_scratch.sh("git notes --ref=assay show main"), before);
  EXPECT_FALSE(check_attestations(m_scratch.repository(), *m_store)->fault);
  EXPECT_EQ(check_attestations(m_scratch.repository(), *m_store)->attested, 3u);
}

TEST_F(AttestBatch, ADoubledLandingIsAFault) {
  landed_together(2);
  finish_signatures(m_scratch.repository(), folder(), *m_store);
  m_scratch.sh(
      "git notes --ref=assay show main >note; { cat note; tail -3 note; } >twice; git notes --ref=assay remove main; "
      "git notes --ref=assay add -F twice main; rm note twice");
  EXPECT_TRUE(check_attestations(m_scratch.repository(), *m_store)->fault);
}

TEST_F(Attest, TheKeyIsMadeOnceForItsOwnerOnlyAndAGivenOneIsUsed) {
  const auto git_folder = m_scratch.repository().common_folder();
  const auto folder = private_folder(m_scratch.repository());
  const auto key = signing_key(git_folder);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(signing_key(git_folder)->key.pem(), key->key.pem());
  struct stat st {};
  ASSERT_EQ(::stat(key->path.c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 0777, 0600u);
  EXPECT_EQ(m_scratch.sh("git status --porcelain"), "");
  EXPECT_TRUE(key->path.starts_with(m_scratch.folder() + "/users/")) << key->path;

  const auto given = m_scratch.folder() + "/given.pem";
  EXPECT_TRUE(os::write_file(given, audit::SigningKey::from_seed(std::string(32, 'g')).pem()));
  EXPECT_TRUE(os::write_file(folder + "/operator.toml", cat("[attest]\nkey = \"", given, "\"\n")));
  const auto open = signing_key(git_folder);
  ASSERT_FALSE(open) << "a key that others can read was used";
  EXPECT_TRUE(contains(open.error().message, "chmod 600"));
  ASSERT_EQ(::chmod(given.c_str(), 0600), 0);
  EXPECT_EQ(signing_key(git_folder)->path, given);
  EXPECT_TRUE(os::write_file(folder + "/operator.toml", "[attest]\nkey = \"given.pem\"\n"));
  EXPECT_TRUE(contains(signing_key(git_folder).error().message, "absolute path"));
}

TEST_F(Attest, AKeyThatAnOlderVersionLeftInTheRepositoryIsMovedOutOnce) {
  const auto git_folder = m_scratch.repository().common_folder();
  const auto old = git_folder + "/assay/signing-key.pem";
  const auto pem = audit::SigningKey::from_seed(std::string(32, 'o')).pem();
  EXPECT_TRUE(os::make_folders(git_folder + "/assay"));
  EXPECT_TRUE(*os::write_secret_once(old, pem));
  EXPECT_EQ(*known_key(git_folder), audit::SigningKey::from_seed(std::string(32, 'o')).public_key());
  EXPECT_TRUE(os::exists(old)) << "who only reads moves nothing";
  const auto key = signing_key(git_folder);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->key.pem(), pem);
  EXPECT_FALSE(os::exists(old));
  EXPECT_EQ(signing_key(git_folder)->key.pem(), pem);
  EXPECT_EQ(*known_key(git_folder), key->key.public_key());
}

}  // namespace
}  // namespace assay::engine
