// A file of keys can come with a clone, or be written by code that a check ran: whoever wrote it would be let in. So it
// is taken over only where a store was made here before (Home::mark), when git does not track it, when only its owner
// can read it, and when there are no keys in the state folder yet.
#include "engine/access/state_files.h"

#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "engine/access/keyring.h"
#include "engine/state_folder.h"
#include "git/repository.h"
#include "os/files.h"

namespace assay::engine {

namespace {

Result<bool> is_tracked(const engine::Home& home, const std::string& path) {
  TRY_ASSIGN(const auto repository, git::Repository::open(home.top));
  TRY_ASSIGN(const auto listed, repository.run({"ls-files", "--", path}));
  return !listed.empty();
}

std::string not_used(const std::string& path, const std::string& folder) {
  return cat(path, " is not used: keys are kept in ", folder, " now. Remove it.\n");
}

}  // namespace

Result<StateFiles> open_state(const engine::Home& home) {
  StateFiles out;
  TRY_ASSIGN(out.folder, engine::make_state_folder(home.git_folder));
  const KeyringFile keys(out.folder);
  const auto older = os::join_path(home.folder, "serve/keys.json");
  if (!os::exists(older)) return out;
  out.note = not_used(older, out.folder);
  if (os::exists(keys.path()) || !os::exists(home.mark)) return out;
  TRY_ASSIGN(const bool tracked, is_tracked(home, older));
  if (tracked) return out;
  TRY_ASSIGN(const auto taken, keys.take_over(older));
  out.note = cat("Keys are kept in ", out.folder,
                 " now, outside of the repository. Taken over: ", taken.empty() ? "none" : "");
  for (size_t i = 0; i < taken.size(); ++i) {
    out.note += cat(i == 0 ? "" : ", ", printable(taken[i].name), " (", name(taken[i].role), ")");
  }
  out.note += ". Browsers log in anew.\n";
  ::unlink(older.c_str());
  ::unlink(os::join_path(home.folder, "serve/keys.lock").c_str());
  return out;
}

}  // namespace assay::engine
