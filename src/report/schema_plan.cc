#include "model/evidence_form.h"
#include "model/pack.h"
#include "model/task.h"
#include "report/schema_words.h"

namespace assay::report {

namespace {

using namespace schema_words;

json::value name_text() { return json::object{{"type", "string"}, {"minLength", 1}, {"maxLength", 200}}; }
json::value texts_or_text() { return json::object{{"type", json::array{"string", "array"}}, {"items", text()}}; }
json::value attempts() { return json::object{{"type", "integer"}, {"minimum", 1}, {"maximum", 100}}; }

// One form per kind, so that an editor offers the arguments of that kind only.
json::value evidence_forms() {
  json::array forms;
  const json::value argument =
      json::object{{"type", json::array{"string", "number", "boolean", "array"}}, {"items", text()}};
  for (int i = 0; i <= static_cast<int>(model::EvidenceKind::judge); ++i) {
    const auto& form = model::form_of(static_cast<model::EvidenceKind>(i));
    json::object properties{{"kind", constant(json::value(name(form.kind)))}};
    json::array required{"kind"};
    for (const auto key : form.required) {
      properties[key] = argument;
      required.emplace_back(key);
    }
    for (const auto key : form.optional) properties[key] = argument;
    forms.push_back(json::object{{"type", "object"},
                                 {"properties", std::move(properties)},
                                 {"required", std::move(required)},
                                 {"additionalProperties", false}});
  }
  return json::object{{"anyOf", std::move(forms)}};
}

json::value task() {
  const auto agent = object_of({}, {{"type", text()},
                                    {"instructions", text()},
                                    {"max_budget_usd", json::object{{"type", "number"}, {"minimum", 0}}}});
  const auto success = object_of({{"claim", text()}}, {{"id", name_text()}, {"evidence", evidence_forms()}});
  return object_of({{"name", name_text()}},
                   {{"kind", names_of(model::TaskKind::research)},
                    {"instructions", text()},
                    {"acceptance_criteria", texts_or_text()},
                    {"success_criteria", list_of(success)},
                    {"files_modified", list_of(text())},
                    {"depends_on", list_of(text())},
                    {"dependencies", list_of(text())},
                    {"parent", text()},
                    {"agent", agent},
                    {"timeout", json::object{{"type", json::array{"integer", "string"}}, {"minimum", 1}}},
                    {"max_attempts", attempts()},
                    {"retry", object_of({}, {{"max_attempts", attempts()}})}});
}

}  // namespace

json::value plan_schema() {
  const auto check = object_of({}, {{"title", name_text()},
                                    {"kind", names_of(model::AcceptanceKind::manual)},
                                    {"command", text()},
                                    {"path", text()},
                                    {"detail", text()}});
  auto tasks = list_of(task());
  tasks.as_object()["minItems"] = 1;  // one without would be done at once
  return object_of({{"tasks", std::move(tasks)}},
                   {{"$schema", text()}, {"title", text()}, {"criteria", list_of(text())}, {"checks", list_of(check)}});
}

}  // namespace assay::report
