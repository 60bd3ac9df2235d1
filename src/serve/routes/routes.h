// Which address means what. Operations come from the table (ops/table/table.cc); the few addresses that are
// not operations are in a table of their own, with what their description in OpenAPI needs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ops/operation.h"
#include "serve/http/target.h"

namespace assay::serve {

enum class Kind {
  operation,
  events,
  health,
  metrics,
  openapi,
  problem,
  evidence,
  task_log,
  task_transcript,
  login_link,
  login,
  logout,
  session,
  page,
};

// Who may come in.
enum class Needs { nobody, viewer, operator_ };

// A field of the address, always optional.
struct QueryField {
  std::string_view name;
  ops::Type type;  // text, flag or count
  std::string_view help;
};

struct Special {
  Kind kind;
  Needs needs;
  std::string_view method;
  std::string_view path;
  std::string_view name;      // like an operation's: "task.log"
  std::string_view summary;   // a line
  std::string_view type;      // of the answer; empty: it has no body
  std::string_view document;  // the names of its schemas, for JSON: "verdict full"; empty: none
  std::span<const QueryField> query = {};
  std::string_view body = {};     // fields of the JSON it takes, all texts: "token"
  int status = 200;               // when it went well
  std::string_view headers = {};  // of the request, that it heeds: "Range"
};
std::span<const Special> specials();

struct Route {
  Kind kind = Kind::page;
  Needs needs = Needs::nobody;
  const ops::Operation* operation = nullptr;
  std::vector<std::pair<std::string_view, std::string>> parameters;  // of the path: {"task", "k3f7"}
  std::string_view pattern;                                          // "/api/tasks/{task}"
  const Special* special = nullptr;

  std::string_view parameter(std::string_view name) const;
};

class Router {
 public:
  Router();

  // status 200, or 404, or 405 with the methods there are.
  struct Found {
    int status = 200;
    Route route;
    std::string allow;
  };
  Found find(std::string_view method, const std::vector<std::string>& path) const;

 private:
  struct Entry {
    std::string_view method;
    std::string_view pattern;
    std::vector<std::string_view> parts;
    Kind kind;
    Needs needs;
    const ops::Operation* operation;
    const Special* special;
  };
  std::vector<Entry> m_entries;
};

// Whether an address that is no operation knows the fields it is given, and each can be what it should.
Result<void> check_query(const Special& special, const Target& target);

// The JSON that the operation decodes: parameters of the path, fields of the query and of the body. A
// key that comes twice is refused.
Result<json::object> request_for(const ops::Operation& operation, const Route& route, const Target& target,
                                 std::string_view body);

}  // namespace assay::serve
