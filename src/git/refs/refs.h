// Refs as landing needs them: changed by compare-and-swap or not at all, and where they are checked
// out. What another did meanwhile is a value, never an Error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/pending.h"
#include "git/repository.h"

namespace assay::git {

// `part` as one component of a ref name ("refs/assay/missions/<part>/…"); error names what is wrong.
Result<std::string> ref_component(std::string_view part);

// refs/assay/missions/<mission>/integration: keeps what was verified from being collected.
Result<std::string> integration_ref(std::string_view mission);
Result<void> keep(const Repository& repository, const std::string& ref, const std::string& commit);

// The id a ref (full name) holds; nothing when there is none.
Result<std::optional<std::string>> read_ref(const Repository& repository, std::string_view ref);

// The ref that this one stands for, when it is a symbolic one; nothing when it is not.
Result<std::optional<std::string>> symbolic_ref(const Repository& repository, std::string_view ref);

struct RefChange {
  std::string ref;                      // full name; never followed when it is symbolic
  std::string new_id;                   // empty: delete
  std::optional<std::string> expected;  // nothing: whatever it is; empty: must not exist
};

struct RefMoved {
  std::string ref;
  std::string expected;
  std::string found;  // empty: it does not exist
};

// All changes or none; the first ref that was not as expected, or nothing when it is done.
Result<std::optional<RefMoved>> swap_refs(const Repository& repository, std::span<const RefChange> changes,
                                          std::string_view reason);

// Takes a checkout off its branch, to a commit; index, files and the branch are left alone. Error when HEAD was not
// where it is `expected`.
struct Detach {
  std::string expected;
  std::string commit;
};
Result<void> detach_head(const Repository& checkout, const Detach& detach, const std::string& reason);

struct Checkout {
  std::string path;
  std::string head;    // commit; empty for a bare repository or before the first commit
  std::string branch;  // without refs/heads/; empty when detached
  std::string held;    // a branch that a rebase or bisect there will come back to
  bool is_bare = false;
  bool is_locked = false;
  bool is_missing = false;  // the folder is gone
};

// All work trees of the repository, the main one first.
Result<std::vector<Checkout>> checkouts(const Repository& repository);
// Those in which `branch` is checked out or held.
Result<std::vector<Checkout>> checkouts_of(const Repository& repository, std::string_view branch);

}  // namespace assay::git
