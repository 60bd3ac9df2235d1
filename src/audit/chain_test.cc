#include "audit/chain.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/text.h"

namespace assay::audit {
namespace {

using model::Checkpoint;
using model::CheckpointId;
using model::CheckpointKind;
using model::MissionId;
using model::TaskId;

Checkpoint sample(std::string title) {
  Checkpoint checkpoint;
  checkpoint.id = CheckpointId("checkpoint-a");
  checkpoint.kind = CheckpointKind::task_started;
  checkpoint.title = std::move(title);
  checkpoint.detail = "why";
  checkpoint.task = TaskId("task-1");
  checkpoint.created_at = *time_from_iso("2026-11-15T06:00:00.123Z");
  checkpoint.actor = "person:anna";
  return checkpoint;
}

std::vector<Checkpoint> history(size_t count, Head& head) {
  head = {MissionId("mission-x"), 0, std::string(k_first_previous)};
  std::vector<Checkpoint> out;
  for (size_t i = 0; i < count; ++i) {
    Checkpoint checkpoint = sample(cat("step ", i));
    head = append(head, checkpoint);
    out.push_back(checkpoint);
  }
  return out;
}

std::string chain_verdict(const std::vector<Checkpoint>& chain, const Head& head) {
  ChainAudit check(MissionId("mission-x"));
  for (const Checkpoint& checkpoint : chain) {
    if (const auto ok = check.next(checkpoint); !ok) return ok.error().message;
  }
  const auto end = check.finish(head);
  return end ? "intact" : end.error().message;
}

TEST(Chain, CanonicalFormIsALineAndNetstringsInAFixedOrder) {
  Checkpoint checkpoint = sample("Grüße");
  append({MissionId("mission-x"), 0, ""}, checkpoint);
  EXPECT_EQ(canonical_form(checkpoint),
            "assay-checkpoint-v1\n"
            "9:mission-x,1:1,12:checkpoint-a,12:task_started,7:Grüße,3:why,6:task-1,24:2026-11-15T06:00:00.123Z,"
            "11:person:anna,64:0000000000000000000000000000000000000000000000000000000000000000,");
  EXPECT_EQ(checkpoint.hash, sha256_hex(canonical_form(checkpoint)));
}

TEST(Chain, TextsThatLookLikeNetstringsDoNotCollide) {
  Checkpoint one = sample("a,1:b");
  Checkpoint two = sample("a");
  one.detail = "";
  two.detail = "b,0:";
  EXPECT_NE(canonical_form(one), canonical_form(two));
}

TEST(Chain, EveryFieldIsCovered) {
  Checkpoint base = sample("t");
  append({MissionId("mission-x"), 4, std::string(64, 'a')}, base);
  std::vector<Checkpoint> changed(10, base);
  changed[0].id.text += "b";
  changed[1].mission.text += "b";
  changed[2].number = 6;
  changed[3].kind = CheckpointKind::task_failed;
  changed[4].title += "b";
  changed[5].detail += std::string(1, '\0');
  changed[6].task = TaskId();
  changed[7].created_at.ms += 1;
  changed[8].actor += "b";
  changed[9].previous_hash[0] = 'b';
  for (const Checkpoint& other : changed) EXPECT_NE(hash_of(other), base.hash);
}

TEST(Chain, AnHonestHistoryIsIntact) {
  Head head;
  const auto chain = history(5, head);
  EXPECT_EQ(chain_verdict(chain, head), "intact");
  EXPECT_EQ(chain_verdict({}, {MissionId("mission-x"), 0, std::string(k_first_previous)}), "intact");
}

TEST(Chain, EachWayToTamperIsNamed) {
  Head head;
  const auto good = history(5, head);

  auto chain = good;
  chain[2].detail = "because";
  EXPECT_EQ(chain_verdict(chain, head), "checkpoint 3 of mission-x was changed: its hash does not match");

  chain[2].hash = hash_of(chain[2]);
  EXPECT_TRUE(contains(chain_verdict(chain, head), "checkpoint 4 of mission-x does not continue checkpoint 3"));

  chain = good;
  chain.erase(chain.begin() + 1);
  EXPECT_EQ(chain_verdict(chain, head), "checkpoint 2 of mission-x is missing");

  chain = good;
  chain.erase(chain.begin(), chain.begin() + 2);
  EXPECT_EQ(chain_verdict(chain, head), "checkpoints 1 to 2 of mission-x are missing");

  chain = good;
  chain.insert(chain.begin() + 2, chain[1]);
  EXPECT_TRUE(contains(chain_verdict(chain, head), "checkpoint 2 of mission-x stands where checkpoint 3 belongs"));

  chain = good;
  chain.pop_back();
  EXPECT_EQ(chain_verdict(chain, head), "the history of mission-x was cut: 4 checkpoints of 5 that its head counts");

  chain = good;
  chain.push_back(sample("extra"));
  append(head, chain.back());
  EXPECT_TRUE(contains(chain_verdict(chain, head), "has 6 checkpoints, its head counts 5"));

  chain = good;
  chain[4].title = "another end";
  chain[4].hash = hash_of(chain[4]);
  EXPECT_TRUE(contains(chain_verdict(chain, head), "ends with another checkpoint than its head says"));

  chain = good;
  chain[1].mission = MissionId("mission-y");
  EXPECT_TRUE(contains(chain_verdict(chain, head), "of mission-y is in the history of mission-x"));
}

TEST(Chain, TextThatIsNotUtf8IsRepairedBeforeItIsHashed) {
  Checkpoint checkpoint = sample("bad \xff byte");
  append({MissionId("mission-x"), 0, ""}, checkpoint);
  EXPECT_EQ(checkpoint.title, "bad \xEF\xBF\xBD byte");
  EXPECT_EQ(checkpoint.hash, hash_of(checkpoint));
}

}  // namespace
}  // namespace assay::audit
