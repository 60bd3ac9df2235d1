// `git merge-tree --write-tree` merges two commits into a tree. Several branches are merged one
// after the other, each result wrapped in a commit that the next merge starts from.
//
// merge-tree takes attributes from whatever work tree it finds. In the user's checkout they would be
// those of an unrelated branch, so that the result would depend on what is checked out. We give it a
// work tree that holds nothing but the target's attribute files, and only those in folders that the
// branches touch: the cost follows the change.
#include "git/merge.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "git/commit.h"
#include "git/conflict_hunks.h"
#include "git/known_commits.h"
#include "os/files.h"

namespace assay::git {

namespace {

constexpr size_t k_most_conflicts_shown = 50;

using Paths = std::set<std::string, std::less<>>;

Paths paths_in(std::string_view listing) {
  Paths out;
  for (const auto name : split(listing, '\0')) {
    if (!name.empty()) out.emplace(name);
  }
  return out;
}

// Paths in which `branch` differs from where it left `target`.
Result<Paths> touched(const Repository& repository, const std::string& target, const std::string& branch,
                      std::string_view name) {
  const auto diff = [&](std::vector<std::string> commits) {
    std::vector<std::string> arguments = {"diff-tree", "-r", "-z", "--name-only", "--no-renames"};
    arguments.insert(arguments.end(), commits.begin(), commits.end());
    return repository.ask_sealed({.arguments = std::move(arguments)});
  };
  TRY_ASSIGN(const auto simple, diff({"--merge-base", target, branch}));
  if (simple.ok()) return paths_in(simple.output);
  // None, or several: the histories crossed.
  TRY_ASSIGN(const auto base, repository.ask_sealed({.arguments = {"merge-base", target, branch}}));
  if (base.exit_code > 1) return repository.refusal("merge-base", base);
  if (!base.ok()) {
    return invalid_input(cat("the branch of ", name, " shares no history with the target ", target.substr(0, 12),
                             "; start the task again from the target"));
  }
  TRY_ASSIGN(const auto crossed, diff({std::string(trim(base.output)), branch}));
  if (!crossed.ok()) return repository.refusal("diff-tree", crossed);
  return paths_in(crossed.output);
}

bool is_plain(std::string_view path) {
  if (path.empty() || path.starts_with('/')) return false;
  const auto parts = split(path, '/');
  return std::none_of(parts.begin(), parts.end(), [](std::string_view part) {
    return part.empty() || part == "." || part == ".." || iequals(part, ".git");
  });
}

Paths attribute_files_for(const std::vector<Paths>& touched_paths) {
  Paths out;
  for (const auto& paths : touched_paths) {
    for (const auto& path : paths) {
      if (!is_plain(path)) continue;
      std::string_view folder = path;
      for (size_t slash = folder.rfind('/'); slash != std::string_view::npos; slash = folder.rfind('/')) {
        folder = folder.substr(0, slash);
        if (!out.insert(cat(folder, "/.gitattributes")).second) break;
      }
    }
  }
  out.insert(".gitattributes");
  return out;
}

// Writes those of `files` that the target has below `folder`; gives the id of the target's tree.
Result<std::string> write_attributes(const Repository& repository, const std::string& target, const Paths& files,
                                     const std::string& folder) {
  std::string input = cat("info ", target, "^{tree}", '\0');
  for (const auto& file : files) input += cat("contents ", target, ":", file, '\0');
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed({.arguments = {"cat-file", "--batch-command", "-z"}, .input = input}));
  if (!answer.ok()) return repository.refusal("cat-file", answer);
  std::string_view rest = answer.output;
  std::string tree(rest.substr(0, rest.find(' ')));
  if (tree.size() != target.size()) return repository.refusal("cat-file", {1, "", cat("there is no commit ", target)});
  rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  for (const auto& file : files) {
    const std::string missing = cat(target, ":", file, " missing\n");
    if (rest.starts_with(missing)) {
      rest.remove_prefix(missing.size());
      continue;
    }
    const size_t end = rest.find('\n');
    const auto header = rest.substr(0, end);
    const auto size = parse_uint(header.substr(header.rfind(' ') + 1));
    if (end == std::string_view::npos || !size || rest.size() < end + *size + 2) {
      return repository.refusal(cat("cat-file of ", file), {1, "", std::string(header)});
    }
    if (contains(header, " blob ")) {
      const auto path = os::join_path(folder, file);
      TRY(os::make_folders(os::parent_path(path)));
      TRY(os::write_file(path, rest.substr(end + 1, *size)));
    }
    rest.remove_prefix(end + *size + 2);
  }
  return tree;
}

// What merge-tree -z wrote: the tree, the names of conflicted files, and messages, each as
// <number of paths> <paths...> <kind> <sentence>.
struct MergeTree {
  std::string tree;
  std::vector<std::string> conflicted;
  struct Message {
    std::vector<std::string> paths;
    std::string kind;
    std::string sentence;
  };
  std::vector<Message> messages;
};

Result<MergeTree> read_merge_tree(std::string_view output) {
  const auto fields = split(output, '\0');
  MergeTree out;
  size_t at = 0;
  out.tree = std::string(trim(fields[at++]));
  while (at < fields.size() && !fields[at].empty()) out.conflicted.emplace_back(fields[at++]);
  ++at;  // the empty field between the lists
  while (at < fields.size() && !fields[at].empty()) {
    const auto count = parse_uint(fields[at++]);
    if (!count || *count > fields.size() || at + *count + 2 > fields.size()) {
      return corrupt("git merge-tree wrote messages in a form that is not known");
    }
    MergeTree::Message message;
    for (size_t i = 0; i < *count; ++i) message.paths.emplace_back(fields[at++]);
    message.kind = std::string(fields[at++]);
    message.sentence = std::string(trim(fields[at++]));
    out.messages.push_back(std::move(message));
  }
  return out;
}

bool touches_any(const Paths& paths, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const auto& path) { return paths.contains(path); });
}

// One merge after the other, with what is needed to say who collides with whom.
class Chain {
 public:
  Chain(const Repository& repository, const std::string& target, std::span<const MergeBranch> branches,
        std::int64_t date)
      : m_repository(repository), m_target(target), m_branches(branches), m_date(date), m_current(target) {}

  Result<Merged> run() {
    for (const auto& branch : m_branches) {
      TRY_ASSIGN(auto paths, touched(m_repository, m_target, branch.commit, branch.name));
      m_touched.push_back(std::move(paths));
    }
    TRY_ASSIGN(const auto attributes, os::ScratchFolder::make("assay-attributes"));
    m_work_tree = attributes.path();
    if (!m_branches.empty()) {
      TRY_ASSIGN(m_tree, write_attributes(m_repository, m_target, attribute_files_for(m_touched), m_work_tree));
    }
    for (size_t i = 0; i < m_branches.size(); ++i) TRY(add(i));
    if (!m_out.conflicts.empty()) return std::move(m_out);
    if (m_tree.empty()) {
      TRY_ASSIGN(m_tree, tree_of(m_repository, m_current));
    }
    m_out.commit = Merged::Commit{m_current, m_tree};
    return std::move(m_out);
  }

 private:
  Result<void> add(size_t index) {
    const auto& branch = m_branches[index];
    TRY_ASSIGN(const auto answer,
               m_repository.ask_sealed({.arguments = {"merge-tree", "--write-tree", "-z", "--name-only", "--messages",
                                                      m_current, branch.commit},
                                        .folder = m_work_tree,
                                        .environment = {cat("GIT_WORK_TREE=", m_work_tree)}}));
    if (answer.exit_code > 1) return m_repository.refusal(cat("merge-tree of ", branch.name), answer);
    TRY_ASSIGN(const auto merged, read_merge_tree(answer.output));
    if (!answer.ok()) return note_conflicts(index, merged);

    if (merged.tree == m_tree) {
      TRY_ASSIGN(const bool contained, is_ancestor(m_repository, branch.commit, m_current));
      if (contained) {
        m_out.contained.push_back(branch.name);
        return {};
      }
    }
    NewCommit commit{merged.tree, {m_current, branch.commit}, branch.message, m_date};
    if (commit.message.empty()) commit.message = cat("Merge task ", branch.name, "\n");
    TRY_ASSIGN(m_current, make_commit(m_repository, commit));
    m_tree = merged.tree;
    m_merged.push_back(index);
    return {};
  }

  Result<void> note_conflicts(size_t index, const MergeTree& merged) {
    const auto& branch = m_branches[index];
    TRY_ASSIGN(const auto by_target, touched(m_repository, branch.commit, m_target, branch.name));
    const size_t first = m_out.conflicts.size();
    Paths explained;
    const auto note = [&](const std::string& path, const MergeTree::Message& message) {
      Conflict conflict{path, message.kind, message.sentence, branch.name, {}, touches_any(by_target, message.paths)};
      for (const size_t earlier : m_merged) {
        if (touches_any(m_touched[earlier], message.paths)) conflict.against.push_back(m_branches[earlier].name);
      }
      if (conflict.against.empty() && !conflict.against_target) {
        // A rename moved the other side's path: all that could have done it.
        for (const size_t earlier : m_merged) conflict.against.push_back(m_branches[earlier].name);
      }
      explained.insert(message.paths.begin(), message.paths.end());
      m_out.conflicts.push_back(std::move(conflict));
    };
    for (const auto& message : merged.messages) {
      if (message.kind.starts_with("CONFLICT") && !message.paths.empty()) note(message.paths.front(), message);
    }
    for (const auto& path : merged.conflicted) {
      if (!explained.contains(path)) note(path, {{path}, "CONFLICT", cat("CONFLICT: both sides changed ", path)});
    }
    return read_hunks(merged.tree, first);
  }

  // The tree of a merge with conflicts holds the files with git's marks in them.
  Result<void> read_hunks(const std::string& tree, size_t first) {
    for (size_t i = first; i < m_out.conflicts.size() && i < k_most_conflicts_shown; ++i) {
      auto& conflict = m_out.conflicts[i];
      TRY_ASSIGN(const auto file,
                 m_repository.ask_sealed({.arguments = {"cat-file", "blob", cat(tree, ":", conflict.path)}}));
      if (file.ok()) conflict.hunks = conflict_hunks(file.output);
    }
    return {};
  }

  const Repository& m_repository;
  const std::string& m_target;
  std::span<const MergeBranch> m_branches;
  std::int64_t m_date;
  std::string m_current;
  std::string m_tree;
  std::string m_work_tree;
  std::vector<Paths> m_touched;
  std::vector<size_t> m_merged;
  Merged m_out;
};

}  // namespace

Result<Merged> merge_branches(const Repository& repository, const std::string& target,
                              std::span<const MergeBranch> branches, std::int64_t date) {
  TRY_ASSIGN(auto merged, Chain(repository, target, branches, date).run());
  repository.known_commits().remember(target, {});
  return merged;
}

// merge-tree finds the merge base by itself (before git 2.40 it cannot be told one), so the history
// is made to fit: the parent's tree becomes a root commit that both sides descend from.
Result<Merged> replay(const Repository& repository, const std::string& onto, const MergeBranch& commit,
                      std::int64_t date) {
  TRY_ASSIGN(const auto base_tree, tree_of(repository, cat(commit.commit, "~1")));
  TRY_ASSIGN(const auto change_tree, tree_of(repository, commit.commit));
  TRY_ASSIGN(const auto onto_tree, tree_of(repository, onto));
  TRY_ASSIGN(const auto base, make_commit(repository, {base_tree, {}, "base\n", date}));
  TRY_ASSIGN(const auto ours, make_commit(repository, {onto_tree, {base}, "ours\n", date}));
  TRY_ASSIGN(const auto theirs, make_commit(repository, {change_tree, {base}, "theirs\n", date}));
  const MergeBranch change{commit.name, theirs, ""};
  TRY_ASSIGN(auto merged, merge_branches(repository, ours, std::span(&change, 1), date));
  if (!merged.commit) return merged;
  auto& made = *merged.commit;
  if (made.tree == onto_tree) {
    made.id = onto;
    merged.contained = {commit.name};
    return merged;
  }
  const std::string message = commit.message.empty() ? cat("Replay ", commit.name, "\n") : commit.message;
  TRY_ASSIGN(made.id, make_commit(repository, {made.tree, {onto}, message, date, commit.author, commit.signing}));
  return merged;
}

}  // namespace assay::git
