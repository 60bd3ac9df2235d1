// A notes tree may be flat or fanned out into folders, and git refans it as it grows. fast-import knows
// how (its command N), and unlike `git notes` it can be given the commit to build on; it writes to a name of
// our own, from which the real ref is then swapped.
#include "git/refs/notes.h"

#include "base/hash.h"
#include "base/text.h"
#include "git/refs/refs.h"

namespace assay::git {

namespace {

constexpr int k_tries = 20;

Result<std::string> write_notes_commit(const Repository& repository, const NewNote& note, const std::string& text,
                                       const std::optional<std::string>& old, const std::string& ref) {
  std::string input = cat("feature done\ncommit ", ref, "\ncommitter Assay <assay@localhost> ", note.date, " +0000\n",
                          "data <<END\nNotes of Assay\nEND\n");
  if (old) input += cat("from ", *old, "\n");
  input += cat("N inline ", note.commit, "\ndata ", text.size(), "\n", text, "\ndone\n");
  TRY_ASSIGN(const auto answer,
             call({.arguments = {"fast-import", "--quiet"}, .folder = repository.root(), .input = std::move(input)}));
  if (!answer.ok()) return repository.refusal("fast-import", answer);
  TRY_ASSIGN(const auto made, read_ref(repository, ref));
  if (!made) return internal(cat("git fast-import wrote no ", ref));
  return *made;
}

// One attempt; false when another writer was there first.
Result<bool> swap_in(const Repository& repository, const NewNote& note, const std::string& text,
                     const std::optional<std::string>& old) {
  const std::string own = cat("refs/assay/notes/", random_name(12));
  TRY_ASSIGN(const auto made, write_notes_commit(repository, note, text, old, own));
  const RefChange changes[] = {{note.ref, made, old.value_or("")}, {own, "", std::nullopt}};
  TRY_ASSIGN(const auto moved, swap_refs(repository, changes, "assay: attest"));
  if (!moved) return true;
  TRY(swap_refs(repository, std::span(&changes[1], 1), "assay: attest"));
  return false;
}

}  // namespace

Result<std::optional<std::string>> read_note(const Repository& repository, std::string_view ref,
                                             std::string_view commit, std::uint64_t limit) {
  const std::string notes = cat("--ref=", ref);
  TRY_ASSIGN(const auto listed, repository.ask({"notes", notes, "list", std::string(commit)}));
  if (!listed.ok()) return std::optional<std::string>();
  const std::string blob(trim(listed.output));
  TRY_ASSIGN(const auto size, repository.run({"cat-file", "-s", blob}));
  if (parse_uint(size).value_or(UINT64_MAX) > limit) {
    return corrupt(
        cat("the note on ", commit, " in ", ref, " has ", size, " bytes; nothing of that size is written here"));
  }
  TRY_ASSIGN(auto answer, repository.ask({"cat-file", "blob", blob}));
  if (!answer.ok()) return repository.refusal("cat-file", answer);
  return std::optional(std::move(answer.output));
}

Result<bool> append_note(const Repository& repository, const NewNote& note, std::uint64_t limit) {
  for (int i = 0; i < k_tries; ++i) {
    TRY_ASSIGN(const auto old, read_ref(repository, note.ref));
    TRY_ASSIGN(const auto there, read_note(repository, note.ref, note.commit, limit));
    if (there && contains(*there, note.text)) return false;
    TRY_ASSIGN(const bool done, swap_in(repository, note, there.value_or("") + note.text, old));
    if (done) return true;
  }
  return unavailable(cat("others keep writing to ", note.ref, "; try again"));
}

}  // namespace assay::git
