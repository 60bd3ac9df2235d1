#include "model/verdict.h"
#include "model/waiver.h"
#include "report/schema_words.h"

namespace assay::report {

using namespace schema_words;

namespace {

json::value span_schema() {
  return object_of({{"source", names_of(model::Source::system)},
                    {"line", count()},
                    {"begin", count()},
                    {"end", count()},
                    {"text", text()}},
                   {{"path", text()}, {"file_line", count()}});
}

json::value waiver_schema() {
  return object_of({{"origin", names_of(model::WaiverOrigin::source)}, {"reason", text()}, {"by", text()}},
                   {{"rule", text()}, {"path", text()}, {"finding", text()}, {"until", text()}, {"where", text()}});
}

}  // namespace

json::value full_finding_schema() {
  return object_of({{"rule", text()},
                    {"severity", names_of(model::Severity::note)},
                    {"source", names_of(model::Source::system)},
                    {"message", text()},
                    {"evidence", text()},
                    {"spans", list_of(span_schema())},
                    {"more", count()}},
                   {{"id", text()}});  // documents of before have none
}

json::value waived_finding_schema() {
  auto out = full_finding_schema();
  out.as_object()["properties"].as_object()["waiver"] = waiver_schema();
  out.as_object()["required"].as_array().emplace_back("waiver");
  return out;
}

json::value switched_off_schema() { return object_of({{"rule", text()}, {"findings", count()}}); }

json::value baseline_schema() {
  const auto place = object_of({{"rule", text()}, {"path", text()}, {"text", text()}, {"count", count()}});
  return object_of({{"schemaVersion", constant(1)}, {"findings", list_of(place)}});
}

}  // namespace assay::report
