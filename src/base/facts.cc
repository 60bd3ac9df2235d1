#include "base/facts.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"

namespace assay {

void Facts::add(std::string_view label, std::string_view text, Colour colour) {
  constexpr size_t k_label = 14;
  if (text.empty()) return;
  std::string padded = cat("  ", label);
  padded.resize(std::max(k_label, padded.size() + 1), ' ');
  const size_t room = m_terminal.width == 0 ? SIZE_MAX / 2 : m_terminal.width - std::min(m_terminal.width, k_label);
  bool first = true;
  for (const auto& line : wrap(printable(text), std::max<size_t>(room, 12))) {
    m_out += first ? m_terminal.paint(Colour::dim, padded) : std::string(k_label, ' ');
    m_out += m_terminal.paint(colour, line) + "\n";
    first = false;
  }
}

void Facts::block(std::string_view heading, std::string_view text) {
  if (trim(text).empty()) return;
  m_out += cat("\n", heading, "\n", m_terminal.paragraph(text, "  "));
}

}  // namespace assay
