// The hash that a lockfile has is one of an archive that is not here any more, so files of node_modules cannot be
// compared with it. But package managers write a file of their own when they are done, and a file that was written
// later was written by something else. The time of the last change of an entry (ctime) cannot be set by a program; pnpm
// links its files from a store, which changes that time, so there it is the time of the content.
//
// A folder that was copied, or given to another owner, is newer as a whole. So a package counts when it is older than
// the mark and some of its files are not, or when it is one of few.
#include "engine/run/changed_dependencies.h"

#include <algorithm>
#include <set>

#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_marks[] = {".package-lock.json", ".yarn-integrity", ".yarn-state.yml", ".modules.yaml"};
constexpr size_t k_most_entries = 300'000;
constexpr int k_folders_deepest = 24;
constexpr size_t k_few = 4;  // a quarter of the packages at most may be new as a whole

struct Times {
  std::int64_t changed = 0, written = 0;  // the entry, the content
};

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

Times times_of(const struct stat& status) { return {nanoseconds(status.st_ctim), nanoseconds(status.st_mtim)}; }

class Packages {
 public:
  explicit Packages(std::string folder) : m_folder(std::move(folder)) {
    for (const auto mark : k_marks) {
      const auto status = status_of(os::join_path(m_folder, mark));
      if (!status) continue;
      m_by_content = m_by_content || mark == ".modules.yaml";
      m_mark.changed = std::max(m_mark.changed, times_of(*status).changed);
      m_mark.written = std::max(m_mark.written, times_of(*status).written);
    }
  }

  std::vector<std::string> changed() {
    if (m_mark.changed == 0) return {};
    visit_packages(m_folder);
    std::vector<std::string> out = std::move(m_changed);
    if (m_new_packages.size() * k_few <= m_packages)
      out.insert(out.end(), m_new_packages.begin(), m_new_packages.end());
    return m_entries < k_most_entries ? out : std::vector<std::string>();
  }

 private:
  // "left-pad" and "@scope/name"; with pnpm those of .pnpm/*/node_modules.
  void visit_packages(const std::string& folder) {
    const auto names = os::list_folder(folder);
    if (!names) return;
    for (const auto& name : *names) {
      const auto path = os::join_path(folder, name);
      if (os::is_link(path) || !os::is_folder(path)) continue;
      if (name == ".pnpm") {
        visit_store(path);
      } else if (name.starts_with('@')) {
        visit_packages(path);
      } else if (!name.starts_with('.')) {
        visit_package(path);
      }
    }
  }

  void visit_store(const std::string& folder) {
    const auto names = os::list_folder(folder);
    if (!names) return;
    for (const auto& name : *names) visit_packages(cat(folder, "/", name, "/node_modules"));
  }

  void visit_package(const std::string& path) {
    const auto manifest = status_of(os::join_path(path, "package.json"));
    if (!manifest) return;
    ++m_packages;
    const bool is_new = is_newer(*manifest);
    std::vector<std::string> newer;
    visit_files(path, 0, newer);
    if (newer.empty() || is_patched_in_sight(path)) return;
    if (is_new) {
      m_new_packages.push_back(newer.front());
    } else {
      m_changed.insert(m_changed.end(), newer.begin(), newer.end());
    }
  }

  void visit_files(const std::string& folder, int depth, std::vector<std::string>& out) {
    const auto names = os::list_folder(folder);
    if (!names || depth > k_folders_deepest) return;
    for (const auto& name : *names) {
      if (++m_entries >= k_most_entries) return;
      const auto path = os::join_path(folder, name);
      const auto status = status_of(path);
      if (!status) continue;
      if (S_ISDIR(status->st_mode)) {
        if (name == "node_modules") {
          visit_packages(path);
        } else if (!name.starts_with('.')) {
          visit_files(path, depth + 1, out);
        }
      } else if (S_ISREG(status->st_mode) && is_newer(*status)) {
        out.push_back(path);
      }
    }
  }

  bool is_newer(const struct stat& status) const {
    const auto times = times_of(status);
    return m_by_content ? times.written > m_mark.written : times.changed > m_mark.changed;
  }

  // patch-package applies patches/NAME+VERSION.patch of the repository after the installation.
  bool is_patched_in_sight(const std::string& package) {
    if (!m_patches) {
      const auto names = os::list_folder(os::join_path(os::parent_path(m_folder), "patches"));
      m_patches = names ? *names : std::vector<std::string>();
    }
    const auto at = package.rfind("node_modules/");
    const auto name = cat(replace_all(package.substr(at + std::string_view("node_modules/").size()), "/", "+"), "+");
    return std::any_of(m_patches->begin(), m_patches->end(),
                       [&](const std::string& patch) { return patch.starts_with(name); });
  }

  std::string m_folder;
  Times m_mark;  // 0: no package manager left one
  bool m_by_content = false;
  size_t m_packages = 0, m_entries = 0;
  std::vector<std::string> m_changed, m_new_packages;
  std::optional<std::vector<std::string>> m_patches;
};

}  // namespace

std::vector<std::string> changed_node_packages(const std::string& folder) { return Packages(folder).changed(); }

std::vector<std::string> changed_dependencies(const std::string& workspace,
                                              const std::vector<judge::CommandRun>& runs) {
  std::set<std::string> out;
  for (const auto& run : runs) {
    for (const auto& report : run.reports) out.insert(report.patched.begin(), report.patched.end());
  }
  for (const auto& path : changed_node_packages(os::join_path(workspace, "node_modules")))
    out.insert(path.substr(workspace.size() + 1));
  return {out.begin(), out.end()};
}

}  // namespace assay::engine
