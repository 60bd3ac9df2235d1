#include "engine/work/agents/live_log.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::engine {
namespace {

TEST(LiveLog, IsReadableWhileItIsWrittenAndGoesWithTheRun) {
  const auto scratch = os::ScratchFolder::make("live").value();
  const auto path = live_log_path(scratch.path(), "task-a");
  {
    LiveLog log(scratch.path(), "task-a");
    log.add("first");
    log.add("second\n");
    EXPECT_EQ(os::read_file(path).value(), "first\nsecond\n");
    log.add("token ghp_abcdefghijklmnopqrstuvwxyz0123456789");
    EXPECT_FALSE(contains(os::read_file(path).value(), "ghp_abcdefghijklmnopqrstuvwxyz0123456789"));
  }
  EXPECT_FALSE(os::exists(path));
}
TEST(LiveLog, HasATranscriptBesideIt) {
  const auto scratch = os::ScratchFolder::make("live").value();
  const auto path = live_transcript_path(scratch.path(), "task-a");
  {
    LiveLog log(scratch.path(), "task-a");
    log.transcribe({agents::Event::What::tool, "Bash", {}, "make test", "t1"});
    log.transcribe({agents::Event::What::note, "token ghp_abcdefghijklmnopqrstuvwxyz0123456789"});
    const auto text = os::read_file(path).value();
    EXPECT_TRUE(text.starts_with(R"({"what":"tool","text":"Bash","arguments":"make test","call":"t1"})"
                                 "\n"))
        << text;
    EXPECT_FALSE(contains(text, "ghp_abcdefghijklmnopqrstuvwxyz0123456789"));
  }
  EXPECT_FALSE(os::exists(path));
}
TEST(LiveLog, IsBounded) {
  const auto scratch = os::ScratchFolder::make("live").value();
  LiveLog log(scratch.path(), "task-a");
  const std::string much(1 << 20, 'x');
  for (int i = 0; i < 20; ++i) log.add(much);
  const auto text = os::read_file(live_log_path(scratch.path(), "task-a")).value();
  EXPECT_LT(text.size(), std::size_t{17} << 20);
  EXPECT_TRUE(contains(text, "the whole log is kept"));
}
TEST(LiveLog, WithoutANameNothingIsWritten) {
  const auto scratch = os::ScratchFolder::make("live").value();
  LiveLog log(scratch.path(), "");
  log.add("x");
  EXPECT_FALSE(os::exists(scratch.path() + "/live"));
}

}  // namespace
}  // namespace assay::engine
