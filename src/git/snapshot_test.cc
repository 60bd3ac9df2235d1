#include "git/snapshot.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(Snapshot, ListsAndReadsACommitWithoutACheckout) {
  ScratchRepository scratch;
  const auto first = scratch.id("HEAD");
  scratch.commit("echo other >a.txt; git rm -q b.txt");
  const auto tree = Tree::open(scratch.repository(), first);
  ASSERT_TRUE(tree) << tree.error().message;
  ASSERT_EQ(tree->entries().size(), 3u);
  EXPECT_EQ(tree->entries()[0].path, "a.txt");
  EXPECT_EQ(tree->entries()[0].size, 4u);
  EXPECT_EQ(tree->entries()[0].id, scratch.id(first + ":a.txt"));
  EXPECT_TRUE(tree->has("src/c.txt"));
  EXPECT_FALSE(tree->has("src"));
  EXPECT_TRUE(tree->has_folder("src"));
  EXPECT_TRUE(tree->has_folder("src/"));
  EXPECT_FALSE(tree->has_folder("sr"));
  EXPECT_FALSE(tree->has("missing"));
  EXPECT_EQ(*tree->read("a.txt"), "one\n");
  EXPECT_EQ(*tree->read("missing"), std::nullopt);
}

TEST(Snapshot, RefusesAnUnknownCommitByName) {
  ScratchRepository scratch;
  const auto tree = Tree::open(scratch.repository(), "nonsense");
  ASSERT_FALSE(tree);
  EXPECT_NE(tree.error().message.find("nonsense"), std::string::npos);
  EXPECT_FALSE(Tree::open(scratch.repository(), "--help"));
  EXPECT_FALSE(Tree::open(scratch.repository(), std::string(40, 'a')));
}

TEST(Snapshot, TellsSymlinksExecutablesAndSubmodulesApart) {
  ScratchRepository scratch;
  scratch.commit(
      "ln -s ../outside link; echo '#!/bin/sh' >run; chmod +x run; git update-index --add --cacheinfo 160000," +
      scratch.id("HEAD") +
      ",vendor/lib; mkdir -p vendor/lib; git init -q vendor/lib; "
      "git -C vendor/lib commit -q --allow-empty -m x");
  const auto tree = Tree::open(scratch.repository(), "HEAD");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->find("link")->kind, EntryKind::symlink);
  EXPECT_EQ(tree->find("run")->kind, EntryKind::executable);
  EXPECT_EQ(tree->find("a.txt")->kind, EntryKind::file);
  ASSERT_NE(tree->find("vendor/lib"), nullptr);
  EXPECT_EQ(tree->find("vendor/lib")->kind, EntryKind::submodule);
  EXPECT_EQ(*tree->read("link"), "../outside");
  EXPECT_EQ(*tree->read("vendor/lib"), std::nullopt);
}

TEST(Snapshot, FindsNamesThatAreNotUtf8OrHoldNewlinesAndQuotes) {
  ScratchRepository scratch;
  scratch.commit(
      "printf x >\"$(printf 'caf\\351')\"; printf y >\"$(printf 'two\\nlines')\"; printf z >'tab\t\"quoted\"'");
  const auto tree = Tree::open(scratch.repository(), "HEAD");
  ASSERT_TRUE(tree);
  EXPECT_EQ(*tree->read("caf\xe9"), "x");
  EXPECT_EQ(*tree->read("two\nlines"), "y");
  EXPECT_EQ(*tree->read("tab\t\"quoted\""), "z");
}

TEST(Snapshot, OrdersByBytesWhereGitOrdersByFolder) {
  ScratchRepository scratch;
  scratch.commit("mkdir a a-b; echo 1 >a/x; echo 2 >a-b/y; echo 3 >a.c; echo 4 >a0");
  const auto tree = Tree::open(scratch.repository(), "HEAD");
  ASSERT_TRUE(tree);
  for (const char* name : {"a/x", "a-b/y", "a.c", "a0", "a.txt"}) EXPECT_TRUE(tree->has(name)) << name;
  EXPECT_EQ(tree->under("a").size(), 1u);
  EXPECT_EQ(tree->under("a-b").size(), 1u);
  EXPECT_EQ(tree->under("").size(), tree->entries().size());
}

TEST(Snapshot, ReadsUpToTheLimitOnly) {
  ScratchRepository scratch;
  scratch.commit("head -c 5000 /dev/zero >zeros; : >empty");
  const auto tree = Tree::open(scratch.repository(), "HEAD");
  ASSERT_TRUE(tree);
  const auto large = tree->read("zeros", 4999);
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().message.find("zeros has 5000 bytes"), std::string::npos);
  EXPECT_EQ((*tree->read("zeros", 5000))->size(), 5000u);
  EXPECT_EQ(*tree->read("empty"), "");
}

TEST(Snapshot, ReadsManyInOneCall) {
  ScratchRepository scratch;
  const auto tree = Tree::open(scratch.repository(), "HEAD");
  ASSERT_TRUE(tree);
  const std::string_view paths[] = {"src/c.txt", "missing", "a.txt"};
  const auto read = tree->read_all(paths);
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0], "three\n");
  EXPECT_EQ((*read)[1], std::nullopt);
  EXPECT_EQ((*read)[2], "one\n");
}

TEST(Snapshot, IsNotSteeredByTheRepository) {
  // A replacement object, an alias and a text conversion would each show other content.
  ScratchRepository scratch;
  scratch.sh(
      "printf evil | git hash-object -w --stdin >id; git replace HEAD:a.txt $(cat id); rm id; "
      "mkdir -p .git/info; echo '*.txt diff=evil' >.git/info/attributes; git config diff.evil.textconv 'touch pwned; "
      "cat'");
  const auto tree = Tree::open(scratch.repository(), "HEAD");
  ASSERT_TRUE(tree);
  EXPECT_EQ(*tree->read("a.txt"), "one\n");
  EXPECT_FALSE(os::exists(scratch.path("pwned")));
}

TEST(Snapshot, WorksInSha256Repositories) {
  ScratchRepository scratch("--object-format=sha256");
  const auto repository = scratch.repository();
  EXPECT_EQ(repository.object_format(), "sha256");
  EXPECT_EQ(repository.zero_id().size(), 64u);
  const auto tree = Tree::open(repository, "HEAD");
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->entries()[0].id.size(), 64u);
  EXPECT_EQ(*tree->read("b.txt"), "two\n");
}

TEST(Snapshot, WorksInShallowAndPartialClones) {
  ScratchRepository scratch;
  scratch.commit("echo more >>a.txt");
  scratch.sh("git config uploadpack.allowFilter true");
  scratch.sh(
      "git clone -q --depth 1 file://$PWD ../shallow; git clone -q --filter=blob:none --no-checkout file://$PWD "
      "../partial");
  const auto shallow = Tree::open(*Repository::open(os::join_path(scratch.folder(), "shallow")), "HEAD");
  ASSERT_TRUE(shallow);
  EXPECT_EQ(*shallow->read("a.txt"), "one\nmore\n");
  // What is missing there is not fetched behind the user's back, and the error says what to do.
  const auto partial = Tree::open(*Repository::open(os::join_path(scratch.folder(), "partial")), "HEAD");
  ASSERT_TRUE(partial);
  EXPECT_TRUE(partial->has("a.txt"));
  const auto missing = partial->read("a.txt");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("partial clone"), std::string::npos) << missing.error().message;
}

}  // namespace
}  // namespace assay::git
