// A digest of a list of texts. Each stands behind its length: no two lists give the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/text.h"

namespace assay::engine {

class TextSum {
 public:
  void add(std::string_view text) { m_all += cat(text.size(), ":", text, "\n"); }
  void add_all(const std::vector<std::string>& texts) {
    add(cat(texts.size()));
    for (const auto& text : texts) add(text);
  }
  std::string digest() const { return sha256_hex(m_all); }

 private:
  std::string m_all;
};

}  // namespace assay::engine
