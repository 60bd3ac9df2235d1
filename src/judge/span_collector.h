// Where a rule found something: collects spans with a cap and makes the rule's one finding of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/rule.h"

namespace assay::judge {

class SpanCollector {
 public:
  // `label` names the thing for the message (a test's name); may be empty.
  void add(model::Severity severity, model::Span span, std::string label = {});
  void must(model::Span span, std::string label = {}) {
    add(model::Severity::must_fix, std::move(span), std::move(label));
  }
  void should(model::Span span, std::string label = {}) {
    add(model::Severity::should_fix, std::move(span), std::move(label));
  }
  bool empty() const { return m_musts + m_shoulds == 0; }
  std::uint64_t total() const { return m_musts + m_shoulds; }
  std::uint64_t musts() const { return m_musts; }
  // The first labels, as "a, b, c and 4 more".
  std::string labels() const;

  // The worst severity of all places (at most `worst`), their spans, the gravest first.
  model::Finding finding(std::string_view rule, std::string message,
                         model::Severity worst = model::Severity::must_fix) const;

 private:
  struct Place {
    model::Span span;
    std::string label;
  };
  std::vector<Place> m_must, m_should;
  std::uint64_t m_musts = 0, m_shoulds = 0;
};

// A span for a change that is about a whole file.
model::Span span_of(const diff::File& file, std::string_view text);

}  // namespace assay::judge
