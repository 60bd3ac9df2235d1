// PostgreSQL's text holds no NUL, and ours may: it is written as two characters there, and read back as it was.
#pragma once

#include <string>
#include <string_view>

namespace assay::store {

// UTF-8 without NUL for any bytes; what is not UTF-8 in them is repaired.
std::string to_postgres(std::string_view text);
// Whether reading it back needs from_postgres.
bool is_escaped(std::string_view text);
std::string from_postgres(std::string_view text);

}  // namespace assay::store
