// Operations on the place itself: making it, looking after it, what it is set to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"

namespace assay::ops {

struct AgentProgram {
  std::string name;
  std::optional<std::string> path;  // nothing: not on the PATH
  void fields(Fields& f);
};
// Those that are configured and those that are built in, with program_file where the program is on this machine. Error:
// the configuration is wrong.
Result<std::vector<agents::Profile>> find_agents(Context& context);
Result<std::vector<AgentProgram>> find_agent_programs(Context& context);

struct Init {
  struct Request {
    void fields(Fields&) {}
  };
  struct Response {
    std::string folder;
    bool created = false;
    std::optional<std::string> commit;
    std::string branch;
    std::vector<AgentProgram> agents;
    std::vector<CheckDocument> checks;
    std::string key_file;  // what landings are signed with
    std::string key_id;
    std::vector<std::string> notes;  // what is missing, and what to do
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const Init::Response& answer, const Terminal& terminal);

struct Doctor {
  struct Request {
    void fields(Fields&) {}
  };
  struct Finding {
    std::string what;  // "git", "store", …
    bool good = true;
    bool serious = false;  // without it Assay does not work
    std::string detail;
    std::string advice;  // what to do; empty when good
    static Finding warning(std::string what, std::string detail, std::string advice);
    void fields(Fields& f);
  };
  struct Response {
    bool healthy = true;
    std::vector<Finding> findings;
    static const NamedSchema k_schema;
    void fields(Fields& f);
    Ending ending() const { return healthy ? Ending::done : Ending::gate_failed; }
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const Doctor::Response& answer, const Terminal& terminal);

struct ShowConfig {
  struct Request {
    std::string key;
    void fields(Fields& f);
  };
  struct Setting {
    std::string key;
    json::value value;
    std::string source;  // "default", "assay.toml:12", …
    std::string help;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<Setting> settings;
    std::vector<std::string> notes;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowConfig::Response& answer, const Terminal& terminal);

extern const Operation k_init_operation;
extern const Operation k_doctor_operation;
extern const Operation k_config_operation;

}  // namespace assay::ops
