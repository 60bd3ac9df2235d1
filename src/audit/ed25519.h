// Ed25519 keys and signatures. Keys are written as OpenSSL writes them (PEM: PKCS#8 for the private one,
// SubjectPublicKeyInfo for the public one), so that one can be made, looked at and used elsewhere.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::audit {

struct PublicKey {
  std::array<unsigned char, 32> bytes{};
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};

std::string pem_of(const PublicKey& key);
// `name` stands in errors. A private key is taken too: its public half.
Result<PublicKey> read_public_key(std::string_view pem, std::string_view name);
// SHA-256 of the key's DER form, 64 digits: what envelopes call it.
std::string key_id(const PublicKey& key);

class SigningKey {
 public:
  // REQUIRES: seed is 32 random bytes.
  static SigningKey from_seed(std::string_view seed);
  static Result<SigningKey> from_pem(std::string_view pem, std::string_view name);
  ~SigningKey();
  SigningKey(const SigningKey&) = default;
  SigningKey& operator=(const SigningKey&) = default;

  std::string pem() const;
  PublicKey public_key() const;
  std::string sign(std::string_view message) const;  // 64 bytes; the same message gives the same

 private:
  SigningKey() = default;
  std::array<unsigned char, 64> m_secret{};  // seed and public key
};

bool is_signed(std::string_view message, std::string_view signature, const PublicKey& key);

}  // namespace assay::audit
