#include "git/refs/ref_record.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "git/refs/refs.h"
#include "git/scratch_repository.h"

namespace assay::git {
namespace {

class RefRecordTest : public ::testing::Test {
 protected:
  void SetUp() override { m_scratch.sh("git checkout -q -b target; git tag old; git commit -q --allow-empty -m more"); }

  RefChange to_main() const { return {"refs/heads/target", m_scratch.id("HEAD"), m_scratch.id("HEAD")}; }

  // A process of ours that is killed after git took the locks that `script` makes.
  void be_killed_with(const std::string& script) {
    const RefChange change{"refs/heads/target", m_scratch.id("old"), std::nullopt};
    const pid_t child = ::fork();
    if (child == 0) {
      const auto record = RefRecord::begin(m_scratch.repository(), std::span(&change, 1));
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    m_scratch.sh(script);
  }

  void settle() { RefRecord::settle_left(m_scratch.repository(), std::chrono::milliseconds(50)); }
  std::string locks() { return m_scratch.sh("find .git -name '*.lock' | sort"); }
  std::string records() { return m_scratch.sh("ls .git/assay/ref-changes | wc -l"); }

  ScratchRepository m_scratch;
};

TEST_F(RefRecordTest, EmptyLocksOfAKilledTransactionAreRemoved) {
  be_killed_with("touch .git/refs/heads/target.lock .git/HEAD.lock .git/packed-refs.lock");
  EXPECT_EQ(records(), "1");
  settle();
  EXPECT_EQ(locks(), "");
  EXPECT_EQ(records(), "0");
}

TEST_F(RefRecordTest, ALockThatHoldsTheNewIdIsRemoved) {
  be_killed_with("git rev-parse old >.git/refs/heads/target.lock");
  settle();
  EXPECT_EQ(locks(), "");
}

TEST_F(RefRecordTest, ALockThatHoldsSomethingElseStays) {
  be_killed_with("git rev-parse HEAD >.git/refs/heads/target.lock; echo 'ref: refs/heads/other' >.git/HEAD.lock");
  settle();
  EXPECT_EQ(locks(), ".git/HEAD.lock\n.git/refs/heads/target.lock");
}

TEST_F(RefRecordTest, AnEmptyLockOfAnotherRefOrAnotherTimeStays) {
  be_killed_with(
      "touch .git/refs/heads/other.lock; touch -d '1 hour ago' .git/refs/heads/target.lock; "
      "touch -d '1 hour' .git/HEAD.lock");
  settle();
  EXPECT_EQ(locks(), ".git/HEAD.lock\n.git/refs/heads/other.lock\n.git/refs/heads/target.lock");
}

TEST_F(RefRecordTest, TheRecordOfALiveTransactionIsLeftAlone) {
  const auto change = to_main();
  {
    const auto record = RefRecord::begin(m_scratch.repository(), std::span(&change, 1));
    ASSERT_TRUE(record);
    m_scratch.sh("touch .git/refs/heads/target.lock");
    settle();
    EXPECT_EQ(locks(), ".git/refs/heads/target.lock");
    EXPECT_EQ(records(), "1");
  }
  EXPECT_EQ(records(), "0");
}

TEST_F(RefRecordTest, TheNextSwapWorksAfterAKill) {
  be_killed_with("touch .git/refs/heads/target.lock .git/HEAD.lock");
  const auto change = to_main();
  EXPECT_EQ(*swap_refs(m_scratch.repository(), std::span(&change, 1), "again"), std::nullopt);
  EXPECT_EQ(records(), "0");
}

TEST_F(RefRecordTest, ARecordThatNamesAPathOutsideIsNotFollowed) {
  m_scratch.sh(
      "mkdir -p .git/assay/ref-changes; printf 'refs/../../outside x\\nnothing\\n\\n' >.git/assay/ref-changes/1-1; "
      "touch outside.lock");
  settle();
  EXPECT_EQ(m_scratch.sh("ls outside.lock"), "outside.lock");
  EXPECT_EQ(records(), "0");
}

}  // namespace
}  // namespace assay::git
