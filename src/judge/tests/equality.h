// Equality that cannot say no. An object that equals everything, or is compared by its type only or
// with itself, makes every comparison pass, in the product as in the tests.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "judge/function_body.h"
#include "judge/span_collector.h"

namespace assay::judge {

class Equalities {
 public:
  void hunk(const CodeHunk& hunk);
  // Adds what was found; an equality of a type that the tests of this change name counts more.
  void report(const TaskView& task, SpanCollector& out) const;

 private:
  struct Place {
    model::Span span;
    std::string_view why;
    std::vector<std::string> types;  // whose equality it is
    model::Severity severity, when_tested;
    bool silent = false;  // unless tests of this change name the type
  };
  void equality(const CodeHunk& hunk, size_t head);
  void remember(const CodeHunk& hunk);
  bool is_tested(const Place& place) const;

  std::vector<Place> m_places;
  std::unordered_set<std::string> m_tested;  // capitalised names in the tests of the change
};

}  // namespace assay::judge
