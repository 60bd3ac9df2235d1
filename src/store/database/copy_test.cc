#include "store/database/copy.h"

#include "store/conformance_test.h"
#include "store/place.h"

namespace assay::store {
namespace {

class StoreCopies : public StoreConformance {
 protected:
  // A store of each driver, beside the one that the test begins with.
  std::vector<std::string> others() const {
    return {folder.file("other.db"), PostgresServer::instance().place(cat("c_", random_name(8)))};
  }
  std::vector<std::string> texts(Store& from) const {
    std::vector<std::string> out;
    for (const auto& mission : must(from.missions().list({})).missions) {
      out.push_back(cat(mission.id.text, " ", mission.title, " ", name(mission.status), " ", mission.version));
      for (const auto& task : must(from.tasks().of(mission.id, {}))) {
        out.push_back(cat(task.id.text, " ", task.name, " ", name(task.state), " ", task.attempt, " ", task.reason));
      }
      for (const auto& each : must(from.history().checkpoints(mission.id, 0, 1000))) out.push_back(each.hash);
    }
    for (const auto& job : must(from.jobs().list({}))) out.push_back(cat(job.name, " ", static_cast<int>(job.state)));
    return out;
  }
};

TEST_P(StoreCopies, HoldAllThatTheFirstOneHoldsAndGoOn) {
  NEED_POSTGRES()
  const auto mission = create({planned("one"), planned("two", {"one"})});
  must(store().change(k_anna).missions().set_hold(mission.id, std::string("a\0b", 3)));
  const auto all = tasks(mission.id);
  moved(all[0].id, {model::Move::start, model::Move::ready});
  verified(mission.id, model::AcceptanceStatus::failed);
  for (const auto& place : others()) {
    EXPECT_GT(must(copy_rows(GetParam().place(folder), place, clock)), 20U);
    const auto other = must(Store::open(place, clock));
    EXPECT_EQ(texts(*other), texts(store())) << place;
    EXPECT_EQ(must(other->id()), must(store().id()));
    EXPECT_EQ(must(other->examine()).faults, std::vector<std::string>()) << place;
    // A key that grows from where it was.
    must(other->change(k_anna).missions().add(draft()));
    must(other->change(k_anna).jobs().enqueue({}));
    EXPECT_EQ(must(other->examine()).faults, std::vector<std::string>()) << place;
  }
}

TEST_P(StoreCopies, AreNotMadeOfWhatIsDamagedNorIntoWhatIsInUse) {
  create();
  const auto other = must(Store::open(folder.file("other.db"), clock));
  must(other->change(k_anna).missions().add(draft()));
  const auto refused = copy_rows(GetParam().place(folder), folder.file("other.db"), clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_EQ(must(other->missions().list({})).missions.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreCopies, testing::ValuesIn(drivers()),
                         [](const auto& made) { return made.param.name; });

}  // namespace
}  // namespace assay::store
