#include "judge/span_collector.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {
constexpr size_t k_max_spans = 20;
constexpr size_t k_max_labels = 3;
}  // namespace

void SpanCollector::add(model::Severity severity, model::Span span, std::string label) {
  const bool must = severity == model::Severity::must_fix;
  ++(must ? m_musts : m_shoulds);
  auto& list = must ? m_must : m_should;
  if (list.size() < k_max_spans) list.push_back({std::move(span), std::move(label)});
}

std::string SpanCollector::labels() const {
  std::vector<std::string> names;
  for (const auto* list : {&m_must, &m_should}) {
    for (const auto& place : *list) {
      if (!place.label.empty() && std::find(names.begin(), names.end(), place.label) == names.end())
        names.push_back(place.label);
    }
  }
  if (names.size() <= k_max_labels && total() <= k_max_spans) return join(names, ", ");
  const size_t shown = std::min(names.size(), k_max_labels);
  const size_t all = total() > k_max_spans ? total() : names.size();
  names.resize(shown);
  return cat(join(names, ", "), " and ", all - shown, " more");
}

model::Finding SpanCollector::finding(std::string_view rule, std::string message, model::Severity worst) const {
  model::Finding finding;
  finding.rule = rule;
  finding.source = model::Source::diff;
  finding.severity = m_musts > 0 ? worst : model::Severity::should_fix;
  finding.message = std::move(message);
  for (const auto* list : {&m_must, &m_should}) {
    for (const auto& place : *list) {
      if (finding.spans.size() < k_max_spans) finding.spans.push_back(place.span);
    }
  }
  finding.more = total() - finding.spans.size();
  if (!finding.spans.empty()) {
    const auto& first = finding.spans.front();
    finding.evidence = first.path.empty() ? first.text : cat(first.path, ": ", first.text);
  }
  return finding;
}

model::Span span_of(const diff::File& file, std::string_view text) {
  model::Span span;
  span.source = model::Source::diff;
  span.line = file.diff_line;
  span.path = file.path();
  span.text = to_utf8(excerpt(text));
  return span;
}

}  // namespace assay::judge
