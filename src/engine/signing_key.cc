#include "engine/signing_key.h"

#include "base/hash.h"
#include "base/text.h"
#include "engine/operator_config.h"
#include "os/files.h"
#include "os/secret_file.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest = 64 << 10;

std::string own_path(const std::string& private_folder) { return os::join_path(private_folder, "signing-key.pem"); }

Result<KeyFile> read_key(const std::string& path) {
  TRY_ASSIGN(const auto text, os::read_secret(path, k_largest));
  TRY_ASSIGN(const auto key, audit::SigningKey::from_pem(text, path));
  return KeyFile{path, key};
}

}  // namespace

Result<KeyFile> signing_key(const std::string& private_folder) {
  TRY_ASSIGN(const auto config, load_operator_config(private_folder));
  if (!config.signing_key.empty()) return read_key(config.signing_key);
  const auto path = own_path(private_folder);
  if (!os::exists(path)) {
    TRY(os::make_folders(private_folder));
    TRY(os::write_secret_once(path, audit::SigningKey::from_seed(random_bytes(32)).pem()));
  }
  return read_key(path);
}

Result<audit::PublicKey> known_key(const std::string& private_folder) {
  TRY_ASSIGN(const auto config, load_operator_config(private_folder));
  const auto path = config.signing_key.empty() ? own_path(private_folder) : config.signing_key;
  if (!os::exists(path)) {
    return not_found(
        cat("there is no key in ", path, "; `assay init` makes one, or give the public key with --key FILE"));
  }
  TRY_ASSIGN(const auto file, read_key(path));
  return file.key.public_key();
}

}  // namespace assay::engine
