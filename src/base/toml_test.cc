#include "base/toml.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Toml, ValuesAreThoseOfJson) {
  const auto value = parse_toml("a = 1\nb = \"x\"\n[t]\nc = [true, 1.5]\nd = 2026-11-15\n[[list]]\ne = 2\n", "f.toml");
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(write_json(*value), R"({"a":1,"b":"x","list":[{"e":2}],"t":{"c":[true,1.5],"d":"2026-11-15"}})");
}

TEST(Toml, ErrorsNameTheLine) {
  const auto value = parse_toml("a = 1\nb =\n", "f.toml");
  ASSERT_FALSE(value);
  EXPECT_TRUE(value.error().message.starts_with("f.toml: line 2: not valid TOML: ")) << value.error().message;
  EXPECT_FALSE(parse_toml("a = \"\xff\"", "f.toml"));
  EXPECT_FALSE(parse_toml("[`'", "f.toml"));
}

}  // namespace
}  // namespace assay
