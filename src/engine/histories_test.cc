#include "engine/histories.h"

#include <gtest/gtest.h>

#include "audit/continuation.h"
#include "base/text.h"
#include "os/files.h"
#include "store/missions.h"

namespace assay::engine {
namespace {

class Histories : public testing::Test {
 protected:
  void SetUp() override {
    m_store = store::Store::open(os::join_path(m_folder.path(), "assay.db"), m_clock).value();
    for (int i = 0; i < 5; ++i) {
      store::MissionDraft draft;
      draft.title = cat("mission ", i);
      draft.prompt = "Grüße 👋";
      draft.planning_task = true;
      m_missions.push_back(m_store->change("person:anna").missions().add(draft).value().id);
      m_clock.advance(1000);
    }
  }
  std::string exported(const model::MissionId& only = {}) {
    std::string out;
    const auto done = export_histories(*m_store, {m_clock.now(), only, "assay test"}, [&](std::string_view bytes) {
      out += bytes;
      return Result<void>();
    });
    EXPECT_TRUE(done) << done.error().message;
    return out;
  }

  os::ScratchFolder m_folder = os::ScratchFolder::make("assay-histories").value();
  ManualClock m_clock{Time{1'794'722'400'000}};
  std::unique_ptr<store::Store> m_store;
  std::vector<model::MissionId> m_missions;
};

TEST_F(Histories, OfAnHonestStoreAreIntactAndSoIsTheirExport) {
  const auto found = verify_histories(*m_store, {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(found->fault) << found->fault->what;
  EXPECT_EQ(found->missions, 5u);
  EXPECT_GE(found->checkpoints, 5u);
  const std::string bytes = exported();
  TextSource source(bytes);
  const auto read = audit::verify_export(source);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->fault) << audit::sentence(*read->fault);
  EXPECT_EQ(read->missions, found->missions);
  EXPECT_EQ(read->checkpoints, found->checkpoints);
}

TEST_F(Histories, OfOneMissionAreExportedAlone) {
  const std::string bytes = exported(m_missions[3]);
  TextSource source(bytes);
  const auto read = audit::verify_export(source);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->fault) << audit::sentence(*read->fault);
  EXPECT_EQ(read->missions, 1u);
  EXPECT_EQ(read->header->only, m_missions[3]);
}

TEST_F(Histories, TheSameStoreAtTheSameTimeGivesTheSameBytes) { EXPECT_EQ(exported(), exported()); }

TEST_F(Histories, AnErrorOfTheSinkIsTheExports) {
  const auto done = export_histories(*m_store, {m_clock.now(), {}, "t"},
                                     [](std::string_view) -> Result<void> { return unavailable("disk full"); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "disk full");
}

TEST_F(Histories, AMissionThatAnEarlierExportHasMustStillBeThere) {
  audit::Continuation continuation;
  continuation.expect({model::MissionId("mission-gone"), 3, std::string(64, 'a')});
  const auto found = verify_histories(*m_store, {[&](const auto& c) { return continuation.checkpoint(c); },
                                                 [&](const auto& h) { return continuation.head(h); }});
  ASSERT_TRUE(found && !found->fault);
  EXPECT_FALSE(continuation.finish());
}

}  // namespace
}  // namespace assay::engine
