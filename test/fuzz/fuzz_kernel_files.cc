// What the kernel writes holds names that processes of a check chose. Any bytes are taken, and nothing is larger than
// the text can say.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "os/sandbox/control_group.h"
#include "os/usage/machine_memory.h"
#include "os/usage/memory_file_systems.h"
#include "os/usage/proc_text.h"
#include "scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  static const fuzz::Scratch scratch;
  static const std::string mount = [] {
    scratch.folder("group/own");
    scratch.put("group/own/cgroup.procs", "");
    return scratch.at("group");
  }();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto memory = os::machine_memory_in(text);
  fuzz::require(memory.kernel <= memory.total);
  fuzz::require(os::bytes_behind(text, "\nVmPTE:") % 1024 == 0);
  fuzz::require(!os::has_waiting_descriptors(text) || contains(text, "scm_fds:"));
  fuzz::require(!os::is_first_of_namespace(text) || contains(text, "\nNSpid:"));
  for (const auto line : split_lines(text)) {
    fuzz::require(!os::maps_nameless_disk_file(line) || os::maps_nameless_file(line));
    fuzz::require(line.ends_with(os::mapped_path(line)));
    fuzz::require(line.ends_with(os::mapped_file(line)));
    fuzz::require(os::mapped_range(line).size() <= line.size());
  }
  for (const auto& mount : os::memory_mounts_in(text)) fuzz::require(mount.place.size() <= text.size());
  const auto folder = os::folder_for_groups(text, mount);
  fuzz::require(folder.empty() || folder.starts_with(mount));
  return 0;
}
