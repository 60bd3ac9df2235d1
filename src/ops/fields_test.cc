#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "model/mission.h"
#include "ops/codec.h"
#include "ops/describe.h"

namespace assay::ops {
namespace {

struct Inner {
  std::string city;
  void fields(Fields& f) { f.field(item("city"), city); }
};

struct Sample {
  std::string name;
  std::optional<std::string> nick;
  std::vector<std::string> tags;
  bool loud = false;
  std::optional<bool> shy;
  std::uint32_t age = 7;
  std::optional<std::uint64_t> big;
  double weight = 0;
  std::optional<model::Mode> mode;
  Inner home;
  void fields(Fields& f) {
    f.field(word("name", "a name"), name);
    f.field(flag("nick", "another"), nick);
    f.field(flag("tags", "many"), tags);
    f.field(flag("loud", "or not"), loud);
    f.field(flag("shy", "or not, or unknown"), shy);
    f.field(flag("age", "in years"), age);
    f.field(flag("big", "a large one"), big);
    f.field(flag("weight", "in kilos"), weight);
    f.field(flag("mode", "how"), mode);
    f.field(flag("home", "where"), home);
  }
};

Result<Sample> read(std::string_view text) {
  const auto value = parse_json(text, "test");
  return decode<Sample>(value->as_object());
}
std::string fault(std::string_view text) {
  const auto sample = read(text);
  return sample ? "none" : sample.error().message;
}

TEST(Decode, ReadsEveryType) {
  const auto sample = read(R"({"name":"a","nick":"b","tags":["x","y"],"loud":true,"shy":false,"age":3,
                               "big":18446744073709551615,"weight":1.5,"mode":"autopilot","home":{"city":"c"}})");
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->name, "a");
  EXPECT_EQ(sample->nick, "b");
  EXPECT_EQ(sample->tags, (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(sample->loud);
  EXPECT_EQ(sample->shy, false);
  EXPECT_EQ(sample->age, 3u);
  EXPECT_EQ(sample->big, UINT64_MAX);
  EXPECT_EQ(sample->weight, 1.5);
  EXPECT_EQ(sample->mode, model::Mode::autopilot);
  EXPECT_EQ(sample->home.city, "c");
}
TEST(Decode, LeavesDefaultsAndTakesNullForAbsent) {
  const auto sample = read(R"({"name":"a","age":null})");
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->age, 7u);
  EXPECT_FALSE(sample->nick);
  EXPECT_FALSE(sample->mode);
}
TEST(Decode, OneTextStandsForAListOfOne) { EXPECT_EQ(read(R"({"name":"a","tags":"x"})")->tags.size(), 1u); }
TEST(Decode, NamesTheMissingKey) { EXPECT_EQ(fault("{}"), "name is missing"); }
TEST(Decode, NamesTheUnknownKeyAndTheNearest) {
  EXPECT_EQ(fault(R"({"name":"a","mod":"x"})"), "unknown key mod; did you mean mode?");
  EXPECT_EQ(fault(R"({"name":"a","home":{"city":"c","cty":1}})"), "unknown key home.cty; did you mean city?");
}
TEST(Decode, NamesTheKeyOfAnotherType) {
  EXPECT_EQ(fault(R"({"name":1})"), "name must be a text");
  EXPECT_EQ(fault(R"({"name":"a","loud":"yes"})"), "loud must be true or false");
  EXPECT_EQ(fault(R"({"name":"a","age":-1})"), "age must be a whole number from 0");
  EXPECT_EQ(fault(R"({"name":"a","age":4294967296})"), "age must be at most 4294967295");
  EXPECT_EQ(fault(R"({"name":"a","weight":-2})"), "weight must be a number from 0");
  EXPECT_EQ(fault(R"({"name":"a","tags":[1]})"), "tags must be a text");
  EXPECT_EQ(fault(R"({"name":"a","home":[]})"), "home must be an object");
}
TEST(Decode, NamesTheChoices) {
  EXPECT_EQ(fault(R"({"name":"a","mode":"fast"})"),
            "mode must be one of manual, guided_autopilot, autopilot, not \"fast\"");
}

TEST(Encode, ComesBackAsItWas) {
  Sample sample;
  sample.name = "a";
  sample.mode = model::Mode::manual;
  sample.tags = {"x"};
  const auto value = encode(sample);
  EXPECT_TRUE(value.at("nick").is_null());
  EXPECT_EQ(value.at("mode").as_string(), "manual");
  const auto back = decode<Sample>(value.as_object());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->name, "a");
  EXPECT_EQ(back->mode, model::Mode::manual);
  EXPECT_EQ(back->tags, sample.tags);
}

TEST(Describe, NamesFieldsInOrderWithTheirTypes) {
  const auto description = describe<Sample>();
  ASSERT_EQ(description.size(), 10u);
  EXPECT_EQ(description[0].about.name, "name");
  EXPECT_EQ(description[0].about.need, Need::required);
  EXPECT_EQ(description[2].type, Type::texts);
  EXPECT_EQ(description[8].choices.size(), 3u);
  EXPECT_EQ(description[9].inner.at(0).about.name, "city");
}
TEST(Schema, AllowsWhatIsEncodedAndNoMore) {
  const auto schema = schema_of(describe<Sample>());
  EXPECT_EQ(schema.at("additionalProperties").as_bool(), false);
  EXPECT_EQ(schema.at("required").as_array().size(), 1u);
  EXPECT_EQ(schema.at("properties").at("nick").at("type").as_array().size(), 2u);
  EXPECT_EQ(schema.at("properties").at("mode").at("enum").as_array().size(), 4u);  // null too
}

}  // namespace
}  // namespace assay::ops
