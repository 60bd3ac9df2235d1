// Both sides hold the same random id: <git folder>/assay/state says "<name> <id>", <folder>/repository says
// "<git folder>\n<id>". So three cases that look alike by path are told apart: a repository that was moved (the
// ids agree, the old path is gone or holds another), a copy (the ids agree, and the original is still there), and a
// new repository at the path of a removed one (the ids differ).
#include "engine/state_folder.h"

#include <optional>

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"
#include "os/lock.h"
#include "os/private_file.h"
#include "os/sandbox/toolchains.h"
#include "os/variables.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_place_record = 64 << 10;
constexpr size_t k_id_letters = 26;
constexpr size_t k_longest_name = 40;
constexpr int k_most_names = 100;

struct Record {
  std::string name;
  std::string id;
  friend bool operator==(const Record&, const Record&) = default;
};

std::string record_file(const std::string& git_folder) { return os::join_path(git_folder, "assay/state"); }
std::string owner_file(const std::string& folder) { return os::join_path(folder, "repository"); }

bool is_name(std::string_view name) {
  return !name.empty() && !name.starts_with('.') && !contains_any(name, {"/", " ", "\n", std::string_view("\0", 1)});
}

std::optional<Record> read_record(const std::string& git_folder) {
  const auto text = os::read_file(record_file(git_folder), k_largest_place_record);
  if (!text) return std::nullopt;
  const auto words = split(trim(*text), ' ');
  if (words.size() != 2 || !is_name(words[0]) || words[1].empty()) return std::nullopt;
  return Record{std::string(words[0]), std::string(words[1])};
}

struct Owner {
  std::string git_folder;
  std::string id;
};

// A path may hold line breaks; the id is the last line.
std::optional<Owner> read_owner(const std::string& folder) {
  const auto text = os::read_file(owner_file(folder), k_largest_place_record);
  if (!text) return std::nullopt;
  const auto trimmed = trim_right(*text);
  const size_t line = trimmed.rfind('\n');
  if (line == std::string_view::npos) return std::nullopt;
  return Owner{std::string(trimmed.substr(0, line)), std::string(trimmed.substr(line + 1))};
}

// Whether the recorded folder is this repository's, and not that of the one it was copied from.
bool is_ours(const Record& record, const std::string& folder, const std::string& git_folder) {
  const auto owner = read_owner(folder);
  if (!owner) return true;  // removed by hand: made again under its name
  if (owner->id != record.id) return false;
  return owner->git_folder == git_folder || read_record(owner->git_folder) != record;
}

// What people recognise, and what tells repositories of the same name apart.
std::string name_for(const std::string& git_folder, int turn) {
  const auto folder = os::file_name(git_folder);
  std::string out;
  for (const char c : folder == ".git" ? os::file_name(os::parent_path(git_folder)) : folder) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (out.size() < k_longest_name) out += plain ? c : '-';
  }
  return cat(out.empty() ? "repository" : out, "-", sha256_hex(cat(git_folder, "\n", turn)).substr(0, 12));
}

Result<Record> free_record(const std::string& home, const std::string& git_folder) {
  for (int turn = 1; turn <= k_most_names; ++turn) {
    Record record{name_for(git_folder, turn), random_name(k_id_letters)};
    if (!os::exists(os::join_path(home, record.name))) return record;
  }
  return conflict(cat("too many folders in ", home, " belong to repositories that stood at ", git_folder,
                      "; remove those that are not needed"));
}

Result<void> make_private(const std::string& home) {
  auto made = os::make_folders(os::parent_path(home));
  if (made) made = os::make_private_folder(home);
  if (made) return {};
  return unavailable(cat(made.error().message, "; keys and work trees are kept there. Make it writable, or set ",
                         "ASSAY_STATE_HOME to a folder of yours"));
}

}  // namespace

std::string state_home() {
  if (auto own = os::variable("ASSAY_STATE_HOME"); own.starts_with('/')) return own;
  if (const auto state = os::variable("XDG_STATE_HOME"); state.starts_with('/')) return os::join_path(state, "assay");
  return os::join_path(os::home_folder(), ".local/state/assay");
}

Result<std::string> state_folder(const std::string& named) {
  const auto git_folder = os::real_path(named).value_or(named);  // a .git that is a link is the same repository
  const auto home = state_home();
  const auto record = read_record(git_folder);
  if (record) {
    auto folder = os::join_path(home, record->name);
    if (os::is_folder(folder) && is_ours(*record, folder, git_folder)) return folder;
  }
  return not_found(cat("nothing is kept yet for ", git_folder, " in ", home));
}

Result<std::string> make_state_folder(const std::string& named) {
  TRY_ASSIGN(const auto git_folder, os::real_path(named));
  const auto home = state_home();
  TRY(make_private(home));
  TRY_ASSIGN(const auto lock, os::Lock::take(os::join_path(home, "lock")));
  auto record = read_record(git_folder);
  if (!record || !is_ours(*record, os::join_path(home, record->name), git_folder)) {
    TRY_ASSIGN(record, free_record(home, git_folder));
    TRY(os::make_folders(os::join_path(git_folder, "assay")));
    TRY(os::write_file(record_file(git_folder), cat(record->name, " ", record->id, "\n")));
  }
  auto folder = os::join_path(home, record->name);
  TRY(os::make_private_folder(folder));
  const auto owner = read_owner(folder);
  if (!owner || owner->git_folder != git_folder) {
    TRY(os::write_private_file(owner_file(folder), cat(git_folder, "\n", record->id, "\n")));
  }
  return folder;
}

}  // namespace assay::engine
