#include "audit/export.h"

#include <vector>

#include <gtest/gtest.h>

#include "audit/continuation.h"
#include "audit/export_lines.h"
#include "audit/sample_history.h"
#include "base/text.h"

namespace assay::audit {
namespace {

using model::Checkpoint;
using model::MissionId;

TEST(Export, WhatIsWrittenIsReadBackIntact) {
  const auto bytes = export_of(odd_histories(), k_header);
  ASSERT_TRUE(bytes);
  TextSource source(*bytes);
  const auto examined = verify_export(source);
  ASSERT_TRUE(examined);
  EXPECT_FALSE(examined->fault) << sentence(*examined->fault);
  EXPECT_EQ(examined->missions, 4u);
  EXPECT_EQ(examined->checkpoints, 12u);
  EXPECT_EQ(examined->header->writer, "assay test");
  EXPECT_EQ(examined->seal.size(), 64u);
  EXPECT_TRUE(bytes->ends_with(cat("{\"seal\":\"", examined->seal, "\"}\n")));
}

TEST(Export, EveryCheckpointSurvivesItsLine) {
  for (const History& history : odd_histories()) {
    for (const Checkpoint& checkpoint : history.checkpoints) {
      std::string line = checkpoint_line(checkpoint);
      line.pop_back();
      EXPECT_EQ(line.find('\n'), std::string::npos);
      const auto back = read_checkpoint(line);
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(canonical_form(*back), canonical_form(checkpoint));
      EXPECT_EQ(back->hash, checkpoint.hash);
    }
  }
}

TEST(Export, AnEmptyStoreAndAMissionWithoutCheckpointsAreIntact) {
  EXPECT_EQ(verdict(export_of({}, k_header).value()), "intact");
  EXPECT_EQ(verdict(export_of({history_of("mission-a", {})}, k_header).value()), "intact");
}

TEST(Export, AMegabyteOfDetailIsStreamedThroughSmallReads) {
  const auto bytes =
      export_of({history_of("mission-a", {std::string(1 << 20, '\0'), std::string(3 << 20, 'y')})}, k_header);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(verdict(*bytes), "intact");
  std::string changed = *bytes;
  changed[changed.size() / 2] ^= 1;
  EXPECT_NE(verdict(changed), "intact");
}

// ---- what the faults say

struct Edit {
  const char* name;
  std::string from, to;
  std::string says;
};

TEST(Export, EachFaultIsNamedWithItsLine) {
  const std::string good =
      export_of({history_of("mission-a", {"one", "two"}), history_of("mission-b", {"three"})}, k_header).value();
  ASSERT_EQ(verdict(good), "intact");
  const std::vector<Edit> edits = {
      {"changed detail", "\"detail\":\"two\"", "\"detail\":\"2\"",
       "line 3: checkpoint 2 of mission-a was changed: its hash does not match"},
      {"unknown key", "\"detail\":\"two\"", "\"detail\":\"two\",\"note\":\"x\"", "line 3: unknown key \"note\""},
      {"unknown key at the end", "\"checkpoints\":1,", "\"checkpoints\":1,\"x\":1,", "line 6: unknown key \"x\""},
      {"duplicate key", "\"detail\":\"two\"", "\"detail\":\"two\",\"title\":\"x\"",
       "line 3: key \"title\" stands twice"},
      {"missing key", "\"detail\":\"two\",", "", "line 3: key \"detail\" is missing or not in its place"},
      {"wrong type", "\"number\":2", "\"number\":\"2\"", "line 3: \"number\" is not a whole number"},
      {"padded number", "\"number\":2", "\"number\":02", "line 3: \"number\" is not a whole number"},
      {"huge number", "\"number\":2", "\"number\":99999999999999999999999", "line 3: \"number\" is not a whole number"},
      {"text as number", "\"title\":\"step 1\"", "\"title\":1", "line 3: \"title\" is not a text"},
      {"white space", "\"number\":2", "\"number\": 2", "line 3: \"number\" is not a whole number"},
      {"white space in front", "{\"head\":\"mission-a\"", " {\"head\":\"mission-a\"",
       "line 4: is no line of an export"},
      {"another escape", "\"detail\":\"two\"", "\"detail\":\"\\u0074wo\"", "line 3: \"detail\" holds an escape"},
      {"another escape of a slash", "\"detail\":\"two\"", "\"detail\":\"two\\/\"",
       "line 3: \"detail\" holds an escape"},
      {"a raw control character", "\"detail\":\"two\"", "\"detail\":\"t\x01wo\"",
       "line 3: \"detail\" holds a control character"},
      {"empty task", "\"taskId\":null", "\"taskId\":\"\"", "line 2: \"taskId\" is empty where null belongs"},
      {"unknown kind", "\"kind\":\"created\"", "\"kind\":\"creator\"", "line 2: \"kind\" is \"creator\""},
      {"a time that is none", "T06:00:00.123Z", "T06:61:00.123Z", "line 2: \"createdAt\" is not a time"},
      {"upper-case hash", "\"previousHash\":\"0", "\"previousHash\":\"A", "line 2: \"previousHash\" is not a SHA-256"},
      {"carriage return", "\"}\n{\"id\"", "\"}\r\n{\"id\"", "line 1: ends in a carriage return"},
      {"bad UTF-8", "\"detail\":\"two\"", "\"detail\":\"tw\xff\"", "line 3: holds bytes that are not UTF-8"},
      {"count in the head", "\"checkpoints\":2", "\"checkpoints\":3",
       "line 4: the history of mission-a was cut: 2 checkpoints of 3"},
      {"set-back head", "\"checkpoints\":2", "\"checkpoints\":1",
       "line 4: the history of mission-a has 2 checkpoints, its head counts 1"},
      {"an id that drives a terminal", "\"id\":\"checkpoint-a1\"", "\"id\":\"a\\u001b[2J\"",
       "line 3: \"id\" is not an id"},
      {"a task of nothing", "\"taskId\":\"task-1\"", "\"taskId\":\" \"", "line 3: \"taskId\" is not an id"},
      {"format", "assay-audit", "other-audit", "line 1: the format is \"other-audit\""},
      {"newer version", "\"version\":1", "\"version\":2", "line 1: version 2 of the format is not known here"},
      {"header", "assay test", "assay best", "line 7: the seal does not match"},
      {"scope", "\"scope\":\"all\"", "\"scope\":\"mission-b\"", "line 2: is of mission-a, but the header says"},
      {"blank line", "\n{\"head\"", "\n\n{\"head\"", "line 4: is empty"},
  };
  for (const Edit& edit : edits) {
    std::string bad = good;
    const size_t at = bad.find(edit.from);
    ASSERT_NE(at, std::string::npos) << edit.name;
    bad.replace(at, edit.from.size(), edit.to);
    const std::string said = verdict(bad);
    EXPECT_TRUE(said.starts_with(edit.says)) << edit.name << ": " << said;
  }
}

TEST(Export, MissingAndAddedLinesAreNamed) {
  const auto lines =
      lines_of(export_of({history_of("mission-a", {"1", "2", "3"}), history_of("mission-b", {"4"})}, k_header).value());
  ASSERT_EQ(lines.size(), 8u);  // header, 3, head, 1, head, seal
  const auto without = [&](size_t number) {
    auto copy = lines;
    copy.erase(copy.begin() + static_cast<std::ptrdiff_t>(number) - 1);
    return verdict(glue(copy));
  };
  EXPECT_EQ(without(1), "line 1: is not the header of an audit export");
  EXPECT_EQ(without(3), "line 3: checkpoint 2 of mission-a is missing");
  EXPECT_EQ(without(4), "line 4: the history of mission-a was cut: 2 checkpoints of 3 that its head counts");
  EXPECT_TRUE(without(5).starts_with("line 5: the head of mission-a is missing"));
  EXPECT_TRUE(without(7).starts_with("line 7: the head of mission-b is missing"));
  EXPECT_EQ(without(8), "line 8: the export ends here without its seal: it was cut");
  EXPECT_EQ(verdict(""), "line 1: there is nothing here: an export has a header and a seal");
  EXPECT_EQ(verdict(glue(lines) + "x"), "line 9: ends without a newline: the export was cut here");
  EXPECT_TRUE(verdict(glue(lines) + "\n").starts_with("line 9: stands behind the seal"));
  std::string cut = glue(lines);
  cut.pop_back();
  EXPECT_EQ(verdict(cut), "line 8: ends without a newline: the export was cut here");
  EXPECT_TRUE(verdict(glue(lines) + glue(lines)).starts_with("line 9: stands behind the seal"));
}

TEST(Export, AWholeMissionTakenAwayRepeatedOrMovedIsNoticed) {
  const auto a =
      lines_of(export_of({history_of("mission-a", {"1"}), history_of("mission-b", {"2"})}, k_header).value());
  ASSERT_EQ(a.size(), 6u);
  EXPECT_TRUE(verdict(a[0] + a[3] + a[4] + a[5]).starts_with("line 4: the seal does not match"));
  EXPECT_EQ(verdict(a[0] + a[1] + a[2] + a[1] + a[2] + a[3] + a[4] + a[5]), "line 4: mission-a stands twice");
  EXPECT_TRUE(
      verdict(a[0] + a[3] + a[4] + a[1] + a[2] + a[5]).starts_with("line 4: mission-a stands behind mission-b"));
}

TEST(Export, AnExportOfOneMissionHoldsThatOne) {
  ExportHeader only = k_header;
  only.only = MissionId("mission-a");
  EXPECT_EQ(verdict(export_of({history_of("mission-a", {"1"})}, only).value()), "intact");
  EXPECT_TRUE(contains(verdict(export_of({}, only).value()),
                       "the history of mission-a, which the header announces, is missing"));
}

TEST(Export, TheWriterRefusesWhatTheReaderWould) {
  auto history = history_of("mission-a", {"1", "2"});
  history.checkpoints[1].title = "forged";
  const auto forged = export_of({history}, k_header);
  ASSERT_FALSE(forged);
  EXPECT_EQ(forged.error().code, Code::corrupt);
  EXPECT_FALSE(export_of({history_of("mission-b", {"1"}), history_of("mission-a", {"1"})}, k_header));
  auto dirty = history_of("mission-a", {"1"});
  dirty.checkpoints[0].detail = "\xff";
  dirty.checkpoints[0].hash = hash_of(dirty.checkpoints[0]);
  dirty.head.hash = dirty.checkpoints[0].hash;
  EXPECT_FALSE(export_of({dirty}, k_header));
}

TEST(Export, AnErrorOfTheSinkEndsTheExport) {
  int left = 2;
  ExportWriter writer([&](std::string_view) -> Result<void> {
    if (left-- == 0) return unavailable("disk full");
    return {};
  });
  const auto history = history_of("mission-a", {"1", "2"});
  ASSERT_TRUE(writer.begin(k_header));
  ASSERT_TRUE(writer.checkpoint(history.checkpoints[0]));
  const auto refused = writer.checkpoint(history.checkpoints[1]);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "disk full");
}

// ---- what came after an earlier export

std::string since(const std::vector<History>& before, const std::vector<History>& now) {
  Continuation continuation;
  for (const History& history : before) continuation.expect(history.head);
  const std::string bytes = export_of(now, k_header).value();
  TextSource source(bytes);
  const auto examined = verify_export(source, {[&](const Checkpoint& c) { return continuation.checkpoint(c); },
                                               [&](const Head& head) { return continuation.head(head); }});
  if (examined->fault) return sentence(*examined->fault);
  const auto end = continuation.finish();
  return end ? "continues" : end.error().message;
}

TEST(Continuation, ALongerHistoryAndNewMissionsContinueAnEarlierExport) {
  const std::vector<History> before = {history_of("mission-a", {"1", "2"}), history_of("mission-b", {})};
  EXPECT_EQ(since(before, before), "continues");
  EXPECT_EQ(since(before, {history_of("mission-a", {"1", "2", "3"}), history_of("mission-b", {"4"}),
                           history_of("mission-c", {"5"})}),
            "continues");
}

TEST(Continuation, WhatWasRemovedCutOrComputedAnewSinceIsNamed) {
  const std::vector<History> before = {history_of("mission-a", {"1", "2"}), history_of("mission-b", {"3"})};
  EXPECT_EQ(since(before, {history_of("mission-b", {"3"})}), "mission-a of the earlier export is not there any more");
  EXPECT_EQ(since(before, {}), "mission-a of the earlier export is not there any more, nor 1 other mission");
  EXPECT_EQ(since(before, {history_of("mission-a", {"1"}), history_of("mission-b", {"3"})}),
            "line 3: mission-a has 1 checkpoint, the earlier export has 2: its history was cut since");
  EXPECT_EQ(since(before, {history_of("mission-a", {"0", "2", "4"}), history_of("mission-b", {"3"})}),
            "line 3: checkpoint 2 of mission-a is not the one of the earlier export: the history was rewritten since");
}

TEST(Export, AnErrorOfTheObserverThatIsNoFaultEndsTheReading) {
  const std::string bytes = export_of({history_of("mission-a", {"1"})}, k_header).value();
  TextSource source(bytes);
  const auto examined = verify_export(source, {[](const Checkpoint&) -> Result<void> { return unavailable("gone"); }});
  ASSERT_FALSE(examined);
  EXPECT_EQ(examined.error().message, "gone");
}

}  // namespace
}  // namespace assay::audit
