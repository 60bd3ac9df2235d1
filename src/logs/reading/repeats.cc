#include "logs/reading/repeats.h"

#include <functional>

namespace assay::logs {

namespace {

// Needles of words that any program prints. The others are shown to readers that may take note of them
// without claiming the line.
constexpr NeedleMask k_word_needles =
    bit(Needle::fail) | bit(Needle::error) | bit(Needle::word) | bit(Needle::pass) | bit(Needle::skip) |
    bit(Needle::warn) | bit(Needle::foreign) | bit(Needle::count) | bit(Needle::exit) | bit(Needle::memory) |
    bit(Needle::not_found) | bit(Needle::notests) | bit(Needle::ran) | bit(Needle::lint);

}  // namespace

Repeats::Known* Repeats::find(std::string_view raw, NeedleMask needles) {
  if ((needles & ~k_word_needles) != 0) {
    forget();
    return nullptr;
  }
  if (raw.size() > k_longest) return nullptr;
  Known& known = m_known[std::hash<std::string_view>{}(raw) % m_known.size()];
  if (known.epoch == m_epoch && known.found == needles && known.raw == raw) return &known;
  known.raw.assign(raw);
  known.found = needles;
  known.epoch = m_epoch;
  known.times = 0;
  known.said.reset();
  return &known;
}

void Repeats::note(Known& known, const Line& cleaned, std::string_view raw) {
  const bool inside = std::less_equal<>{}(raw.data(), cleaned.text.data()) &&
                      std::less_equal<>{}(cleaned.text.data() + cleaned.text.size(), raw.data() + raw.size());
  if (!inside) return;  // it was rewritten
  known.begin = static_cast<size_t>(cleaned.text.data() - raw.data());
  known.size = cleaned.text.size();
  known.needles = cleaned.needles;
  ++known.times;
}

}  // namespace assay::logs
