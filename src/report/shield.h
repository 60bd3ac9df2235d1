// A shield for a README: two words on coloured ground, as an SVG file with nothing outside of itself. Pure.
#pragma once

#include <string>
#include <string_view>

namespace assay::report {

enum class ShieldColour { green, yellow, red, grey };

// Text of any kind; what is special in SVG is escaped.
std::string shield_svg(std::string_view label, std::string_view message, ShieldColour colour);

}  // namespace assay::report
