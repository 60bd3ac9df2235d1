// SHA-256 for what must be provable, and random names for what must be unique.
#pragma once

#include <string>
#include <string_view>

namespace assay {

std::string sha256_hex(std::string_view bytes);  // 64 lower-case digits

// `length` characters of a–z and 2–7 from the system's randomness: 5 bits each.
std::string random_name(size_t length);

}  // namespace assay
