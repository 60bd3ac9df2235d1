// A line kept for later: a reader that learns only at its runner's last line what an earlier one
// meant keeps that one here, bounded in length.
#pragma once

#include <string>

#include "base/text.h"
#include "logs/line.h"

namespace assay::logs {

struct HeldLine {
  std::string text;
  std::uint64_t number = 0;  // 0: none is held

  void hold(const Line& line) {
    text.assign(line.text.substr(0, 1024));
    number = line.number;
  }
  void drop() { number = 0; }
  bool empty() const { return number == 0; }
  // Points into this object.
  Line line() const { return {text, number, 0}; }
};

}  // namespace assay::logs
