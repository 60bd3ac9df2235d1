#include "base/settings.h"

#include <functional>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/toml.h"

namespace assay {
namespace {

TEST(Settings, ValuesOfEachType) {
  const auto table = parse_toml("t='x'\nf=true\nn=3\nl=['a','b']\nc='two'\nd='10m'\ne=90\n", "f").value();
  Settings settings(table, "f");
  EXPECT_EQ(settings.text("t"), "x");
  EXPECT_EQ(settings.flag("f"), true);
  EXPECT_EQ(settings.number("n", 1, 5), 3u);
  EXPECT_EQ(settings.texts("l"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(settings.choice("c", {"one", "two"}), 1u);
  EXPECT_EQ(settings.duration_ms("d"), 600'000u);
  EXPECT_EQ(settings.duration_ms("e"), 90'000u);
  EXPECT_EQ(settings.text("absent"), std::nullopt);
  EXPECT_TRUE(settings.finish());
}

std::string error_of(std::string_view toml, const std::function<void(Settings&)>& ask) {
  const auto table = parse_toml(toml, "f").value();
  Settings settings(table, "f: [t]");
  ask(settings);
  const auto result = settings.finish();
  return result ? std::string() : result.error().message;
}

TEST(Settings, WhatIsWrongIsNamed) {
  EXPECT_EQ(error_of("n='x'", [](Settings& s) { s.number("n", 1, 5); }),
            "f: [t]: \"n\" must be a whole number from 1 to 5");
  EXPECT_EQ(error_of("n=9", [](Settings& s) { s.number("n", 1, 5); }),
            "f: [t]: \"n\" must be a whole number from 1 to 5");
  EXPECT_EQ(error_of("c='x'",
                     [](Settings& s) {
                       s.choice("c", {"one", "two"});
                     }),
            "f: [t]: \"c\" must be one of one, two, not \"x\"");
  EXPECT_EQ(error_of("retrys=1", [](Settings& s) { s.number("retries", 0, 5); }),
            "f: [t]: unknown key \"retrys\"; did you mean \"retries\"?");
  EXPECT_NE(error_of("d='-1s'", [](Settings& s) { s.duration_ms("d"); }), "");
  EXPECT_NE(error_of("d='9999999h'", [](Settings& s) { s.duration_ms("d"); }), "");
}

TEST(Settings, TimesOfEveryForm) {
  const auto table = parse_toml("a='500ms'\nb='1h30m'\nc='7d'\nd='45'\ne='8d'\nf='1m x'\ng=''\nh=0\n", "f").value();
  Settings settings(table, "");
  EXPECT_EQ(settings.duration_ms("a"), 500u);
  EXPECT_EQ(settings.duration_ms("b"), 5'400'000u);
  EXPECT_EQ(settings.duration_ms("c"), 604'800'000u);
  EXPECT_EQ(settings.duration_ms("d"), 45'000u);
  for (const auto* key : {"e", "f", "g", "h"}) EXPECT_EQ(settings.duration_ms(key), std::nullopt) << key;
  EXPECT_EQ(settings.problems().size(), 4u);
}

TEST(Settings, EveryProblemIsKept) {
  const auto table = parse_toml("a=1\nb='x'\nzzzzzzz=1\nr=0.5\nl=[1]\nt=[{}, {}]\n", "f").value();
  Settings settings(table, "here");
  settings.text("a");
  settings.number("b", 0, 9);
  settings.tables("l");
  EXPECT_EQ(settings.real("r", 0, 1), 0.5);
  EXPECT_EQ(settings.tables("t").size(), 2u);
  EXPECT_EQ(settings.problems(),
            (std::vector<std::string>{"here: \"a\" must be a text", "here: \"b\" must be a whole number from 0 to 9",
                                      "here: \"l\" must be a list of tables",
                                      "here: unknown key \"zzzzzzz\"; known are a, b, l, r, t"}));
  EXPECT_EQ(settings.finish().error().message, "here: \"a\" must be a text");
}

TEST(Settings, NullIsNotThere) {
  const auto table = parse_json("{\"a\": null}", "f").value();
  Settings settings(table, "f");
  EXPECT_EQ(settings.text("a"), std::nullopt);
  EXPECT_TRUE(settings.finish());
}

TEST(Settings, WhatIsNoTableIsRefused) {
  const json::value list = json::array{};
  Settings settings(list, "f: [t]");
  EXPECT_EQ(settings.text("x"), std::nullopt);
  EXPECT_EQ(settings.finish().error().message, "f: [t] must be a table");
}

}  // namespace
}  // namespace assay
