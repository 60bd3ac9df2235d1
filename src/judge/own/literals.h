// Which text a pattern cannot do without, and many such texts found in one pass: the needles of rules that are data,
// made when the rules are read. Only where a literal of a pattern stands is its match looked for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::judge {

// One of these texts stands in every match; empty: nothing is known to.
struct Needed {
  std::vector<std::string> texts;
  size_t rarity = 0;  // the greater, the less ordinary code holds it
};
Needed needed_text(std::string_view text);
// Of what must stand there both, the one that is rarer.
Needed rarer(Needed a, Needed b);
// Of what may stand there instead of each other.
Needed one_of(Needed a, Needed b);

// Bit n: literal n was found.
using FoundLiterals = std::vector<bool>;

// Linear in the text, whatever the literals are. A value that does not change: any thread may read it.
class LiteralSearch {
 public:
  static constexpr size_t k_longest = 24;  // bytes of a literal that are looked for

  // The number of a literal, the same for equal ones. finish() before the first search.
  std::uint32_t add(std::string_view literal);
  void finish();

  size_t size() const { return m_literals.size(); }
  bool empty() const { return m_literals.empty(); }
  // Marks what stands in the text; `found` has size() bits.
  void search(std::string_view text, FoundLiterals& found) const;

 private:
  static constexpr std::uint32_t k_none = UINT32_MAX;
  std::uint32_t next(std::uint32_t node, unsigned char byte) const { return m_next[node * m_width + m_class[byte]]; }

  std::vector<std::string> m_literals;
  std::array<std::uint8_t, 256> m_class{};  // 0: in no literal
  size_t m_width = 1;
  std::vector<std::uint32_t> m_next;    // by node and class
  std::vector<std::uint32_t> m_ends;    // by node: the literal that ends there, or k_none
  std::vector<std::uint32_t> m_suffix;  // by node: the longest proper suffix at which a literal ends, or 0
};

}  // namespace assay::judge
