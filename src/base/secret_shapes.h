// Secrets that their own form gives away: provider keys, web tokens, URLs with passwords, private
// key blocks. Used by redact.cc only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/redact.h"

namespace assay::secret_shapes {

// A set of pairs of bytes, as bits: small enough to stay in the first cache.
using PairTable = std::array<std::uint32_t, 2048>;
constexpr unsigned pair_index(char a, char b) {
  return static_cast<unsigned>(static_cast<unsigned char>(a)) << 8 | static_cast<unsigned char>(b);
}
constexpr bool has_pair(const PairTable& table, char a, char b) {
  const unsigned index = pair_index(a, b);
  return table[index >> 5] >> (index & 31) & 1;
}

// The pairs with which some known shape starts.
const PairTable& starts();
// Whether what stands behind such a pair can be a known shape: cheap, and nearly always no.
bool worth_a_look(std::string_view text, size_t at);

// The known shape that starts at text[at]; false when there is none. Nothing before `floor` is
// looked at: it belongs to another secret.
bool match(std::string_view text, size_t at, size_t floor, Secret& out);

// text[at] is the ':' of "://": a password or a secret path in the URL.
bool match_url(std::string_view text, size_t at, size_t floor, Secret& out);

// text[at] starts a run of dashes. `body` is the offset behind "-----BEGIN … PRIVATE KEY-----",
// npos when it is something else.
size_t private_key_header(std::string_view text, size_t at);

}  // namespace assay::secret_shapes
