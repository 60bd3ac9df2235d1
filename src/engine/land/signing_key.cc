#include "engine/land/signing_key.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "engine/operator_config.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/secret_file.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest = 64 << 10;

std::string in_folder(const std::string& folder) { return os::join_path(folder, "signing-key.pem"); }
std::string private_folder_of(const std::string& git_folder) { return os::join_path(git_folder, "assay"); }
// Where older versions kept it: below the git folder, which an agent without a sandbox can search.
std::string old_path(const std::string& git_folder) { return in_folder(private_folder_of(git_folder)); }

Result<KeyFile> read_key(const std::string& path) {
  TRY_ASSIGN(const auto text, os::read_secret(path, k_largest));
  TRY_ASSIGN(const auto key, audit::SigningKey::from_pem(text, path));
  return KeyFile{path, key};
}

// The copy is whole and durable before the old one goes.
Result<void> move_out(const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto old, read_key(from));
  TRY(os::write_secret_once(to, old.key.pem()));
  TRY_ASSIGN(const auto moved, read_key(to));
  if (moved.key.pem() == old.key.pem() && ::unlink(from.c_str()) != 0 && errno != ENOENT) {
    return unavailable(cat("the signing key was copied to ", to, ", and ", from,
                           " cannot be removed: ", std::strerror(errno), "; remove it"));
  }
  return {};
}

}  // namespace

Result<KeyFile> signing_key(const std::string& git_folder) {
  TRY_ASSIGN(const auto config, load_operator_config(private_folder_of(git_folder)));
  if (!config.signing_key.empty()) return read_key(config.signing_key);
  TRY_ASSIGN(const auto folder, make_state_folder(git_folder));
  const auto path = in_folder(folder);
  const auto old = old_path(git_folder);
  if (!os::exists(path) && os::exists(old)) TRY(move_out(old, path));
  if (!os::exists(path)) TRY(os::write_secret_once(path, audit::SigningKey::from_seed(random_bytes(32)).pem()));
  return read_key(path);
}

Result<audit::PublicKey> known_key(const std::string& git_folder) {
  TRY_ASSIGN(const auto config, load_operator_config(private_folder_of(git_folder)));
  std::string path = config.signing_key;
  if (path.empty()) {
    const auto folder = state_folder(git_folder);
    if (folder) path = in_folder(*folder);
    if (path.empty() || !os::exists(path)) path = old_path(git_folder);
  }
  if (!os::exists(path)) {
    return not_found(
        cat("there is no signing key of this repository here; `assay init` makes one, or give the public key with ",
            "--key FILE"));
  }
  TRY_ASSIGN(const auto file, read_key(path));
  return file.key.public_key();
}

}  // namespace assay::engine
