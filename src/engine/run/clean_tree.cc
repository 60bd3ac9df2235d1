#include "engine/run/clean_tree.h"

#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/sandbox_policy.h"
#include "git/checkout/working_copy.h"
#include "git/snapshot.h"
#include "os/files.h"
#include "os/sandbox/toolchains.h"

namespace assay::engine {

namespace {

constexpr int k_packages_deepest = 3;  // of packages with dependencies of their own

// Where builders keep what need not be built again.
constexpr std::string_view k_build_folders[] = {"target", "build", "_build", ".build", "obj", ".gradle"};

git::WorkingCopy working_copy_of(const git::Repository& repository, const CleanTree& tree) {
  return {repository, tree.folder, cat(tree.folder, "-state")};
}

// Folders of dependencies that are not part of the tree, relative.
void find_dependencies(const std::string& root, const std::string& below, int depth, const git::Tree& tree,
                       std::vector<std::string>& out) {
  const auto names = os::list_folder(os::join_path(root, below));
  if (!names || depth > k_packages_deepest) return;
  for (const auto& name : *names) {
    const auto path = below.empty() ? name : cat(below, "/", name);
    const auto whole = os::join_path(root, path);
    if (!os::is_folder(whole)) continue;
    if (os::is_in_dependency_folder(cat("/", path, "/x"))) {
      if (!tree.has_folder(path)) out.push_back(path);
    } else if (!name.starts_with('.') && !os::is_link(whole) && tree.has_folder(path)) {
      find_dependencies(root, path, depth + 1, tree, out);
    }
  }
}

// How much a copy would take; counting ends past the limits.
struct Size {
  std::uint64_t bytes = 0, files = 0;
  bool is_small() const { return bytes <= std::uint64_t{512} << 20 && files <= 100'000; }
};
void add_size(const std::string& folder, Size& out) {
  const auto names = os::list_folder(folder);
  if (!names) return;
  for (const auto& name : *names) {
    const auto path = os::join_path(folder, name);
    struct stat status {};
    if (!out.is_small() || ::lstat(path.c_str(), &status) != 0) continue;
    ++out.files;
    if (S_ISREG(status.st_mode)) out.bytes += static_cast<std::uint64_t>(status.st_size);
    if (S_ISDIR(status.st_mode)) add_size(path, out);
  }
}

// Where nothing keeps commands from writing, they get a copy of their own: what they write there is not for the
// person's tree. Large ones are left out, and the run says what it misses.
Result<void> copy_dependencies(const std::string& from, const std::string& to) {
  Size size;
  add_size(from, size);
  return size.is_small() ? os::copy_tree(from, to) : Result<void>();
}

Result<void> show_dependencies(const std::string& workspace, const git::Tree& tree, CleanTree& out) {
  auto& sandbox = out.sandbox;
  find_dependencies(workspace, "", 0, tree, out.dependencies);
  const bool mounts = sandbox && sandbox->level == os::Sandbox::Level::bubblewrap;
  for (const auto& path : out.dependencies) {
    const auto from = os::join_path(workspace, path);
    const auto to = os::join_path(out.folder, path);
    if (mounts) {
      TRY(os::make_folders(to));
      sandbox->mounted.push_back({from, to, os::Sandbox::Access::read});
    } else if (!sandbox) {
      TRY(copy_dependencies(from, to));
    } else if (::symlink(from.c_str(), to.c_str()) != 0) {
      continue;  // the run says what it misses
    }
    if (sandbox) sandbox->readable.push_back(from);
  }
  return {};
}

}  // namespace

Result<CleanTree> make_clean_tree(const git::Repository& repository, const std::string& revision,
                                  const std::string& workspace, const std::string& place,
                                  const CommandSandbox& sandbox) {
  CleanTree out;
  out.folder = place;
  TRY(os::make_folders(place));
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, revision));
  TRY(working_copy_of(repository, out).move_to(revision, {}));
  if (sandbox.used) {
    TRY_ASSIGN(out.sandbox, sandbox_for(place, sandbox.request));
  }
  TRY(show_dependencies(workspace, tree, out));
  return out;
}

Result<void> move_clean_tree(const git::Repository& repository, const std::string& revision, const CleanTree& tree) {
  std::vector<std::string> stays(std::begin(k_build_folders), std::end(k_build_folders));
  stays.insert(stays.end(), tree.dependencies.begin(), tree.dependencies.end());
  TRY(working_copy_of(repository, tree).move_to(revision, stays));
  return {};
}

}  // namespace assay::engine
