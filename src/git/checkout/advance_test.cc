#include "git/checkout/advance.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

// main at `from`; `to` is one commit further, made elsewhere, as landing does.
class Advance : public testing::Test {
 protected:
  Advance() : from(scratch.id("HEAD")) {}

  void change(const std::string& script) {
    scratch.sh("git worktree add -q -b next ../next");
    to = scratch.sh("{ " + script + "\n} >/dev/null; git add -A -f; git commit -qm next; git rev-parse HEAD",
                    os::join_path(scratch.folder(), "next"));
  }
  IndexLock hold() const { return *IndexLock::take(scratch.repository(), {from, to}); }
  Result<void> advance() const { return git::advance(hold(), {from, to}); }
  Result<void> finish() const { return finish_advance(hold(), {from, to}); }
  Result<Obstacles> find_obstacles() const { return obstacles(scratch.repository(), from, to); }

  ScratchRepository scratch;
  std::string from, to;
};

TEST_F(Advance, MovesACleanCheckout) {
  change("echo new >a.txt; git rm -q b.txt; echo d >src/d.txt; ln -s a.txt link; chmod +x src/c.txt");
  scratch.sh("echo mine >untracked.txt");
  ASSERT_TRUE(find_obstacles()->none());
  scratch.sh("git update-ref refs/heads/main " + to);
  const auto moved = advance();
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(scratch.sh("git status --porcelain"), "?? untracked.txt");
  EXPECT_EQ(scratch.sh("cat a.txt untracked.txt"), "new\nmine");
  EXPECT_TRUE(differences(scratch.repository(), to)->empty());
}

TEST_F(Advance, ARerunAfterACrashFindsOutWhereItIs) {
  change("echo new >a.txt");
  scratch.sh("git update-ref refs/heads/main " + to);  // swapped, then killed before the files moved
  EXPECT_FALSE(differences(scratch.repository(), to)->empty());
  ASSERT_TRUE(advance());
  EXPECT_TRUE(differences(scratch.repository(), to)->empty());
  scratch.sh("echo mine >b.txt; git add b.txt; echo mine >a.txt");
  const auto again = catch_up(hold(), {from, to});  // it is there, with somebody's work on top
  EXPECT_TRUE(again) << again.error().message;
  EXPECT_EQ(scratch.sh("git status --porcelain; cat a.txt"), " M a.txt\nM  b.txt\nmine");
}

TEST_F(Advance, FilesThatWereOnlyTouchedAreNoObstacle) {
  change("echo new >a.txt");
  scratch.sh("git update-ref refs/heads/main " + to + "; touch -d '2001-01-01' a.txt b.txt");
  ASSERT_TRUE(find_obstacles()->none());
  const auto moved = advance();
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(scratch.sh("cat a.txt; git status --porcelain"), "new");
}

// git tells files by their size and their times in whole seconds; what is not older than the index is compared.
// The copy that is looked at must not seem younger than the index.
TEST_F(Advance, AFileOfTheSameSizeAndTimesIsAnObstacle) {
  change("echo new >a.txt");
  scratch.sh(
      "old() { touch -d 2001-01-01 \"$1\"; }; echo bb >b.txt; old b.txt; git add b.txt; git commit -qm b; "
      "echo cc >b.txt; old b.txt; old .git/index");
  from = scratch.id("HEAD");
  EXPECT_EQ(find_obstacles()->changed, std::vector<std::string>{"b.txt"});
}

TEST_F(Advance, AFreeCheckoutLosesNothingEither) {
  change("echo new >a.txt; echo d >src/d.txt");
  scratch.sh("git update-ref refs/heads/main " + to + "; echo mine >b.txt");
  for (const std::string mine : {"echo mine >a.txt", "echo mine >src/d.txt",
                                 "echo mine >src/d.txt; mkdir -p .git/info; echo d.txt >.git/info/exclude"}) {
    scratch.sh(mine);
    EXPECT_FALSE(advance()) << mine;
    scratch.sh("git show " + from + ":a.txt >a.txt; rm -f src/d.txt");
  }
  const auto moved = advance();
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(scratch.sh("git status --porcelain | cut -c2-"), "M b.txt");
  EXPECT_EQ(scratch.sh("cat a.txt b.txt"), "new\nmine");
}

TEST_F(Advance, AMoveThatWasInterruptedIsFinished) {
  change("echo newer >a.txt; git rm -q b.txt; echo four >src/d.txt; echo five >e.txt");
  scratch.sh("git update-ref refs/heads/main " + to);
  scratch.sh("printf new >a.txt; rm b.txt; echo four >src/d.txt; : >e.txt");  // killed in the middle of writing
  EXPECT_FALSE(advance());
  const auto finished = finish();
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_EQ(scratch.sh("git status --porcelain"), "");
  EXPECT_EQ(scratch.sh("cat a.txt e.txt"), "newer\nfive");
}

TEST_F(Advance, WhatSomebodyWroteIsNotTakenForAnInterruptedMove) {
  change("echo newer >a.txt; echo four >src/d.txt");
  scratch.sh("git update-ref refs/heads/main " + to);
  for (const std::string mine :
       {"echo mine >a.txt", "echo mine >b.txt", "echo mine >src/d.txt", "echo newer and more >a.txt"}) {
    scratch.sh("git read-tree " + from + "; git checkout-index -f -a; rm -f src/d.txt; " + mine);
    const auto before = scratch.sh("cat a.txt b.txt; cat src/d.txt 2>/dev/null || true");
    EXPECT_FALSE(finish()) << mine;
    EXPECT_EQ(scratch.sh("cat a.txt b.txt; cat src/d.txt 2>/dev/null || true"), before) << mine;
  }
}

TEST_F(Advance, ChangedStagedAndHiddenFilesAreObstacles) {
  change("echo new >a.txt");
  scratch.sh("echo dirty >b.txt");
  EXPECT_EQ(find_obstacles()->changed, std::vector<std::string>{"b.txt"});
  scratch.sh("git update-index --assume-unchanged b.txt");
  EXPECT_EQ(find_obstacles()->changed, std::vector<std::string>{"b.txt"});
  scratch.sh("git update-index --no-assume-unchanged b.txt; git checkout -q b.txt; echo s >s; git add s; rm s");
  EXPECT_EQ(find_obstacles()->changed, std::vector<std::string>{"s"});
  scratch.sh("echo mine >a.txt; git add a.txt");
  const auto refused = advance();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_EQ(scratch.sh("git show :a.txt; cat a.txt"), "mine\nmine");
}

TEST_F(Advance, WhatIsStagedElsewhereStaysStaged) {
  change("echo new >a.txt");
  scratch.sh("git update-ref refs/heads/main " + to + "; echo s >s; git add s");
  const auto moved = advance();
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(scratch.sh("git status --porcelain; cat a.txt"), "A  s\nnew");
}

TEST_F(Advance, CatchingUpRefusesWhenACommitThereWouldTakeSomethingBack) {
  change("echo new >a.txt; echo new >b.txt");
  scratch.sh("git update-ref refs/heads/main " + to + "; echo mine >a.txt");
  EXPECT_FALSE(catch_up(hold(), {from, to}));
  EXPECT_EQ(scratch.sh("cat a.txt b.txt"), "mine\ntwo");
  EXPECT_EQ(*taken_back(scratch.repository(), {from, to}, from), (std::vector<std::string>{"a.txt", "b.txt"}));
  EXPECT_TRUE(taken_back(scratch.repository(), {from, to}, to)->empty());
}

TEST_F(Advance, UntrackedFilesInTheWayAreObstaclesEvenIfIgnored) {
  change("echo new >new.txt; mkdir -p deep/er; echo x >deep/er/file; git rm -q -r src; echo now a file >src");
  scratch.sh(
      "mkdir -p .git/info; echo '*' >.git/info/exclude; echo precious >new.txt; echo precious >deep; echo precious "
      ">src/local");
  EXPECT_EQ(find_obstacles()->in_the_way, (std::vector<std::string>{"deep", "new.txt", "src/local"}));
  ASSERT_FALSE(advance());
  EXPECT_EQ(scratch.sh("cat new.txt deep src/local"), "precious\nprecious\nprecious");
}

TEST_F(Advance, AFolderThatBecomesAFileIsNoObstacle) {
  change("git rm -q -r src; echo now a file >src");
  ASSERT_TRUE(find_obstacles()->none());
  ASSERT_TRUE(advance());
  EXPECT_EQ(scratch.sh("cat src"), "now a file");
}

TEST_F(Advance, AnUnfinishedMergeIsAnObstacle) {
  change("echo new >a.txt");
  scratch.sh(
      "git checkout -q -b x; echo x >x; git add x; git commit -qm x; git checkout -q main; git merge -q --no-ff "
      "--no-commit x");
  EXPECT_EQ(find_obstacles()->pending, Pending::merge);
  EXPECT_FALSE(finish());
}

// As git-crypt is configured: what is committed is not what lies in the checkout.
class FilteredAdvance : public Advance {
 protected:
  FilteredAdvance() {
    scratch.sh(
        "git config filter.crypt.smudge 'tr a-z b-za'; git config filter.crypt.clean 'tr b-za a-z'; "
        "git config filter.crypt.required true");
    scratch.commit("echo '*.key filter=crypt' >.gitattributes; echo hello >one.key; echo plain >plain.txt");
    from = scratch.id("HEAD");
  }
};

TEST_F(FilteredAdvance, RunsTheFiltersThatTheCheckoutHas) {
  ASSERT_EQ(scratch.sh("git show HEAD:one.key"), "gdkkn");
  change("echo world >one.key; echo two >two.key");
  ASSERT_TRUE(find_obstacles()->none()) << "nothing is changed there";
  const auto moved = advance();
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(scratch.sh("cat one.key two.key; git diff --name-only " + to), "world\ntwo");
}

TEST_F(FilteredAdvance, WhatSomebodyChangedIsSeenThroughThem) {
  change("echo world >one.key");
  scratch.sh("echo mine >one.key");
  EXPECT_EQ(find_obstacles()->changed, std::vector<std::string>{"one.key"});
}

TEST_F(FilteredAdvance, PutsEverythingBackWhenOneFails) {
  change("echo first >a.txt; echo world >one.key; git rm -q plain.txt; mkdir z; echo last >z/last.txt");
  scratch.sh(
      "git config filter.crypt.smudge false; echo mine >untracked; mkdir -p .git/info; echo x >.git/info/exclude; echo "
      "mine >x");
  const auto before = scratch.sh("git ls-files -s; ls; cat a.txt one.key plain.txt untracked x");
  const auto moved = advance();
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().code, Code::conflict);
  EXPECT_NE(moved.error().message.find("everything there was put back as it was"), std::string::npos)
      << moved.error().message;
  EXPECT_EQ(scratch.sh("git ls-files -s; ls; cat a.txt one.key plain.txt untracked x"), before);
  EXPECT_EQ(scratch.sh("git diff-files --name-only; git status --porcelain"), "?? untracked");
  EXPECT_FALSE(os::exists(scratch.repository().git_folder() + "/assay/moving"));
}

TEST_F(FilteredAdvance, AnInterruptedMoveIsFinishedThroughThem) {
  change("echo world >one.key; echo two >two.key");
  scratch.sh("git update-ref refs/heads/main " + to + "; printf wor >one.key");
  const auto finished = finish();
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_EQ(scratch.sh("cat one.key two.key; git status --porcelain"), "world\ntwo");
}

TEST_F(Advance, LineEndsAndEncodingsAreThoseOfTheCheckout) {
  scratch.sh("git config core.autocrlf true");
  scratch.commit("printf 'a working-tree-encoding=x\\n*.u16 working-tree-encoding=UTF-16LE\\n' >.gitattributes");
  from = scratch.id("HEAD");
  change("printf 'new\\r\\n' >a.txt; printf 'x\\0' >one.u16");
  const auto moved = advance();
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(scratch.sh("od -An -c a.txt | tr -d ' '; od -An -c one.u16 | tr -d ' '; git diff --name-only " + to),
            "new\\r\\n\nx\\0");
}

// No rights can make a name longer than a file system takes.
TEST_F(Advance, WhatCannotBeWrittenInTheMiddleIsPutBackWhole) {
  const std::string long_name(300, 'n');
  change("echo new >a.txt; git rm -q b.txt; git rm -q -r src; echo now a file >src; ln -s a.txt link");
  const auto tree = scratch.sh("{ git ls-tree -r " + to + "; printf '100644 blob %s\\tm" + long_name +
                               "\\n' $(git rev-parse " + to + ":a.txt); } | git mktree --missing");
  to = scratch.sh("git commit-tree -m long -p " + from + " " + tree);
  scratch.sh(
      "mkdir -p mine; echo mine >mine/file; chmod 755 src/c.txt; git update-index --refresh -q || true; "
      "chmod 644 src/c.txt; touch -d 2001-01-01 a.txt; git update-index -q --refresh || true");
  const std::string state =
      "git ls-files -s; ls -l --time-style=full-iso a.txt b.txt src | cut -d' ' -f1,5-; cat a.txt mine/file";
  const auto before = scratch.sh(state);
  const auto moved = advance();
  ASSERT_FALSE(moved);
  EXPECT_NE(moved.error().message.find("File name too long"), std::string::npos) << moved.error().message;
  EXPECT_NE(moved.error().message.find("put back"), std::string::npos) << moved.error().message;
  EXPECT_EQ(scratch.sh(state), before);
  EXPECT_EQ(scratch.sh("git diff-files --name-only; git status --porcelain"), "?? mine/");
}

TEST_F(Advance, ASparseCheckoutStaysSparse) {
  scratch.commit("mkdir big; echo 1 >big/one");
  from = scratch.id("HEAD");
  change("echo 2 >big/two; echo new >a.txt");
  scratch.sh("git sparse-checkout set src");
  ASSERT_TRUE(advance());
  EXPECT_EQ(scratch.sh("ls; cat a.txt"), "a.txt\nb.txt\nsrc\nnew");
}

}  // namespace
}  // namespace assay::git
