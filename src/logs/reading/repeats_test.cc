#include "logs/reading/repeats.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "logs/reading/reader.h"

namespace assay::logs {
namespace {

std::string times(int n, std::string_view line) {
  std::string out;
  for (int i = 0; i < n; ++i) out += cat(line, "\n");
  return out;
}

TEST(Repeats, CountsEveryOneAndSaysWhereTheFirstStand) {
  const Facts facts = read_log_text(times(1000, "the schema check failed"));
  EXPECT_EQ(facts.failures.total(), 1000u);
  ASSERT_GE(facts.failures.items().size(), 5u);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(facts.failures.items()[i].at.line, i + 1);
    EXPECT_EQ(facts.failures.items()[i].at.begin, 17u);
    EXPECT_EQ(facts.failures.items()[i].text, "the schema check failed");
    EXPECT_EQ(facts.failures.items()[i].subject, "the schema check");
  }
}

TEST(Repeats, CountsPassesAndCautionsToo) {
  const Facts facts = read_log_text(times(500, "all tests passed") + times(300, "lint skipped"));
  EXPECT_EQ(facts.passes.total(), 500u);
  EXPECT_EQ(facts.cautions.total(), 300u);
  EXPECT_EQ(facts.failures.total(), 0u);
}

// The same line says something else once a runner has spoken.
TEST(Repeats, AreReadAnewWhenSomethingHappened) {
  const std::string line = "    error: no such user";
  const std::uint64_t alone = read_log_text(times(5, line)).failures.total();
  const std::uint64_t above = read_log_text(times(5, line) + "Traceback (most recent call last):\n").failures.total();
  const std::uint64_t inside =
      read_log_text(times(5, line) + "Traceback (most recent call last):\n" + times(5, line)).failures.total();
  EXPECT_EQ(alone, 5u);
  EXPECT_EQ(above, 6u);
  EXPECT_EQ(inside, 6u);
}

TEST(Repeats, OfOneLineAreNotMistakenForAnother) {
  std::string log;
  for (int i = 0; i < 3000; ++i) log += cat("check ", i % 700, " failed\n");
  const Facts facts = read_log_text(log);
  EXPECT_EQ(facts.failures.total(), 3000u);
  for (const Signal& signal : facts.failures)
    EXPECT_EQ(signal.text, cat("check ", (signal.at.line - 1) % 700, " failed"));
}

TEST(Repeats, KeepWhatIsKnownOnlyUntilSomethingHappens) {
  Repeats repeats;
  const std::string_view raw = "it failed";
  const NeedleMask needles = bit(Needle::fail);
  const auto read = [&] {
    Repeats::Known* known = repeats.find(raw, needles);
    const bool settled = known && repeats.settled(*known);
    if (known) Repeats::note(*known, {raw, 1, needles}, raw);
    return settled;
  };
  EXPECT_FALSE(read());
  EXPECT_FALSE(read());
  EXPECT_TRUE(read());
  repeats.forget();
  EXPECT_FALSE(read());
  EXPECT_FALSE(read());
  EXPECT_TRUE(read());
  // A line of some runner's kind was shown to the readers.
  EXPECT_EQ(repeats.find("TAP version 13", bit(Needle::tap)), nullptr);
  EXPECT_FALSE(read());
}

}  // namespace
}  // namespace assay::logs
