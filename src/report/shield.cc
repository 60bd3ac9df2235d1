#include "report/shield.h"

#include "base/text.h"
#include "report/escape.h"

namespace assay::report {

namespace {

constexpr size_t k_letter = 7;  // wide, as near as it can be told without the font
constexpr size_t k_margin = 6;

// Letters, not bytes.
size_t width_of(std::string_view text) {
  size_t letters = 0;
  for (const char c : text) letters += (byte_of(c) & 0xc0U) != 0x80U ? 1 : 0;
  return letters * k_letter + 2 * k_margin;
}

std::string_view colour_code(ShieldColour colour) {
  switch (colour) {
    case ShieldColour::green: return "#2e7d32";
    case ShieldColour::yellow: return "#b26a00";
    case ShieldColour::red: return "#c62828";
    case ShieldColour::grey: break;
  }
  return "#616161";
}

}  // namespace

std::string shield_svg(std::string_view label, std::string_view message, ShieldColour colour) {
  const size_t left = width_of(label), right = width_of(message);
  const auto words = [](size_t x, std::string_view text) {
    return cat("<text x=\"", x, "\" y=\"14\">", xml_text(text), "</text>");
  };
  return cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", left + right, "\" height=\"20\" role=\"img\">",
             "<title>", xml_text(label), ": ", xml_text(message), "</title>", "<rect width=\"", left + right,
             "\" height=\"20\" rx=\"3\" fill=\"", colour_code(colour), "\"/><path d=\"M3 0h", left - 3,
             "v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z\" fill=\"#424242\"/>",
             "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">",
             words(k_margin, label), words(left + k_margin, message), "</g></svg>\n");
}

}  // namespace assay::report
