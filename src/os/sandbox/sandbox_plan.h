// A sandbox made ready for one run: which paths, as which user, with which files of its own.
// Internal to os.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "os/sandbox/confine.h"
#include "os/sandbox/held_folder.h"
#include "os/sandbox/sandbox.h"
#include "os/sandbox/toolchains.h"

namespace assay::os {

// Root gives up being root for the owner of what is written, so that the files stay that owner's.
struct SandboxUser {
  uid_t run_as = 0;  // 0: as we are
  gid_t run_as_group = 0;
  uid_t inside = 0;  // of a namespace
  gid_t group_inside = 0;
};
SandboxUser sandbox_user(const Sandbox& sandbox);

struct SandboxPlan {
  enum class How { read, write, hide };
  struct Place {
    std::string source;  // on the host
    std::string target;  // inside
    How how = How::read;
    bool is_guarded = false;  // commands must not put something else in its place
  };
  std::vector<Place> places;        // parents before what lies in them; of the same target a later one wins
  std::vector<HeldFolder> held;     // what stands where nothing may be made
  std::vector<std::string> absent;  // what must not be there afterwards
  std::string folder;               // to begin in, resolved
  std::string scratch;              // on the host: home/, tmp/, etc/
  std::string home;                 // inside
  std::string tmp;
  SandboxUser user;
};

// `scratch` exists and lasts as long as the run. `toolchains` and `packages` are readable besides the sandbox's own.
Result<SandboxPlan> plan_sandbox(const Sandbox& sandbox, const std::string& folder, const std::string& scratch,
                                 const std::vector<std::string>& toolchains, const Packages& packages);

// Whether a place on the host is sealed and must not be shown to whoever asked for it. `source`: resolved.
bool is_sealed(const Sandbox& sandbox, const std::string& source);
// Hides what is sealed or hidden wherever the places show it, and holds folders above such a place so that a command
// cannot move them. REQUIRES: places in order.
Result<void> seal_places(SandboxPlan& plan, const Sandbox& sandbox);

enum class Lasts { one_command, many_commands };

// Bubblewrap's arguments up to the command, without "--": {"bwrap", ...}, then what is shown inside.
std::vector<std::string> bubblewrap_walls(const Sandbox& sandbox, Lasts lasts);
std::vector<std::string> bubblewrap_places(const SandboxPlan& plan);
Result<std::string> find_bubblewrap();

// The same sandbox for confine(). `paths` holds the text that the rules point to.
struct LandlockPlan {
  std::vector<std::string> paths;
  std::vector<PathRule> rules;
  Confinement confinement;
};
Result<LandlockPlan> landlock_plan(const SandboxPlan& plan, const Sandbox& sandbox);

}  // namespace assay::os
