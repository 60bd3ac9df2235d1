// A change judged: the work tree we stand in, which is looked at and whose commands are run, or texts that are handed
// over, with which nothing is run. No store is opened.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "engine/check/workspace.h"
#include "engine/forge/pull_request.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

// Fields of every request that has the work tree looked at.
void task_field(Fields& f, std::optional<std::string>& task);
void base_field(Fields& f, std::optional<std::string>& base);
void verify_fields(Fields& f, std::vector<std::string>& commands, std::optional<std::uint64_t>& timeout_ms);

// What is handed over, as texts. A file of any size comes beside them (CheckHere).
struct HandedOver {
  std::optional<std::string> task;
  std::optional<std::string> diff;
  std::optional<std::string> verify_logs;
  std::optional<std::string> builder_report;
  void fields(Fields& f);
};

// Which of the two documents answers.
enum class CheckForm { verdict, full };

struct VerdictDocument {
  model::Check check;
  CheckForm form = CheckForm::verdict;
  engine::FailOn fail_on = engine::FailOn::never;
  bool markdown = false;              // wanted by the configuration
  std::optional<Error> not_posted{};  // of a pull request: the verdict stands, and whoever waits for it was not told
  static const NamedSchema k_schema;
  static const NamedSchema k_full_schema;
  json::value document() const;
  std::string brief() const;  // what to fix, in the order in which to do it
  Ending ending() const;
};
std::string present(const VerdictDocument& answer, const Terminal& terminal);

struct CheckChange {
  struct Request {
    HandedOver given;
    std::optional<std::string> base;
    std::vector<std::string> verify_commands;
    std::optional<std::uint64_t> verify_timeout_ms;
    bool clean = false;
    std::optional<std::string> fail_on;
    std::vector<std::string> waive;
    std::optional<std::string> reason;
    bool full = false;
    void fields(Fields& f);
  };
  using Response = VerdictDocument;
  // With a diff or logs it judges what is handed over; else the work tree.
  static Result<Response> run(Context& context, const Request& request);
};

// The same with texts alone: nothing is run.
struct JudgeTexts {
  struct Request {
    HandedOver given;
    bool full = false;
    void fields(Fields& f);
  };
  using Response = VerdictDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// Takes the place of texts that are too large for memory.
struct GivenFiles {
  ByteSource* diff = nullptr;
  ByteSource* verify_logs = nullptr;
};
Result<VerdictDocument> judge_given(const HandedOver& given, const GivenFiles& files, CheckForm form,
                                    std::vector<model::Waiver> waivers = {});

// What the person who asks sets aside, for this check. `dashes`: in front of the names of fields, in what is said of
// them.
Result<std::vector<model::Waiver>> waivers_of(Context& context, const CheckChange::Request& request,
                                              std::string_view dashes);

// What only somebody at this machine may ask for besides, already in `workspace`: where, which configuration, what
// commands are granted, where evidence goes. `notice`: see engine/check/workspace.h.
struct CheckHere {
  engine::WorkspaceRequest workspace{};
  std::function<void(std::string_view)> notice{};
  std::optional<engine::ForgeRequest> forge{};  // a pull request instead of the work tree; its `check` is `workspace`
  std::string_view dashes = {};                 // in front of the names of fields, in what is said of them
};
Result<VerdictDocument> check_here(Context& context, const CheckChange::Request& request, CheckHere here);

extern const Operation k_check_operation;
extern const Operation k_verdict_operation;

}  // namespace assay::ops
