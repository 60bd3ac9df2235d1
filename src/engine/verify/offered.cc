#include "engine/verify/offered.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/paths.h"

namespace assay::engine {

namespace {

// The folders above `path`, a path in `root`; false when the work has something else there.
bool make_above(const std::string& root, const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const auto folder = os::join_path(root, path.substr(0, slash));
    ::mkdir(folder.c_str(), 0777);
    if (!is_real_folder_in(folder, root)) return false;
  }
  return true;
}

// A pattern that matches this path alone.
std::string exactly(std::string_view path) {
  std::string out = "/";
  for (const char c : path) {
    if (contains("*?[]{}\\", std::string_view(&c, 1))) out += '\\';
    out += c;
  }
  return out;
}

// What of `paths` lies in the folder `output`, relative to it.
std::vector<std::string> inside(const std::vector<std::string>& paths, const std::string& output) {
  std::vector<std::string> out;
  for (const auto& path : paths) {
    if (path.starts_with(output + "/")) out.push_back(path.substr(output.size() + 1));
  }
  return out;
}

}  // namespace

Result<Offered> Offered::make(const Prepared& prepared, const std::string& folder, const std::string& scratch,
                              const os::Sandbox& sandbox) {
  Offered out;
  out.m_folder = folder;
  out.m_scratch = scratch;
  for (const auto& each : prepared.kept) TRY(out.add_step(each, sandbox));
  TRY(out.put_back());
  return out;
}

Result<void> Offered::add_step(const KeptStep& step, const os::Sandbox& sandbox) {
  const auto& wanted = step.step;
  std::string kept = step.kept.folder;
  if (wanted.copied) {
    TRY_ASSIGN(const auto own, own_folder());
    m_own.pop_back();  // filled, not emptied
    m_copies.push_back({kept, own});
    TRY(os::copy_tree(kept, own));
    m_writable.push_back(own);
    kept = own;
  } else {
    m_readable.push_back(kept);
  }
  for (const auto& [variable, name] : wanted.homes)
    m_environment.push_back(cat(variable, "=", os::join_path(kept, name)));
  for (const auto& setting : wanted.environment) m_environment.push_back(replace_all(setting, "{kept}", kept));
  m_environment.insert(m_environment.end(), wanted.offline.begin(), wanted.offline.end());
  const bool mounts = sandbox.level == os::Sandbox::Level::bubblewrap;
  for (size_t i = 0; i < wanted.outputs.size(); ++i) {
    const auto from = step.kept.output(i, wanted.outputs[i]);
    if (!is_real_folder_in(from, step.kept.folder)) continue;
    if (mounts)
      TRY(mount_output(step, wanted.outputs[i], from));
    else
      TRY(link_output(step, wanted.outputs[i], from));
  }
  const auto& root = mounts && !sandbox.shown_as.empty() ? sandbox.shown_as : m_folder;
  for (const auto& path : wanted.paths) m_paths.push_back(os::join_path(root, path));
  return {};
}

// A folder that commands may write, empty for each.
Result<std::string> Offered::own_folder() {
  auto folder = cat(m_scratch, "-own-", m_own.size() + m_copies.size());
  TRY(os::make_folders(folder));
  m_own.push_back(folder);
  return folder;
}

Result<void> Offered::mount_output(const KeptStep& step, const std::string& output, const std::string& kept) {
  m_shown.push_back({output, {}, 0});
  m_kept_paths.push_back(exactly(output));
  m_mounted.push_back({kept, os::join_path(m_folder, output), os::Sandbox::Access::read});
  for (const auto& path : inside(step.step.writable, output)) {
    TRY_ASSIGN(const auto own, own_folder());
    m_mounted.push_back({own, os::join_path(os::join_path(m_folder, output), path), os::Sandbox::Access::write});
  }
  return {};
}

// Where a tool writes inside of it, what is linked is a folder of links with places to write among them.
Result<void> Offered::link_output(const KeptStep& step, const std::string& output, const std::string& kept) {
  const auto writable = inside(step.step.writable, output);
  if (writable.empty()) {
    m_shown.push_back({output, kept, 0});
    return {};
  }
  const auto view = cat(m_scratch, "-view-", m_shown.size());
  TRY(os::make_folders(view));
  TRY_ASSIGN(const auto names, os::list_folder(kept));
  for (const auto& name : names) {
    if (std::find(writable.begin(), writable.end(), name) != writable.end()) continue;
    if (::symlink(os::join_path(kept, name).c_str(), os::join_path(view, name).c_str()) != 0)
      return unavailable(cat("cannot link ", os::join_path(view, name), ": ", std::strerror(errno)));
  }
  for (const auto& name : writable) {
    const auto own = os::join_path(view, name);
    TRY(os::make_folders(own));
    m_own.push_back(own);
    m_writable.push_back(own);
  }
  m_readable.push_back(view);
  m_shown.push_back({output, view, 0});
  return {};
}

Result<bool> Offered::show(Shown& shown) {
  if (!make_above(m_folder, shown.path)) return true;  // the work took the folder away
  const auto path = os::join_path(m_folder, shown.path);
  if (!shown.target.empty()) {
    if (::symlink(shown.target.c_str(), path.c_str()) == 0 || errno == EEXIST) return true;
    return unavailable(cat("cannot link ", path, ": ", std::strerror(errno)));
  }
  ::mkdir(path.c_str(), 0777);
  struct stat st {};
  const bool there = is_real_folder_in(path, m_folder) && ::lstat(path.c_str(), &st) == 0;
  const bool same = shown.inode == 0 || (there && st.st_ino == shown.inode);
  shown.inode = there ? st.st_ino : 0;  // else the work brings something else of that name
  return same;
}

Result<bool> Offered::put_back() {
  bool all_stood = true;
  for (auto& shown : m_shown) {
    TRY_ASSIGN(const bool stood, show(shown));
    all_stood = all_stood && stood;
  }
  return all_stood;
}

bool Offered::stands(const std::string& path) const {
  const auto at = std::find_if(m_shown.begin(), m_shown.end(), [&](const Shown& each) { return each.path == path; });
  if (at == m_shown.end()) return false;
  const auto full = os::join_path(m_folder, path);
  if (!at->target.empty()) return os::link_target(full) == at->target;
  struct stat st {};
  // Empty on our side of the mount: it has no folders in it, and nothing could be written there.
  return ::lstat(full.c_str(), &st) == 0 && S_ISDIR(st.st_mode) && st.st_ino == at->inode &&
         os::list_folder(full).value_or(std::vector<std::string>{""}).empty();
}

Result<void> Offered::renew() {
  if (!m_used) {
    m_used = true;
    return {};
  }
  for (const auto& folder : m_own) {
    if (!os::empty_folder(folder)) return unavailable(cat("cannot empty ", folder));
  }
  for (const auto& copy : m_copies) {
    if (!os::empty_folder(copy.to)) return unavailable(cat("cannot empty ", copy.to));
    TRY(os::copy_tree(copy.from, copy.to));
  }
  return {};
}

void Offered::add_to(CheckRequest& request) const {
  auto& sandbox = request.sandbox;
  sandbox.readable.insert(sandbox.readable.end(), m_readable.begin(), m_readable.end());
  sandbox.writable.insert(sandbox.writable.end(), m_writable.begin(), m_writable.end());
  for (const auto& mount : m_mounted) {
    // The work may bring something else where it would be shown.
    const bool hidden = std::any_of(m_shown.begin(), m_shown.end(), [&](const Shown& shown) {
      const auto path = os::join_path(m_folder, shown.path);
      return shown.inode == 0 && (mount.target == path || mount.target.starts_with(path + "/"));
    });
    if (!hidden) sandbox.mounted.push_back(mount);
  }
  auto& changes = request.environment_changes;
  changes.insert(changes.end(), m_environment.begin(), m_environment.end());
  if (m_paths.empty()) return;
  const auto environment = os::make_environment(os::EnvironmentMode::scrubbed, {}, {});
  changes.push_back(cat("PATH=", join(m_paths, ":"), ":", os::value_in(environment, "PATH")));
}

}  // namespace assay::engine
