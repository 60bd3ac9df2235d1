#include "serve/http/forwarded.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::serve {
namespace {

Sender sender(std::string_view peer, std::vector<Header> headers,
              std::initializer_list<std::string_view> proxies = {"10.0.0.0/24", "::1"}) {
  Request request;
  request.headers = std::move(headers);
  std::vector<Network> named;
  for (const auto each : proxies) named.push_back(network_named(each).value());
  return sender_of(request, peer, named);
}

TEST(Networks, AreReadOrRefused) {
  EXPECT_TRUE(network_named("10.0.0.0/8")->holds(*IpAddress::read("10.255.0.1")));
  EXPECT_FALSE(network_named("10.0.0.0/8")->holds(*IpAddress::read("11.0.0.1")));
  EXPECT_TRUE(network_named("10.0.0.7")->holds(*IpAddress::read("::ffff:10.0.0.7")));
  EXPECT_FALSE(network_named("10.0.0.7")->holds(*IpAddress::read("10.0.0.8")));
  EXPECT_TRUE(network_named("2001:db8::/33")->holds(*IpAddress::read("2001:db8:7fff::1")));
  EXPECT_FALSE(network_named("2001:db8::/33")->holds(*IpAddress::read("2001:db8:8000::1")));
  EXPECT_FALSE(network_named("::/0")->holds(*IpAddress::read("10.0.0.7")));
  for (const auto* bad : {"", "proxy", "10.0.0.0/33", "::1/129", "10.0.0/8", "10.0.0.1/", "10.0.0.1/-1", "/8"}) {
    EXPECT_FALSE(network_named(bad)) << bad;
  }
}
TEST(Forwarded, OnlyANamedProxyIsBelieved) {
  const std::vector<Header> headers{
      {"x-forwarded-for", "192.0.2.1"}, {"x-forwarded-proto", "https"}, {"x-forwarded-host", "evil.example"}};
  EXPECT_EQ(sender("10.0.1.7", headers).address, "");
  EXPECT_FALSE(sender("10.0.1.7", headers).by_proxy);
  EXPECT_EQ(sender("10.0.1.7", headers).host, "");
  EXPECT_EQ(sender("127.0.0.1", headers, {}).address, "");
  EXPECT_EQ(sender("10.0.0.7", headers).address, "192.0.2.1");
  EXPECT_EQ(sender("10.0.0.7", headers).scheme, "https");
  EXPECT_EQ(sender("10.0.0.7", headers).host, "evil.example");
  EXPECT_EQ(sender("::ffff:10.0.0.7", headers).address, "192.0.2.1");
}
TEST(Forwarded, WhatTheClientWroteItselfCountsForNothing) {
  EXPECT_EQ(sender("10.0.0.7", {{"x-forwarded-for", "198.51.100.9, 192.0.2.1"}}).address, "192.0.2.1");
  EXPECT_EQ(
      sender("10.0.0.7", {{"x-forwarded-for", "198.51.100.9"}, {"x-forwarded-for", "192.0.2.1, 10.0.0.8"}}).address,
      "192.0.2.1");
  EXPECT_EQ(sender("10.0.0.7", {{"x-forwarded-for", "198.51.100.9, nonsense, 10.0.0.8"}}).address, "10.0.0.8");
  EXPECT_EQ(sender("10.0.0.7", {{"x-forwarded-for", "nonsense"}}).address, "");
  EXPECT_EQ(sender("10.0.0.7", {{"x-forwarded-host", "evil.example, real.example"}}).host, "real.example");
}
TEST(Forwarded, AQuoteThatTheClientLeftOpenSwallowsNothing) {
  for (const std::string_view before :
       {R"(for=198.51.100.9;x=")", R"(for="198.51.100.9)", R"(")", R"(for=a", for="b)"}) {
    for (const std::string_view own : {R"(for="[2001:db8::1]";proto=https)", R"(for=192.0.2.1;proto="https")"}) {
      const auto client = own[4] == '"' ? "2001:db8::1" : "192.0.2.1";
      const auto two = sender("10.0.0.7", {{"forwarded", std::string(before)}, {"forwarded", std::string(own)}});
      EXPECT_EQ(two.address, client) << before;
      EXPECT_EQ(two.scheme, "https") << before;
      EXPECT_EQ(sender("10.0.0.7", {{"forwarded", cat(before, ", ", own)}}).address, client) << before;
    }
    EXPECT_EQ(sender("10.0.0.7", {{"x-forwarded-for", cat(before, ", 192.0.2.1")}}).address, "192.0.2.1") << before;
  }
}
TEST(Forwarded, PortsAndBracketsAreNoPartOfAnAddress) {
  EXPECT_EQ(sender("::1", {{"x-forwarded-for", "192.0.2.1:4711"}}).address, "192.0.2.1");
  EXPECT_EQ(sender("::1", {{"x-forwarded-for", "[2001:db8::1]:4711"}}).address, "2001:db8::1");
  EXPECT_EQ(sender("::1", {{"x-forwarded-for", "2001:db8::1"}}).address, "2001:db8::1");
}
TEST(Forwarded, TheStandardHeaderIsRead) {
  const auto said = sender(
      "10.0.0.7",
      {{"forwarded",
        R"(for=198.51.100.9, for="[2001:db8::1]:47";proto=HTTPS;host="a.example:8443", for=10.0.0.8;host=inner)"}});
  EXPECT_EQ(said.address, "2001:db8::1");
  EXPECT_EQ(said.scheme, "https");
  EXPECT_EQ(said.host, "a.example:8443");
  EXPECT_EQ(sender("10.0.0.7", {{"forwarded", "for=unknown"}}).address, "");
  EXPECT_EQ(sender("192.0.2.9", {{"forwarded", "for=198.51.100.9"}}).address, "");
}

}  // namespace
}  // namespace assay::serve
