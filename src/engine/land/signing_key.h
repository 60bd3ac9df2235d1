// The key that landings are attested with: the operator's own when operator.toml names one, else one that
// Assay makes, signing-key.pem in the repository's state folder (engine/state_folder.h), readable for its owner only.
#pragma once

#include <string>

#include "audit/ed25519.h"
#include "base/result.h"

namespace assay::engine {

struct KeyFile {
  std::string path;
  audit::SigningKey key;
};

// `git_folder`: the common one. Made when there is none; one that an older version left in the git folder is
// moved out of it. A configured one must be there.
Result<KeyFile> signing_key(const std::string& git_folder);

// The public half; not_found when no key was made yet. Writes nothing.
Result<audit::PublicKey> known_key(const std::string& git_folder);

}  // namespace assay::engine
