// Why not override the repository's settings one by one? Git grows a new way to run a program every
// few releases (filters, merge drivers, file system monitors, alternate-refs commands, text
// conversions), and attributes in info/attributes cannot be overridden at all. With a git folder of
// its own a call has nothing to override: GIT_OBJECT_DIRECTORY lends it the objects, and that is all.
#include "git/seal.h"

#include <filesystem>

#include "base/text.h"

namespace assay::git {

namespace {

// Objects that we write must stay usable for the group of a shared repository.
bool is_shared(const std::string& objects) {
  std::error_code error;
  const auto status = std::filesystem::status(objects, error);
  return !error && (status.permissions() & std::filesystem::perms::group_write) != std::filesystem::perms::none;
}

}  // namespace

Seal::Seal(std::string common_folder, std::string object_format, std::vector<std::string> objects)
    : m_common_folder(std::move(common_folder)),
      m_object_format(std::move(object_format)),
      m_objects(std::move(objects)) {
  if (m_objects.empty()) m_objects.push_back(cat("GIT_OBJECT_DIRECTORY=", os::join_path(m_common_folder, "objects")));
}

bool Seal::lacks_objects() const {
  const auto packs = os::list_folder(os::join_path(m_common_folder, "objects/pack"));
  if (!packs) return false;
  for (const auto& name : *packs) {
    if (name.ends_with(".promisor")) return true;
  }
  return false;
}

Result<std::string> Seal::folder() {
  const MutexLock lock(m_mutex);
  if (m_folder) return m_folder->path();
  TRY_ASSIGN(auto made, os::ScratchFolder::make("assay-seal"));
  std::string config =
      "[core]\n\tbare = true\n\tattributesFile = /dev/null\n\texcludesFile = /dev/null\n"
      "\tlogAllRefUpdates = false\n\tpreloadIndex = true\n[index]\n\tversion = 2\n\tthreads = true\n";
  if (is_shared(os::join_path(m_common_folder, "objects"))) config += "[core]\n\tsharedRepository = group\n";
  config += m_object_format == "sha1"
                ? "[core]\n\trepositoryFormatVersion = 0\n"
                : cat("[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = ", m_object_format, "\n");
  TRY(os::write_file(os::join_path(made.path(), "config"), config));
  TRY(os::write_file(os::join_path(made.path(), "HEAD"), "ref: refs/heads/none\n"));
  TRY(os::make_folders(os::join_path(made.path(), "refs/heads")));
  TRY(os::make_folders(os::join_path(made.path(), "objects")));
  m_folder.emplace(std::move(made));
  return m_folder->path();
}

Result<void> Seal::close(Call& call) {
  TRY_ASSIGN(const auto git_folder, folder());
  auto& environment = call.environment;
  bool has_work_tree = false;
  for (const auto& entry : environment) has_work_tree |= entry.starts_with("GIT_WORK_TREE=");
  if (has_work_tree)
    environment.insert(environment.end(),
                       {"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.bare", "GIT_CONFIG_VALUE_0=false"});
  environment.push_back(cat("GIT_DIR=", git_folder));
  environment.insert(environment.end(), m_objects.begin(), m_objects.end());
  environment.insert(environment.end(), {"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
                                         "GIT_NO_REPLACE_OBJECTS=1"});
  const std::string shallow = os::join_path(m_common_folder, "shallow");
  if (os::exists(shallow)) environment.push_back(cat("GIT_SHALLOW_FILE=", shallow));
  if (call.folder.empty()) call.folder = git_folder;
  return {};
}

}  // namespace assay::git
