// Marks in sources that let a rule pass over a line: "assay: allow RULE reason". A mark is for its own line and for the
// one below. Marks that were there before the change are told from those that it adds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diff/facts.h"
#include "model/verdict.h"

namespace assay::judge {

struct InlineMark {
  std::string rule;  // as it is written
  std::string reason;
  model::Span at;
  bool added = false;                    // by the change
  std::vector<std::uint64_t> covered{};  // lines of the diff, itself among them
};

class InlineMarks {
 public:
  void hunk(const diff::File& file, const diff::Hunk& hunk);
  const std::vector<InlineMark>& all() const { return m_marks; }

 private:
  std::vector<InlineMark> m_marks;
};

}  // namespace assay::judge
