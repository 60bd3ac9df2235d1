#include "engine/verify/live.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

class LiveVerificationTest : public testing::Test {
 protected:
  std::string said(std::uint64_t after = 0) {
    std::string out;
    const auto piece = read_live(m_scratch.path(), m_mission, after).value();
    for (const auto& event : piece.events) out += event.what + ":" + event.check + ":" + event.text + "\n";
    m_next = piece.next;
    return out;
  }
  os::ScratchFolder m_scratch = os::ScratchFolder::make("assay-live").value();
  model::MissionId m_mission{"mission-abc"};
  VerifyEvents m_nobody;
  std::uint64_t m_next = 0;
};

TEST_F(LiveVerificationTest, OthersReadOnFromWhereTheyWere) {
  {
    LiveVerification live(m_scratch.path(), m_mission, m_nobody);
    live.started(model::CheckId("check-1"));
    EXPECT_EQ(said(), "stage::beginning\nstarted:check-1:\n");
    live.line(model::CheckId("check-1"), "\x1b[31mred\x1b[0m \xff");
    EXPECT_EQ(said(m_next), "line:check-1:\x1b[31mred\x1b[0m \xEF\xBF\xBD\n");
  }
  EXPECT_EQ(said(m_next), "end::\n");
  EXPECT_EQ(said(m_next), "");
}

TEST_F(LiveVerificationTest, ANewOneBeginsAnew) {
  {
    LiveVerification live(m_scratch.path(), m_mission, m_nobody);
    for (int i = 0; i < 20; ++i)
      live.line(model::CheckId("check-1"), "something long enough to be longer than the next");
  }
  said();
  LiveVerification live(m_scratch.path(), m_mission, m_nobody);
  EXPECT_EQ(said(m_next), "stage::beginning\n");
}

TEST_F(LiveVerificationTest, SecretsAreTakenOut) {
  LiveVerification live(m_scratch.path(), m_mission, m_nobody);
  live.line(model::CheckId("check-1"), "password = hunter2hunter2");
  EXPECT_EQ(said().find("hunter2hunter2"), std::string::npos);
}

TEST_F(LiveVerificationTest, NothingWasSaidBeforeTheFirst) { EXPECT_EQ(said(), ""); }

}  // namespace
}  // namespace assay::engine
