#include "git/pending.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::git {

namespace {

struct Mark {
  const char* name;
  Pending pending;
};

constexpr Mark k_marks[] = {
    {"rebase-merge", Pending::rebase},          {"rebase-apply/applying", Pending::apply_mailbox},
    {"rebase-apply", Pending::rebase},          {"MERGE_HEAD", Pending::merge},
    {"CHERRY_PICK_HEAD", Pending::cherry_pick}, {"REVERT_HEAD", Pending::revert},
    {"BISECT_START", Pending::bisect}};

}  // namespace

std::string to_string(Pending pending) {
  switch (pending) {
    case Pending::none: return "nothing";
    case Pending::merge: return "a merge";
    case Pending::rebase: return "a rebase";
    case Pending::cherry_pick: return "a cherry-pick";
    case Pending::revert: return "a revert";
    case Pending::bisect: return "a bisect";
    case Pending::apply_mailbox: return "an application of mailed patches";
  }
  return "";
}

Pending pending_in(const std::string& git_folder) {
  for (const auto& mark : k_marks) {
    if (os::exists(os::join_path(git_folder, mark.name))) return mark.pending;
  }
  return Pending::none;
}

std::optional<std::string> branch_held_in(const std::string& git_folder) {
  for (const char* name : {"rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"}) {
    const auto text = os::read_file(os::join_path(git_folder, name), 4096);
    if (!text) continue;
    std::string_view branch = trim(*text);
    constexpr std::string_view k_heads = "refs/heads/";
    if (branch.starts_with(k_heads)) branch.remove_prefix(k_heads.size());
    return std::string(branch);
  }
  return std::nullopt;
}

}  // namespace assay::git
