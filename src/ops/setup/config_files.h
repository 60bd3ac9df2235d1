// The configuration files of a repository as they lie here, each with what is wrong with it and where. Nothing here is
// an error: a file that cannot be read is one with a problem.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "engine/work/agents/agent_config.h"
#include "ops/context.h"

namespace assay::ops {

struct ConfigFile {
  std::string name;      // "assay.toml"; of an operator's file its path
  json::value document;  // tables and settings as assay.toml has them; null when it cannot be read
  std::map<std::string, size_t, std::less<>> lines;
  std::vector<std::string> problems;  // "line 3: [verify]: unknown key …"

  // Where a setting stands: "assay.toml:12".
  std::string place(std::string_view path) const;
  // The value at "verify.timeout" or "checks.1.title"; nullptr when it is not given.
  const json::value* at(std::string_view path) const;
};

struct ConfigFiles {
  std::optional<ConfigFile> repository;  // assay.toml, else verifier.config.json
  std::optional<ConfigFile> person;      // operator.toml
  engine::AgentConfig agents;            // of both, and those that are built in
  std::vector<std::string> notes;        // what is to be known of the repository's file: "is not committed …"

  // "assay.toml: line 3: …", of all.
  std::vector<std::string> problems() const;
};

// Error: there is no repository.
Result<ConfigFiles> read_config_files(Context& context);

}  // namespace assay::ops
