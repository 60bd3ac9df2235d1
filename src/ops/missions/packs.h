// Operations on a mission's acceptance pack: what "done" means, and the checks that show it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/promised.h"

namespace assay::ops {

// The pack with the mission it belongs to.
struct PackAnswer {
  std::string mission;
  std::string title;
  model::MissionStatus status = model::MissionStatus::planning;
  PackDocument acceptance;
  std::vector<PromisedCriterion> criteria;     // of the pack, with their evidence
  std::vector<CriterionProofDocument> proofs;  // of the tasks' success criteria, then of these
  std::vector<std::string> notes;              // what to know about what was just done
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const PackAnswer& answer, const Terminal& terminal);

struct ShowPack {
  struct Request {
    std::string mission;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct AddCriterion {
  struct Request {
    std::string criterion;
    std::string mission;
    bool force = false;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct EditCriterion {
  struct Request {
    std::uint64_t number = 0;
    std::string criterion;
    std::string mission;
    bool force = false;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct RemoveCriterion {
  struct Request {
    std::uint64_t number = 0;
    std::string mission;
    std::string reason;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct AddCheck {
  struct Request {
    std::string title;
    std::string mission;
    std::optional<std::string> command;
    std::optional<std::string> path;
    bool manual = false;
    std::string detail;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct EditCheck {
  struct Request {
    std::string check;
    std::string mission;
    std::optional<std::string> title;
    std::optional<std::string> command;
    std::optional<std::string> path;
    std::optional<std::string> detail;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct AnswerCheck {
  struct Request {
    std::string check;
    std::string mission;
    std::string reason;
    bool failed = false;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct RemoveCheck {
  struct Request {
    std::string check;
    std::string mission;
    std::string reason;
    void fields(Fields& f);
  };
  using Response = PackAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_pack_show_operation;
extern const Operation k_pack_add_criterion_operation;
extern const Operation k_pack_edit_criterion_operation;
extern const Operation k_pack_remove_criterion_operation;
extern const Operation k_pack_add_check_operation;
extern const Operation k_pack_edit_check_operation;
extern const Operation k_pack_remove_check_operation;
extern const Operation k_pack_answer_operation;
extern const Operation k_accept_operation;

}  // namespace assay::ops
