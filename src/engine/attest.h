// Attestations of a landing: signed, and kept as a note on the landed commit. Done after the landing is
// recorded, from recorded facts alone, so that doing it again (after a crash between the two) gives the same
// bytes and writes nothing twice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "audit/bundle.h"
#include "base/result.h"
#include "git/repository.h"
#include "model/ids.h"
#include "store/store.h"

namespace assay::engine {

constexpr std::string_view k_attestations = "refs/notes/assay";

struct Attested {
  std::string commit;
  std::string bundle;
  bool written = false;  // false: it was there already
};

// Error conflict when the mission has not landed, or when its last verification is not of the landed tree.
// `folder` is .assay.
Result<Attested> attest_landing(const git::Repository& repository, const std::string& folder, store::Store& store,
                                const model::MissionId& mission);

// What is attested of a commit (full id); nothing when nothing is. Not checked.
Result<std::optional<std::string>> attestations_of(const git::Repository& repository, std::string_view commit);

}  // namespace assay::engine
