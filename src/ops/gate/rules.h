// Rules: ours and those that a repository wrote for itself.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/check/rule_book.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct RuleDocument {
  engine::RuleInfo rule;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const RuleDocument& answer, const Terminal& terminal);

struct ListRules {
  struct Request {
    bool own = false;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<RuleDocument> rules;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListRules::Response& answer, const Terminal& terminal);

struct ShowRule {
  struct Request {
    std::string rule;
    void fields(Fields& f);
  };
  using Response = RuleDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct TestRules {
  struct Request {
    std::vector<std::string> files;
    void fields(Fields& f);
  };
  struct Case {
    engine::TriedCase tried;
    void fields(Fields& f);
  };
  struct Tested {
    std::string file;
    std::string rule;
    std::string error;
    std::vector<Case> cases;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<Tested> rules;
    static const NamedSchema k_schema;
    void fields(Fields& f);
    Ending ending() const;
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const TestRules::Response& answer, const Terminal& terminal);

struct NewRule {
  struct Request {
    std::string rule;
    void fields(Fields& f);
  };
  struct Response {
    std::string file;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const NewRule::Response& answer, const Terminal& terminal);

extern const Operation k_rule_list_operation;
extern const Operation k_rule_show_operation;
extern const Operation k_rule_test_operation;
extern const Operation k_rule_new_operation;

}  // namespace assay::ops
