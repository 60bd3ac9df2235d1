#include "report/read_parts.h"

namespace assay::report {

namespace {

model::Span read_span(const json::object& from) {
  model::Span span;
  span.source = named(text_at(from, "source"), model::Source::system);
  span.line = number_in(from, "line");
  span.begin = static_cast<std::uint32_t>(number_in(from, "begin"));
  span.end = static_cast<std::uint32_t>(number_in(from, "end"));
  span.path = text_at(from, "path");
  span.file_line = number_in(from, "file_line");
  span.text = text_at(from, "text");
  return span;
}

}  // namespace

std::uint64_t number_in(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_number() ? value->to_number<std::uint64_t>() : 0;
}

bool flag_in(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

const json::array& array_in(const json::object& object, std::string_view key) {
  static const json::array k_none;
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_array() ? value->get_array() : k_none;
}

model::Finding read_finding(const json::object& from) {
  model::Finding finding;
  finding.id = text_at(from, "id");
  finding.rule = text_at(from, "rule");
  finding.severity = named(text_at(from, "severity"), model::Severity::note);
  finding.source = named(text_at(from, "source"), model::Source::system);
  finding.message = text_at(from, "message");
  finding.evidence = text_at(from, "evidence");
  finding.more = number_in(from, "more");
  for (const auto& span : array_in(from, "spans")) finding.spans.push_back(read_span(span.as_object()));
  return finding;
}

std::vector<model::WaivedFinding> read_waived(const json::object& from, std::string_view key) {
  std::vector<model::WaivedFinding> out;
  for (const auto& item : array_in(from, key)) {
    const auto& object = item.as_object();
    model::WaivedFinding waived{read_finding(object), {}};
    if (const auto* given = object.if_contains("waiver"); given != nullptr && given->is_object()) {
      const auto& waiver = given->get_object();
      waived.waiver.origin = named(text_at(waiver, "origin"), model::WaiverOrigin::source);
      waived.waiver.rule = text_at(waiver, "rule");
      waived.waiver.path = text_at(waiver, "path");
      waived.waiver.finding = text_at(waiver, "finding");
      waived.waiver.reason = text_at(waiver, "reason");
      waived.waiver.by = text_at(waiver, "by");
      waived.waiver.until = text_at(waiver, "until");
      waived.waiver.where = text_at(waiver, "where");
    }
    out.push_back(std::move(waived));
  }
  return out;
}

}  // namespace assay::report
