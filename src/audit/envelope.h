// A DSSE envelope: a payload with its type and one signature over both. Written as one line of JSON in
// exactly one way; the reader refuses every other, so that no byte of it can change unnoticed.
#pragma once

#include <string>
#include <string_view>

#include "audit/ed25519.h"
#include "base/result.h"

namespace assay::audit {

constexpr std::string_view k_statement_type = "application/vnd.in-toto+json";

struct Envelope {
  std::string payload_type;
  std::string payload;
  std::string key_id;
  std::string signature;  // 64 bytes
};

// DSSE's pre-authentication encoding: the bytes that are signed.
std::string signed_bytes(std::string_view payload_type, std::string_view payload);

Envelope seal(std::string_view payload_type, std::string_view payload, const SigningKey& key);
std::string envelope_line(const Envelope& envelope);  // with its line end

// `line` is without its line end. Errors are `corrupt`; nothing is said yet about the signature.
Result<Envelope> read_envelope(std::string_view line);

// Whether `key` signed it; the error says why not.
Result<void> check_signature(const Envelope& envelope, const PublicKey& key);

}  // namespace assay::audit
