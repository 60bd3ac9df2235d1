// What fuzz targets share: a source that gives a few bytes at a time, and a demand that must hold.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/source.h"

namespace assay::fuzz {

class Drip final : public ByteSource {
 public:
  explicit Drip(std::string_view text) : m_rest(text) {}
  Result<size_t> read(std::span<char> into) override {
    const size_t n = std::min({m_step++ % 7 + 1, m_rest.size(), into.size()});
    std::copy_n(m_rest.begin(), n, into.begin());
    m_rest.remove_prefix(n);
    return n;
  }

 private:
  std::string_view m_rest;
  size_t m_step = 0;
};

inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace assay::fuzz
