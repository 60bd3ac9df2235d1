#include "serve/routes/openapi.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/text.h"
#include "base/version.h"
#include "ops/operation.h"
#include "ops/table/table.h"
#include "serve/http/problem.h"
#include "serve/routes/routes.h"

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

json::object problem_content() { return content_of("application/problem+json", reference("problem")); }

json::object described(std::string_view text, json::object content = {}) {
  json::object out{{"description", text}};
  if (!content.empty()) out["content"] = std::move(content);
  return out;
}

json::object responses_of(int status, std::string_view summary, json::object content) {
  json::object out;
  out.emplace(cat(status), described(summary, std::move(content)));
  return out;
}

// What may be wrong with a request of this kind; a body and a login bring more of it.
struct MayFail {
  bool has_body = false;
  bool needs_login = true;
  bool names_something = false;  // a mission, a task: there may be none
  bool changes = false;
};

void add_problems(const MayFail& how, json::object& responses) {
  for (const auto& kind : problem_kinds()) {
    const auto status = kind.status;
    const bool may = status == 400 || status == 408 || kind.code == "internal" || status == 503 ||
                     ((status == 413) && how.has_body) || ((status == 401 || status == 429) && how.needs_login) ||
                     (status == 403 && (how.needs_login || how.has_body)) || (status == 404 && how.names_something) ||
                     (status == 409 && how.changes);
    if (may) responses.emplace(cat(status), json::object{{"$ref", cat("#/components/responses/", kind.code)}});
  }
  if (how.has_body) responses.emplace("415", json::object{{"$ref", "#/components/responses/not_json"}});
  responses.emplace("default", json::object{{"$ref", "#/components/responses/problem"}});
}

json::object problem_responses() {
  json::object out;
  for (const auto& kind : problem_kinds()) {
    if (kind.status != 405 && kind.code != "stale" && kind.code != "key_reused" && kind.code != "corrupt")
      out.emplace(kind.code, described(kind.meaning, problem_content()));
  }
  out.emplace("not_json", described("The body is not sent as Content-Type: application/json.", problem_content()));
  out.emplace("problem", described("Why there is no answer (RFC 9457).", problem_content()));
  return out;
}

json::object response_header(std::string_view name, std::string_view help) {
  return {{name, json::object{{"description", help}, {"schema", json::object{{"type", "string"}}}}}};
}

// A header of the request that counts, and the answers that come of it.
void add_header(std::string_view name, int status, json::array& parameters, json::object& responses) {
  const auto add = [&](std::string_view help) {
    parameters.push_back(json::object{{"name", name},
                                      {"in", "header"},
                                      {"required", false},
                                      {"description", help},
                                      {"schema", json::object{{"type", "string"}}}});
  };
  auto& well = responses.at(cat(status)).get_object();
  if (name == "If-None-Match") {
    add("ETags of answers that the client has");
    well["headers"] = response_header("ETag", "names this answer, and the version of what it is about");
    responses.emplace("304", described("the client has this answer"));
  } else if (name == "If-Match") {
    add("the ETag of the mission or task of this address as it was read: it is changed as it was then, or not at all");
    responses.emplace("412", described("it is not what the client looked at any more", problem_content()));
  } else if (name == "Range") {
    add("bytes=…: a part of it");
    auto part = described("the part that was asked for", well.at("content").get_object());
    part["headers"] = response_header("Content-Range", "which bytes of how many");
    responses.emplace("206", std::move(part));
    responses.emplace("416", described("it has no such bytes", problem_content()));
  } else if (name == "Idempotency-Key") {
    add("names this request: sent again with the same key within a day it is answered the same and done once");
    responses.emplace("422", described("the key was sent before with another request", problem_content()));
  } else if (name == "Last-Event-ID") {
    add("go on after this event; goes before ?after. One that is not of this store is answered with a reset");
  }
}

bool names_a_version(std::string_view path) {
  return is_in_path(path, "mission") || is_in_path(path, "task") || is_in_path(path, "story");
}

json::object answer_content(const ops::Operation& operation) {
  if (operation.other_document == nullptr) return content_of("application/json", reference(operation.document->name));
  return content_of("application/json",
                    json::object{{"oneOf", json::array{reference(operation.document->name),
                                                       reference(operation.other_document->name)}}});
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
  if (!body.empty()) {
    out["requestBody"] = json::object{{"content", content_of("application/json", ops::schema_of(body))}};
  }
  auto responses = responses_of(operation.status, operation.summary, answer_content(operation));
  const bool gets = operation.method == "GET";
  if (gets || names_a_version(operation.path)) {
    add_header(gets ? "If-None-Match" : "If-Match", operation.status, parameters, responses);
  }
  if (operation.method == "POST" && operation.effect != ops::Effect::read)
    add_header("Idempotency-Key", operation.status, parameters, responses);
  out["parameters"] = std::move(parameters);
  const auto names_something = [](const ops::FieldInfo& info) {
    return info.about.completes == ops::Completes::mission || info.about.completes == ops::Completes::task;
  };
  const auto fields = operation.request();
  add_problems(
      {.has_body = has_body,
       .names_something = contains(operation.path, "{") || std::any_of(fields.begin(), fields.end(), names_something),
       .changes = operation.effect != ops::Effect::read},
      responses);
  out["responses"] = std::move(responses);
  const bool reads =
      !operation.for_operators && (operation.effect == ops::Effect::read || operation.effect_of != nullptr);
  out["x-assay-role"] = reads ? "viewer" : "operator";
  return out;
}

json::object text_parameter(std::string_view name, std::string_view where) {
  return {{"name", name}, {"in", where}, {"required", where == "path"}, {"schema", json::object{{"type", "string"}}}};
}

json::object content_of(const Special& special) {
  if (special.type.empty()) return {};
  json::array schemas;
  for (const auto name : split(special.document, ' ')) {
    if (!name.empty()) schemas.push_back(reference(name));
  }
  if (schemas.size() > 1) return content_of(special.type, json::object{{"oneOf", std::move(schemas)}});
  return content_of(special.type, schemas.empty() ? json::value(json::object{}) : std::move(schemas.front()));
}

json::object describe(const Special& special) {
  json::object out{{"operationId", special.name}, {"summary", special.summary}};
  json::array parameters;
  for (const auto part : split(special.path, '/')) {
    if (!part.starts_with('{')) continue;
    parameters.push_back(text_parameter(part.substr(1, part.size() - 2), "path"));
  }
  for (const auto& field : special.query) {
    ops::FieldInfo info;
    info.about = {.name = field.name, .help = field.help};
    info.type = field.type;
    parameters.push_back(parameter(info, "query"));
  }
  json::object fields;
  for (const auto name : split(special.body, ' ')) {
    if (!name.empty()) fields.emplace(name, json::object{{"type", "string"}});
  }
  if (!fields.empty()) {
    json::object body{{"type", "object"}, {"properties", std::move(fields)}, {"additionalProperties", false}};
    out["requestBody"] = json::object{{"content", content_of("application/json", std::move(body))}};
  }
  auto responses = responses_of(special.status, special.summary, content_of(special));
  for (const auto name : split(special.headers, ' ')) add_header(name, special.status, parameters, responses);
  if (special.kind == Kind::health) responses.emplace("503", described("it does not work", content_of(special)));
  add_problems({.has_body = !special.body.empty(),
                .needs_login = special.needs != Needs::nobody || special.kind == Kind::login,
                .names_something = contains(special.path, "{")},
               responses);
  out["parameters"] = std::move(parameters);
  out["responses"] = std::move(responses);
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
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;
    for (const auto* document : {operation->document, operation->other_document}) {
      if (document != nullptr && !out.contains(document->name)) out.emplace(document->name, ops::schema_of(*document));
    }
  }
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
  return out;
}

json::object& item_at(json::object& paths, std::string_view path) {
  if (!paths.contains(path)) paths.emplace(path, json::object{});
  return paths.at(path).get_object();
}

}  // namespace

json::value openapi(std::string_view base) {
  json::object paths;
  for (const auto* operation : ops::operations()) {
    if (!operation->method.empty())
      item_at(paths, operation->path).emplace(lower(operation->method), describe(*operation));
  }
  for (const auto& special : specials()) {
    item_at(paths, special.path).emplace(lower(special.method), describe(special));
  }
  return json::object{
      {"openapi", "3.1.0"},
      {"info", json::object{{"title", "Assay"},
                            {"version", version()},
                            {"description", "The gate for changes made by coding agents. See docs/server.md."},
                            {"license", json::object{{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
      {"servers", json::array{json::object{{"url", base.empty() ? "/" : base},
                                           {"description", "the server that this description came from"}}}},
      {"security", json::array{json::object{{"token", json::array{}}}, json::object{{"cookie", json::array{}}}}},
      {"paths", std::move(paths)},
      {"components",
       json::object{
           {"schemas", schemas()},
           {"responses", problem_responses()},
           {"securitySchemes",
            json::object{{"token", json::object{{"type", "http"}, {"scheme", "bearer"}}},
                         {"cookie", json::object{{"type", "apiKey"}, {"in", "cookie"}, {"name", "assay_PORT"}}}}}}}};
}

}  // namespace assay::serve
