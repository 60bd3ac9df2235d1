// Lines that come again and again. Asking some forty readers and the word rules about a line takes a
// microsecond or more; of a megabyte of "ok" there are 350,000. Once a short line was read twice and no
// reader had anything to do with it, the same line is known to mean the same again, until something happens:
// a reader claims a line, tells the sink something, or is shown a line of its own kind. Internal to logs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logs/line.h"
#include "logs/words/words.h"

namespace assay::logs {

class Repeats {
 public:
  struct Known {
    std::string raw;       // the line as it came; what was said points into it
    NeedleMask found = 0;  // the needles it came with
    std::uint64_t epoch = 0;
    unsigned times = 0;  // read within the epoch
    size_t begin = 0;    // the cleaned line within raw
    size_t size = 0;
    NeedleMask needles = 0;                       // of the cleaned line
    std::optional<std::vector<WordSignal>> said;  // unset: the word rules were not asked
    std::string_view text() const { return std::string_view(raw).substr(begin, size); }
  };

  // Where what is known of a line is kept; nullptr for lines that are too long or hold needles that are not
  // mere words. Valid until the next call.
  Known* find(std::string_view raw, NeedleMask needles);
  // The readers need not be asked about it again. The first time may still settle something that an earlier
  // line left open, so it takes two.
  bool settled(const Known& known) const { return known.times >= 2 && known.epoch == m_epoch; }
  // The line was shown to the readers and none claimed it.
  static void note(Known& known, const Line& cleaned, std::string_view raw);
  // Something happened that may change what readers say.
  void forget() { ++m_epoch; }

 private:
  static constexpr size_t k_longest = 48;
  std::array<Known, 256> m_known;  // by hash; the newest wins
  std::uint64_t m_epoch = 1;
};

}  // namespace assay::logs
