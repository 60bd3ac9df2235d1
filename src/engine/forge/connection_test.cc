#include "engine/forge/connection.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/text.h"

namespace assay::engine {
namespace {

ForgeEnvironment with_token(forge::Servers servers = {}) { return {std::move(servers), "secret-word", "", "", ""}; }

Result<ForgeConnection> open(std::string_view url, const ForgeEnvironment& environment) {
  const auto place = forge::place_of_url(url, environment.servers);
  return place ? ForgeConnection::open(*place, environment, nullptr) : Result<ForgeConnection>(place.error());
}

TEST(ForgeConnection, SendsATokenToItsOwnServerAlone) {
  EXPECT_TRUE(open("https://github.com/anna/shop", with_token()));
  const forge::Servers ghe{"https://ghe.example/api/v3", "https://ghe.example", "", ""};
  EXPECT_TRUE(open("https://ghe.example/anna/shop", with_token(ghe)));
  const forge::Servers plain{"http://ghe.example/api/v3", "http://ghe.example", "", ""};
  const auto refused = open("http://ghe.example/anna/shop", with_token(plain));
  ASSERT_FALSE(refused);
  EXPECT_TRUE(contains(refused.error().message, "not https"));
  EXPECT_FALSE(contains(refused.error().message, "secret-word"));
  const auto other = open("https://gitlab.com/anna/shop", with_token());
  ASSERT_FALSE(other) << "a token of GitHub is none of GitLab";
  EXPECT_TRUE(contains(other.error().message, "GITLAB_TOKEN"));
}

TEST(ForgeConnection, TakesATimeOutInSeconds) {
  for (const auto text : {"", "1", "600"}) {
    auto environment = with_token();
    environment.timeout = text;
    EXPECT_TRUE(open("https://github.com/anna/shop", environment)) << text;
  }
  for (const auto text : {"0", "601", "-1", "2s", "1.5", "99999999999999999999"}) {
    auto environment = with_token();
    environment.timeout = text;
    const auto refused = open("https://github.com/anna/shop", environment);
    ASSERT_FALSE(refused) << text;
    EXPECT_TRUE(contains(refused.error().message, "seconds, from 1 to 600"));
  }
}

TEST(ForgeConnection, GivesGitTheTokenForHttpsOfTheSameServer) {
  const auto github = open("https://github.com/anna/shop", with_token());
  ASSERT_TRUE(github);
  const auto variables = github->git_credentials("https://github.com/anna/shop.git");
  ASSERT_EQ(variables.size(), 3u);
  EXPECT_EQ(variables[1], "GIT_CONFIG_KEY_0=http.https://github.com/anna/shop.git.extraheader");
  EXPECT_TRUE(variables[2].ends_with(to_base64("x-access-token:secret-word")));
  for (const auto url :
       {"http://github.com/anna/shop", "https://evil.example/anna/shop", "git@github.com:anna/shop",
        "https://anna@github.com/anna/shop", "https://github.com.evil.example/anna/shop", "ssh://github.com/anna/shop"})
    EXPECT_TRUE(github->git_credentials(url).empty()) << url;
}

TEST(ForgeConnection, ReadsWhatGhPrints) {
  const auto answer = read_included("HTTP/2.0 404 Not Found\r\nContent-Type: application/json\r\nX-A: b: c\r\n\r\n{}");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 404);
  EXPECT_EQ(answer->header("x-a"), "b: c");
  EXPECT_EQ(answer->body, "{}");
  for (const auto text : {"", "HTTP/1.1", "HTTP/1.1 abc\n\n", "HTTP/1.1 200 OK\nA: b", "gh: not logged in\n"})
    EXPECT_FALSE(read_included(text)) << text;
}

}  // namespace
}  // namespace assay::engine
