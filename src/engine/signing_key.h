// The key that landings are attested with: the operator's own when operator.toml names one, else one that
// Assay makes, <git>/assay/signing-key.pem, readable for its owner only.
#pragma once

#include <string>

#include "audit/ed25519.h"
#include "base/result.h"

namespace assay::engine {

struct KeyFile {
  std::string path;
  audit::SigningKey key;
};

// `private_folder`: see engine/home.h. Made when there is none; a configured one must be there.
Result<KeyFile> signing_key(const std::string& private_folder);

// The public half; not_found when no key was made yet.
Result<audit::PublicKey> known_key(const std::string& private_folder);

}  // namespace assay::engine
