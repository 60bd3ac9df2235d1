#include "engine/check/change_view.h"

#include <gtest/gtest.h>

#include "git/scratch_repository.h"

namespace assay::engine {
namespace {

constexpr std::uint64_t k_much = 1 << 20;

TEST(ChangeView, SaysWhatEachFileIsForAndWhetherItMayBeTouched) {
  git::ScratchRepository scratch;
  const auto from = scratch.id("HEAD");
  const auto to =
      scratch.commit("mkdir -p tests; echo 'def test_a(): pass' >tests/test_a.py; git mv a.txt src/a.txt; rm b.txt");
  const auto view = view_change(scratch.repository(), from, to, {"src/**"}, k_much).value();
  ASSERT_EQ(view.files.size(), 3u);
  for (const auto& file : view.files) {
    if (file.path == "tests/test_a.py") {
      EXPECT_EQ(file.role, "test");
      EXPECT_EQ(file.status, "added");
      EXPECT_FALSE(file.in_scope);
    } else if (file.path == "src/a.txt") {
      EXPECT_EQ(file.old_path, "a.txt");
      EXPECT_FALSE(file.in_scope) << "it was taken from outside";
    } else {
      EXPECT_EQ(file.path, "b.txt");
      EXPECT_EQ(file.status, "deleted");
      EXPECT_EQ(file.removed, 1u);
    }
  }
  EXPECT_FALSE(view.truncated);
}

TEST(ChangeView, ALongPatchEndsAtALine) {
  git::ScratchRepository scratch;
  const auto from = scratch.id("HEAD");
  const auto to = scratch.commit("seq 1 5000 >numbers.txt");
  const auto view = view_change(scratch.repository(), from, to, {}, 1000).value();
  EXPECT_TRUE(view.truncated);
  EXPECT_LE(view.patch.size(), 1000u);
  EXPECT_EQ(view.patch.back(), '\n');
  EXPECT_EQ(view.added, 5000u);
}

}  // namespace
}  // namespace assay::engine
