#include "serve/routes/routes.h"

#include <set>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/text.h"
#include "ops/table/table.h"
#include "serve/http/problem.h"
#include "serve/routes/openapi.h"

namespace assay::serve {
namespace {

std::vector<std::string> parts(std::string_view path) {
  std::vector<std::string> out;
  for (const auto part : split(path.substr(1), '/')) out.emplace_back(part);
  return out;
}
Router::Found find(std::string_view method, std::string_view path) {
  static const Router router;
  return router.find(method, parts(path));
}
// A path with its parameters filled in.
std::string filled(std::string_view pattern) {
  std::string out;
  for (const auto part : split(pattern.substr(1), '/')) out += cat("/", part.starts_with('{') ? "17" : part);
  return out;
}

TEST(Router, EveryOperationIsFoundAtItsAddress) {
  size_t n = 0;
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;
    const auto found = find(operation->method, filled(operation->path));
    EXPECT_EQ(found.status, 200) << operation->name;
    EXPECT_EQ(found.route.operation, operation) << operation->name;
    const bool only_reads = operation->effect == ops::Effect::read || operation->effect_of != nullptr;
    const bool reads = only_reads && !operation->for_operators;
    EXPECT_EQ(found.route.needs, reads ? Needs::viewer : Needs::operator_) << operation->name;
    ++n;
  }
  EXPECT_GT(n, 30u);
}
TEST(Router, EverySpecialAddressIsFoundAndHidesNoOperation) {
  for (const auto& special : specials()) {
    const auto found = find(special.method, filled(special.path));
    EXPECT_EQ(found.status, 200) << special.path;
    EXPECT_EQ(found.route.kind, special.kind) << special.path;
  }
}
TEST(Router, AWordWinsOverAParameter) {
  EXPECT_EQ(find("POST", "/api/missions/preview").route.pattern, "/api/missions/preview");
  EXPECT_EQ(find("GET", "/api/missions/preview").route.pattern, "/api/missions/{mission}");
}
TEST(Router, ParametersAreHandedOver) {
  const auto found = find("PUT", "/api/missions/k3f7/acceptance/criteria/2");
  EXPECT_EQ(found.route.parameter("mission"), "k3f7");
  EXPECT_EQ(found.route.parameter("number"), "2");
}
TEST(Router, WhatIsNotThereIs404AndAnotherMethodIs405) {
  EXPECT_EQ(find("GET", "/api/nothing").status, 404);
  EXPECT_EQ(find("GET", "/api/tasks/").status, 404);
  const auto found = find("DELETE", "/api/missions");
  EXPECT_EQ(found.status, 405);
  EXPECT_TRUE(contains(found.allow, "GET, HEAD"));
  EXPECT_TRUE(contains(found.allow, "POST"));
  EXPECT_EQ(find("POST", "/").status, 405);
  EXPECT_EQ(find("HEAD", "/api/missions").route.operation->name, "mission.list");
}
TEST(Router, EverythingElseIsThePage) {
  for (const std::string_view path : {"/", "/missions/abc", "/assets/index.js"}) {
    EXPECT_EQ(find("GET", path).route.kind, Kind::page) << path;
    EXPECT_EQ(find("GET", path).route.needs, Needs::nobody);
  }
}

Result<json::object> made(std::string_view method, std::string_view target, std::string_view body) {
  const auto read = read_target(target).value();
  static const Router router;
  const auto found = router.find(method, read.path);
  return request_for(*found.route.operation, found.route, read, body);
}
std::string text(const Result<json::object>& result) {
  return result ? write_json(*result) : cat("error: ", result.error().message);
}

TEST(RequestFor, PathQueryAndBodyBecomeOneRequestWithTheTypesItWants) {
  EXPECT_EQ(text(made("GET", "/api/missions?limit=7&all=true&text=a+b", "")), R"({"limit":7,"all":true,"text":"a b"})");
  EXPECT_EQ(text(made("GET", "/api/missions?all", "")), R"({"all":true})");
  EXPECT_EQ(text(made("PUT", "/api/missions/k/acceptance/criteria/2", R"({"criterion": "x"})")),
            R"({"criterion":"x","mission":"k","number":2})");
  EXPECT_EQ(text(made("POST", "/api/tasks/k3f7/start", "")), R"({"task":"k3f7"})");
}
TEST(RequestFor, WhatIsGivenTwiceIsRefused) {
  EXPECT_FALSE(made("POST", "/api/tasks/k3f7/start", R"({"task": "x"})"));
  EXPECT_FALSE(made("POST", "/api/tasks/k3f7/start?task=x", ""));
  EXPECT_FALSE(made("GET", "/api/missions?limit=1&limit=2", ""));
  EXPECT_FALSE(made("POST", "/api/tasks?name=a", R"({"name": "b"})"));
}
TEST(RequestFor, WrongTypesAreRefused) {
  EXPECT_FALSE(made("GET", "/api/missions?limit=x", ""));
  EXPECT_FALSE(made("GET", "/api/missions?limit=-1", ""));
  EXPECT_FALSE(made("GET", "/api/missions?all=perhaps", ""));
  EXPECT_FALSE(made("POST", "/api/tasks", "[]"));
  EXPECT_FALSE(made("POST", "/api/tasks", "{"));
}

// ---- OpenAPI: every route and every field is in the description, and nothing else is

std::set<std::string> names_in(const json::value& described, std::string_view where) {
  std::set<std::string> out;
  for (const auto& parameter : described.at("parameters").get_array()) {
    if (parameter.at("in").get_string() == where) out.insert(std::string(parameter.at("name").get_string()));
  }
  return out;
}
std::set<std::string> names_in_body(const json::value& described) {
  std::set<std::string> out;
  const auto* body = described.get_object().if_contains("requestBody");
  if (body == nullptr) return out;
  for (const auto& each : body->at("content").at("application/json").at("schema").at("properties").get_object()) {
    out.insert(std::string(each.key()));
  }
  return out;
}

TEST(OpenApi, EveryRouteIsDescribedAndNothingElseIs) {
  const auto document = openapi("");
  std::set<std::string> described, there;
  for (const auto& path : document.at("paths").get_object()) {
    for (const auto& method : path.value().get_object()) described.insert(cat(method.key(), " ", path.key()));
  }
  for (const auto* operation : ops::operations()) {
    if (!operation->method.empty()) there.insert(cat(lower(operation->method), " ", operation->path));
  }
  for (const auto& special : specials()) there.insert(cat(lower(special.method), " ", special.path));
  EXPECT_EQ(described, there);
}
TEST(OpenApi, EveryFieldOfARequestIsDescribedWhereItIsTaken) {
  const auto document = openapi("");
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;
    const auto& described = document.at("paths").at(operation->path).at(lower(operation->method));
    std::set<std::string> fields, told;
    for (const auto& info : operation->request()) {
      fields.emplace(info.about.name);
      if (!info.about.was.empty() && operation->method != "GET") fields.emplace(info.about.was);
    }
    for (const auto& names : {names_in(described, "path"), names_in(described, "query"), names_in_body(described)}) {
      for (const auto& each : names) EXPECT_TRUE(told.insert(each).second) << operation->name << " " << each;
    }
    EXPECT_EQ(told, fields) << operation->name;
    EXPECT_EQ(described.at("operationId").get_string(), operation->name);
    EXPECT_TRUE(described.at("responses").get_object().contains(cat(operation->status))) << operation->name;
  }
}
TEST(OpenApi, EverySchemaThatIsReferredToIsThereWithTheFieldsOfItsDocument) {
  const auto document = openapi("");
  const auto& schemas = document.at("components").at("schemas").get_object();
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;
    ASSERT_TRUE(schemas.contains(operation->document->name)) << operation->name;
    std::set<std::string> fields, told;
    if (operation->other_document != nullptr) {
      EXPECT_TRUE(schemas.contains(operation->other_document->name));
    }
    if (operation->document->describe == nullptr) continue;  // the room report writes it and its schema
    for (const auto& info : operation->document->describe()) fields.emplace(info.about.name);
    for (const auto& each : schemas.at(operation->document->name).at("properties").get_object())
      told.emplace(each.key());
    EXPECT_EQ(told, fields) << operation->name;
  }
  for (const auto& special : specials()) {
    for (const auto name : split(special.document, ' ')) {
      EXPECT_TRUE(name.empty() || schemas.contains(name)) << special.path;
    }
  }
}
TEST(OpenApi, SaysWhereItIsServedAndWhatMayGoWrong) {
  EXPECT_EQ(openapi("").at("servers").at(0).at("url"), "/");
  const auto document = openapi("/assay");
  EXPECT_EQ(document.at("servers").at(0).at("url"), "/assay");
  const auto& known = document.at("components").at("responses").get_object();
  for (const auto& path : document.at("paths").get_object()) {
    for (const auto& method : path.value().get_object()) {
      const auto& responses = method.value().at("responses").get_object();
      const auto where = cat(method.key(), " ", path.key());
      EXPECT_TRUE(responses.contains("400")) << where;
      EXPECT_TRUE(responses.contains("default")) << where;
      const bool has_body = method.value().get_object().contains("requestBody");
      EXPECT_TRUE(!has_body || responses.contains("415")) << where;
      for (const auto& each : responses) {
        const auto* reference = each.value().get_object().if_contains("$ref");
        if (reference == nullptr) continue;
        const std::string_view text = reference->get_string();
        EXPECT_TRUE(known.contains(text.substr(text.rfind('/') + 1))) << where << " " << text;
      }
    }
  }
}
TEST(OpenApi, AnOldNameIsMarkedAsDeprecated) {
  const auto document = openapi("");
  const auto& properties = document.at("paths")
                               .at("/api/tasks")
                               .at("post")
                               .at("requestBody")
                               .at("content")
                               .at("application/json")
                               .at("schema")
                               .at("properties")
                               .get_object();
  EXPECT_EQ(properties.at("files_modified").at("deprecated"), true);
  EXPECT_FALSE(properties.at("filesModified").get_object().contains("deprecated"));
}
TEST(Problems, EveryTypeIsAnAddressWithItsMeaning) {
  for (const auto& kind : problem_kinds()) {
    const auto page = problem_page(kind.code);
    EXPECT_EQ(page.status, 200) << kind.code;
    EXPECT_TRUE(contains(*page.body, kind.meaning));
    EXPECT_EQ(find("GET", cat("/problems/", kind.code)).route.kind, Kind::problem);
  }
  EXPECT_EQ(problem_page("made-up").status, 404);
  auto response = problem(conflict("no"));
  EXPECT_TRUE(response.body->starts_with(R"({"type":"/problems/conflict")"));
  place_problem(response, "/tools/assay");
  EXPECT_TRUE(response.body->starts_with(R"({"type":"/tools/assay/problems/conflict")"));
  auto other = text_response(200, "application/json", R"({"type":"x"})");
  place_problem(other, "/tools/assay");
  EXPECT_EQ(*other.body, R"({"type":"x"})");
}
TEST(OpenApi, AnswersAndHeadersAreThoseThatAreServed) {
  const auto document = openapi("");
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;
    const auto& told = document.at("paths").at(operation->path).at(lower(operation->method));
    const auto& responses = told.at("responses").get_object();
    const bool reads = operation->method == "GET";
    EXPECT_EQ(responses.contains("304"), reads) << operation->name;
    EXPECT_EQ(names_in(told, "header").contains("If-None-Match"), reads) << operation->name;
    const bool held = !reads && (contains(operation->path, "{mission}") || contains(operation->path, "{task}") ||
                                 contains(operation->path, "{story}"));
    EXPECT_EQ(responses.contains("412"), held) << operation->name;
    EXPECT_EQ(names_in(told, "header").contains("If-Match"), held) << operation->name;
  }
  for (const auto& special : specials()) {
    const auto& told = document.at("paths").at(special.path).at(lower(special.method));
    const auto& responses = told.at("responses").get_object();
    ASSERT_TRUE(responses.contains(cat(special.status))) << special.path;
    EXPECT_EQ(responses.at(cat(special.status)).get_object().contains("content"), !special.type.empty());
    EXPECT_EQ(responses.contains("200"), special.status == 200) << special.path;
    EXPECT_EQ(responses.contains("206") && responses.contains("416"), special.headers == "Range") << special.path;
    std::set<std::string> headers;
    if (!special.headers.empty()) headers.emplace(special.headers);
    EXPECT_EQ(names_in(told, "header"), headers) << special.path;
  }
}

// ---- addresses that are no operations

Result<void> asked(std::string_view target) {
  const auto read = read_target(target);
  const auto found = Router().find("GET", read->path);
  return check_query(*found.route.special, *read);
}
TEST(CheckQuery, WhatIsKnownIsTaken) {
  for (const auto* target : {"/api/events", "/api/events?after=0", "/api/events?after=17", "/api/tasks/k3f7/log?follow",
                             "/api/tasks/k3f7/log?follow=true&run=2", "/api/health", "/api/session"}) {
    EXPECT_TRUE(asked(target)) << target;
  }
}
TEST(CheckQuery, WhatIsUnknownOfAnotherTypeOrThereTwiceIsRefused) {
  for (const auto* target :
       {"/api/events?after=abc", "/api/events?after=", "/api/events?after=-1", "/api/events?afer=1",
        "/api/events?after=1&after=2", "/api/tasks/k3f7/log?tail=1", "/api/tasks/k3f7/log?follow=perhaps",
        "/api/health?x=1", "/metrics?x", "/api/session?x=", "/openapi.json?x=1"}) {
    const auto answer = asked(target);
    ASSERT_FALSE(answer) << target;
    EXPECT_EQ(answer.error().code, Code::invalid_input) << target;
  }
  EXPECT_TRUE(contains(asked("/api/events?afer=1").error().message, "takes after"));
}

}  // namespace
}  // namespace assay::serve
