// integration_bench REPOSITORY WORKTREE TARGET [BRANCH...]: merges the branches onto the target and
// moves the warm worktree there, as a verification begins. Prints milliseconds: merge, move, and both.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "git/merge.h"
#include "git/refs/refs.h"
#include "git/worktrees/integration_worktree.h"

using namespace assay;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Result<void> run(const std::vector<std::string>& arguments) {
  const auto start = Clock::now();
  TRY_ASSIGN(const auto repository, git::Repository::open(arguments[0]));
  TRY_ASSIGN(const auto target, repository.commit_of(arguments[2]));
  std::vector<git::MergeBranch> branches;
  for (size_t i = 3; i < arguments.size(); ++i) {
    TRY_ASSIGN(auto commit, repository.commit_of(arguments[i]));
    branches.push_back({arguments[i], std::move(commit)});
  }
  TRY_ASSIGN(const auto merged, git::merge_branches(repository, target, branches, 1'700'000'000));
  if (!merged.commit) return invalid_input("the branches are in conflict");
  TRY_ASSIGN(const auto ref, git::integration_ref("bench"));
  TRY(git::keep(repository, ref, merged.commit->id));
  const double merge = since(start);
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(repository, "bench", arguments[1], merged.commit->id));
  TRY_ASSIGN(const auto moved, worktree.move_to(merged.commit->id));
  const double all = since(start);
  std::printf("%.1f %.1f %.1f %zu\n", merge, all - merge, all, moved.written);
  return {};
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string> arguments(values + 1, values + count);
  if (arguments.size() < 3) {
    std::fprintf(stderr, "usage: integration_bench REPOSITORY WORKTREE TARGET [BRANCH...]\n");
    return 2;
  }
  const auto done = run(arguments);
  if (!done) std::fprintf(stderr, "integration_bench: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
