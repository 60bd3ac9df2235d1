// Operations on missions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/budgets.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/needs.h"
#include "ops/promised.h"

namespace assay::ops {

struct NewMission {
  struct Request {
    std::string prompt;
    std::string title;
    json::value plan;  // an object as docs/formats/plan.md has it, or null
    std::optional<model::Mode> mode;
    std::string target;
    std::string base;
    BudgetChange budgets;
    void fields(Fields& f);
  };
  // `notes`: what a person should know, such as that there is no commit yet.
  struct Response {
    MissionDocument mission;
    std::vector<PromisedCriterion> criteria;  // of the mission, then of the tasks of its plan
    std::vector<TaskDocument> tasks;
    std::vector<std::string> notes;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const NewMission::Response& answer, const Terminal& terminal);

struct ListMissions {
  struct Request {
    std::optional<model::MissionStatus> status;
    std::optional<model::StoryState> story;
    std::string text;
    std::string before;
    std::uint32_t limit = 50;
    bool all = false;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<MissionRow> missions;
    std::optional<std::string> next;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListMissions::Response& answer, const Terminal& terminal);

struct ShowMission {
  struct Request {
    std::string mission;
    void fields(Fields& f);
  };
  struct Response {
    MissionDocument mission;
    std::vector<TaskDocument> tasks;
    SpentDocument spent;
    std::vector<Needed> needed;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowMission::Response& answer, const Terminal& terminal);

struct EditMission {
  struct Request {
    std::string mission;
    std::optional<std::string> title;
    std::optional<model::Mode> mode;
    std::optional<bool> auto_verify;
    std::optional<std::uint64_t> retry_budget;
    std::optional<std::uint64_t> parallel_tasks;
    BudgetChange budgets;
    void fields(Fields& f);
  };
  using Response = MissionDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// A mission by id, prefix or, when empty, the latest; with its active tasks.
Result<MissionDocument> mission_document(const store::Store& store, std::string_view prefix);

extern const Operation k_mission_new_operation;
extern const Operation k_mission_list_operation;
extern const Operation k_mission_show_operation;
extern const Operation k_mission_edit_operation;

}  // namespace assay::ops
