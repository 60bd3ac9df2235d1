// Secrets that the key beside them gives away: password=…, "token": "…", --api-key …, <secret>…</secret>.
// Used by redact.cc only. Nothing before `floor` is looked at: it belongs to another secret.
#pragma once

#include <string_view>

#include "base/redact.h"

namespace assay::secret_assignments {

constexpr std::string_view k_key_ends = "dDtTnNyYeEsSlLhHwWgGrR";  // last letters of secret keys

// Whether the letters before the separator at text[at] can end a secret key: cheap, nearly always no.
bool may_end_key(std::string_view text, size_t at);

bool match_assignment(std::string_view text, size_t at, size_t floor, Secret& out);  // text[at]: '=' or ':'
bool match_element(std::string_view text, size_t at, size_t floor, Secret& out);     // the '>' of "<password>"
bool match_flag(std::string_view text, size_t at, Secret& out);                      // the "--" of "--password x"

// Ends a value that has no quotes. In environments (NAME=value) few bytes do.
bool ends_bare(char c, bool environment);

}  // namespace assay::secret_assignments
