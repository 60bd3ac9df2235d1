// Notes on commits under a ref of their own, through git's plumbing: what is there stays, and the ref
// changes by compare-and-swap, so that two writers at once lose nothing (`git notes add` would).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

// The note on a commit (full id); nothing when there is none. Errors: a note beyond `limit` bytes.
Result<std::optional<std::string>> read_note(const Repository& repository, std::string_view ref,
                                             std::string_view commit, std::uint64_t limit);

struct NewNote {
  std::string ref;     // "refs/notes/…"
  std::string commit;  // full id
  std::string text;
  std::int64_t date = 0;  // seconds since 1970
};

// Puts `text` behind what the note holds; nothing happens when it holds it already. Tries again when
// others write at the same time. True when something was written.
Result<bool> append_note(const Repository& repository, const NewNote& note, std::uint64_t limit);

}  // namespace assay::git
