#include "engine/run/dependency_stamps.h"

#include <algorithm>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/toolchains.h"

namespace assay::engine {

namespace {

constexpr int k_folders_of_work_deepest = 3;  // of packages with dependencies of their own
constexpr int k_folders_of_package_deepest = 64;
constexpr size_t k_most_stamped = 300'000;

// Vitest writes here after every run how long each test took. No code is loaded from it.
constexpr std::string_view k_records_of_runs = "/.vite/vitest";

void find_folders(const std::string& root, const std::string& below, int depth, std::vector<std::string>& out) {
  const auto names = os::list_folder(os::join_path(root, below));
  if (!names || depth > k_folders_of_work_deepest) return;
  for (const auto& name : *names) {
    const auto path = below.empty() ? name : cat(below, "/", name);
    const auto whole = os::join_path(root, path);
    if (!os::is_folder(whole)) continue;
    if (os::is_in_dependency_folder(cat("/", path, "/x"))) {
      out.push_back(path);
    } else if (!name.starts_with('.') && !os::is_link(whole)) {
      find_folders(root, path, depth + 1, out);
    }
  }
}

class Stamps {
 public:
  Stamps(std::string workspace, LinksToWork links) : m_workspace(std::move(workspace)), m_links(links) {}

  void add_folder(const std::string& path) { visit(os::join_path(m_workspace, path), path, 0); }

  std::optional<std::string> digest() const {
    return m_entries > k_most_stamped ? std::nullopt : std::optional(sha256_hex(m_text));
  }

 private:
  void visit(const std::string& path, const std::string& shown, int depth) {
    struct stat status {};
    if (++m_entries > k_most_stamped || ::lstat(path.c_str(), &status) != 0) return;
    if (path.ends_with(k_records_of_runs)) return;
    add(shown, status);
    if (S_ISLNK(status.st_mode)) return follow(path, shown, depth);
    if (!S_ISDIR(status.st_mode)) return;
    auto names = os::list_folder(path);
    if (!names || depth > k_folders_of_package_deepest) return;
    std::sort(names->begin(), names->end());
    for (const auto& name : *names) visit(os::join_path(path, name), cat(shown, "/", name), depth + 1);
  }

  void add(const std::string& shown, const struct stat& status) {
    m_text += cat(shown.size(), ":", shown, " ", status.st_mode, " ", status.st_ino, " ", status.st_size, " ",
                  status.st_mtim.tv_sec, ".", status.st_mtim.tv_nsec, " ", status.st_ctim.tv_sec, ".",
                  status.st_ctim.tv_nsec, "\n");
  }

  void follow(const std::string& link, const std::string& shown, int depth) {
    const auto real = os::real_path(link);
    if (!real || !m_followed.insert(*real).second) return;
    if (os::is_below(*real, m_workspace)) {
      const bool is_dependency = os::is_in_dependency_folder(real->substr(m_workspace.size()));
      if (is_dependency || m_links == LinksToWork::to_the_shown_tree) return;
    }
    visit(*real, cat(shown, " -> ", *real), depth + 1);
  }

  std::string m_workspace;
  LinksToWork m_links;
  std::set<std::string> m_followed;
  std::string m_text;
  size_t m_entries = 0;
};

}  // namespace

std::vector<std::string> dependency_folders(const std::string& workspace) {
  std::vector<std::string> out;
  find_folders(workspace, "", 0, out);
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<std::string> stamp_dependencies(const std::string& workspace, LinksToWork links) {
  Stamps stamps(os::resolved_path(workspace), links);
  for (const auto& folder : dependency_folders(workspace)) stamps.add_folder(folder);
  return stamps.digest();
}

}  // namespace assay::engine
