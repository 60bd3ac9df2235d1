#include "git/checkout/advance.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "git/honest_index.h"
#include "os/files.h"
#include "os/replaced_files.h"

namespace assay::git {

namespace {

enum class PathState { free, folder, taken };

PathState path_state(const std::string& path) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0) return PathState::free;
  return S_ISDIR(st.st_mode) ? PathState::folder : PathState::taken;
}

using Paths = std::set<std::string, std::less<>>;

// A file below `folder` that does not go with this move.
std::string stays_in(const std::string& root, const std::string& folder, const Paths& leaving) {
  std::error_code error;
  const auto top = std::filesystem::recursive_directory_iterator(os::join_path(root, folder), error);
  for (const auto& item : top) {
    if (item.is_directory(error) && !item.is_symlink(error)) continue;
    std::string path = item.path().string().substr(root.size() + 1);
    if (!leaving.contains(path)) return path;
  }
  return "";
}

// What would be lost if `path` were written: something that is not tracked; empty when nothing is.
std::string occupied(const std::string& root, const std::string& path, const Paths& leaving) {
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    std::string folder = path.substr(0, slash);
    if (path_state(os::join_path(root, folder)) == PathState::taken && !leaving.contains(folder)) return folder;
  }
  switch (path_state(os::join_path(root, path))) {
    case PathState::free: return "";
    case PathState::folder: return stays_in(root, path, leaving);
    case PathState::taken: return leaving.contains(path) ? "" : path;
  }
  return "";
}

Paths to_paths(std::string_view listing) {
  Paths out;
  for (const auto name : split(listing, '\0')) {
    if (!name.empty()) out.emplace(name);
  }
  return out;
}

Result<Paths> names(const Repository& repository, std::vector<std::string> arguments) {
  TRY_ASSIGN(const auto answer, repository.ask_sealed({.arguments = std::move(arguments)}));
  if (!answer.ok()) return repository.refusal("diff-tree", answer);
  return to_paths(answer.output);
}

Result<Paths> changed_between(const Repository& repository, const std::string& from, const std::string& to) {
  return names(repository, {"diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to});
}

// What the file holds when it is checked out: with line ends, encodings and filters as they are configured there. Not
// known when a filter fails.
Result<std::optional<std::string>> checked_out(const Repository& checkout, const std::string& path,
                                               const std::string& to) {
  TRY_ASSIGN(auto answer, checkout.ask({"cat-file", "--filters", cat(to, ":", path)}));
  return answer.ok() ? std::optional(std::move(answer.output)) : std::nullopt;
}

// Whether the file is one that a move to `to` wrote, or began to write. An error says nothing about the file.
Result<os::ReplacedFiles::Whose> whose(const Repository& checkout, const std::string& path, const std::string& to) {
  using Whose = os::ReplacedFiles::Whose;
  const std::string file = os::join_path(checkout.root(), path);
  if (path_state(file) == PathState::free) return Whose::ours;
  if (path_state(file) == PathState::folder) return Whose::somebodys;
  if (os::is_link(file)) {
    std::error_code error;
    const auto target = std::filesystem::read_symlink(file, error).string();
    TRY_ASSIGN(const auto blob, checkout.ask_sealed({.arguments = {"cat-file", "blob", cat(to, ":", path)}}));
    return !error && blob.ok() && blob.output == target ? Whose::ours : Whose::somebodys;
  }
  TRY_ASSIGN(const auto wanted, checked_out(checkout, path, to));
  if (!wanted) return Whose::unknown;
  const auto there = os::read_file(file, wanted->size() + 1);  // longer: not ours
  return there && wanted->starts_with(*there) ? Whose::ours : Whose::somebodys;
}

// Untracked files, ignored ones too, where `to` has files that `from` has not.
Result<std::vector<std::string>> files_in_the_way(const Repository& checkout, const std::string& from,
                                                  const std::string& to) {
  TRY_ASSIGN(const auto added,
             names(checkout, {"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=A", from, to}));
  if (added.empty()) return std::vector<std::string>();
  TRY_ASSIGN(const auto removed,
             names(checkout, {"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=DT", from, to}));
  std::set<std::string> out;
  for (const auto& path : added) {
    if (auto place = occupied(checkout.root(), path, removed); !place.empty()) out.insert(std::move(place));
  }
  return std::vector<std::string>(out.begin(), out.end());
}

Result<Answer> ask_with(const std::string& index, const Repository& checkout, std::vector<std::string> arguments) {
  return call(
      {.arguments = std::move(arguments), .folder = checkout.root(), .environment = {cat("GIT_INDEX_FILE=", index)}});
}

Result<void> refresh(const std::string& index, const Repository& checkout) {
  TRY(ask_with(index, checkout, {"update-index", "-q", "--refresh"}));  // that files differ is no failure
  return {};
}

// Files that were put back have new times. Only a help: what is not brought up to date now is compared by its content.
void refresh(const IndexLock& held) {
  const auto draft = held.draft();
  if (!draft || !refresh(*draft, held.checkout())) return;
  [[maybe_unused]] const auto ignored = held.install(*draft);
}

std::string kept_folder(const Repository& checkout) { return os::join_path(checkout.git_folder(), "assay/moving"); }

// A move between two commits, file by file.
struct Moved {
  std::vector<std::string> paths;
  Paths gone;  // those that `to` has not
};

Result<Moved> moved_between(const Repository& checkout, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto answer,
             checkout.ask_sealed({.arguments = {"diff-tree", "-r", "-z", "--name-status", "--no-renames", from, to}}));
  if (!answer.ok()) return checkout.refusal("diff-tree", answer);
  Moved out;
  const auto fields = split(answer.output, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    out.paths.emplace_back(fields[i + 1]);
    if (fields[i] == "D") out.gone.emplace(fields[i + 1]);
  }
  return out;
}

// git says that it is done when a file could not be removed, and writes one file where a file system takes two names
// for the same. So the files are looked at.
Result<void> check_moved(const std::string& index, const Repository& checkout, const Moved& moved,
                         const std::string& to) {
  for (const auto& path : moved.gone) {
    const auto file = os::join_path(checkout.root(), path);
    if (path_state(file) == PathState::taken) return conflict(cat(path, " could not be removed"));
  }
  TRY_ASSIGN(const auto answer,
             ask_with(index, checkout, {"diff-files", "-z", "--name-only", "--ignore-submodules=all"}));
  if (!answer.ok()) return checkout.refusal("diff-files", answer);
  const auto differing = to_paths(answer.output);
  for (const auto& path : moved.paths) {
    if (!differing.contains(path)) continue;
    TRY_ASSIGN(const auto wanted, checked_out(checkout, path, to));
    const auto there = os::read_file(os::join_path(checkout.root(), path), wanted ? wanted->size() + 1 : 0);
    if (!wanted || !there || *there != *wanted) return conflict(cat(path, " could not be written as it is to be"));
  }
  return {};
}

// git refuses (conflict), and touches nothing, when a file of this move is not as `from` has it.
Result<void> read_tree(const std::string& index, const Repository& checkout, const IndexLock::Move& move) {
  for (const bool again : {false, true}) {
    TRY_ASSIGN(const auto answer, ask_with(index, checkout, {"read-tree", "-m", "-u", move.from, move.to}));
    if (answer.ok()) return {};
    if (again || !contains(answer.errors, "not uptodate")) return conflict(answer.why());
    // Stale times in the index look like changes; to bring them up to date is to look at every file.
    TRY(refresh(index, checkout));
  }
  return {};
}

Result<void> install(const IndexLock& held, const std::string& draft) {
  const auto done = held.install(draft);
  return done ? done : conflict(done.error().message);
}

// Files and index of a draft.
Result<void> move_draft(const IndexLock& held, const std::string& draft, const IndexLock::Move& move,
                        const Moved& moved) {
  TRY(read_tree(draft, held.checkout(), move));
  TRY(check_moved(draft, held.checkout(), moved, move.to));
  return install(held, draft);
}

// Everything is moved, or everything is as it was.
Result<void> move_files(const IndexLock& held, const IndexLock::Move& move) {
  const auto& checkout = held.checkout();
  const std::string where = cat("the checkout ", checkout.root(), " cannot be moved: ");
  TRY_ASSIGN(const auto moved, moved_between(checkout, move.from, move.to));
  auto files = os::ReplacedFiles::keep(checkout.root(), os::join_path(kept_folder(checkout), "files"), moved.paths);
  if (!files) return conflict(cat(where, files.error().message));
  const auto draft = held.draft();
  if (!draft) {
    os::remove_tree(kept_folder(checkout));
    return conflict(cat(where, draft.error().message));
  }
  const auto done = move_draft(held, *draft, move, moved);
  if (done) {
    os::remove_tree(kept_folder(checkout));
    return {};
  }
  const std::string& why = done.error().message;
  const auto stayed = files->put_back([&](const std::string& path) {
    return whose(checkout, path, move.to).value_or(os::ReplacedFiles::Whose::unknown);
  });
  if (!stayed) return conflict(cat(where, why, "; and it could not be put back: ", stayed.error().message));
  refresh(held);
  for (const char* left : {"", ".lock"}) ::unlink(cat(*draft, left).c_str());
  ::rmdir(kept_folder(checkout).c_str());
  return Error{done.error().code, cat(where, why, "; everything there was put back as it was")};
}

// Whether a commit there would take back a file of the move: it is staged as it was before.
Result<bool> is_index_behind(const Repository& checkout, const IndexLock::Move& move) {
  TRY_ASSIGN(const auto moved, changed_between(checkout, move.from, move.to));
  TRY_ASSIGN(const auto answer,
             checkout.ask({"diff-index", "--cached", "-z", "--name-only", "--no-renames", move.from, "--"}));
  if (!answer.ok()) return checkout.refusal("diff-index", answer);
  const auto staged = to_paths(answer.output);
  return !std::includes(staged.begin(), staged.end(), moved.begin(), moved.end());
}

}  // namespace

Result<std::vector<std::string>> differences(const Repository& checkout, const std::string& commit) {
  TRY_ASSIGN(const auto index, HonestIndex::copy_of(checkout, HonestIndex::Filters::run));
  const auto ask = [&](std::initializer_list<std::string> question) -> Result<Paths> {
    std::vector<std::string> arguments = question;
    arguments.insert(arguments.end(), {"-z", "--name-only", "--no-renames", "--ignore-submodules=dirty"});
    if (arguments.front() == "diff-index") arguments.push_back(commit);
    arguments.emplace_back("--");
    TRY_ASSIGN(const auto answer, call(index.with(arguments)));
    if (!answer.ok()) return checkout.refusal(*question.begin(), answer);
    return to_paths(answer.output);
  };
  TRY_ASSIGN(auto out, ask({"diff-index", "--cached"}));
  TRY_ASSIGN(auto changed, ask({"diff-files"}));
  if (!changed.empty()) {
    // Or only touched: then the times in the index are stale, and the content tells.
    TRY(call(index.with({"update-index", "-q", "--refresh"})));
    TRY_ASSIGN(changed, ask({"diff-files"}));
  }
  out.merge(changed);
  return std::vector<std::string>(out.begin(), out.end());
}

Result<Obstacles> obstacles(const Repository& checkout, const std::string& from, const std::string& to) {
  Obstacles out;
  out.pending = pending_in(checkout.git_folder());
  TRY_ASSIGN(out.changed, differences(checkout, from));
  TRY_ASSIGN(out.in_the_way, files_in_the_way(checkout, from, to));
  return out;
}

Result<void> advance(const IndexLock& held, const IndexLock::Move& move) {
  TRY_ASSIGN(const auto in_the_way, files_in_the_way(held.checkout(), move.from, move.to));
  if (!in_the_way.empty()) {
    return conflict(
        cat("untracked ", first_few(in_the_way, 3), " in ", held.checkout().root(), " would be overwritten"));
  }
  return move_files(held, move);
}

Result<void> finish_advance(const IndexLock& held, const IndexLock::Move& move) {
  const auto& checkout = held.checkout();
  TRY_ASSIGN(const auto found, obstacles(checkout, move.from, move.to));
  TRY_ASSIGN(const auto moved, changed_between(checkout, move.from, move.to));
  if (found.pending != Pending::none) return conflict(cat(to_string(found.pending), " is not finished there"));
  for (const auto* paths : {&found.changed, &found.in_the_way}) {
    for (const auto& path : *paths) {
      if (!moved.contains(path)) return conflict(cat(path, " is changed there"));
      TRY_ASSIGN(const auto of, whose(checkout, path, move.to));
      if (of != os::ReplacedFiles::Whose::ours) return conflict(cat(path, " is changed there"));
    }
  }
  TRY_ASSIGN(const auto draft, held.draft());
  TRY_ASSIGN(const auto answer, ask_with(draft, checkout, {"read-tree", "--reset", "-u", move.to}));
  if (!answer.ok()) return conflict(answer.why());
  TRY(held.install(draft));
  os::remove_tree(kept_folder(checkout));
  return {};
}

Result<void> catch_up(const IndexLock& held, const IndexLock::Move& move) {
  TRY_ASSIGN(const auto left, differences(held.checkout(), move.to));
  if (left.empty() || advance(held, move)) return {};
  auto finished = finish_advance(held, move);
  if (finished) return {};
  TRY_ASSIGN(const bool behind, is_index_behind(held.checkout(), move));
  return behind ? finished : Result<void>();
}

Result<std::vector<std::string>> taken_back(const Repository& repository, const IndexLock::Move& move,
                                            const std::string& by) {
  TRY_ASSIGN(const auto came, changed_between(repository, move.from, move.to));
  TRY_ASSIGN(const auto stays, changed_between(repository, move.from, by));
  std::vector<std::string> out;
  for (const auto& path : came) {
    if (!stays.contains(path)) out.push_back(path);
  }
  return out;
}

}  // namespace assay::git
