// Commits that Assay writes: its own identity, a date from the caller, no hooks, and no signature unless one is asked
// for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

// Whose work it is, when it is made again elsewhere.
struct Author {
  std::string name;
  std::string email;
  std::int64_t date = 0;
};

// How the user signs commits; see git/commit_signing.h.
struct CommitSigning {
  std::vector<std::string> options;  // "-c", "user.signingkey=…"
  std::string name;                  // who signs is who commits; empty: Assay
  std::string email;
};

struct NewCommit {
  std::string tree;
  std::vector<std::string> parents{};
  std::string message;
  std::int64_t date = 0;           // seconds since 1970: the same inputs give the same id
  std::optional<Author> author{};  // nothing: Assay
  const CommitSigning* signing = nullptr;
};

// The id of the commit, which no ref names yet. Error (invalid_input) when it cannot be signed.
Result<std::string> make_commit(const Repository& repository, const NewCommit& commit);

Result<std::string> tree_of(const Repository& repository, std::string_view commit);  // full id

// True when a is b or an ancestor of it. Full ids.
Result<bool> is_ancestor(const Repository& repository, std::string_view a, std::string_view b);

}  // namespace assay::git
