// Facts about one thing, a line each: a label and what it says, wrapped to the terminal.
#pragma once

#include <string>
#include <string_view>

#include "base/terminal.h"

namespace assay {

class Facts {
 public:
  explicit Facts(const Terminal& terminal) : m_terminal(terminal) {}
  // Nothing is written for an empty text.
  void add(std::string_view label, std::string_view text, Colour colour = Colour::plain);
  // A longer text under a heading of its own.
  void block(std::string_view heading, std::string_view text);
  std::string take() { return std::move(m_out); }

 private:
  Terminal m_terminal;
  std::string m_out;
};

}  // namespace assay
