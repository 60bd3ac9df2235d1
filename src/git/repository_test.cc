#include "git/repository.h"

#include <cstdlib>

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(Repository, KnowsItsFolders) {
  ScratchRepository scratch;
  const auto repository = scratch.repository();
  EXPECT_EQ(repository.root(), *os::real_path(scratch.root()));
  EXPECT_EQ(repository.common_folder(), repository.git_folder());
  EXPECT_FALSE(repository.is_bare());
  EXPECT_FALSE(repository.is_linked());
  EXPECT_EQ(repository.object_format(), "sha1");
}

TEST(Repository, AWorktreeOfAWorktreeSharesTheCommonFolder) {
  ScratchRepository scratch;
  scratch.sh("git worktree add -q ../first; cd ../first; git worktree add -q ../second");
  const auto second = Repository::open(os::join_path(scratch.folder(), "second"));
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->is_linked());
  EXPECT_EQ(second->common_folder(), scratch.repository().common_folder());
  EXPECT_NE(second->git_folder(), second->common_folder());
}

TEST(Repository, ABareOneIsOpenedOnlyWhenAskedFor) {
  ScratchRepository scratch;
  scratch.sh("git clone -q --bare . ../bare.git");
  const auto path = os::join_path(scratch.folder(), "bare.git");
  EXPECT_FALSE(Repository::open(path));
  const auto bare = Repository::open_even_bare(path);
  ASSERT_TRUE(bare);
  EXPECT_TRUE(bare->is_bare());
  EXPECT_EQ(bare->root(), *os::real_path(path));
  EXPECT_EQ(*bare->head(), scratch.id("main"));
}

TEST(Repository, NoCommitIsNotTheSameAsAGitThatWasKilled) {
  const ScratchRepository scratch;
  const auto repository = scratch.repository();
  const auto none = repository.find_commit("refs/heads/nobody");
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  EXPECT_EQ(repository.commit_of("refs/heads/nobody").error().code, Code::invalid_input);

  scratch.sh("mkdir dying; printf '#!/bin/sh\\nkill -9 $$\\n' >dying/git; chmod +x dying/git", scratch.folder());
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (os::join_path(scratch.folder(), "dying") + ":" + path).c_str(), 1);
  const auto head = repository.head();
  const auto target = repository.default_target();
  const auto base = repository.infer_base();
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(head);
  EXPECT_EQ(head.error().code, Code::unavailable);
  EXPECT_TRUE(contains(head.error().message, "was ended by signal 9")) << head.error().message;
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().code, Code::unavailable);
  ASSERT_FALSE(base);
  EXPECT_EQ(base.error().code, Code::unavailable);
  EXPECT_EQ(*repository.head(), scratch.id("main"));
}

TEST(Repository, AFolderThatIsNoneSaysWhatToDo) {
  const auto scratch = os::ScratchFolder::make("assay-no-git");
  const auto repository = Repository::open_even_bare(scratch->path());
  ASSERT_FALSE(repository);
  EXPECT_NE(repository.error().message.find("is not a git work tree"), std::string::npos);
  EXPECT_NE(repository.error().message.find("--workspace"), std::string::npos);
}

TEST(Repository, APathWithALineBreakIsRefusedInASentence) {
  const ScratchRepository scratch;
  scratch.sh("mkdir 'line\nbreak'; mv repo 'line\nbreak/'", scratch.folder());
  const auto folder = os::join_path(scratch.folder(), "line\nbreak/repo");
  const auto refused = Repository::open(folder);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(contains(refused.error().message, "line break")) << refused.error().message;
}

TEST(Repository, TellsTheCurrentBranch) {
  ScratchRepository scratch;
  EXPECT_EQ(**scratch.repository().current_branch(), "main");
  scratch.sh("git checkout -q -b feature/x");
  EXPECT_EQ(**scratch.repository().current_branch(), "feature/x");
  scratch.sh("git checkout -q --detach");
  EXPECT_EQ(*scratch.repository().current_branch(), std::nullopt);
}

TEST(Repository, GuessesTheTargetBranch) {
  ScratchRepository scratch;
  const auto first = scratch.id("HEAD");
  scratch.sh("git checkout -q -b topic");
  scratch.commit("echo x >x");
  auto target = scratch.repository().default_target();
  ASSERT_TRUE(target);
  EXPECT_EQ(target->branch, "main");
  EXPECT_EQ(target->commit, first);

  scratch.sh("git branch -m main trunk; git config init.defaultBranch trunk");
  EXPECT_EQ(scratch.repository().default_target()->branch, "trunk");
  EXPECT_EQ(scratch.repository().default_target()->source, "init.defaultBranch");
  scratch.sh("git config --unset init.defaultBranch");
  EXPECT_EQ(scratch.repository().default_target()->branch, "topic");
  EXPECT_EQ(scratch.repository().default_target()->source, "current branch");

  scratch.sh("git clone -q . ../clone; cd ../clone; git remote set-head origin trunk; git branch main");
  const auto clone = Repository::open(os::join_path(scratch.folder(), "clone"));
  EXPECT_EQ(clone->default_target()->branch, "trunk");
  EXPECT_EQ(clone->default_target()->commit, first);
}

TEST(Repository, ATargetNeedsACommit) {
  const auto folder = os::ScratchFolder::make("assay-empty");
  ASSERT_TRUE(call({.arguments = {"init", "-q", "."}, .folder = folder->path()}));
  const auto target = Repository::open(folder->path())->default_target();
  ASSERT_FALSE(target);
  EXPECT_NE(target.error().message.find("no commit yet"), std::string::npos);
}

TEST(Call, RunsNothingThatTheRepositoryNames) {
  ScratchRepository scratch;
  scratch.sh(
      "cat >evil <<'X'\n#!/bin/sh\necho ran >>'" + scratch.folder() +
      "/pwned'\nX\nchmod +x evil; git config core.fsmonitor $PWD/evil; git config core.pager $PWD/evil; "
      "mkdir hooks; for h in post-checkout pre-commit post-index-change reference-transaction; do cp evil hooks/$h; "
      "done; "
      "git config core.hooksPath $PWD/hooks; git config core.sshCommand $PWD/evil; git config diff.external $PWD/evil");
  const auto repository = scratch.repository();
  EXPECT_TRUE(repository.run({"status", "--porcelain"}));
  EXPECT_TRUE(repository.run({"log", "-p"}));
  EXPECT_TRUE(repository.run({"update-ref", "refs/heads/new", "HEAD"}));
  EXPECT_FALSE(repository.run({"fetch", "ssh://nowhere.invalid/x"}));
  EXPECT_FALSE(os::exists(os::join_path(scratch.folder(), "pwned")));
}

TEST(Call, OpensNoConnectionUnlessMadeForIt) {
  ScratchRepository scratch;
  scratch.sh("git clone -q . ../other");
  const auto other = Repository::open(os::join_path(scratch.folder(), "other"));
  const auto closed = other->ask({"ls-remote", "origin"});
  ASSERT_TRUE(closed);
  EXPECT_NE(closed->exit_code, 0);
  const auto opened = call({.arguments = {"ls-remote", "origin"}, .folder = other->root(), .network = Network::yes});
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->exit_code, 0) << opened->errors;
}

TEST(Call, VariablesThatPointGitElsewhereDoNotCount) {
  ScratchRepository scratch, other;
  ::setenv("GIT_DIR", other.path(".git").c_str(), 1);
  ::setenv("GIT_TRACE", "1", 1);
  const auto repository = Repository::open(scratch.root());
  ::unsetenv("GIT_DIR");
  ::unsetenv("GIT_TRACE");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->root(), *os::real_path(scratch.root()));
}

TEST(Call, ErrorsAreKeptApartFromOutput) {
  ScratchRepository scratch;
  const auto answer = scratch.repository().ask({"rev-parse", "HEAD", "nonsense"});
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->ok());
  EXPECT_TRUE(answer->output.starts_with(scratch.id("HEAD") + "\n"));
  EXPECT_TRUE(answer->why().starts_with("fatal: ")) << answer->why();
}

TEST(Call, EndsWhenItsTimeIsUp) {
  ScratchRepository scratch;
  const auto answer = call({.arguments = {"-c", "alias.hang=!exec tail -f /dev/null", "hang"},
                            .folder = scratch.root(),
                            .timeout = std::chrono::milliseconds(200)});
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("was ended after"), std::string::npos);
}

}  // namespace
}  // namespace assay::git
