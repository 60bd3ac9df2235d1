#include "git/advance.h"

#include <filesystem>
#include <set>

#include <sys/stat.h>

#include "base/text.h"
#include "git/honest_index.h"
#include "os/files.h"

namespace assay::git {

namespace {

enum class Place { free, folder, taken };

Place look(const std::string& path) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0) return Place::free;
  return S_ISDIR(st.st_mode) ? Place::folder : Place::taken;
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
    if (look(os::join_path(root, folder)) == Place::taken && !leaving.contains(folder)) return folder;
  }
  switch (look(os::join_path(root, path))) {
    case Place::free: return "";
    case Place::folder: return stays_in(root, path, leaving);
    case Place::taken: return leaving.contains(path) ? "" : path;
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

std::string some(const std::vector<std::string>& paths) {
  std::string out;
  for (size_t i = 0; i < paths.size() && i < 3; ++i) out += cat(i == 0 ? "" : ", ", paths[i]);
  return paths.size() > 3 ? cat(out, " and ", paths.size() - 3, " more") : out;
}

// Whether the file is one that a move to `to` left behind when it was interrupted.
Result<bool> is_begun(const Repository& checkout, const std::string& path, const std::string& to) {
  const std::string file = os::join_path(checkout.root(), path);
  if (look(file) == Place::free) return true;
  if (look(file) == Place::folder || os::is_link(file)) return false;
  TRY_ASSIGN(const auto answer, checkout.ask_sealed({.arguments = {"cat-file", "blob", cat(to, ":", path)}}));
  if (!answer.ok()) return false;
  const auto there = os::read_file(file, answer.output.size() + 1);  // longer: not ours
  return there && answer.output.starts_with(*there);
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

// git refuses when a file of this move is not as `from` has it.
Result<void> move_files(const Repository& checkout, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto options, filter_overrides_of(checkout));
  const auto unfiltered = [&](std::initializer_list<std::string> arguments) {
    auto all = options;
    all.insert(all.end(), arguments);
    return checkout.ask(std::move(all));
  };
  TRY_ASSIGN(auto answer, unfiltered({"read-tree", "-m", "-u", from, to}));
  if (!answer.ok()) {
    // Stale times in the index look like changes; to bring them up to date is to look at every file.
    TRY(unfiltered({"update-index", "-q", "--refresh"}));
    TRY_ASSIGN(answer, unfiltered({"read-tree", "-m", "-u", from, to}));
  }
  if (!answer.ok()) return conflict(cat("the checkout ", checkout.root(), " cannot be moved: ", answer.why()));
  return {};
}

}  // namespace

Result<std::vector<std::string>> differences(const Repository& checkout, const std::string& commit) {
  TRY_ASSIGN(const auto index, HonestIndex::copy_of(checkout));
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

Result<void> advance(const Repository& checkout, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto found, obstacles(checkout, from, to));
  const std::string where = cat("the checkout ", checkout.root(), " cannot be moved: ");
  if (found.pending != Pending::none) {
    return conflict(cat(where, to_string(found.pending), " is not finished there; finish or abort it"));
  }
  if (!found.changed.empty()) {
    return conflict(cat(where, some(found.changed), " changed there; commit or stash it first"));
  }
  if (!found.in_the_way.empty()) {
    return conflict(cat(where, "untracked ", some(found.in_the_way), " would be overwritten; move it away first"));
  }
  return move_files(checkout, from, to);
}

Result<void> advance_free(const Repository& checkout, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto in_the_way, files_in_the_way(checkout, from, to));
  if (!in_the_way.empty()) {
    return conflict(cat("untracked ", some(in_the_way), " in ", checkout.root(), " would be overwritten"));
  }
  return move_files(checkout, from, to);
}

Result<void> finish_advance(const Repository& checkout, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto found, obstacles(checkout, from, to));
  TRY_ASSIGN(const auto moved, names(checkout, {"diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to}));
  if (found.pending != Pending::none) return conflict(cat(to_string(found.pending), " is not finished there"));
  for (const auto* paths : {&found.changed, &found.in_the_way}) {
    for (const auto& path : *paths) {
      if (!moved.contains(path)) return conflict(cat(path, " is changed there"));
      TRY_ASSIGN(const bool begun, is_begun(checkout, path, to));
      if (!begun) return conflict(cat(path, " is changed there"));
    }
  }
  TRY_ASSIGN(auto arguments, filter_overrides_of(checkout));
  arguments.insert(arguments.end(), {"read-tree", "--reset", "-u", to});
  TRY_ASSIGN(const auto answer, checkout.ask(std::move(arguments)));
  if (!answer.ok()) return conflict(answer.why());
  return {};
}

}  // namespace assay::git
