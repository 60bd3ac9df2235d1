// Values that programs know without any test: of protocols, formats, languages and keyboards. Inside the room.
#pragma once

#include <string_view>

namespace assay::prove {

bool is_known_text(std::string_view text);
bool is_known_number(std::string_view number);

}  // namespace assay::prove
