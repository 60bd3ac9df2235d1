#include "engine/check/config.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

TEST(Config, ReadsEverySetting) {
  const auto config =
      parse_verifier_config(R"({"base":"dev","intent":"x","verifyCommands":["a","b"],"verifyTimeoutMs":5,
      "outputDir":"o","markdown":true,"failOn":"inconclusive"})",
                            "c");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->base, "dev");
  EXPECT_EQ(config->verify_commands, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(config->verify_timeout_ms, 5u);
  EXPECT_EQ(config->markdown, true);
  EXPECT_EQ(config->fail_on, FailOn::inconclusive);
}

TEST(Config, TomlAndJsonSayTheSame) {
  const auto config = parse_assay_toml(
      "[check]\nbase='dev'\nintent_file='t.md'\nverify_commands=['a']\nverify_timeout_ms=7\n"
      "output_dir='o'\nmarkdown=false\nfail_on='mergeable'\n",
      "c");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->intent_file, "t.md");
  EXPECT_EQ(config->verify_timeout_ms, 7u);
  EXPECT_EQ(config->fail_on, FailOn::mergeable);
}

TEST(Config, StringsAndCommentsHoldAnyLetters) {
  const auto config =
      parse_assay_toml("# größe \"'\n[check]\nintent = \"größe \\\" ß\" # ä\nbase = '\xe6\xbc\xa2'\n", "c");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->intent, "größe \" ß");
  EXPECT_TRUE(parse_assay_toml("[check]\nintent = \"\"\"\nzwölf\n\"\"\"\n", "c"));
}

TEST(Config, ErrorsNameTheFileAndTheKey) {
  for (const char* bad : {R"([])", R"({"x":1})", R"({"base":1})", R"({"verifyCommands":"a"})",
                          R"({"verifyCommands":[1]})", R"({"verifyCommands":["  "]})", R"({"verifyTimeoutMs":0})",
                          R"({"verifyTimeoutMs":1.5})", R"({"verifyTimeoutMs":99999999999})", R"({"failOn":"never"})",
                          R"({"markdown":"yes"})", R"({"intent":"a","intentFile":"b"})", R"({"base":"a"} x)", ""}) {
    const auto config = parse_verifier_config(bad, "file.json");
    ASSERT_FALSE(config) << bad;
    EXPECT_NE(config.error().message.find("file.json"), std::string::npos) << bad;
  }
  for (const char* bad : {"x=1", "[other]\na=1", "check=1", "[check]\nbase=1", "[check", "[check]\nb='\xff'", "[`'",
                          "[check]\nbase=[\xc3\xa5]", "[check]\nb\xc3\xa4se='x'", "[check]\nbase='x\n'"}) {
    EXPECT_FALSE(parse_assay_toml(bad, "assay.toml")) << bad;
  }
}

}  // namespace
}  // namespace assay::engine
