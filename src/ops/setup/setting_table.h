// Every setting that a configuration file can hold, with its meaning and what holds without it. The readers of the
// tables (engine/verify_policy.h, engine/**/policy.h, engine/work/agents/agent_config.h, engine/operator_config.h)
// decide what is right; a test holds this list to the keys they know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace assay::ops {

enum class SettingOwner { repository, person, either };

struct KnownSetting {
  std::string key;        // within its table
  json::value otherwise;  // what holds when it is not given; null: nothing, or as the meaning says
  std::string help;
};

// one: [verify]. list: [[checks]], items count from 1. named: [agents.NAME].
enum class TableForm { one, list, named };

struct KnownTable {
  std::string_view path;  // "verify", "validate.probes", "agents"
  TableForm form = TableForm::one;
  SettingOwner owner = SettingOwner::repository;
  std::string help;  // of a list: what stands for an empty one
  std::vector<KnownSetting> settings;
};

std::span<const KnownTable> known_tables();

}  // namespace assay::ops
