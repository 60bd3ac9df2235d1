#include "git/merge.h"

#include "git/commit.h"
#include "git/scratch_repository.h"
#include "git/snapshot.h"

namespace assay::git {
namespace {

// A branch from `base` with one commit made by `script`; HEAD is main again afterwards.
MergeBranch branch(const ScratchRepository& scratch, const std::string& name, const std::string& script,
                   const std::string& base = "main") {
  scratch.sh("git checkout -q -b " + name + " " + base);
  const auto commit = scratch.commit(script, name);
  scratch.sh("git checkout -q main");
  return {name, commit};
}

Result<Merged> merge(const ScratchRepository& scratch, const std::vector<MergeBranch>& branches) {
  return merge_branches(scratch.repository(), scratch.id("main"), branches, k_date);
}

std::string file(const ScratchRepository& scratch, const Merged& merged, std::string_view path) {
  const auto tree = Tree::open(scratch.repository(), merged.commit->tree);
  return tree->read(path)->value_or("(none)");
}

TEST(Merge, BranchesInTheGivenOrder) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "echo 1 >one.txt");
  const auto two = branch(scratch, "two", "echo more >>a.txt; git rm -q b.txt");
  const auto merged = merge(scratch, {one, two});
  ASSERT_TRUE(merged) << merged.error().message;
  ASSERT_TRUE(merged->commit);
  EXPECT_TRUE(merged->conflicts.empty());
  const auto& id = merged->commit->id;
  EXPECT_EQ(scratch.id(id + "^{tree}"), merged->commit->tree);
  EXPECT_EQ(scratch.id(id + "^2"), two.commit);
  EXPECT_EQ(scratch.id(id + "^1^2"), one.commit);
  EXPECT_EQ(scratch.id(id + "^1^1"), scratch.id("main"));
  EXPECT_EQ(file(scratch, *merged, "one.txt"), "1\n");
  EXPECT_EQ(file(scratch, *merged, "a.txt"), "one\nmore\n");
  EXPECT_EQ(file(scratch, *merged, "b.txt"), "(none)");
}

TEST(Merge, SameInputsGiveTheSameCommitWithoutTheUsersIdentity) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "echo 1 >one.txt");
  const auto first = merge(scratch, {one});
  scratch.sh(
      "git config user.name Somebody; git config commit.gpgsign true; git config gpg.program false; "
      "git config i18n.commitEncoding latin1");
  const auto second = merge(scratch, {one});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->commit->id, second->commit->id);
  EXPECT_EQ(scratch.sh("git log -1 --format='%an <%ae> %cn %at' " + first->commit->id),
            "Assay <assay@localhost> Assay 1700000000");
  const auto later = merge_branches(scratch.repository(), scratch.id("main"), std::span(&one, 1), k_date + 1);
  EXPECT_NE(first->commit->id, later->commit->id);
}

TEST(Merge, ConflictsNameTheFileBothTasksAndTheKind) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "echo from one >a.txt");
  const auto two = branch(scratch, "two", "echo from two >a.txt; echo fine >new.txt");
  const auto three = branch(scratch, "three", "echo else >b.txt");
  const auto merged = merge(scratch, {one, two, three});
  ASSERT_TRUE(merged);
  EXPECT_FALSE(merged->commit);
  ASSERT_EQ(merged->conflicts.size(), 1u);
  const auto& conflict = merged->conflicts[0];
  EXPECT_EQ(conflict.path, "a.txt");
  EXPECT_EQ(conflict.kind, "CONFLICT (contents)");
  EXPECT_NE(conflict.message.find("a.txt"), std::string::npos);
  EXPECT_EQ(conflict.branch, "two");
  EXPECT_EQ(conflict.against, std::vector<std::string>{"one"});
  EXPECT_FALSE(conflict.against_target);
  EXPECT_NE(conflict.hunks.find("\nfrom one\n=======\nfrom two\n>>>>>>> "), std::string::npos) << conflict.hunks;
}

TEST(Merge, AConflictWithTheTargetIsSaid) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "git rm -q a.txt");
  scratch.commit("echo target >a.txt");
  const auto merged = merge(scratch, {one});
  ASSERT_TRUE(merged);
  ASSERT_EQ(merged->conflicts.size(), 1u);
  EXPECT_EQ(merged->conflicts[0].kind, "CONFLICT (modify/delete)");
  EXPECT_TRUE(merged->conflicts[0].against_target);
  EXPECT_TRUE(merged->conflicts[0].against.empty());
}

TEST(Merge, EveryConflictingBranchIsReported) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "echo 1 >a.txt");
  const auto two = branch(scratch, "two", "echo 2 >a.txt");
  const auto three = branch(scratch, "three", "echo 3 >a.txt");
  const auto merged = merge(scratch, {one, two, three});
  ASSERT_TRUE(merged);
  ASSERT_EQ(merged->conflicts.size(), 2u);
  EXPECT_EQ(merged->conflicts[0].branch, "two");
  EXPECT_EQ(merged->conflicts[1].branch, "three");
  EXPECT_EQ(merged->conflicts[1].against, std::vector<std::string>{"one"});
}

TEST(Merge, ARenameAgainstAChangeMerges) {
  ScratchRepository scratch;
  scratch.commit("seq 1 50 >numbers.txt");
  const auto one = branch(scratch, "one", "git mv numbers.txt renamed.txt");
  const auto two = branch(scratch, "two", "echo 51 >>numbers.txt");
  const auto merged = merge(scratch, {one, two});
  ASSERT_TRUE(merged->commit);
  EXPECT_TRUE(file(scratch, *merged, "renamed.txt").ends_with("50\n51\n"));
}

TEST(Merge, ACaseOnlyRenameMerges) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "git mv a.txt A.txt");
  const auto two = branch(scratch, "two", "echo x >b.txt");
  const auto merged = merge(scratch, {one, two});
  ASSERT_TRUE(merged->commit);
  EXPECT_EQ(file(scratch, *merged, "A.txt"), "one\n");
  EXPECT_EQ(file(scratch, *merged, "a.txt"), "(none)");
}

TEST(Merge, NamesThatAreNotUtf8AreNamedInConflicts) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "printf x >\"$(printf 'caf\\351')\"");
  const auto two = branch(scratch, "two", "printf y >\"$(printf 'caf\\351')\"");
  const auto merged = merge(scratch, {one, two});
  ASSERT_EQ(merged->conflicts.size(), 1u);
  EXPECT_EQ(merged->conflicts[0].path, "caf\xe9");
  EXPECT_EQ(merged->conflicts[0].against, std::vector<std::string>{"one"});
}

TEST(Merge, ContainedBranchesAreSkipped) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "echo 1 >one.txt");
  const auto two = branch(scratch, "two", "echo 2 >two.txt", "one");
  const MergeBranch stale{"stale", scratch.id("main")};
  const auto merged = merge(scratch, {two, one, stale});
  ASSERT_TRUE(merged->commit);
  EXPECT_EQ(merged->contained, (std::vector<std::string>{"one", "stale"}));
  EXPECT_EQ(scratch.id(merged->commit->id + "^1"), scratch.id("main"));
}

TEST(Merge, NothingToMergeIsTheTarget) {
  ScratchRepository scratch;
  const auto merged = merge(scratch, {});
  ASSERT_TRUE(merged->commit);
  EXPECT_EQ(merged->commit->id, scratch.id("main"));
  EXPECT_EQ(merged->commit->tree, scratch.id("main^{tree}"));
}

TEST(Merge, UnrelatedHistoriesAreRefusedByName) {
  ScratchRepository scratch;
  const auto other = scratch.sh("git commit-tree -m root $(git write-tree)");
  const auto merged = merge(scratch, {{"stranger", other}});
  ASSERT_FALSE(merged);
  EXPECT_NE(merged.error().message.find("stranger shares no history"), std::string::npos);
}

TEST(Merge, TouchesNeitherCheckoutNorIndexNorStashNorRefs) {
  ScratchRepository scratch;
  const auto one = branch(scratch, "one", "echo 1 >a.txt");
  scratch.sh("echo kept >kept; git stash -q -u; echo dirty >b.txt; echo staged >s; git add s");
  const auto state = "git status --porcelain; git stash list; git for-each-ref; sha1sum .git/index; cat b.txt";
  const auto before = scratch.sh(state);
  ASSERT_TRUE(merge(scratch, {one})->commit);
  EXPECT_EQ(scratch.sh(state), before);
}

TEST(Merge, AttributesAreTheTargetsNotTheCheckouts) {
  ScratchRepository scratch;
  scratch.commit(
      "mkdir -p log; echo '*.md merge=union' >log/.gitattributes; echo start >log/CHANGES.md; echo start >NEWS.md");
  const auto one = branch(scratch, "one", "echo one >>log/CHANGES.md");
  const auto two = branch(scratch, "two", "echo two >>log/CHANGES.md");
  const auto target = scratch.id("main");
  // The checkout says otherwise, and so does the repository's private list.
  scratch.sh("echo '*.md -merge' >log/.gitattributes; mkdir -p .git/info; echo '*.md -merge' >.git/info/attributes");
  const auto merged = merge_branches(scratch.repository(), target, std::vector{one, two}, k_date);
  ASSERT_TRUE(merged->commit) << merged->conflicts[0].message;
  EXPECT_EQ(file(scratch, *merged, "log/CHANGES.md"), "start\none\ntwo\n");
  // A branch cannot bring its own.
  scratch.sh("git checkout -qf -- .");
  const auto three = branch(scratch, "three", "echo '* merge=union' >.gitattributes; echo three >>NEWS.md");
  const auto four = branch(scratch, "four", "echo four >>NEWS.md");
  const auto refused = merge_branches(scratch.repository(), target, std::vector{three, four}, k_date);
  ASSERT_FALSE(refused->commit);
  EXPECT_EQ(refused->conflicts[0].path, "NEWS.md");
}

TEST(Merge, RunsNoMergeDriver) {
  ScratchRepository scratch;
  scratch.commit("echo '*.txt merge=evil' >.gitattributes");
  const auto one = branch(scratch, "one", "echo 1 >a.txt");
  const auto two = branch(scratch, "two", "echo 2 >a.txt");
  scratch.sh("git config merge.evil.driver 'touch " + scratch.folder() + "/pwned; true'");
  const auto merged = merge(scratch, {one, two});
  ASSERT_TRUE(merged);
  EXPECT_FALSE(merged->commit);
  EXPECT_FALSE(os::exists(os::join_path(scratch.folder(), "pwned")));
}

TEST(Merge, WorksFromBareLinkedAndSha256Repositories) {
  ScratchRepository scratch("--object-format=sha256");
  const auto one = branch(scratch, "one", "echo 1 >one.txt");
  const auto expected = merge(scratch, {one});
  ASSERT_TRUE(expected->commit);
  EXPECT_EQ(expected->commit->id.size(), 64u);
  scratch.sh("git worktree add -q ../linked; git clone -q --bare . ../bare.git");
  for (const char* name : {"linked", "bare.git"}) {
    const auto other = Repository::open_even_bare(os::join_path(scratch.folder(), name));
    const auto merged = merge_branches(*other, scratch.id("main"), std::span(&one, 1), k_date);
    ASSERT_TRUE(merged) << merged.error().message;
    EXPECT_EQ(merged->commit->id, expected->commit->id) << name;
  }
}

TEST(Merge, CrissCrossHistoriesMerge) {
  ScratchRepository scratch;
  scratch.sh(
      "git checkout -q -b x; echo x >x; git add x; git commit -qm x; git checkout -q main; echo m >m; git add m; "
      "git commit -qm m; m=$(git rev-parse HEAD); git merge -q -m mx x; git checkout -q x; git merge -q -m xm $m; "
      "echo more >>x; git commit -qam more; git checkout -q main");
  const auto merged = merge(scratch, {{"x", scratch.id("x")}});
  ASSERT_TRUE(merged) << merged.error().message;
  ASSERT_TRUE(merged->commit);
  EXPECT_EQ(file(scratch, *merged, "x"), "x\nmore\n");
}

TEST(Replay, PutsOneCommitOnTopOfAnother) {
  ScratchRepository scratch;
  scratch.sh("git checkout -q -b side");
  scratch.commit("echo unrelated >unrelated.txt");
  const auto wanted = scratch.commit("echo picked >picked.txt", "picked");
  scratch.sh("git checkout -q main");
  const auto replayed = replay(scratch.repository(), scratch.id("main"), {"side", wanted, "Picked\n"}, k_date);
  ASSERT_TRUE(replayed) << replayed.error().message;
  ASSERT_TRUE(replayed->commit);
  EXPECT_EQ(scratch.id(replayed->commit->id + "^1"), scratch.id("main"));
  EXPECT_EQ(file(scratch, *replayed, "picked.txt"), "picked\n");
  EXPECT_EQ(file(scratch, *replayed, "unrelated.txt"), "(none)");
  const auto again = replay(scratch.repository(), replayed->commit->id, {"side", wanted}, k_date);
  EXPECT_EQ(again->contained.size(), 1u);
  EXPECT_EQ(again->commit->id, replayed->commit->id);
}

}  // namespace
}  // namespace assay::git
