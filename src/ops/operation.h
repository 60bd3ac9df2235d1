// Every thing a user can ask for, once for all transports: the command line, HTTP and MCP are made
// from this table. An operation takes a typed request and answers with a typed document; both
// describe themselves (fields.h), and here they stand with their types taken away.
#pragma once

#include <span>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "ops/codec.h"
#include "ops/context.h"
#include "ops/describe.h"

namespace assay::ops {

enum class Effect { read, change };

// What the answer of a reading operation depends on, besides its request.
enum class Source { store, anything };

// Whether it may wait for agents, checks or other machines: those have threads of their own, so that what
// takes a moment never stands behind them.
enum class Pace { quick, patient };

struct Operation {
  std::string_view name;      // "task.start"; on the command line "task start"
  std::string_view summary;   // a line
  std::string_view text;      // a paragraph, or empty
  std::string_view examples;  // "{}" stands for the program
  Effect effect = Effect::read;
  std::string_view method;    // of HTTP; empty: only on the machine itself
  std::string_view path;      // "/api/tasks/{task}/start"
  std::string_view document;  // the name of the answer's schema
  Description (*request)() = nullptr;
  Description (*response)() = nullptr;
  Result<json::value> (*run)(Context&, const json::object&) = nullptr;
  int status = 200;                  // of HTTP, when it went well
  Source source = Source::anything;  // `store`: the answer holds as long as the store does not change
  Pace pace = Pace::quick;
};

// What an operation is made of: `struct StartTask { using Request = …; using Response = …;
// static Result<Response> run(Context&, const Request&); }`.
template <class Op>
Result<json::value> run_as_json(Context& context, const json::object& from) {
  TRY_ASSIGN(const auto request, decode<typename Op::Request>(from));
  TRY_ASSIGN(auto response, Op::run(context, request));
  return encode(response);
}

std::span<const Operation> operations();
const Operation* find_operation(std::string_view name);

// ---- what an error is, on each way in
struct ErrorKind {
  Code code;
  std::string_view name;  // "conflict", as JSON has it
  int exit_status;
  int http_status;
};
const ErrorKind& kind_of(Code code);

// An error as a document: {"error": {"code": "conflict", "message": "…"}}
struct ErrorDocument {
  std::string code;
  std::string message;
  void fields(Fields& f);
};
json::value error_document(const Error& error);

// Schemas of all documents of the table, by name.
struct NamedSchema {
  std::string_view name;
  std::string_view title;
  Description (*describe)();
};
std::span<const NamedSchema> document_schemas();

}  // namespace assay::ops
