#include "model/comment.h"

#include <vector>

#include <gtest/gtest.h>

namespace assay::model {
namespace {

Comment on_line(std::string path, std::uint64_t line, std::string text) {
  Comment out;
  out.path = std::move(path);
  out.line = line;
  out.text = std::move(text);
  return out;
}

TEST(Comments, StandBehindTheReasonWithTheirPlaces) {
  auto before = on_line("old.py", 3, "why is it gone?");
  before.side = DiffSide::before;
  const std::vector<Comment> comments = {on_line("shop.py", 12, "round up"), before, on_line("", 0, "add a test")};
  EXPECT_EQ(with_comments("not yet", comments),
            "not yet\nshop.py:12: round up\nold.py:3 before the change: why is it gone?\nadd a test");
  EXPECT_EQ(with_comments("", comments), std::string(with_comments("not yet", comments)).substr(8));
  EXPECT_EQ(with_comments("not yet", {}), "not yet");
}

TEST(Comments, AreTakenAwayAgain) {
  const std::vector<Comment> few = {on_line("shop.py", 12, "round up")};
  const std::vector<Comment> many(50, on_line("shop.py", 12, std::string(1000, 'x')));
  for (const auto& comments : {few, many}) {
    for (const std::string reason : {"", "not yet", "ends in a line\n", "shop.py:12: round up"}) {
      EXPECT_EQ(without_comments(with_comments(reason, comments), comments), reason);
    }
  }
  EXPECT_EQ(without_comments("somebody else's words", few), "somebody else's words");
  EXPECT_EQ(without_comments("not yet", {}), "not yet");
}

}  // namespace
}  // namespace assay::model
