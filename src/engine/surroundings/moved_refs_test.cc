#include "engine/surroundings/moved_refs.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

TEST(MovedRefs, PlainNamesAreNotQuoted) {
  EXPECT_EQ(undo_of({"refs/heads/main", "aaa", "bbb"}), "git update-ref refs/heads/main aaa bbb");
  EXPECT_EQ(undo_of({"refs/heads/main", "aaa", ""}), "git update-ref refs/heads/main aaa");
  EXPECT_EQ(undo_of({"refs/heads/new", "", "bbb"}), "git update-ref -d refs/heads/new bbb");
}
// Git allows quotes, semicolons and dollar signs in the name of a ref.
TEST(MovedRefs, ANameCannotAddCommandsToWhatAPersonPastes) {
  EXPECT_EQ(undo_of({"refs/heads/a';id;'", "", "bbb"}), R"(git update-ref -d 'refs/heads/a'\'';id;'\''' bbb)");
  EXPECT_EQ(undo_of({"refs/heads/$(id)", "aaa", "bbb"}), "git update-ref 'refs/heads/$(id)' aaa bbb");
}

}  // namespace
}  // namespace assay::engine
