// What a file was before is kept in the user's state folder, because writing JSON anew changes its layout. When
// the hooks go and what is left is what was there, the kept text is put back, byte for byte.
#include "engine/hook/hook_files.h"

#include <boost/json.hpp>
#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/private_file.h"
#include "os/sandbox/toolchains.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_settings = 4 << 20;

struct Before {
  bool is_known = false;
  bool had_file = false;
  std::string text;
  std::string first_folder;  // the topmost one that was made for the file; empty: none
};

std::string before_file(const std::string& file) {
  return cat(state_home(), "/hooks/", sha256_hex(file).substr(0, 32), ".json");
}

Before read_before(const std::string& file) {
  const auto text = os::read_file(before_file(file), k_largest_settings * 2);
  const auto record = text ? parse_json(*text, file) : Result<json::value>(json::value());
  if (!record || !record->is_object() || text_at(record->get_object(), "file") != file) return {};
  const auto& object = record->get_object();
  const auto* had = object.if_contains("had_file");
  return {true, had != nullptr && had->is_bool() && had->get_bool(), text_at(object, "text"),
          text_at(object, "first_folder")};
}

Result<void> keep_before(const std::string& file, const Before& before) {
  const auto record = before_file(file);
  TRY(os::make_folders(os::parent_path(record)));
  return os::write_private_file(record, write_json(json::object{{"file", file},
                                                                {"had_file", before.had_file},
                                                                {"text", before.text},
                                                                {"first_folder", before.first_folder}}));
}

std::string first_missing_folder(const std::string& file) {
  std::string missing;
  for (auto folder = os::parent_path(file); !os::exists(folder) && folder != "/"; folder = os::parent_path(folder))
    missing = folder;
  return missing;
}

Result<std::string> path_of(hooks::Client client, HookScope scope, const std::string& top) {
  const auto home = os::home_folder();
  if (scope == HookScope::user && home.empty())
    return invalid_input("HOME is not set, so there are no settings of the user");
  const auto file = scope == HookScope::user ? os::join_path(home, hooks::user_file(client))
                                             : os::join_path(top, hooks::project_file(client));
  if (!os::exists(file)) return file;
  return os::real_path(file);  // people keep their settings elsewhere, with a link to them
}

Result<std::string> read_settings_file(const std::string& file) {
  if (!os::exists(file)) return std::string();
  return os::read_file(file, k_largest_settings);
}

Error in_file(const std::string& file, const Error& error) {
  return {error.code, cat(file, ": ", error.message, "; it was not changed")};
}

void remove_empty_folders(const std::string& first, const std::string& file) {
  if (first.empty()) return;
  for (auto folder = os::parent_path(file); folder.size() >= first.size(); folder = os::parent_path(folder)) {
    if (::rmdir(folder.c_str()) != 0) return;
  }
}

}  // namespace

Result<HookFile> install_hooks(hooks::Client client, HookScope scope, const std::string& top,
                               std::string_view command) {
  TRY_ASSIGN(const auto file, path_of(client, scope, top));
  TRY_ASSIGN(const auto text, read_settings_file(file));
  const auto state = hooks::installed(text, client, command);
  if (!state) return in_file(file, state.error());
  if (*state == hooks::Installed::yes) return HookFile{client, scope, file, *state, {}};
  const auto wanted = hooks::with_hooks(text, client, command);
  if (!wanted) return in_file(file, wanted.error());
  if (*state == hooks::Installed::no)
    TRY(keep_before(file, {true, os::exists(file), text, first_missing_folder(file)}));
  TRY(os::make_folders(os::parent_path(file)));
  TRY(os::write_file(file, *wanted));
  return HookFile{client, scope, file, hooks::Installed::yes, {}};
}

Result<HookFile> uninstall_hooks(hooks::Client client, HookScope scope, const std::string& top) {
  TRY_ASSIGN(const auto file, path_of(client, scope, top));
  HookFile out{client, scope, file, hooks::Installed::no, {}};
  TRY_ASSIGN(const auto text, read_settings_file(file));
  const auto state = hooks::installed(text, client, "");
  if (!state) return in_file(file, state.error());
  if (*state == hooks::Installed::no) return out;
  auto left = hooks::without_hooks(text, client);
  if (!left) return in_file(file, left.error());
  const auto before = read_before(file);
  const bool as_before = before.is_known && hooks::is_same_document(*left, before.text);
  if (left->empty() && !(before.is_known && before.had_file)) {
    if (::unlink(file.c_str()) != 0) return unavailable(cat(file, " could not be removed"));
    remove_empty_folders(before.first_folder, file);
  } else {
    TRY(os::write_file(file, as_before ? before.text : left->empty() ? std::string("{}\n") : *left));
  }
  (void)::unlink(before_file(file).c_str());
  return out;
}

std::vector<HookFile> find_hooks(const std::string& top, std::string_view command) {
  std::vector<HookFile> out;
  for (const auto client : hooks::k_clients) {
    for (const auto scope : {HookScope::project, HookScope::user}) {
      if (scope == HookScope::project && top.empty()) continue;
      const auto file = path_of(client, scope, top);
      if (!file) continue;
      HookFile found{client, scope, *file, hooks::Installed::no, {}};
      const auto text = read_settings_file(*file);
      const auto state = text ? hooks::installed(*text, client, command) : Result<hooks::Installed>(text.error());
      if (state) {
        found.state = *state;
      } else {
        found.problem = state.error().message;
      }
      out.push_back(std::move(found));
    }
  }
  return out;
}

}  // namespace assay::engine
