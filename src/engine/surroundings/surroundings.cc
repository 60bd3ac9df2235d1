#include "engine/surroundings/surroundings.h"

#include <algorithm>
#include <fstream>

#include <sys/stat.h>

#include "audit/continuation.h"
#include "base/hash.h"
#include "base/text.h"
#include "engine/histories.h"
#include "engine/home.h"
#include "engine/known_histories.h"
#include "engine/state_folder.h"
#include "engine/store_place.h"
#include "engine/surroundings/moved_refs.h"
#include "git/worktrees/worktree_admin.h"
#include "os/files.h"
#include "os/regular_file.h"
#include "os/sandbox/toolchains.h"
#include "plan/site.h"
#include "store/history.h"
#include "store/place.h"

namespace assay::engine {

namespace {

using Names = std::map<std::string, std::string>;

constexpr std::uint64_t k_largest = std::uint64_t{4} << 20;
constexpr size_t k_most_named = 10;

void note_file(const std::string& path, Names& out) {
  if (!os::is_link(path) && (!os::exists(path) || os::is_folder(path))) return;
  // Behind a link, and never waiting: somebody may have put a named pipe there.
  const auto text = os::read_regular_file(os::real_path(path).value_or(path), k_largest);
  out[path] = text ? sha256_hex(*text) : "unreadable";
}

// Plain files of a folder, but those that Assay itself writes meanwhile.
void note_folder(const std::string& folder, Names& out) {
  constexpr std::string_view k_written_meanwhile[] = {"sessions.json", "histories", "lock", "state"};
  const auto names = os::list_folder(folder);
  if (!names) return;
  for (const auto& name : *names) {
    const bool ours = std::find(std::begin(k_written_meanwhile), std::end(k_written_meanwhile), name) !=
                      std::end(k_written_meanwhile);
    if (!ours && !name.ends_with(".lock") && !name.starts_with('.')) note_file(os::join_path(folder, name), out);
  }
}

Names own_files(const WatchedPlace& context) {
  Names out;
  note_folder(private_folder(context.repository), out);
  if (const auto state = state_folder(context.repository.common_folder())) note_folder(*state, out);
  note_file(os::join_path(os::home_folder(), ".gitconfig"), out);
  note_file(os::join_path(os::home_folder(), ".config/git/config"), out);
  return out;
}

// Of the main checkout and of those that people made; Assay's own are its business.
Names heads_of(const WatchedPlace& context, const Surroundings::Own& own) {
  Names out;
  const auto& git = context.repository.common_folder();
  const auto state = state_folder(git);
  const auto note = [&](const std::string& head) {
    if (const auto text = os::read_regular_file(head, k_largest)) out[head] = trim(*text);
  };
  note(os::join_path(git, "HEAD"));
  for (const auto& [place, admin] : git::all_admins(context.repository)) {
    if (place.starts_with(own.folder) || place.starts_with(context.folder)) continue;
    if (state && place.starts_with(*state)) continue;
    note(os::join_path(admin, "HEAD"));
  }
  return out;
}

std::string stamp_of(const std::string& path) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) return "gone";
  return cat(found.st_size, " ", found.st_mtim.tv_sec, ".", found.st_mtim.tv_nsec);
}

Result<Names> edited_files(const WatchedPlace& context) {
  Names out;
  if (context.repository.is_bare()) return out;
  const auto top = os::parent_path(context.folder);
  TRY_ASSIGN(const auto answer, git::call({.arguments = {"status", "--porcelain", "-z", "--no-renames",
                                                         "--untracked-files=all", "--ignore-submodules=all"},
                                           .folder = top}));
  if (!answer.ok()) return unavailable(answer.why());
  for (const auto entry : split(answer.output, '\0')) {
    if (entry.size() < 4) continue;
    const auto path = std::string(entry.substr(3));
    // Written by us and by checks of the person meanwhile; the store is compared by itself. Git ignores both, unless
    // somebody took their .gitignore away.
    if (entry.starts_with("??") && (path.starts_with(".assay/") || path.starts_with(".verifier/"))) continue;
    out[path] = cat(entry.substr(0, 2), " ", stamp_of(os::join_path(top, path)));
  }
  return out;
}

// Whether the file still begins as a store does. One that was emptied must not be opened: that would make a new one.
bool begins_as_store(const std::string& path) {
  constexpr std::string_view k_mark = "SQLite format 3";
  std::ifstream file(path, std::ios::binary);
  std::string head(k_mark.size(), '\0');
  return file.read(head.data(), static_cast<std::streamsize>(head.size())) && head == k_mark;
}

std::vector<std::string> differing(const Names& before, const Names& after) {
  std::vector<std::string> out;
  for (const auto& [name, value] : before) {
    const auto now = after.find(name);
    if (now == after.end()) {
      out.push_back(cat(to_utf8(name), " (removed)"));
    } else if (now->second != value) {
      out.push_back(to_utf8(name));
    }
  }
  for (const auto& [name, value] : after) {
    if (!before.contains(name)) out.push_back(cat(to_utf8(name), " (new)"));
  }
  return out;
}

std::string some(const std::vector<std::string>& names) {
  const std::vector<std::string> shown(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), k_most_named)));
  return cat(join(shown, ", "), names.size() > shown.size() ? cat(" and ", names.size() - shown.size(), " more") : "");
}

}  // namespace

Result<Surroundings::Picture> Surroundings::take(const WatchedPlace& context, const Own& own) {
  Picture out;
  TRY_ASSIGN(out.git, git::git_setup_of(context.repository));
  out.files = own_files(context);
  out.heads = heads_of(context, own);
  return out;
}

Result<Surroundings> Surroundings::read(const WatchedPlace& context, Own own) {
  Surroundings out;
  out.m_own = std::move(own);
  out.m_at = context.clock.now();
  if (!out.m_own.has_identity) out.m_operator = operator_identity(context.repository);
  TRY_ASSIGN(out.m_before, take(context, out.m_own));
  if (out.m_own.edits == Own::Edits::charged) {
    TRY_ASSIGN(out.m_before.edited, edited_files(context));
  }
  if (context.store == nullptr) return out;
  note_histories(context.repository.common_folder(), *context.store);
  TRY_ASSIGN(out.m_histories, context.store->history().heads());
  TRY_ASSIGN(auto health, context.store->examine());
  out.m_faults = std::move(health.faults);
  return out;
}

void Surroundings::compare_refs(const WatchedPlace& context, const Picture& now, OutsideChanges& out) const {
  const MovedRefs moved(context, m_at, m_operator);
  std::vector<std::string> put_back;
  std::vector<std::string> charged;
  for (const auto& change : ref_changes(m_before.git.refs, now.git.refs)) {
    if (change.ref == cat("refs/heads/", m_own.branch)) continue;
    switch (moved.by_whom(change)) {
      case MovedRefs::By::assay: break;
      case MovedRefs::By::person:
        out.notices.push_back(
            cat("Meanwhile you moved ", in_words(change), "; that is not charged to ", m_own.who, "."));
        break;
      case MovedRefs::By::watched:
        charged.push_back(in_words(change));
        put_back.push_back(undo_of(change));
        break;
    }
  }
  if (charged.empty()) return;
  out.moved.push_back(cat("Refs that are not its own were changed: ", some(charged),
                          ". To put them back: ", join(put_back, " && "), "."));
}

void Surroundings::compare_files(const Picture& now, OutsideChanges& out) const {
  const auto git = git::difference(m_before.git, now.git);
  if (!git.hooks.empty()) {
    out.settings.push_back(cat("Git hooks changed while it ran: ", some(git.hooks),
                               ". Assay itself runs no hooks; look at them before you use git here."));
  }
  if (!git.settings.empty()) {
    out.settings.push_back(cat("Git's own files changed while it ran: ", some(git.settings),
                               ". They can name programs that git starts; look at them before you use git here."));
  }
  const auto files = differing(m_before.files, now.files);
  if (!files.empty()) {
    out.lines.push_back(cat("Files of the operator were changed: ", some(files),
                            ". They hold keys, agents and settings; look at them before you go on."));
  }
}

void Surroundings::compare_checkouts(const WatchedPlace& context, const Picture& now, OutsideChanges& out) const {
  const MovedRefs moved(context, m_at, m_operator);
  for (const auto& [head, said] : m_before.heads) {
    const auto found = now.heads.find(head);
    if (found != now.heads.end() && found->second == said) continue;
    const auto is_now = found == now.heads.end() ? std::string("gone") : cat("\"", found->second, "\"");
    if (found != now.heads.end() && moved.is_of_person(head)) {
      out.notices.push_back(cat("Meanwhile you moved ", head, ", which said \"", said, "\" and is ", is_now, "."));
      continue;
    }
    out.moved.push_back(cat("The HEAD of another checkout was changed: ", head, " said \"", said, "\" and is ", is_now,
                            ". Go back with git checkout there."));
  }
}

void Surroundings::compare_edits(const WatchedPlace& context, OutsideChanges& out) const {
  const auto edited = edited_files(context);
  if (!edited) {
    out.lines.push_back(cat("The main checkout cannot be looked at any more: ", edited.error().message));
    return;
  }
  const auto files = differing(m_before.edited, *edited);
  if (files.empty()) return;
  out.lines.push_back(cat("Files of the main checkout were changed: ", some(files), ". See git -C ",
                          plan::shell_word(os::parent_path(context.folder)), " diff; git restore FILE puts one back."));
}

void Surroundings::compare_store(const WatchedPlace& context, OutsideChanges& out) const {
  constexpr std::string_view k_then =
      " Keep a copy of the .assay folder, then see assay doctor and assay audit verify.";
  const auto charge = [&](std::string_view what) {
    out.lines.push_back(cat("The store was changed: ", what, ".", k_then));
  };
  if (const auto there = context.store->check_in_place(); !there) {
    out.store_is_lost = true;
    out.lines.push_back(there.error().message);
    return;
  }
  const auto place = store_place(private_folder(context.repository), os::join_path(context.folder, "assay.db"));
  if (!place) return charge(place.error().message);
  const auto& path = *place;
  if (!store::is_address(path) && !begins_as_store(path)) {
    out.store_is_lost = true;
    out.lines.push_back(cat("the store at ", path, " was emptied or overwritten."));
    return;
  }
  // Through a connection of its own: ours may still hold pages that the file does not.
  auto store = store::Store::open(path, context.clock);
  if (!store) return charge(store.error().message);
  audit::Continuation continuation("the history before this run");
  for (const auto& head : m_histories) continuation.expect(head);
  const auto found = verify_histories(
      **store, {[&](const model::Checkpoint& checkpoint) { return continuation.checkpoint(checkpoint); },
                [&](const audit::Head& head) { return continuation.head(head); }});
  if (!found) return charge(found.error().message);
  if (found->fault) return charge(audit::sentence(*found->fault));
  if (const auto whole = continuation.finish(); !whole) return charge(whole.error().message);
  const auto health = (*store)->examine();
  if (!health) return charge(health.error().message);
  std::vector<std::string> fresh;
  for (const auto& fault : health->faults) {
    if (std::find(m_faults.begin(), m_faults.end(), fault) == m_faults.end()) fresh.push_back(fault);
  }
  if (!fresh.empty()) charge(some(fresh));
}

OutsideChanges Surroundings::changes(const WatchedPlace& context) const {
  OutsideChanges out;
  if (context.store != nullptr) compare_store(context, out);
  const auto now = take(context, m_own);
  if (!now) {
    out.lines.push_back(cat("The repository cannot be looked at any more: ", now.error().message));
    return out;
  }
  if (!out.store_is_lost) compare_refs(context, *now, out);
  compare_files(*now, out);
  compare_checkouts(context, *now, out);
  // What programs the settings name now is not found out by running them.
  const bool may_look = git::difference(m_before.git, now->git).settings.empty();
  if (m_own.edits == Own::Edits::charged && may_look) compare_edits(context, out);
  return out;
}

std::vector<std::string> OutsideChanges::charged() const {
  auto out = lines;
  out.insert(out.end(), moved.begin(), moved.end());
  return out;
}

Error keep_lost_store(const WatchedPlace& place, const std::string& why,
                      const std::function<void(store::Store&)>& in_copy) {
  const auto file = os::join_path(place.folder, "assay.db");
  const auto copy = cat(file, ".kept-", random_name(8));
  if (const auto kept = place.store->copy_to(copy); !kept) {
    return corrupt(cat(why, " A copy could not be kept either: ", kept.error().message));
  }
  if (auto store = store::Store::open(copy, place.clock)) in_copy(**store);
  return corrupt(cat(why, " All that it held is kept in ", copy, ". To put it back: rm -f '", file, "-wal' '", file,
                     "-shm' && mv '", copy, "' '", file, "'"));
}

}  // namespace assay::engine
