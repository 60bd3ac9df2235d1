#include "serve/presence.h"

#include <gtest/gtest.h>

#include "os/files.h"

namespace assay::serve {
namespace {

using Addresses = std::vector<std::string>;

TEST(Presence, AServerIsKnownWhileItRunsAndNotAfter) {
  const auto scratch = os::ScratchFolder::make("presence").value();
  EXPECT_EQ(running_servers(scratch.path()), Addresses{});
  {
    const auto one = announce_server(scratch.path(), "http://127.0.0.1:41233", "http://127.0.0.1:41233");
    EXPECT_EQ(running_servers(scratch.path()), Addresses{"http://127.0.0.1:41233"});
    const auto two = announce_server(scratch.path(), "http://[::1]:7411", "https://example.com/assay");
    EXPECT_EQ(running_servers(scratch.path()), (Addresses{"http://127.0.0.1:41233", "https://example.com/assay"}));
  }
  EXPECT_EQ(running_servers(scratch.path()), Addresses{});
}
TEST(Presence, WhatAKilledOneLeftIsNotTakenForOneThatRuns) {
  const auto scratch = os::ScratchFolder::make("presence").value();
  ASSERT_TRUE(os::make_folders(scratch.path() + "/running"));
  ASSERT_TRUE(os::write_file(scratch.path() + "/running/127.0.0.1:7411 http:%2F%2F127.0.0.1:7411", "process 1"));
  EXPECT_EQ(running_servers(scratch.path()), Addresses{});
  const auto again = announce_server(scratch.path(), "http://127.0.0.1:7411", "http://127.0.0.1:7411");
  EXPECT_EQ(running_servers(scratch.path()).size(), 1u);
}

}  // namespace
}  // namespace assay::serve
