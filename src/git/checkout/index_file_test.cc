#include "git/checkout/index_file.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(IndexFile, ReadsWhatGitWrote) {
  ScratchRepository scratch;
  scratch.commit("ln -s a.txt link; chmod +x b.txt; printf x >\"$(printf 'caf\\351')\"");
  const auto index = read_index(scratch.path(".git/index"), "sha1");
  ASSERT_TRUE(index) << index.error().message;
  ASSERT_EQ(index->size(), 5u);
  EXPECT_EQ(find(*index, "a.txt")->hex_id(40), scratch.id(":a.txt"));
  EXPECT_EQ(find(*index, "a.txt")->stamp.size, 4u);
  EXPECT_EQ(find(*index, "b.txt")->mode, k_mode_executable);
  EXPECT_EQ(find(*index, "link")->mode, k_mode_symlink);
  EXPECT_NE(find(*index, "caf\xe9"), nullptr);
  EXPECT_EQ(find(*index, "src"), nullptr);
  EXPECT_TRUE(has_below(*index, "src"));
  EXPECT_FALSE(has_below(*index, "sr"));
}

TEST(IndexFile, GitReadsWhatWeWrote) {
  for (const char* format : {"sha1", "sha256"}) {
    ScratchRepository scratch(cat("--object-format=", format));
    scratch.commit("i=1; while [ $i -lt 40 ]; do n=$n-; echo $i >f$n; i=$((i + 1)); done");  // every padding
    const auto file = scratch.path(".git/index");
    const auto index = read_index(file, format);
    ASSERT_TRUE(index) << index.error().message;
    ASSERT_TRUE(write_index(file, *index, format));
    EXPECT_EQ(scratch.sh("git fsck 2>&1; git ls-files -s | git hash-object --stdin; git status --porcelain"),
              scratch.sh("git ls-tree -r HEAD | sed 's/ blob \\([0-9a-f]*\\)/ \\1 0/' | git hash-object --stdin"));
  }
}

TEST(IndexFile, DamageIsFound) {
  ScratchRepository scratch;
  const auto file = scratch.path(".git/index");
  const auto bytes = *os::read_file(file);
  for (size_t at = 0; at < bytes.size(); at += 7) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    ASSERT_TRUE(os::write_file(file, damaged));
    EXPECT_FALSE(read_index(file, "sha1")) << at;
    ASSERT_TRUE(os::write_file(file, bytes.substr(0, at)));
    EXPECT_FALSE(read_index(file, "sha1")) << at;
  }
}

TEST(IndexFile, EntriesThatHideFilesAreRefused) {
  ScratchRepository scratch;
  scratch.sh("git update-index --assume-unchanged a.txt");
  EXPECT_FALSE(read_index(scratch.path(".git/index"), "sha1"));
  scratch.sh("git update-index --no-assume-unchanged a.txt; git update-index --skip-worktree a.txt");
  EXPECT_FALSE(read_index(scratch.path(".git/index"), "sha1"));
}

}  // namespace
}  // namespace assay::git
