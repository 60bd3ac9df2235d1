// Operations on the queue of missions that are to land, and on what has landed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/land/queue.h"
#include "model/queue.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct QueueEntryDocument {
  model::QueueEntry entry;
  void fields(Fields& f);
};

struct QueueRunDocument {
  model::QueueRun run;
  void fields(Fields& f);
};

// The queue: who waits, in order; who left it; which verifications were run.
struct QueueDocument {
  std::vector<QueueEntryDocument> waiting;
  std::vector<QueueEntryDocument> left;
  std::vector<QueueRunDocument> runs;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const QueueDocument& answer, const Terminal& terminal);

struct ListQueue {
  struct Request {
    std::uint32_t limit = 20;
    void fields(Fields& f);
  };
  using Response = QueueDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct AddToQueue {
  struct Request {
    std::vector<std::string> missions;
    void fields(Fields& f);
  };
  using Response = QueueDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct RemoveFromQueue {
  struct Request {
    std::string mission;
    std::string reason;
    void fields(Fields& f);
  };
  using Response = QueueDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// What a run of the queue came to.
struct QueueReportDocument {
  engine::QueueReport report;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const QueueReportDocument& answer, const Terminal& terminal);

struct RunQueue {
  struct Request {
    void fields(Fields&) {}
  };
  using Response = QueueReportDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// The same with somebody who watches.
struct QueueWatch {
  engine::VerifyEvents& verify;
  engine::LandEvents& land;
  engine::QueueEvents& queue;
};
Result<QueueReportDocument> run_queue_watched(Context& context, const QueueWatch& watch);

struct RevertMission {
  struct Request {
    std::string mission;
    std::string reason;
    void fields(Fields& f);
  };
  struct Response {
    std::string mission;
    std::string title;
    std::string reverts;
    std::string task;
    std::string branch;
    std::string commit;
    std::string target;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const RevertMission::Response& answer, const Terminal& terminal);

extern const Operation k_revert_operation;
extern const Operation k_queue_list_operation;
extern const Operation k_queue_add_operation;
extern const Operation k_queue_remove_operation;
extern const Operation k_queue_run_operation;

}  // namespace assay::ops
