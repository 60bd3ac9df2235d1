// The sandbox around a command, as a value. Which levels of it this machine can build: os/process/sandbox_probe.h.
//
// bubblewrap: own user, process, mount, IPC, host-name and (unless granted) network namespaces; only
// named paths exist inside. landlock: the same file system, but only named paths can be opened, no
// sockets, no capabilities. off: none; for an operator who said so, and recorded with the result.
// docs/sandbox.md says in plain words what a command can see and do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay::os {

struct SandboxLimits {
  std::uint64_t processes = 2048;                     // with threads
  std::uint64_t memory = 0;                           // bytes of all together; 0: three quarters of the machine's
  std::uint64_t file_size = std::uint64_t{16} << 30;  // of one file
  std::uint64_t open_files = 65'536;                  // of one process
  std::uint64_t disk = std::uint64_t{32} << 30;       // bytes written to writable folders and not freed
  std::uint64_t files = 4'000'000;                    // new files there
  friend bool operator==(const SandboxLimits&, const SandboxLimits&) = default;
};

struct Sandbox {
  enum class Level { bubblewrap, landlock, off };
  enum class Network { none, host };
  enum class Access { read, write };
  struct Mount {
    std::string source;  // a folder on the host
    std::string target;  // absolute; a folder that exists there, or in the source of another mount
    Access access = Access::read;
    friend bool operator==(const Mount&, const Mount&) = default;
  };

  Level level = Level::bubblewrap;
  Network network = Network::none;
  // Absolute. The system and what PATH names are readable anyway; paths that do not exist are skipped.
  std::vector<std::string> writable;
  std::vector<std::string> readable;
  // What somebody asked for besides. Shown as well, but never a sealed place, or anything in one.
  struct Grant {
    std::string path;  // absolute
    Access access = Access::read;
    friend bool operator==(const Grant&, const Grant&) = default;
  };
  std::vector<Grant> granted;
  // Inside writable folders, kept as they are (the git directory). landlock cannot: it refuses a
  // folder there, and puts a file back when the command changed it.
  std::vector<std::string> kept;
  // Files and folders that are not there inside readable or writable ones. landlock refuses one in a
  // writable folder.
  std::vector<std::string> hidden;
  // The same, and no grant and no PATH shows one, or anything in one: only what `readable`, `writable` and `mounted`
  // name in it is there. One that does not exist cannot be made inside: bubblewrap covers its place, landlock removes
  // what a command made there and tells of it.
  std::vector<std::string> sealed;
  // Caches of packages in the person's home folder are readable, and virtual environments in the work tree stay
  // in PATH: what tests of an ordinary project need.
  enum class Tools { programs, programs_and_packages };
  Tools tools = Tools::programs;
  // Where the first writable folder is shown, with all that lies in it; empty: at its own path.
  // bubblewrap only.
  std::string shown_as;
  // Folders shown at another place. bubblewrap only.
  std::vector<Mount> mounted;
  // Files shown with another content. bubblewrap only.
  std::vector<std::pair<std::string, std::string>> replaced;
  SandboxLimits limits;
  friend bool operator==(const Sandbox&, const Sandbox&) = default;
};

// Who holds a command to its memory: the kernel, by a control group around it, or we, who look many times a second
// and end it once it is beyond.
constexpr std::string_view k_limits_by_kernel = "cgroup";
constexpr std::string_view k_limits_watched = "watched";
std::string_view limits_held_by();

// `writable` and what was granted so.
std::vector<std::string> writable_folders(const Sandbox& sandbox);

std::string_view name_of(Sandbox::Level level);  // "bubblewrap"
Result<Sandbox::Level> level_named(std::string_view name);

}  // namespace assay::os
