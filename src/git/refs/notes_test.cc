#include "git/refs/notes.h"

#include <thread>

#include <gtest/gtest.h>

#include "base/text.h"
#include "git/refs/refs.h"
#include "git/scratch_repository.h"

namespace assay::git {
namespace {

constexpr std::uint64_t k_limit = 1 << 20;
const std::string k_notes_ref = "refs/notes/assay";

TEST(Notes, AreWrittenReadAndNotWrittenTwice) {
  const ScratchRepository sample;
  const auto repository = sample.repository();
  const auto head = sample.id("HEAD");
  EXPECT_EQ(*read_note(repository, k_notes_ref, head, k_limit), std::nullopt);
  EXPECT_TRUE(*append_note(repository, {k_notes_ref, head, "one\n", 100}, k_limit));
  const auto commit = sample.id(k_notes_ref);
  EXPECT_FALSE(*append_note(repository, {k_notes_ref, head, "one\n", 200}, k_limit));
  EXPECT_EQ(sample.id(k_notes_ref), commit);
  EXPECT_EQ(*read_note(repository, k_notes_ref, head, k_limit), "one\n");
  EXPECT_TRUE(*append_note(repository, {k_notes_ref, head, "two\n", 200}, k_limit));
  EXPECT_EQ(*read_note(repository, k_notes_ref, head, k_limit), "one\ntwo\n");
  EXPECT_EQ(sample.sh("git notes --ref=assay show HEAD"), "one\ntwo");
  EXPECT_EQ(sample.sh("git for-each-ref refs/assay/notes"), "");
}

TEST(Notes, KeepWhatOthersWroteHoweverItIsFannedOut) {
  const ScratchRepository sample;
  const auto repository = sample.repository();
  sample.sh(
      "for i in $(seq 1 40); do c=$(git commit-tree -m $i HEAD^{tree}); git notes --ref=assay add -m n$i $c; "
      "echo $c >>../commits; done");
  const auto head = sample.id("HEAD");
  EXPECT_TRUE(*append_note(repository, {k_notes_ref, head, "ours\n", 100}, k_limit));
  EXPECT_EQ(sample.sh("while read c; do git notes --ref=assay show $c; done <../commits | sort | uniq | wc -l"), "40");
  EXPECT_EQ(*read_note(repository, k_notes_ref, head, k_limit), "ours\n");
}

TEST(Notes, OfWritersAtTheSameTimeAreAllThere) {
  const ScratchRepository sample;
  const auto head = sample.id("HEAD");
  const auto before = sample.id("HEAD");
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&sample, &head, i] {
      const auto done = append_note(sample.repository(), {k_notes_ref, head, cat("writer ", i, "\n"), 100}, k_limit);
      EXPECT_TRUE(done && *done) << (done ? "" : done.error().message);
    });
  }
  for (auto& writer : writers) writer.join();
  const auto text = read_note(sample.repository(), k_notes_ref, head, k_limit);
  ASSERT_TRUE(text && *text);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(contains(**text, cat("writer ", i, "\n"))) << **text;
  EXPECT_EQ(sample.id("HEAD"), before);
}

TEST(Notes, BeyondTheLimitAreNotRead) {
  const ScratchRepository sample;
  const auto head = sample.id("HEAD");
  EXPECT_TRUE(*append_note(sample.repository(), {k_notes_ref, head, std::string(2000, 'x') + "\n", 100}, k_limit));
  const auto read = read_note(sample.repository(), k_notes_ref, head, 1000);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Code::corrupt);
}

}  // namespace
}  // namespace assay::git
