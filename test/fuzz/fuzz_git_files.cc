// Small files that Assay and git keep beside a repository: whatever runs without a sandbox, or a disk that fails, can
// leave any bytes there. They are read or refused, and what was read is what it may be.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "engine/known_histories.h"
#include "engine/sealed_places.h"
#include "engine/state_folder.h"
#include "git/checkout/index_lock.h"
#include "git/git_paths.h"
#include "git/refs/reflog.h"
#include "git/repository.h"
#include "git/worktrees/worktree_admin.h"
#include "git/worktrees/worktree_place.h"
#include "scratch.h"

namespace {

using namespace assay;
using fuzz::require;
using fuzz::Scratch;

struct Scene {
  Scene() : state(scratch.folder("state")) {
    ::setenv("ASSAY_STATE_HOME", state.c_str(), 1);
    require(git::call({.arguments = {"init", "-q", scratch.folder("repo")}, .folder = scratch.at("")})->ok());
    for (const auto* name : {"repo/.git/assay/worktrees/task", "repo/.git/worktrees/task", "linked"})
      scratch.folder(name);
    git_folder = scratch.at("repo/.git");
    const auto made = engine::make_state_folder(git_folder);
    require(made.has_value());
    own = made->substr(scratch.at("").size() + 1);
    record = *os::read_file(os::join_path(git_folder, "assay/state"));
  }
  git::Repository repository() const { return *git::Repository::open(scratch.at("repo")); }

  Scratch scratch;
  std::string state;
  std::string git_folder;
  std::string own;     // the state folder of the repository, in the scratch folder
  std::string record;  // that names it
};

void check_state(const Scene& scene) {
  const auto folder = engine::state_folder(scene.git_folder);
  if (!folder) return;
  const auto real = os::real_path(*folder);
  require(real && os::parent_path(*real) == scene.state && real->find('\0') == std::string::npos);
}

void read_state(const Scene& scene, std::string_view text) {
  scene.scratch.put("repo/.git/assay/state", text);
  check_state(scene);
  scene.scratch.put("repo/.git/assay/state", scene.record);
  const auto owner = cat(scene.own, "/repository");
  const auto before = *os::read_file(scene.scratch.at(owner));
  scene.scratch.put(owner, text);
  check_state(scene);
  (void)engine::find_sealed_places(scene.scratch.at("repo"), git::find_git_paths(scene.scratch.at("repo")), {});
  scene.scratch.put(owner, before);
  scene.scratch.put(cat(scene.own, "/histories"), text);
  for (const auto& [mission, head] : engine::known_histories(scene.git_folder)) {
    require(head.count > 0 && head.hash.size() == 64 && head.mission.text == mission);
  }
}

void read_work_trees(const Scene& scene, const git::Repository& repository, std::string_view text) {
  scene.scratch.put("repo/.git/assay/worktrees/task/record", text);
  const auto place = git::find_place(repository, "task");
  if (place && *place) require((*place)->path.starts_with('/'));
  scene.scratch.put("repo/.git/worktrees/task/gitdir", text);
  for (const auto& [path, admin] : git::all_admins(repository)) require(git::find_admin(repository, path).has_value());
  scene.scratch.put("linked/.git", text);
  (void)git::is_of_another(repository, scene.scratch.at("linked"));
  (void)git::find_git_paths(scene.scratch.at("linked"));
  const auto found =
      engine::find_sealed_places(scene.scratch.at("repo"), git::find_git_paths(scene.scratch.at("repo")), {});
  for (const auto& other : found.others) require(other.starts_with('/'));
}

void read_index_lock(const Scene& scene, const git::Repository& repository, std::string_view text) {
  scene.scratch.put("repo/.git/index.lock", text);
  const auto left = git::IndexLock::take_left(repository);
  require(left.has_value());
  if (*left) {
    for (const auto& id : {(*left)->move().from, (*left)->move().to}) {
      require(id.size() >= 40 && id.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
  }
}

void read_texts(std::string_view text) {
  const auto harmless = git::harmless_config(text);
  require(git::harmless_config(harmless) == harmless);
  const auto lines = split_lines(text);
  if (lines.empty()) return;
  const auto last = git::read_log_entry(lines.back());
  const auto first = git::read_log_entry(lines.front());
  if (!first || !last) return;
  const auto moves = git::moves_in(text, first->from, last->to);
  for (size_t i = 1; i < moves.size(); ++i) require(moves[i].to == moves[i - 1].from);
  if (!moves.empty()) require(moves.front().to == last->to && moves.back().from == first->from);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  static const Scene scene;
  static const git::Repository repository = scene.repository();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_texts(text);
  read_state(scene, text);
  read_work_trees(scene, repository, text);
  read_index_lock(scene, repository, text);
  return 0;
}
