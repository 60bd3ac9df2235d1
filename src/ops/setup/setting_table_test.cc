#include "ops/setup/setting_table.h"

#include <algorithm>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/check/config.h"
#include "engine/land/policy.h"
#include "engine/operator_config.h"
#include "engine/ship/policy.h"
#include "engine/verify_policy.h"
#include "engine/work/agents/agent_config.h"
#include "engine/work/agents/policy.h"

namespace assay::ops {
namespace {

// What all readers together say about a file; empty when nothing is wrong.
std::string complaint(const std::string& text, SettingOwner owner) {
  engine::AgentConfig agents;
  if (owner == SettingOwner::person) {
    if (const auto read = engine::parse_operator_config(text, "f"); !read) return read.error().message;
    const auto read = engine::add_agents(text, "f", engine::ConfigOwner::person, agents);
    return read ? "" : read.error().message;
  }
  if (const auto read = engine::parse_assay_toml(text, "f"); !read) return read.error().message;
  if (const auto read = engine::parse_verify_policy(text, "f"); !read) return read.error().message;
  if (const auto read = engine::parse_work_policy(text, "f"); !read) return read.error().message;
  if (const auto read = engine::parse_land_policy(text, "f"); !read) return read.error().message;
  const auto read = engine::parse_ship_policy(text, "f");
  return read ? "" : read.error().message;
}

std::string header_of(const KnownTable& table) {
  if (table.form == TableForm::list) return cat("[[", table.path, "]]\n");
  return table.form == TableForm::named ? cat("[", table.path, ".claude]\n") : cat("[", table.path, "]\n");
}

// The keys a reader names when it is given one that resembles none of them.
std::vector<std::string> keys_of_reader(const KnownTable& table) {
  const auto owner = table.owner == SettingOwner::repository ? SettingOwner::repository : SettingOwner::person;
  const auto message = complaint(cat(header_of(table), "zzzzzzzzzzzz = 1\n"), owner);
  const size_t at = message.find("known are ");
  if (at == std::string::npos) return {message};
  std::vector<std::string> out;
  for (const auto key : split(std::string_view(message).substr(at + 10), ',')) {
    std::string snake;
    for (const char c : trim(key))
      snake += c >= 'A' && c <= 'Z' ? cat("_", static_cast<char>(c + 32)) : std::string(1, c);
    out.push_back(snake);
  }
  return out;
}

TEST(SettingTable, HoldsExactlyTheKeysThatTheReadersKnow) {
  for (const auto& table : known_tables()) {
    std::vector<std::string> here;
    for (const auto& setting : table.settings) here.push_back(setting.key);
    auto there = keys_of_reader(table);
    // Tables of their own inside of this one.
    for (const auto& other : known_tables()) {
      const std::string begin = cat(table.path, ".");
      if (other.path.starts_with(begin)) std::erase(there, std::string(other.path.substr(begin.size())));
    }
    std::sort(here.begin(), here.end());
    std::sort(there.begin(), there.end());
    EXPECT_EQ(here, there) << table.path;
  }
}

TEST(SettingTable, DefaultsAreWhatAFileMaySay) {
  for (const auto& table : known_tables()) {
    if (table.form != TableForm::one || table.path == "deploy" || table.path == "validate.agent") continue;
    std::string text = header_of(table);
    for (const auto& setting : table.settings) {
      if (!setting.otherwise.is_null() && setting.key != "fail_on")
        text += cat(setting.key, " = ", write_json(setting.otherwise), "\n");
    }
    EXPECT_EQ(complaint(text, table.owner), "") << text;
  }
}

}  // namespace
}  // namespace assay::ops
