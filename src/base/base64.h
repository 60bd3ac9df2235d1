// Base64 of RFC 4648 with padding. The reader is the writer's exact inverse: another alphabet, white
// space, missing padding or unused bits that are not zero are refused, so that bytes have one text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

}  // namespace assay
