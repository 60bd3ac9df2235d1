// Is this text a secret's value, and does this name promise one? The judgement behind redact.h,
// shared with the rules that look for committed secrets. Pure, bounded work per call.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

// What kind of thing a key of a key=value pair names.
enum class SecretKey : std::uint8_t { none, password, token, secret, key, authorization, cookie };

// "DB_PASSWORD", "clientSecret", "x-api-key": by the last words of the name.
SecretKey secret_key_kind(std::string_view name);
std::string_view kind_text(SecretKey kind);  // "password", "API key"; never itself looks like a secret

// Shannon entropy in bits per byte.
double entropy(std::string_view value);

// Letters and digits mixed as no word or identifier does: what generated keys look like.
bool looks_random(std::string_view value);

// "changeme", "<token>", "${X}", "xxxx", "process.env.X", "***": stands for a secret and is none.
bool is_placeholder(std::string_view value);

// How a value stands behind its key; decides how much proof it must bring.
enum class ValueForm : std::uint8_t { quoted, bare_equals, bare_colon, bare_spaced };

// `next` is the byte behind the value ('\0' at the end of the line).
bool is_secret_value(SecretKey kind, std::string_view value, ValueForm form, char next);

}  // namespace assay
