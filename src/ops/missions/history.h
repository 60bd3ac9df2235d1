// What happened, and what is to be done now.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/needs.h"

namespace assay::ops {

struct ShowLog {
  struct Request {
    std::string mission;
    std::optional<model::CheckpointKind> kind;
    std::uint64_t after = 0;
    std::uint64_t limit = 200;
    bool all = false;
    void fields(Fields& f);
  };
  struct Response {
    std::string mission;
    std::string title;
    std::vector<CheckpointDocument> checkpoints;
    std::optional<std::uint64_t> next;  // give it as `after` for what follows
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowLog::Response& answer, const Terminal& terminal);

// What needs a person, what goes on, and the next step.
struct ShowStatus {
  struct Request {
    void fields(Fields&) {}
  };
  struct Response {
    std::string repository;
    std::vector<MissionRow> missions;  // unfinished ones, newest first
    bool more = false;                 // there are others
    std::vector<Needed> needed;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowStatus::Response& answer, const Terminal& terminal);

extern const Operation k_status_operation;
extern const Operation k_log_operation;

}  // namespace assay::ops
