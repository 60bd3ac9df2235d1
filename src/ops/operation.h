// Every thing a user can ask for, once for all transports: the command line, HTTP and MCP are made
// from these. An operation takes a typed request and answers with a typed document; both describe
// themselves (fields.h), and here they stand with their types taken away.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "ops/codec.h"
#include "ops/context.h"
#include "ops/describe.h"

namespace assay::ops {

// run: commands of the work tree are run and what they showed is kept; no mission changes.
enum class Effect { read, run, change };

// What the answer of a reading operation depends on, besides its request.
enum class Source { store, anything };

// Whether it may wait for agents, checks or other machines: those have threads of their own, so that what
// takes a moment never stands behind them.
enum class Speed { quick, slow };

// A document that operations answer with, by the name of its schema. Its type holds it as `k_schema`. One that the room
// report writes has its schema from there, and no description.
struct NamedSchema {
  std::string_view name;
  std::string_view title;
  Description (*describe)() = nullptr;
  json::value (*schema)() = nullptr;
};
template <class Document>
constexpr NamedSchema named_schema(std::string_view name, std::string_view title) {
  return {name, title, describe<Document>};
}
json::value schema_of(const NamedSchema& document);

// An answer, its type taken away.
class Answer {
 public:
  virtual ~Answer() = default;
  virtual json::value document() = 0;                            // as its schema says
  virtual std::string text(const Terminal& terminal) const = 0;  // for people
  virtual Ending ending() const = 0;
  virtual std::vector<std::string> complaints() const = 0;  // what the command line says on standard error besides
  virtual std::string brief() = 0;  // the answer for a model: the document, where there is no shorter text
};

struct Operation {
  std::string_view name;      // "task.start"; on the command line "task start"
  std::string_view summary;   // a line
  std::string_view text;      // a paragraph, or empty
  std::string_view examples;  // "{}" stands for the program
  Effect effect = Effect::read;
  std::string_view method;  // of HTTP; empty: only on the machine itself
  std::string_view path;    // "/api/tasks/{task}/start"
  const NamedSchema* document = nullptr;
  const NamedSchema* other_document = nullptr;  // the answer instead, where the request asks for all that was found
  Description (*request)() = nullptr;
  Result<std::unique_ptr<Answer>> (*answer)(Context&, const json::object&) = nullptr;
  int status = 200;                  // of HTTP, when it went well
  Source source = Source::anything;  // `store`: the answer holds as long as the store does not change
  Speed speed = Speed::quick;
  Callers callers = Callers::anyone;
  bool for_operators = false;  // over HTTP a viewer may not ask, although nothing is changed
  bool gives_secret = false;   // its answer holds one that is shown once: it is kept nowhere
  // Where the effect depends on what is asked for; `effect` is then the greater one.
  Effect (*effect_of)(const json::object& from) = nullptr;
  std::uint64_t longest_body = std::uint64_t{4} << 20;  // of HTTP, in bytes
  bool in_repository = true;                            // false: it opens none, and takes no --workspace

  Result<json::value> run(Context& context, const json::object& from) const;
  Effect effect_on(const json::object& from) const { return effect_of == nullptr ? effect : effect_of(from); }
};

// ---- how a subject's file names its operations: `const Operation k_task_start_operation = changes<StartTask>({…});`
// What an operation is made of: `struct StartTask { using Request = …; using Response = …;
// static Result<Response> run(Context&, const Request&); }`. Its text for people is `present` (fields.h). A response
// that can end badly has `Ending ending() const`, one with something to complain about `complaints() const`, one with a
// short text for models `brief() const`, and one that the room report writes `document() const` instead of fields.
template <class Response>
class AnswerOf final : public Answer {
 public:
  explicit AnswerOf(Response&& response) : m_response(std::move(response)) {}
  json::value document() override {
    if constexpr (requires { m_response.document(); }) {
      return m_response.document();
    } else {
      return encode(m_response);
    }
  }
  std::string brief() override {
    if constexpr (requires { m_response.brief(); }) {
      return m_response.brief();
    } else {
      return write_json(document());
    }
  }
  std::string text(const Terminal& terminal) const override { return present(m_response, terminal); }
  Ending ending() const override {
    if constexpr (requires { m_response.ending(); }) {
      return m_response.ending();
    } else {
      return Ending::done;
    }
  }
  std::vector<std::string> complaints() const override {
    if constexpr (requires { m_response.complaints(); }) {
      return m_response.complaints();
    } else {
      return {};
    }
  }

 private:
  Response m_response;
};

template <class Op>
Result<std::unique_ptr<Answer>> answer_of(Context& context, const json::object& from) {
  TRY_ASSIGN(const auto request, decode<typename Op::Request>(from));
  TRY_ASSIGN(auto response, Op::run(context, request));
  return std::unique_ptr<Answer>(std::make_unique<AnswerOf<typename Op::Response>>(std::move(response)));
}

struct OperationNames {
  std::string_view name, summary, text, examples, method, path;
  int status = 200;
};
template <class Op>
constexpr Operation operation_of(Effect effect, const OperationNames& n) {
  return {.name = n.name,
          .summary = n.summary,
          .text = n.text,
          .examples = n.examples,
          .effect = effect,
          .method = n.method,
          .path = n.path,
          .document = &Op::Response::k_schema,
          .request = describe<typename Op::Request>,
          .answer = answer_of<Op>,
          .status = n.status};
}
template <class Op>
constexpr Operation reads(const OperationNames& names) {
  return operation_of<Op>(Effect::read, names);
}
// Reads nothing but the store: no git, no files, no clock.
template <class Op>
constexpr Operation shows(const OperationNames& names) {
  auto operation = operation_of<Op>(Effect::read, names);
  operation.source = Source::store;
  return operation;
}
template <class Op>
constexpr Operation changes(const OperationNames& names) {
  return operation_of<Op>(Effect::change, names);
}
// Changes something that only a person decides.
template <class Op>
constexpr Operation decides(const OperationNames& names) {
  auto operation = changes<Op>(names);
  operation.callers = Callers::people;
  return operation;
}
// Runs commands of the work tree.
template <class Op>
constexpr Operation runs(const OperationNames& names) {
  auto operation = operation_of<Op>(Effect::run, names);
  operation.speed = Speed::slow;
  return operation;
}
template <class Op>
constexpr Operation waits(const OperationNames& names) {
  auto operation = changes<Op>(names);
  operation.speed = Speed::slow;
  return operation;
}

}  // namespace assay::ops
