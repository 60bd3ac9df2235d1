#include "git/worktrees/integration_worktree.h"

#include <sys/stat.h>

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

class Warm : public testing::Test {
 protected:
  explicit Warm(const std::string& options = "") : scratch(options), first(scratch.id("HEAD")) {}

  std::string path() const { return os::join_path(scratch.folder(), "warm"); }
  std::string file(std::string_view name) const { return os::join_path(path(), name); }
  std::string in(const std::string& script) const { return scratch.sh(script, path()); }

  WorkingCopy::Moved move(const std::string& commit, const std::vector<std::string>& caches = {}) {
    auto worktree = IntegrationWorktree::open(scratch.repository(), "m1", path(), commit);
    EXPECT_TRUE(worktree) << worktree.error().message;
    if (!worktree) return {};
    auto moved = worktree->move_to(commit, caches);
    EXPECT_TRUE(moved) << moved.error().message;
    return moved ? *moved : WorkingCopy::Moved{};
  }
  Error refused(const std::string& commit) {
    auto worktree = IntegrationWorktree::open(scratch.repository(), "m1", path(), first);
    EXPECT_TRUE(worktree);
    auto moved = worktree->move_to(commit);
    EXPECT_FALSE(moved);
    return moved ? Error{} : moved.error();
  }

  // The id of a tree of all files that are really there, asked of git with an index of its own.
  static constexpr const char* k_tree_on_disk =
      "(export GIT_DIR=$PWD/.git GIT_WORK_TREE=../warm GIT_INDEX_FILE=../oracle; rm -f ../oracle; cd ../warm; "
      "git -c core.sparseCheckout=false add -A -f . 2>/dev/null; git write-tree); ";
  // Files, index, HEAD and git's own view of it are the commit's.
  void expect_exact(const std::string& commit) const {
    const auto tree = "$(git rev-parse " + commit + "^{tree})";
    EXPECT_EQ(scratch.sh(k_tree_on_disk +
                         std::string("cd ../warm; git rev-parse HEAD; git symbolic-ref -q HEAD || :; git status "
                                     "--porcelain --ignored; git ls-files -v | grep -v ^H || :; git write-tree")),
              scratch.sh("echo " + tree + "; echo " + commit + "; echo " + tree));
  }

  ScratchRepository scratch;
  std::string first;
};

std::string stamp_of(const std::string& path) {
  struct stat st {};
  EXPECT_EQ(::lstat(path.c_str(), &st), 0) << path;
  return cat(st.st_ino, " ", st.st_ctim.tv_sec, " ", st.st_ctim.tv_nsec);
}

TEST_F(Warm, TheFirstMoveWritesEverythingAndLeavesTheCheckoutAlone) {
  scratch.sh("echo dirty >a.txt");
  const auto moved = move(first);
  EXPECT_TRUE(moved.whole);
  EXPECT_EQ(moved.written, 3u);
  expect_exact(first);
  EXPECT_EQ(scratch.sh("cat a.txt; git status --porcelain; git symbolic-ref HEAD"), "dirty\n M a.txt\nrefs/heads/main");
}

TEST_F(Warm, AMoveTouchesOnlyFilesThatDiffer) {
  move(first);
  const auto second = scratch.commit("echo changed >a.txt; echo new >src/new.txt; git rm -q b.txt");
  const auto untouched = stamp_of(file("src/c.txt"));
  const auto moved = move(second);
  EXPECT_FALSE(moved.whole);
  EXPECT_EQ(moved.written, 2u);
  EXPECT_EQ(moved.restored, 0u);
  EXPECT_EQ(stamp_of(file("src/c.txt")), untouched);
  expect_exact(second);
  move(first);
  expect_exact(first);
  EXPECT_EQ(stamp_of(file("src/c.txt")), untouched);
}

TEST_F(Warm, MovingToTheSameCommitTouchesNothing) {
  move(first);
  const auto stamp = stamp_of(file("a.txt"));
  const auto moved = move(first);
  EXPECT_EQ(moved.written + moved.restored + moved.removed, 0u);
  EXPECT_EQ(stamp_of(file("a.txt")), stamp);
}

TEST_F(Warm, ChangesOfSameSizeAndTimeAreFoundAndUndone) {
  move(first);
  in("touch -r a.txt ../ref; printf 'two\\n' >a.txt; touch -r ../ref a.txt");
  const auto worktree = IntegrationWorktree::open(scratch.repository(), "m1", path(), first);
  EXPECT_EQ(worktree->find_tampering()->changed, std::vector<std::string>{"a.txt"});
  EXPECT_EQ(move(first).restored, 1u);
  EXPECT_EQ(in("cat a.txt"), "one");
  expect_exact(first);
}

TEST_F(Warm, EveryKindOfTamperingIsUndone) {
  const char* const attacks[] = {
      "rm a.txt",
      "rm -r src",
      "chmod +x a.txt",
      "rm a.txt; mkdir a.txt; echo x >a.txt/x",
      "rm a.txt; ln -s /etc/passwd a.txt",
      "rm a.txt; mkfifo a.txt",
      "mv src ../moved; ln -s ../moved src",
      "mv src ../moved2; echo file >src",
      "ln a.txt ../hard; echo evil >>../hard",
      "echo evil >a.txt; git update-index --assume-unchanged a.txt",
      "echo evil >a.txt; git update-index --skip-worktree a.txt",
      "echo evil >a.txt; git add a.txt",
      "echo evil >>a.txt; git -c user.name=x -c user.email=x@x commit -qam evil",
      "git checkout -q -b stolen",
      "git rm -q a.txt; git -c user.name=x -c user.email=x@x commit -qm gone",
      "rm \"$(git rev-parse --git-dir)/index\"",
      "echo garbage >\"$(git rev-parse --git-dir)/index\"",
      "touch \"$(git rev-parse --git-dir)/index.lock\"",
      "mkdir \"$(git rev-parse --git-dir)/rebase-merge\"",
      "echo '[core] fsmonitor = /bin/false' >\"$(git rev-parse --git-dir)/config.worktree\"",
      "echo 'gitdir: /nowhere' >.git",
      "rm .git; git init -q .; git config core.worktree /",
      "rm .git; ln -s /dev/null .git",
      "chmod 000 src",
      "chmod 500 src",
      "echo '*' >.gitignore; echo x >hidden",
  };
  for (const char* attack : attacks) {
    SCOPED_TRACE(attack);
    move(first);
    in(cat("exec 2>/dev/null; ", attack));
    move(first);
    expect_exact(first);
    scratch.sh("rm -rf ../moved ../moved2 ../hard; git branch -q -D stolen 2>/dev/null || :");
  }
}

TEST_F(Warm, TamperedFilesDoNotSurviveAMoveEither) {
  move(first);
  const auto second = scratch.commit("echo changed >a.txt; git rm -q b.txt");
  in("echo evil >a.txt; echo evil >b.txt; echo evil >src/c.txt");
  EXPECT_EQ(move(second).restored, 2u);
  expect_exact(second);
}

TEST_F(Warm, LeftoversGoAndDeclaredCachesStay) {
  scratch.commit("printf 'node_modules\\n*.o\\n' >.gitignore");
  const auto commit = scratch.id("HEAD");
  move(commit);
  in("mkdir -p node_modules/x src/node_modules target/debug out/deep build; echo m >node_modules/x/m; echo n "
     ">src/node_modules/n; "
     "echo t >target/debug/t; echo o >out/deep/o; echo i >src/i.o; echo b >build/b; git init -q inner; echo z "
     ">inner/z; mkdir empty");
  const auto moved = move(commit, {"node_modules", "/target", "src/build"});
  EXPECT_GE(moved.removed, 4u);
  EXPECT_EQ(in("find . -name .git -prune -o -type f -print | sort"),
            "./.gitignore\n./a.txt\n./b.txt\n./node_modules/x/m\n./src/c.txt\n./src/node_modules/n\n./target/debug/t");
  EXPECT_EQ(in("ls -d empty inner out build 2>/dev/null || :"), "");
}

TEST_F(Warm, ACacheThatTheCommitTracksIsNotKept) {
  move(first);
  in("mkdir build; echo old >build/old");
  const auto second = scratch.commit("mkdir build; echo tracked >build/tracked");
  move(second, {"build"});
  expect_exact(second);
  in("echo leftover >build/leftover");
  move(second, {"build"});
  expect_exact(second);
}

TEST_F(Warm, HostileLeftoversGo) {
  move(first);
  in("mkdir -p locked/in; echo x >locked/in/x; chmod 000 locked/in locked; ln -s / slash; ln -s .. src/up; "
     "i=0; while [ $i -lt 150 ]; do mkdir d; cd d; i=$((i + 1)); done; echo deep >end");
  scratch.sh(
      "mkdir ../outside; echo kept >../outside/kept; ln -s ../outside ../warm/out; mkdir ../warm/dir; ln -s "
      "../../outside ../warm/dir/link");
  move(first);
  expect_exact(first);
  EXPECT_EQ(in("ls -A"), ".git\na.txt\nb.txt\nsrc");
  EXPECT_EQ(scratch.sh("cat ../outside/kept"), "kept");
}

TEST_F(Warm, FoldersFilesAndSymlinksChangePlaces) {
  const auto one = scratch.commit("mkdir -p x/y; echo 1 >x/y/z; ln -s a.txt link; echo f >plain");
  const auto two = scratch.commit(
      "git rm -q -r x link plain; echo file >x; mkdir link plain; echo in >link/in; ln -s ../a.txt plain/p");
  const auto three = scratch.commit("git rm -q -r link plain; ln -s src link; ln -s link plain; chmod +x a.txt");
  for (const auto& commit : {one, two, three, one, three, two, first}) {
    move(commit);
    expect_exact(commit);
  }
}

TEST_F(Warm, CaseOnlyRenamesAndNamesThatAreNotUtf8) {
  const auto one = scratch.commit(
      "printf x >\"$(printf 'caf\\351')\"; printf y >\"$(printf 'two\\nlines')\"; echo q >'a \"b\" \\c'");
  const auto two =
      scratch.commit("git mv a.txt A.TXT; git mv src SRC; git mv \"$(printf 'caf\\351')\" \"$(printf 'CAF\\351')\"");
  for (const auto& commit : {one, two, one}) {
    move(commit);
    expect_exact(commit);
  }
}

TEST_F(Warm, LineEndsFollowTheAttributesOfTheCommit) {
  move(first);
  const auto second = scratch.commit("echo '*.txt text eol=crlf' >.gitattributes");
  EXPECT_TRUE(move(second).whole);
  EXPECT_EQ(in("od -c a.txt | head -1"), "0000000   o   n   e  \\r  \\n");
  expect_exact(second);
  const auto third = scratch.commit("echo next >>a.txt");
  EXPECT_FALSE(move(third).whole);
  EXPECT_EQ(in("od -c a.txt | tail -2 | head -1"), "0000000   o   n   e  \\r  \\n   n   e   x   t  \\r  \\n");
  move(first);
  EXPECT_EQ(in("cat a.txt | wc -c"), "4");
}

TEST_F(Warm, LfsPointersStayPointersAndThatIsSaid) {
  const auto commit = scratch.commit(
      "echo '*.bin filter=lfs diff=lfs merge=lfs -text' >.gitattributes; "
      "printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:00\\nsize 5\\n' >big.bin");
  scratch.sh("git config filter.lfs.smudge 'touch " + scratch.folder() +
             "/pwned; cat'; git config filter.lfs.clean cat; git config filter.lfs.required true");
  EXPECT_EQ(move(commit).filters, std::vector<std::string>{"lfs"});
  EXPECT_EQ(in("head -1 big.bin"), "version https://git-lfs.github.com/spec/v1");
  EXPECT_FALSE(os::exists(os::join_path(scratch.folder(), "pwned")));
  const auto next = scratch.commit("echo x >x");
  EXPECT_EQ(move(next).filters, std::vector<std::string>{"lfs"});
}

TEST_F(Warm, ASparseCheckoutOfTheUserDoesNotMakeItSparse) {
  scratch.sh("git sparse-checkout set --no-cone src");
  EXPECT_FALSE(os::exists(scratch.path("a.txt")));
  move(first);
  EXPECT_EQ(in("cat a.txt src/c.txt"), "one\nthree");
  EXPECT_EQ(scratch.sh(k_tree_on_disk), scratch.id("HEAD^{tree}"));
  EXPECT_EQ(in("git status --porcelain"), "");
}

TEST_F(Warm, SubmodulesAreFilledFromObjectsThatAreHere) {
  scratch.sh(
      "mkdir ../lib; cd ../lib; git init -q -b main .; echo l1 >lib.txt; git add -A; git commit -qm l1; echo l2 "
      ">lib.txt; git commit -qam l2");
  const auto with = scratch.commit("git -c protocol.file.allow=always submodule --quiet add ../lib vendor/lib");
  const auto older = scratch.commit("git -C vendor/lib checkout -q HEAD~1");
  move(with);
  EXPECT_EQ(in("cat vendor/lib/lib.txt"), "l2");
  in("echo evil >vendor/lib/lib.txt; echo more >vendor/lib/more; git init -q vendor/lib");
  move(older);
  EXPECT_EQ(in("cat vendor/lib/lib.txt; ls -A vendor/lib"), "l1\nlib.txt");
  in("rm -r vendor; ln -s /tmp vendor");
  move(with);
  EXPECT_EQ(in("cat vendor/lib/lib.txt"), "l2");
  move(first);
  EXPECT_FALSE(os::exists(file("vendor")));
  expect_exact(first);
}

TEST_F(Warm, ASubmoduleThatIsNotHereIsRefusedBeforeAnythingMoves) {
  move(first);
  const auto commit = scratch.sh(
      "git update-index --add --cacheinfo 160000,1234567890123456789012345678901234567890,vendor/lib; echo x >x; git "
      "add x; "
      "git commit -qm sub; git rev-parse HEAD");
  const auto error = refused(commit);
  EXPECT_EQ(error.code, Code::not_found);
  EXPECT_NE(error.message.find("the submodule vendor/lib at 123456789012"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("git submodule update --init"), std::string::npos);
  expect_exact(first);
}

TEST_F(Warm, TreesThatGitWouldNotWriteAreRefused) {
  move(first);
  const auto blob = scratch.id("HEAD:a.txt");
  const auto hostile = [&](const std::string& listing) {
    // mktree would refuse some of these names: the tree is written byte by byte.
    return scratch.sh(
        "python3 - <<'X' >../tree\nimport sys\nfor mode, name, oid in " + listing +
        ":\n  sys.stdout.buffer.write(mode.encode() + b' ' + name.encode() + b'\\0' + bytes.fromhex(oid))\nX\n"
        "t=$(git hash-object -t tree -w --literally ../tree); git commit-tree -m hostile $t");
  };
  const auto entry = [&](const std::string& mode, const std::string& name) {
    return "('" + mode + "','" + name + "','" + blob + "')";
  };
  for (const char* name : {".git", "..", ".GIT", "git~1", ".git.", "a/../../x", ".git::$INDEX_ALLOCATION"}) {
    SCOPED_TRACE(name);
    const auto error = refused(hostile("[" + entry("100644", name) + "]"));
    EXPECT_NE(error.message.find("git would not check it out"), std::string::npos) << error.message;
  }
  const auto inner = scratch.sh("printf '100644 blob " + blob + "\\tx' | git mktree");
  const auto error = refused(hostile("[" + entry("120000", "a") + ",('40000','a','" + inner + "')]"));
  EXPECT_NE(error.message.find("below a file"), std::string::npos) << error.message;
  EXPECT_TRUE(os::exists(file(".git")));
  expect_exact(first);
}

TEST_F(Warm, AMoveThatWasKilledIsMadeGood) {
  move(first);
  const auto second = scratch.commit("echo changed >a.txt; echo new >n1; echo new >n2; git rm -q b.txt");
  in("echo changed >a.txt; rm b.txt; echo new >n1");  // half of the files, none of the records
  const auto state = os::join_path(scratch.repository().common_folder(), "assay/worktrees/m1");
  scratch.sh("echo half >" + state + "/writing; echo half >" + state + "/tree-" + std::string(40, '0') + ".1.new");
  move(second);
  expect_exact(second);
  // Damaged memory: everything is written anew.
  scratch.sh("for f in " + state + "/tree-*; do echo garbage >$f; done");
  EXPECT_TRUE(move(first).whole);
  expect_exact(first);
}

TEST_F(Warm, AMissingOrForgottenWorktreeIsMadeAgain) {
  move(first);
  scratch.sh("rm -r ../warm");
  move(first);
  expect_exact(first);
  scratch.sh("rm -r .git/worktrees/warm");
  move(first);
  expect_exact(first);
  scratch.sh("rm .git/worktrees/warm/HEAD");
  move(first);
  expect_exact(first);
}

TEST_F(Warm, AFolderOfSomebodyElseIsNotTakenOver) {
  scratch.sh("mkdir ../warm; echo mine >../warm/mine");
  const auto worktree = IntegrationWorktree::open(scratch.repository(), "m1", path(), first);
  ASSERT_FALSE(worktree);
  EXPECT_EQ(worktree.error().code, Code::conflict);
  EXPECT_EQ(in("cat mine"), "mine");
  EXPECT_FALSE(IntegrationWorktree::open(scratch.repository(), "../x", path(), first));
  EXPECT_FALSE(IntegrationWorktree::open(scratch.repository(), "m2", "relative", first));
}

TEST_F(Warm, WorksFromAWorktreeOfAWorktree) {
  scratch.sh("git worktree add -q ../linked; cd ../linked; git worktree add -q ../linked2");
  const auto linked = Repository::open(os::join_path(scratch.folder(), "linked2"));
  auto worktree = IntegrationWorktree::open(*linked, "m1", path(), first);
  ASSERT_TRUE(worktree) << worktree.error().message;
  ASSERT_TRUE(worktree->move_to(first));
  expect_exact(first);
}

class Warm256 : public Warm {
 protected:
  Warm256() : Warm("--object-format=sha256") {}
};

TEST_F(Warm256, WorksInSha256Repositories) {
  const auto second = scratch.commit("echo changed >a.txt");
  move(second);
  expect_exact(second);
  move(first);
  expect_exact(first);
}

TEST_F(Warm, HooksAndFiltersOfTheRepositoryDoNotRun) {
  scratch.sh("mkdir h; printf '#!/bin/sh\\ntouch " + scratch.folder() +
             "/pwned\\n' >h/post-checkout; chmod +x h/*; cp h/post-checkout h/reference-transaction; "
             "git config core.hooksPath $PWD/h; git config core.fsmonitor $PWD/h/post-checkout; git config "
             "filter.x.smudge 'touch " +
             scratch.folder() + "/pwned'; git config filter.x.clean 'touch " + scratch.folder() +
             "/pwned'; mkdir -p .git/info; echo '* filter=x' >.git/info/attributes");
  move(first);
  EXPECT_FALSE(os::exists(os::join_path(scratch.folder(), "pwned")));
  EXPECT_EQ(in("cat a.txt"), "one");
}

TEST_F(Warm, OnlyFilesOfAnotherContentAreRewritten) {
  const auto commit =
      scratch.commit("printf 'x\\n' >crlf.txt; echo '*.txt text eol=crlf' >.gitattributes; ln -s a.txt link");
  move(commit);
  auto worktree = IntegrationWorktree::open(scratch.repository(), "m1", path(), commit);
  in("touch a.txt; echo other >b.txt; cp crlf.txt copy; cat copy >crlf.txt; chmod +x src/c.txt; rm link copy");
  const auto found = worktree->find_tampering().value();
  EXPECT_EQ(found.changed.size(), 5u);
  EXPECT_EQ(worktree->rewritten(found.changed).value(), (std::vector<std::string>{"b.txt", "link", "src/c.txt"}));
}

}  // namespace
}  // namespace assay::git
