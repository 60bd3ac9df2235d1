// Which Assay this is.
#pragma once

#include <string_view>

namespace assay {

std::string_view version();       // "0.1.0"
std::string_view build_commit();  // full id, empty when built outside git
std::string_view build_time();    // RFC 3339, time of that commit; empty when unknown
bool build_dirty();               // built from changed files

}  // namespace assay
