#include "git/refs/refs.h"

#include <algorithm>

#include "base/text.h"
#include "git/git_paths.h"
#include "git/known_commits.h"
#include "git/refs/ref_record.h"
#include "git/stale_locks.h"
#include "os/files.h"

namespace assay::git {

namespace {

constexpr std::string_view k_heads = "refs/heads/";

// The first change whose ref is not what was expected.
Result<std::optional<RefMoved>> find_moved(const Repository& repository, std::span<const RefChange> changes) {
  for (const auto& change : changes) {
    if (!change.expected) continue;
    TRY_ASSIGN(const auto now, read_ref(repository, change.ref));
    if (now.value_or("") != *change.expected) {
      return std::optional(RefMoved{change.ref, *change.expected, now.value_or("")});
    }
  }
  return std::optional<RefMoved>();
}

std::string git_folder_of(const std::string& work_tree) {
  std::string own = os::join_path(work_tree, ".git");
  if (os::is_folder(own)) return own;
  const auto text = os::read_file(own, 4096);
  constexpr std::string_view k_prefix = "gitdir: ";
  if (!text || !text->starts_with(k_prefix)) return own;
  const std::string_view path = trim_right(std::string_view(*text).substr(k_prefix.size()));
  return path.starts_with('/') ? std::string(path) : os::join_path(work_tree, path);
}

void read_attribute(Checkout& checkout, std::string_view line) {
  const size_t space = line.find(' ');
  const auto key = line.substr(0, space);
  const auto value = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
  if (key == "worktree") checkout.path = value;
  if (key == "HEAD" && value.find_first_not_of('0') != std::string_view::npos) checkout.head = value;
  if (key == "branch") checkout.branch = value.starts_with(k_heads) ? value.substr(k_heads.size()) : value;
  if (key == "bare") checkout.is_bare = true;
  if (key == "locked") checkout.is_locked = true;
  if (key == "prunable") checkout.is_missing = true;
}

// Git takes the folder above the git folder for the main work tree, wherever that lies.
void find_main(const Repository& repository, Checkout& checkout) {
  if (checkout.is_bare) return;
  const auto top = main_work_tree(repository.common_folder());
  if (top) {
    checkout.path = *top;
  } else if (!repository.is_linked() && !repository.is_bare()) {
    checkout.path = repository.root();
  }
}

Result<Answer> update_ref(const Repository& repository, std::vector<std::string> arguments, std::string input) {
  arguments.insert(arguments.begin(), "update-ref");
  return call({.arguments = std::move(arguments),
               .folder = repository.root(),
               .environment = {"GIT_COMMITTER_NAME=Assay", "GIT_COMMITTER_EMAIL=assay@localhost"},
               .input = std::move(input)});
}

}  // namespace

Result<std::string> ref_component(std::string_view part) {
  const bool plain = !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
  });
  if (!plain || part.starts_with('.') || part.starts_with('-') || part.ends_with('.') || part.ends_with(".lock") ||
      contains(part, "..")) {
    return invalid_input(cat("'", excerpt(part, 80),
                             "' cannot be part of a ref name: letters, digits, '-', '_' and "
                             "single dots inside"));
  }
  return std::string(part);
}

Result<std::string> integration_ref(std::string_view mission) {
  TRY_ASSIGN(const auto part, ref_component(mission));
  return cat("refs/assay/missions/", part, "/integration");
}

Result<void> keep(const Repository& repository, const std::string& ref, const std::string& commit) {
  const RefChange change{ref, commit, std::nullopt};
  TRY(swap_refs(repository, std::span(&change, 1), "assay: keep"));
  return {};
}

Result<std::optional<std::string>> read_ref(const Repository& repository, std::string_view ref) {
  if (auto loose = loose_branch(repository.common_folder(), ref, repository.zero_id().size())) {
    if (repository.known_commits().has(*loose)) return loose;
  }
  // rev-parse would also find refs/heads/<ref>: a branch can be named like a ref.
  TRY_ASSIGN(const auto answer, repository.ask({"show-ref", "--verify", "--hash", "--", std::string(ref)}));
  if (!answer.ok()) return std::optional<std::string>();
  return std::optional(std::string(trim_right(answer.output)));
}

Result<std::optional<std::string>> symbolic_ref(const Repository& repository, std::string_view ref) {
  TRY_ASSIGN(const auto answer, repository.ask({"symbolic-ref", "--quiet", "--", std::string(ref)}));
  if (!answer.ok()) return std::optional<std::string>();
  return std::optional(std::string(trim_right(answer.output)));
}

Result<std::optional<RefMoved>> swap_refs(const Repository& repository, std::span<const RefChange> changes,
                                          std::string_view reason) {
  std::string input;
  std::vector<std::string> names;
  const auto field = [&](std::string_view text) { input.append(text).push_back('\0'); };
  for (const auto& change : changes) {
    names.push_back(change.ref);
    if (!change.ref.starts_with("refs/")) return invalid_input(cat("'", change.ref, "' is not the full name of a ref"));
    const std::string expected = !change.expected           ? ""
                                 : change.expected->empty() ? repository.zero_id()
                                                            : *change.expected;
    field("option no-deref");
    if (change.new_id.empty()) {
      field(cat("delete ", change.ref));
    } else {
      field(cat("update ", change.ref));
      field(change.new_id);
    }
    field(expected);
  }
  RefRecord::settle_left(repository);
  TRY_ASSIGN(const auto record, RefRecord::begin(repository, changes));
  const auto change_all = [&] { return update_ref(repository, {"-m", std::string(reason), "--stdin", "-z"}, input); };
  TRY_ASSIGN(auto answer, change_all());
  if (!answer.ok() && drop_own_locks(repository, names)) {
    TRY_ASSIGN(answer, change_all());
  }
  if (answer.ok()) return std::optional<RefMoved>();
  TRY_ASSIGN(auto moved, find_moved(repository, changes));
  if (moved) return moved;
  return repository.refusal("update-ref", answer);
}

Result<void> detach_head(const Repository& checkout, const Detach& detach, const std::string& reason) {
  TRY_ASSIGN(const auto answer,
             update_ref(checkout, {"--no-deref", "-m", reason, "HEAD", detach.commit, detach.expected}, ""));
  return answer.ok() ? Result<void>() : checkout.refusal("update-ref", answer);
}

Result<std::vector<Checkout>> checkouts(const Repository& repository) {
  TRY_ASSIGN(const auto answer, repository.ask({"worktree", "list", "--porcelain", "-z"}));
  if (!answer.ok()) return repository.refusal("worktree list", answer);
  std::vector<Checkout> out;
  Checkout current;
  for (const auto line : split(answer.output, '\0')) {
    if (!line.empty()) {
      read_attribute(current, line);
      continue;
    }
    if (current.path.empty()) continue;
    if (out.empty()) find_main(repository, current);
    current.held = branch_held_in(git_folder_of(current.path)).value_or("");
    out.push_back(std::exchange(current, {}));
  }
  return out;
}

Result<std::vector<Checkout>> checkouts_of(const Repository& repository, std::string_view branch) {
  TRY_ASSIGN(auto all, checkouts(repository));
  std::erase_if(all, [&](const Checkout& checkout) { return checkout.branch != branch && checkout.held != branch; });
  return all;
}

}  // namespace assay::git
