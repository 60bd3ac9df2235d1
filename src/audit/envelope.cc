#include "audit/envelope.h"

#include <algorithm>

#include "base/base64.h"
#include "base/cursor.h"
#include "base/text.h"

namespace assay::audit {

namespace {

Error malformed(std::string_view what) { return corrupt(cat("not an envelope as Assay writes it: ", what)); }

bool is_type(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || c == '/' || c == '.' || c == '+' || c == '-';
  });
}
bool is_key_id(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

Result<std::string> base64_before(Cursor& cursor, std::string_view stop, std::string_view what) {
  const auto text = cursor.before(stop);
  if (!text) return malformed(cat("the ", what, " does not end"));
  auto bytes = from_base64(*text);
  if (!bytes) return malformed(cat("the ", what, " is not base64"));
  return std::move(*bytes);
}

}  // namespace

std::string signed_bytes(std::string_view payload_type, std::string_view payload) {
  return cat("DSSEv1 ", payload_type.size(), " ", payload_type, " ", payload.size(), " ", payload);
}

Envelope seal(std::string_view payload_type, std::string_view payload, const SigningKey& key) {
  return {std::string(payload_type), std::string(payload), key_id(key.public_key()),
          key.sign(signed_bytes(payload_type, payload))};
}

std::string envelope_line(const Envelope& envelope) {
  return cat("{\"payloadType\":\"", envelope.payload_type, "\",\"payload\":\"", to_base64(envelope.payload),
             "\",\"signatures\":[{\"keyid\":\"", envelope.key_id, "\",\"sig\":\"", to_base64(envelope.signature),
             "\"}]}\n");
}

Result<Envelope> read_envelope(std::string_view line) {
  Cursor cursor(line);
  Envelope out;
  if (!cursor.skip("{\"payloadType\":\"")) return malformed("it does not begin with the type of its payload");
  const auto type = cursor.before("\",\"payload\":\"");
  if (!type || !is_type(*type)) return malformed("there is no payload behind its type");
  out.payload_type = *type;
  TRY_ASSIGN(out.payload, base64_before(cursor, "\",\"signatures\":[{\"keyid\":\"", "payload"));
  const auto id = cursor.before("\",\"sig\":\"");
  if (!id || !is_key_id(*id)) return malformed("the key id is not 64 digits");
  out.key_id = *id;
  TRY_ASSIGN(out.signature, base64_before(cursor, "\"}]}", "signature"));
  if (!cursor.done()) return malformed("something stands behind it");
  if (out.signature.size() != 64) return malformed("the signature does not have 64 bytes");
  return out;
}

Result<void> check_signature(const Envelope& envelope, const PublicKey& key) {
  if (envelope.key_id != key_id(key)) {
    return corrupt(
        cat("signed with another key (", envelope.key_id.substr(0, 16), "…, not ", key_id(key).substr(0, 16), "…)"));
  }
  if (is_signed(signed_bytes(envelope.payload_type, envelope.payload), envelope.signature, key)) return {};
  return corrupt("the signature does not fit: it was changed, or not signed with this key");
}

}  // namespace assay::audit
