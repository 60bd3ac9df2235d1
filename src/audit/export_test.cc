#include "audit/export.h"

#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "audit/export_lines.h"
#include "base/text.h"

namespace assay::audit {
namespace {

using model::Checkpoint;
using model::CheckpointId;
using model::CheckpointKind;
using model::MissionId;
using model::TaskId;

struct History {
  std::vector<Checkpoint> checkpoints;
  Head head;
};

History history_of(const std::string& mission, const std::vector<std::string>& details) {
  History out;
  out.head = {MissionId(mission), 0, std::string(k_first_previous)};
  for (size_t i = 0; i < details.size(); ++i) {
    Checkpoint checkpoint;
    checkpoint.id = CheckpointId(cat("checkpoint-", mission.substr(8), i));
    checkpoint.kind = static_cast<CheckpointKind>(i % 12);
    checkpoint.title = cat("step ", i);
    checkpoint.detail = details[i];
    if (i % 2 == 1) checkpoint.task = TaskId(cat("task-", i));
    checkpoint.created_at = {1'794'722'400'123 + static_cast<std::int64_t>(i) * 1000};
    checkpoint.actor = i % 3 == 0 ? "person:anna" : "worker:7";
    out.head = append(out.head, checkpoint);
    out.checkpoints.push_back(checkpoint);
  }
  return out;
}

Result<std::string> export_of(const std::vector<History>& histories, const ExportHeader& header) {
  std::string out;
  ExportWriter writer([&](std::string_view bytes) {
    out += bytes;
    return Result<void>();
  });
  TRY(writer.begin(header));
  for (const History& history : histories) {
    for (const Checkpoint& checkpoint : history.checkpoints) TRY(writer.checkpoint(checkpoint));
    TRY(writer.head(history.head));
  }
  TRY(writer.finish());
  return out;
}

const ExportHeader k_header{{1'794'722'400'000}, {}, "assay test"};

// A long text in which no two places look alike.
std::string numbers(size_t size) {
  std::string out;
  for (size_t i = 0; out.size() < size; ++i) out += cat(i, " ");
  return out;
}

std::vector<History> odd_histories() {
  return {history_of("mission-a", {"plain", "two\nlines\r\n\ttabbed", std::string("a\0b", 3), "\"quoted\" \\ back"}),
          history_of("mission-b", {"👩‍🔬🚀", "שלום עולם \u202eabc", "\x7f\x01\x1b[31mred", ""}),
          history_of("mission-c", {numbers(20'000)}), history_of("mission-d", {"one", "two", "three"})};
}

std::string verdict(std::string_view bytes) {
  TextSource source(bytes);
  const auto examined = verify_export(source);
  if (!examined) return "error: " + examined.error().message;
  return examined->fault ? sentence(*examined->fault) : "intact";
}

std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> out;
  for (const auto line : split_lines(bytes)) out.push_back(std::string(line) + "\n");
  return out;
}

std::string glue(const std::vector<std::string>& lines) { return join(lines, ""); }

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

// ---- random damage: bit flips, cuts, swaps, reorderings, repetitions

class Damage : public testing::Test {
 protected:
  void SetUp() override {
    auto histories = odd_histories();
    m_small = export_of(histories, k_header).value();
    histories.push_back(history_of("mission-e", {numbers(1 << 20), "after a megabyte"}));
    m_large = export_of(histories, k_header).value();
    ASSERT_EQ(verdict(m_small), "intact");
    ASSERT_EQ(verdict(m_large), "intact");
  }
  // Every tenth is the one with the megabyte.
  void take(int round) {
    m_good = round % 10 == 0 ? m_large : m_small;
    m_lines = lines_of(m_good);
  }
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(m_random); }
  // Half of them outside the megabyte.
  size_t place() { return below(2) == 0 ? below(m_good.size()) : below(m_small.size()); }
  void expect_noticed(const std::string& bytes, std::string_view what) {
    if (bytes == m_good) return;  // two equal pieces changed places
    ++m_tried;
    ASSERT_TRUE(verdict(bytes).starts_with("line ")) << what << " was not noticed";
  }

  std::mt19937_64 m_random{20261115};
  std::string m_small, m_large, m_good;
  std::vector<std::string> m_lines;
  size_t m_tried = 0;
};

TEST_F(Damage, AThousandBitFlips) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    std::string bytes = m_good;
    const size_t at = place();
    const auto bit = below(8);
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    expect_noticed(bytes, cat("bit ", bit, " of byte ", at));
  }
  EXPECT_EQ(m_tried, 1000u);
}

TEST_F(Damage, AThousandCuts) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    const size_t from = place();
    const size_t length = below(3) == 0 ? m_good.size() : 1 + below(40);
    std::string bytes = m_good;
    bytes.erase(from, length);
    expect_noticed(bytes, cat("a cut of ", length, " at ", from));
  }
  EXPECT_EQ(m_tried, 1000u);
}

TEST_F(Damage, AThousandSwapsOfPieces) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    const size_t size = 1 + below(30);
    const size_t a = below(m_good.size() - 2 * size);
    const size_t b = a + size + below(m_good.size() - a - 2 * size + 1);
    std::string bytes = m_good;
    std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(a),
                     bytes.begin() + static_cast<std::ptrdiff_t>(a + size),
                     bytes.begin() + static_cast<std::ptrdiff_t>(b));
    expect_noticed(bytes, cat("a swap of ", size, " at ", a, " and ", b));
  }
  EXPECT_GT(m_tried, 950u);
}

TEST_F(Damage, AThousandReorderingsOfLines) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    auto lines = m_lines;
    if (below(2) == 0) {
      std::swap(lines[below(lines.size())], lines[below(lines.size())]);
    } else {
      std::shuffle(lines.begin(), lines.end(), m_random);
    }
    expect_noticed(glue(lines), "a reordering");
  }
  EXPECT_GT(m_tried, 900u);
}

TEST_F(Damage, AThousandRepetitions) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    if (below(2) == 0) {
      auto lines = m_lines;
      const std::string again = lines[below(lines.size())];
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1)), again);
      expect_noticed(glue(lines), "a repeated line");
    } else {
      const size_t from = place();
      std::string bytes = m_good;
      bytes.insert(place(), m_good.substr(from, 1 + below(50)));
      expect_noticed(bytes, "a repeated piece");
    }
  }
  EXPECT_EQ(m_tried, 1000u);
}

}  // namespace
}  // namespace assay::audit
