// The script of a step as GitHub shows it before it runs it, in a group that ends with the shell it is given to; the
// inputs of an action likewise. It is no output. A group is taken for one only once all of it has been seen: one that
// is cut off, goes on for too long or holds something else may be a test's own, and is read like anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/needles.h"

namespace assay::logs {

class ShownScript {
 public:
  struct Held {
    std::string raw;
    std::uint64_t number;
    NeedleMask needles;
  };
  // no: the line is not of a script. held: it may be. ended: what was held is of none; read it, then look again.
  enum class Found { no, held, ended };

  // `text` is what is read of the line, `before` the text above it.
  Found classify(std::string_view text, std::string_view before, std::string_view raw, std::uint64_t number,
                 NeedleMask needles);
  bool is_open() const { return m_begin != 0; }
  // What was held back, to be read after all.
  std::vector<Held> take() {
    m_begin = 0;
    return std::exchange(m_held, {});
  }

 private:
  std::uint64_t m_begin = 0;  // the line it begins in; 0: none
  std::vector<Held> m_held;
};

}  // namespace assay::logs
