#include "serve/openapi.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "base/version.h"
#include "ops/operation.h"
#include "serve/routes.h"

namespace assay::serve {

namespace {

bool is_in_path(std::string_view path, std::string_view name) { return contains(path, cat("{", name, "}")); }

json::object reference(std::string_view name) { return {{"$ref", cat("#/components/schemas/", name)}}; }

json::object content_of(std::string_view type, json::value schema) {
  return {{type, json::object{{"schema", std::move(schema)}}}};
}

// The schema of one field, taken out of the schema of an object that has only it.
json::value schema_of_field(const ops::FieldInfo& info) {
  const auto whole = ops::schema_of({info});
  return whole.at("properties").at(info.about.name);
}

json::object parameter(const ops::FieldInfo& info, std::string_view where) {
  const bool required = where == "path" || info.about.need == ops::Need::required;
  auto schema = schema_of_field(info);
  // In an address one text stands for a list of one.
  if (where == "path" && info.type == ops::Type::texts) schema = json::object{{"type", "string"}};
  return {{"name", info.about.name},
          {"in", where},
          {"required", required},
          {"description", info.about.help},
          {"schema", std::move(schema)}};
}

bool fits_in_a_query(ops::Type type) {
  return type != ops::Type::pairs && type != ops::Type::anything && type != ops::Type::object &&
         type != ops::Type::list;
}

json::object responses_of(int status, std::string_view summary, json::object content) {
  json::object out;
  out.emplace(cat(status), json::object{{"description", summary}, {"content", std::move(content)}});
  out.emplace("default", json::object{{"description", "why there is no answer (RFC 9457)"},
                                      {"content", content_of("application/problem+json", reference("problem"))}});
  return out;
}

json::object describe(const ops::Operation& operation) {
  json::object out{{"operationId", operation.name}, {"summary", operation.summary}};
  if (!operation.text.empty()) out["description"] = operation.text;
  json::array parameters;
  ops::Description body;
  const bool has_body = operation.method != "GET";
  for (const auto& info : operation.request()) {
    if (is_in_path(operation.path, info.about.name))
      parameters.push_back(parameter(info, "path"));
    else if (has_body)
      body.push_back(info);
    else if (fits_in_a_query(info.type))
      parameters.push_back(parameter(info, "query"));
  }
  out["parameters"] = std::move(parameters);
  if (!body.empty()) {
    out["requestBody"] = json::object{{"content", content_of("application/json", ops::schema_of(body))}};
  }
  out["responses"] =
      responses_of(operation.status, operation.summary, content_of("application/json", reference(operation.document)));
  out["x-assay-role"] = operation.effect == ops::Effect::read ? "viewer" : "operator";
  return out;
}

json::object text_parameter(std::string_view name, std::string_view where) {
  return {{"name", name}, {"in", where}, {"required", where == "path"}, {"schema", json::object{{"type", "string"}}}};
}

json::object describe(const Special& special) {
  json::object out{{"operationId", special.name}, {"summary", special.summary}};
  json::array parameters;
  for (const auto part : split(special.path, '/')) {
    if (!part.starts_with('{')) continue;
    parameters.push_back(text_parameter(part.substr(1, part.size() - 2), "path"));
  }
  for (const auto name : split(special.query, ' ')) {
    if (!name.empty()) parameters.push_back(text_parameter(name, "query"));
  }
  out["parameters"] = std::move(parameters);
  json::object fields;
  for (const auto name : split(special.body, ' ')) {
    if (!name.empty()) fields.emplace(name, json::object{{"type", "string"}});
  }
  if (!fields.empty()) {
    json::object body{{"type", "object"}, {"properties", std::move(fields)}, {"additionalProperties", false}};
    out["requestBody"] = json::object{{"content", content_of("application/json", std::move(body))}};
  }
  json::object schema;
  if (!special.document.empty()) schema = reference(special.document);
  out["responses"] = responses_of(200, special.summary, content_of(special.type, std::move(schema)));
  out["x-assay-role"] = special.needs == Needs::nobody   ? "nobody"
                        : special.needs == Needs::viewer ? "viewer"
                                                         : "operator";
  if (special.needs == Needs::nobody) out["security"] = json::array{};
  return out;
}

json::object text_field() { return {{"type", "string"}}; }

json::object closed_object(json::object properties) {
  json::array required;
  for (const auto& property : properties) required.emplace_back(property.key());
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

json::object schemas() {
  json::object out;
  for (const auto& document : ops::document_schemas()) out.emplace(document.name, ops::schema_of(document.describe()));
  out.emplace("problem", closed_object({{"type", text_field()},
                                        {"title", text_field()},
                                        {"status", json::object{{"type", "integer"}}},
                                        {"detail", text_field()},
                                        {"code", text_field()}}));
  out.emplace("health", closed_object({{"status", text_field()}, {"version", text_field()}, {"detail", text_field()}}));
  out.emplace("session", closed_object({{"name", text_field()},
                                        {"role", json::object{{"enum", json::array{"viewer", "operator"}}}},
                                        {"expiresAt", json::object{{"type", json::array{"string", "null"}}}},
                                        {"version", text_field()}}));
  out.emplace("verdict", json::object{{"type", "object"}, {"description", "docs/formats/verdict.md"}});
  return out;
}

json::object& item_at(json::object& paths, std::string_view path) {
  if (!paths.contains(path)) paths.emplace(path, json::object{});
  return paths.at(path).get_object();
}

}  // namespace

json::value openapi() {
  json::object paths;
  for (const auto& operation : ops::operations()) {
    if (!operation.method.empty()) item_at(paths, operation.path).emplace(lower(operation.method), describe(operation));
  }
  for (const auto& special : specials()) {
    item_at(paths, special.path).emplace(lower(special.method), describe(special));
  }
  return json::object{
      {"openapi", "3.1.0"},
      {"info", json::object{{"title", "Assay"},
                            {"version", version()},
                            {"description", "The gate for changes made by coding agents. See docs/server.md."}}},
      {"security", json::array{json::object{{"token", json::array{}}}, json::object{{"cookie", json::array{}}}}},
      {"paths", std::move(paths)},
      {"components",
       json::object{
           {"schemas", schemas()},
           {"securitySchemes",
            json::object{{"token", json::object{{"type", "http"}, {"scheme", "bearer"}}},
                         {"cookie", json::object{{"type", "apiKey"}, {"in", "cookie"}, {"name", "assay_PORT"}}}}}}}};
}

}  // namespace assay::serve
