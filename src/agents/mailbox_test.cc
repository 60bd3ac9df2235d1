#include "agents/mailbox.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {
namespace {

class DeskTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(desk.lay(json::object{{"name", "Split the parser"}})); }
  os::ScratchFolder scratch = os::ScratchFolder::make("assay-desk").value();
  std::string folder = scratch.path() + "/desk";
  AgentMailbox desk{folder};
};

TEST_F(DeskTest, WhatIsSaidIsHeardOnceAndInOrder) {
  EXPECT_EQ(parse_json(desk.task().value(), "task")->at("name"), "Split the parser");
  EXPECT_TRUE(desk.hear().empty());
  ASSERT_TRUE(desk.post({AgentMessage::What::progress, " half done\n"}));
  ASSERT_TRUE(desk.post({AgentMessage::What::question, "Which port?"}));
  const auto heard = desk.hear();
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_EQ(heard[0].text, "half done");
  EXPECT_EQ(heard[1].what, AgentMessage::What::question);
  EXPECT_TRUE(desk.hear().empty());
  ASSERT_TRUE(desk.post({AgentMessage::What::progress, "done"}));
  EXPECT_EQ(desk.hear().size(), 1u);
}

TEST_F(DeskTest, TooMuchIsRefused) {
  EXPECT_FALSE(desk.post({AgentMessage::What::progress, "  "}));
  EXPECT_FALSE(desk.post({AgentMessage::What::progress, std::string(5'000, 'x')}));
  int said = 0;
  while (said < 1000 && desk.post({AgentMessage::What::progress, std::string(3'900, 'x')})) ++said;
  EXPECT_LT(said, 100);
  EXPECT_GT(said, 10);
}

TEST_F(DeskTest, ABoxThatWasTamperedWithDoesNoHarm) {
  const auto box = folder + "/said.jsonl";
  ASSERT_TRUE(os::write_file(
      box, "no json\n[]\n{\"what\":1,\"text\":{}}\n{\"what\":\"question\",\"text\":\"ok?\"}\nhalf a li"));
  ASSERT_EQ(desk.hear().size(), 1u);
  ASSERT_TRUE(os::write_file(box, ""));
  EXPECT_TRUE(desk.hear().empty()) << "it became shorter";
  ASSERT_TRUE(os::write_file(scratch.path() + "/secret", "{\"what\":\"question\",\"text\":\"secret\"}\n"));
  ASSERT_EQ(::unlink(box.c_str()), 0);
  ASSERT_EQ(::symlink("../secret", box.c_str()), 0);
  EXPECT_TRUE(AgentMailbox(folder).hear().empty());
  EXPECT_FALSE(desk.post({AgentMessage::What::progress, "x"}));
}

}  // namespace
}  // namespace assay::agents
