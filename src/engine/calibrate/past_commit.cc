#include "engine/calibrate/past_commit.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr size_t k_most_changed_files = 40;  // larger ones are imports, renames, formatting of everything

ReadCommit not_of_use(std::string why) { return {std::nullopt, std::move(why)}; }

}  // namespace

Result<std::vector<std::string>> past_commits(const git::Repository& repository,
                                              const std::optional<std::string>& since, size_t most) {
  TRY_ASSIGN(const auto head, repository.head());
  if (!head) return not_found("there is no commit yet; calibrate learns from past commits");
  std::vector<std::string> arguments = {"rev-list", "--no-merges", cat("--max-count=", most), *head};
  if (since) {
    TRY_ASSIGN(const auto from, repository.commit_of(*since));
    arguments.push_back(cat("^", from));
  }
  TRY_ASSIGN(const auto listing, repository.run(std::move(arguments)));
  std::vector<std::string> out;
  for (const auto line : split_lines(listing)) {
    if (!line.empty()) out.emplace_back(line);
  }
  return out;
}

Result<ReadCommit> read_past_commit(const git::Repository& repository, const std::string& id,
                                    const std::string& scratch) {
  TRY_ASSIGN(const auto base, repository.find_commit(cat(id, "^")));
  if (!base) return not_of_use("it has no parent here");
  TRY_ASSIGN(auto before, git::Tree::open(repository, *base));
  TRY_ASSIGN(auto after, git::Tree::open(repository, id));
  PastCommit out{id, *base, "", std::move(before), std::move(after)};
  const auto diff_file = os::join_path(scratch, "past.patch");
  TRY(repository.write_diff_between(*base, id, diff_file));
  TRY_ASSIGN(out.code, read_changed_code(repository, out.before, out.after, diff_file));
  if (!out.code.unread.empty() || out.code.sources.size() + out.code.new_tests.size() > k_most_changed_files)
    return not_of_use("it is too large");
  if (out.code.tests.empty()) return not_of_use("it brings no tests");
  if (!out.code.matters()) return not_of_use("it changes no code that a test could notice");
  TRY_ASSIGN(out.message, repository.run({"log", "-1", "--no-show-signature", "--format=%B", id}));
  return ReadCommit{std::move(out), ""};
}

}  // namespace assay::engine
