// Attestations of landings: signed, and kept as a note on the landed commit. Done after the landing is recorded, from
// recorded facts alone, so that doing it again (after a crash between the two) gives the same bytes and writes nothing
// twice. Missions that landed together are signed together: each approval names the whole batch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/bundle.h"
#include "base/result.h"
#include "engine/attestation_notes.h"
#include "git/repository.h"
#include "model/ids.h"
#include "store/store.h"

namespace assay::engine {

struct Attested {
  std::string commit;
  std::string bundle;
  bool written = false;  // false: it was there already
};

// Of a mission and of all that landed in the same swap. Error conflict when one of them has not landed, or when its
// last verification is not of the landed tree. `folder` is .assay.
Result<Attested> attest_landing(const git::Repository& repository, const std::string& folder, store::Store& store,
                                const model::MissionId& mission);

// Signs what earlier runs recorded and did not sign. What cannot be signed is told, with the command that does it.
std::vector<std::string> finish_signatures(const git::Repository& repository, const std::string& folder,
                                           store::Store& store);

// What is attested of a commit (full id); nothing when nothing is. Not checked.
Result<std::optional<std::string>> attestations_of(const git::Repository& repository, std::string_view commit);

// Whether each landing that an approval of the bundle names as signed before it is still attested as it was; the error
// (corrupt) names the first that is not.
Result<void> check_previous(const git::Repository& repository, const std::vector<audit::Attestation>& attestations);

}  // namespace assay::engine
