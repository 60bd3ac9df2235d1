#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/sandbox_plan.h"

namespace assay::os {

namespace {

using How = SandboxPlan::How;

// Not along the person's PATH first: whatever is called so there would stand outside of the sandbox.
constexpr std::string_view k_trusted_folders = "/usr/bin:/usr/local/bin:/bin:/run/current-system/sw/bin";

void add_place(std::vector<std::string>& out, const SandboxPlan::Place& place) {
  const auto add = [&](std::initializer_list<std::string> words) { out.insert(out.end(), words); };
  // "/bin" is a link to "usr/bin" nearly everywhere; it stays one.
  const auto link = place.source == place.target ? link_target(place.source) : std::string();
  if (!link.empty()) return add({"--symlink", link, place.target});
  switch (place.how) {
    case How::read: return add({"--ro-bind", place.source, place.target});
    case How::write: return add({"--bind", place.source, place.target});
    case How::hide:
      if (is_folder(place.source)) return add({"--tmpfs", place.target});
      return add({"--ro-bind", "/dev/null", place.target});
  }
}

}  // namespace

std::vector<std::string> bubblewrap_walls(const Sandbox& sandbox, Lasts lasts) {
  std::vector<std::string> out = {"bwrap",
                                  "--unshare-user",
                                  "--unshare-pid",
                                  "--unshare-ipc",
                                  "--unshare-uts",
                                  "--unshare-cgroup-try",
                                  "--die-with-parent",
                                  "--new-session",
                                  "--as-pid-1",
                                  "--cap-drop",
                                  "ALL",
                                  "--hostname",
                                  "assay",
                                  "--proc",
                                  "/proc",
                                  "--dev",
                                  "/dev"};
  if (lasts == Lasts::many_commands) {
    out.emplace_back("--mqueue");  // shows whether a command left a queue behind
    out.emplace_back("/dev/mqueue");
  }
  if (sandbox.network == Sandbox::Network::none) out.emplace_back("--unshare-net");
  return out;
}

std::vector<std::string> bubblewrap_places(const SandboxPlan& plan) {
  std::vector<std::string> out = {"--uid", cat(plan.user.inside), "--gid", cat(plan.user.group_inside)};
  for (const auto& place : plan.places) add_place(out, place);
  // Only now: something may be shown in it.
  for (const auto& place : plan.places) {
    if (place.how == How::hide && is_folder(place.source)) out.insert(out.end(), {"--remount-ro", place.target});
  }
  for (const auto* word : {"--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir"})
    out.emplace_back(word);
  out.push_back(plan.folder);
  return out;
}

Result<std::string> find_bubblewrap() {
  if (auto found = find_program("bwrap", k_trusted_folders)) return found;
  return unavailable("bubblewrap is not installed (the program bwrap; package bubblewrap)");
}

}  // namespace assay::os
