#include "engine/ship/policy.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::engine {
namespace {

TEST(ShipPolicy, IsReadFromItsTables) {
  const auto read = parse_ship_policy(R"(
[check]
base = "main"
[deploy]
command = " ./deploy.sh "
timeout = "90s"
environment = ["AWS_*"]
[validate]
environment = ["TOKEN"]
[[validate.commands]]
command = "./smoke.sh"
[[validate.probes]]
url = "http://localhost:1/{commit}"
commit = true
times = 5
interval = "1s"
[validate.agent]
name = "claude"
instructions = "Buy something."
timeout = "5m"
)",
                                      "assay.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->deploy.command, "./deploy.sh");
  EXPECT_EQ(read->deploy.timeout_ms, 90'000u);
  EXPECT_EQ(read->validation.environment, std::vector<std::string>{"TOKEN"});
  ASSERT_EQ(read->validation.commands.size(), 1u);
  EXPECT_EQ(read->validation.commands[0].title, "./smoke.sh");
  ASSERT_EQ(read->validation.probes.size(), 1u);
  EXPECT_EQ(read->validation.probes[0].times, 5u);
  EXPECT_TRUE(read->validation.probes[0].commit);
  EXPECT_EQ(read->validation.probes[0].status, 200u);
  ASSERT_TRUE(read->validation.agent);
  EXPECT_EQ(read->validation.agent->name, "claude");
  EXPECT_EQ(read->validation.agent->instructions, "Buy something.");
  EXPECT_EQ(read->validation.agent->timeout_ms, 300'000u);
}

TEST(ShipPolicy, WithoutTablesDeploysNothing) {
  const auto read = parse_ship_policy("[verify]\njobs = 1\n", "assay.toml");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->deploy.command.empty());
  EXPECT_TRUE(read->validation.empty());
}

TEST(ShipPolicy, SaysWhatIsWrongAndWhere) {
  for (const auto& [toml, what] : std::initializer_list<std::pair<const char*, const char*>>{
           {"[deploy]\n", "give the command"},
           {"[deploy]\ncommand = \"\"\n", "give the command"},
           {"[deploy]\ncommand = 3\n", "command"},
           {"deploy = 3\n", "[deploy]"},
           {"[deploy]\ncommand = \"x\"\ntimeout = 0\n", "timeout"},
           {"[deploy]\ncommand = \"x\"\ntimeout = \"48h\"\n", "at most a day"},
           {"[deploy]\ncomand = \"x\"\n", "command"},
           {"[[validate.probes]]\nurl = \"ftp://x\"\n", "probes 1"},
           {"[[validate.probes]]\nurl = \"http://x\"\ntimes = 0\n", "times"},
           {"[[validate.probes]]\nurl = \"http://x\"\nstatus = 99\n", "status"},
           {"[[validate.commands]]\ntitle = \"x\"\n", "commands 1"},
           {"[validate.agent]\nname = \"x\"\n", "give instructions"},
           {"[validate.agent]\ninstructions = \"x\"\n", "name of an agent"},
           {"[validate.agent]\nname = \"x\"\ninstructions = \"y\"\nmodel = \"z\"\n", "model"},
           {"[validate]\ncommands = \"make\"\n", "commands"}}) {
    const auto read = parse_ship_policy(toml, "assay.toml");
    ASSERT_FALSE(read) << toml;
    EXPECT_TRUE(contains(read.error().message, what)) << toml << read.error().message;
  }
}

}  // namespace
}  // namespace assay::engine
