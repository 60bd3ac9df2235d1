#include "os/sandbox/sandbox_plan.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/etc_image.h"

namespace assay::os {

namespace {

using How = SandboxPlan::How;

constexpr std::string_view k_shown_system_folders[] = {"/usr",   "/bin",    "/sbin",      "/lib",      "/lib32",
                                                       "/lib64", "/libx32", "/nix/store", "/gnu/store"};
// Landlock shows the real ones; bubblewrap gets its own.
constexpr std::string_view k_public_in_etc[] = {"passwd", "group", "nsswitch.conf", "hosts", "resolv.conf"};

constexpr unsigned k_user_for_root = 1000;

// The whole disk, or what tells of every process.
bool is_no_grant(const std::string& path) { return path == "/" || path == "/dev" || is_below(path, "/proc"); }

// Whether whom root becomes may go there: what lies in a home of root's own is of no use to others, and bubblewrap
// could not show it.
bool can_enter(const SandboxUser& user, const std::string& path) {
  if (user.run_as == 0) return true;
  for (auto folder = path; folder != "/"; folder = parent_path(folder)) {
    struct stat st {};
    if (::stat(folder.c_str(), &st) != 0) return false;
    const mode_t wanted = st.st_uid == user.run_as ? 0500 : st.st_gid == user.run_as_group ? 0050 : 0005;
    const mode_t needed = folder == path ? wanted : wanted & 0111;
    if ((st.st_mode & needed) != needed && S_ISDIR(st.st_mode)) return false;
  }
  return true;
}

class Planner {
 public:
  Planner(const Sandbox& sandbox, const std::string& scratch) : m_sandbox(sandbox) {
    for (auto* paths : {&m_sandbox.hidden, &m_sandbox.sealed}) resolve(*paths);
    // What lies in a sealed place is out of sight with it.
    const auto all = m_sandbox.sealed;
    std::erase_if(m_sandbox.sealed, [&](const auto& path) {
      auto others = m_sandbox;
      others.sealed = all;
      std::erase(others.sealed, path);
      return is_sealed(others, path);
    });
    m_plan.scratch = scratch;
    const bool namespaces = sandbox.level == Sandbox::Level::bubblewrap;
    m_plan.home = namespaces ? "/home/assay" : join_path(scratch, "home");
    m_plan.tmp = namespaces ? "/tmp" : join_path(scratch, "tmp");
  }

  Result<SandboxPlan> plan(const std::string& folder, const std::vector<std::string>& toolchains,
                           const Packages& packages) {
    TRY_ASSIGN(m_plan.folder, real_path(folder.empty() ? "." : folder));
    TRY(choose_user());
    for (const auto path : k_shown_system_folders) {
      if (exists(std::string(path))) m_plan.places.push_back({std::string(path), std::string(path), How::read});
    }
    TRY(add_own());
    for (const auto* paths : {&toolchains, &packages.paths}) {
      for (const auto& path : *paths) {
        if (can_enter(m_plan.user, path) && !is_work_of_others(resolved_path(path))) add_unless_sealed(path, How::read);
      }
    }
    add_below_home(packages);
    for (const auto& path : m_sandbox.readable) add(path, How::read);
    TRY(add_granted(Sandbox::Access::read));
    for (const auto& path : m_sandbox.writable) {
      if (resolved_path(path) == "/") return not_a_sandbox("/", "writable");
      if (!exists(path)) return not_found(cat("the writable folder ", path, " does not exist"));
      add(path, How::write);
    }
    TRY(add_granted(Sandbox::Access::write));
    add_kept();
    add_mounted();
    TRY(add_replaced());
    TRY(move_work());
    sort_places();
    drop_covered();
    TRY(seal_places(m_plan, m_sandbox));
    sort_places();
    return std::move(m_plan);
  }

 private:
  // Where they are, and where they lead when they are links.
  static void resolve(std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const auto& path : paths) {
      for (auto each : {resolved_entry(path), resolved_path(path)}) {
        if (std::find(out.begin(), out.end(), each) == out.end()) out.push_back(std::move(each));
      }
    }
    paths = std::move(out);
  }

  void add(const std::string& path, How how) {
    if (!path.starts_with('/')) return;
    const auto real = real_path(path);
    if (!real) return;
    m_plan.places.push_back({*real, *real, how});
    // Programs find it by either name. A link that another place shows leads there by itself.
    const auto name = normal_path(path);
    if (*real != name && m_sandbox.level == Sandbox::Level::bubblewrap && !is_shown(name))
      m_plan.places.push_back({*real, name, how});
  }

  bool is_shown(const std::string& name) const {
    return std::any_of(m_plan.places.begin(), m_plan.places.end(), [&](const auto& place) {
      return place.source == place.target && place.target != name && is_below(name, place.target);
    });
  }

  void add_unless_sealed(const std::string& path, How how) {
    if (!is_sealed(m_sandbox, resolved_path(path))) add(path, how);
  }

  // In what is hidden, as other work trees are, but for dependencies that were installed there. A home folder that is a
  // work tree itself holds more than work.
  bool is_work_of_others(const std::string& path) const {
    return std::any_of(m_sandbox.hidden.begin(), m_sandbox.hidden.end(), [&](const auto& hidden) {
      return is_below(path, hidden) && !is_in_dependency_folder(path) &&
             !is_below(resolved_path(home_folder()), hidden);
    });
  }

  // Tools that know no other name for it look below HOME.
  void add_below_home(const Packages& packages) {
    if (m_sandbox.level != Sandbox::Level::bubblewrap) return;
    for (const auto& [path, below] : packages.below_home) {
      if (!is_sealed(m_sandbox, path) && can_enter(m_plan.user, path))
        m_plan.places.push_back({path, join_path(m_plan.home, below), How::read});
    }
  }

  void add_kept() {
    const size_t before = m_plan.places.size();
    for (const auto& path : m_sandbox.kept) add(path, How::read);
    for (size_t i = before; i < m_plan.places.size(); ++i) m_plan.places[i].is_guarded = true;
  }

  static Error not_a_sandbox(const std::string& path, std::string_view how) {
    return invalid_input(cat("a sandbox in which all of ", path, " is ", how, " would limit nothing; name folders"));
  }

  Result<void> add_granted(Sandbox::Access access) {
    const bool writes = access == Sandbox::Access::write;
    for (const auto& grant : m_sandbox.granted) {
      if (grant.access != access) continue;
      const auto real = resolved_path(grant.path);
      if (is_no_grant(real)) return not_a_sandbox(real, writes ? "writable" : "readable");
      if (writes && !exists(real)) return not_found(cat("the writable folder ", grant.path, " does not exist"));
      add_unless_sealed(grant.path, writes ? How::write : How::read);
    }
    return {};
  }

  void sort_places() {
    std::stable_sort(m_plan.places.begin(), m_plan.places.end(),
                     [](const auto& a, const auto& b) { return a.target < b.target; });
  }

  Result<void> add_own() {
    m_plan.places.push_back({join_path(m_plan.scratch, "home"), m_plan.home, How::write});
    m_plan.places.push_back({join_path(m_plan.scratch, "tmp"), m_plan.tmp, How::write});
    if (m_sandbox.level == Sandbox::Level::bubblewrap) {
      // Shared memory is files as well, and counted with them; a folder of its own would cost more than it is worth.
      m_plan.places.push_back({join_path(m_plan.scratch, "tmp"), "/dev/shm", How::write});
      return add_etc();
    }
    for (const auto& name : wanted_in_etc()) add(cat("/etc/", name), How::read);
    for (const auto name : k_public_in_etc) add(cat("/etc/", name), How::read);
    return {};
  }

  Result<void> add_etc() {
    const EtcIdentity identity{m_plan.user.inside, m_plan.user.group_inside, m_plan.home,
                               m_sandbox.network == Sandbox::Network::host};
    const auto granted = granted_in_etc();
    // Another user could not enter the cache of this one.
    const bool is_common = m_plan.user.run_as == 0 && granted.empty();
    auto image = is_common ? etc_image(identity, writable_folders(m_sandbox)) : std::nullopt;
    if (!image) {
      image = join_path(m_plan.scratch, "etc");
      TRY(make_folders(*image));
      if (!make_etc(identity, *image)) return unavailable(cat("cannot write ", *image));
      for (const auto& path : granted) TRY(make_room(path, cat(*image, path.substr(std::string_view("/etc").size()))));
    }
    m_plan.places.push_back({*image, "/etc", How::read});
    return {};
  }

  std::vector<std::string> granted_in_etc() const {
    std::vector<std::string> out;
    for (const auto& grant : m_sandbox.granted) {
      for (auto& path : {normal_path(grant.path), resolved_path(grant.path)}) {
        if (path.starts_with("/etc/") && exists(path)) out.push_back(path);
      }
    }
    return out;
  }

  // For `path` to be mounted onto: the image is read-only by then.
  static Result<void> make_room(const std::string& path, const std::string& room) {
    if (exists(room)) return {};
    if (is_folder(path)) return make_folders(room);
    TRY(make_folders(parent_path(room)));
    return write_file(room, "");
  }

  // Something between the two is hidden.
  bool is_out_of_sight(const SandboxPlan::Place& around, const SandboxPlan::Place& place) const {
    for (const auto* paths : {&m_sandbox.hidden, &m_sandbox.sealed}) {
      for (const auto& path : *paths) {
        if (is_below(place.source, path) && is_below(path, around.source)) return true;
      }
    }
    return false;
  }

  // What lies in another place of the same kind is there already.
  void drop_covered() {
    std::vector<SandboxPlan::Place> needed;
    for (auto& place : m_plan.places) {
      const SandboxPlan::Place* around = nullptr;
      for (const auto& other : needed) {
        if (is_below(place.target, other.target)) around = &other;
      }
      const bool covered =
          around != nullptr && around->how == place.how && place.how != How::hide &&
          (place.source == around->source + place.target.substr(around->target.size()) || is_link_in(*around, place)) &&
          !is_out_of_sight(*around, place);
      if (!covered) needed.push_back(std::move(place));
    }
    m_plan.places = std::move(needed);
  }

  // Its other name is a link there, which leads to it by itself.
  static bool is_link_in(const SandboxPlan::Place& around, const SandboxPlan::Place& place) {
    return around.source == around.target && place.source != place.target &&
           real_path(place.target).value_or("") == place.source;
  }

  // A mount inside another one is not there on the host.
  static std::string resolved(const std::string& path) {
    if (auto real = real_path(path)) return *real;
    return join_path(resolved(parent_path(path)), file_name(path));
  }

  void add_mounted() {
    if (m_sandbox.level != Sandbox::Level::bubblewrap) return;
    for (const auto& mount : m_sandbox.mounted) {
      const auto source = real_path(mount.source);
      if (!source || !mount.target.starts_with('/')) continue;
      const auto how = mount.access == Sandbox::Access::write ? How::write : How::read;
      m_plan.places.push_back({*source, resolved(mount.target), how});
    }
  }

  // The folder of the work, under another name.
  Result<void> move_work() {
    const auto& name = m_sandbox.shown_as;
    if (name.empty() || m_sandbox.writable.empty() || m_sandbox.level != Sandbox::Level::bubblewrap) return {};
    TRY_ASSIGN(const auto work, real_path(m_sandbox.writable.front()));
    for (auto& place : m_plan.places) {
      if (is_below(place.target, work)) place.target = cat(name, place.target.substr(work.size()));
    }
    if (is_below(m_plan.folder, work)) m_plan.folder = cat(name, m_plan.folder.substr(work.size()));
    return {};
  }

  Result<void> add_replaced() {
    size_t number = 0;
    for (const auto& [path, content] : m_sandbox.replaced) {
      if (!exists(path)) continue;
      if (m_sandbox.level != Sandbox::Level::bubblewrap) {
        add(path, How::hide);
        continue;
      }
      const auto file = cat(m_plan.scratch, "/replaced-", ++number);
      TRY(write_file(file, content));
      TRY_ASSIGN(const auto real, real_path(path));
      m_plan.places.push_back({file, real, How::read, true});
    }
    return {};
  }

  Result<void> choose_user() {
    m_plan.user = sandbox_user(m_sandbox);
    if (m_plan.user.run_as == 0) return {};
    for (const auto* name : {"", "home", "tmp"}) {
      const auto path = *name == 0 ? m_plan.scratch : join_path(m_plan.scratch, name);
      if (::chown(path.c_str(), m_plan.user.run_as, m_plan.user.run_as_group) != 0)
        return unavailable(cat("cannot give ", path, " to user ", m_plan.user.run_as, ": ", std::strerror(errno)));
    }
    return {};
  }

  Sandbox m_sandbox;
  SandboxPlan m_plan;
};

}  // namespace

SandboxUser sandbox_user(const Sandbox& sandbox) {
  SandboxUser out;
  const bool is_root = ::geteuid() == 0;
  out.inside = is_root ? k_user_for_root : ::geteuid();
  out.group_inside = is_root ? k_user_for_root : ::getegid();
  if (!is_root || sandbox.writable.empty()) return out;
  struct stat st {};
  if (::stat(sandbox.writable.front().c_str(), &st) != 0 || st.st_uid == 0) return out;
  out.run_as = out.inside = st.st_uid;
  out.run_as_group = out.group_inside = st.st_gid;
  return out;
}

Result<SandboxPlan> plan_sandbox(const Sandbox& sandbox, const std::string& folder, const std::string& scratch,
                                 const std::vector<std::string>& toolchains, const Packages& packages) {
  return Planner(sandbox, scratch).plan(folder, toolchains, packages);
}

}  // namespace assay::os
