// The words that schemas are written with, and the schemas that have a file of their own. Inside this room only.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include <boost/json.hpp>

#include "base/json.h"

namespace assay::report {

json::value plan_schema();
json::value critic_schema();
json::value full_finding_schema();
json::value waived_finding_schema();
json::value switched_off_schema();
json::value baseline_schema();

namespace schema_words {

using Members = std::initializer_list<std::pair<std::string_view, json::value>>;

inline json::value of_type(std::string_view type) { return json::object{{"type", type}}; }
inline json::value text() { return of_type("string"); }
inline json::value flag() { return of_type("boolean"); }
inline json::value count() { return json::object{{"type", "integer"}, {"minimum", 0}}; }
inline json::value list_of(json::value items) { return json::object{{"type", "array"}, {"items", std::move(items)}}; }
inline json::value or_null(std::string_view type) { return json::object{{"type", json::array{type, "null"}}}; }
inline json::value constant(json::value value) { return json::object{{"const", std::move(value)}}; }

// An object with exactly these members; those of `optional` may be missing.
inline json::value object_of(Members required, Members optional = {}) {
  json::object properties;
  json::array names;
  for (const auto& [name, schema] : required) {
    properties[name] = schema;
    names.emplace_back(name);
  }
  for (const auto& [name, schema] : optional) properties[name] = schema;
  return json::object{{"type", "object"},
                      {"properties", std::move(properties)},
                      {"required", std::move(names)},
                      {"additionalProperties", false}};
}

template <class Enum>
json::value names_of(Enum last) {
  json::array names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.emplace_back(name(static_cast<Enum>(i)));
  return json::object{{"enum", std::move(names)}};
}

}  // namespace schema_words

}  // namespace assay::report
