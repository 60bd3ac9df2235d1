#include "base/glob.h"

#include <string>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Glob, OneNameDoesNotCrossFolders) {
  EXPECT_TRUE(glob_match("src/*.cc", "src/a.cc"));
  EXPECT_FALSE(glob_match("src/*.cc", "src/b/a.cc"));
  EXPECT_TRUE(glob_match("a?c", "abc"));
  EXPECT_FALSE(glob_match("a?c", "a/c"));
}

TEST(Glob, TwoStarsCrossFolders) {
  EXPECT_TRUE(glob_match("src/**", "src/a/b.cc"));
  EXPECT_TRUE(glob_match("src/**/b.cc", "src/b.cc"));
  EXPECT_TRUE(glob_match("src/**/b.cc", "src/x/y/b.cc"));
  EXPECT_TRUE(glob_match("**/b.cc", "b.cc"));
  EXPECT_FALSE(glob_match("src/**", "srcs/a"));
  EXPECT_FALSE(glob_match("**/b.cc", "ab.cc"));
}

TEST(Glob, AFolderNamesEverythingBelow) {
  EXPECT_TRUE(glob_match("docs/", "docs/a/b.md"));
  EXPECT_FALSE(glob_match("docs/", "docs"));
  EXPECT_TRUE(glob_match("./docs/", "docs/a"));
}

TEST(Glob, SetsBracesAndEscapes) {
  EXPECT_TRUE(glob_match("v[0-9].txt", "v3.txt"));
  EXPECT_FALSE(glob_match("v[!0-9].txt", "v3.txt"));
  EXPECT_TRUE(glob_match("*.{ts,tsx}", "a.tsx"));
  EXPECT_TRUE(glob_match("{a,b/{c,d}}.x", "b/d.x"));
  EXPECT_FALSE(glob_match("*.{ts,tsx}", "a.js"));
  EXPECT_TRUE(glob_match("a\\*b", "a*b"));
  EXPECT_FALSE(glob_match("a\\*b", "axb"));
  EXPECT_TRUE(glob_match("a[b", "a[b"));
}

TEST(Glob, HostilePatternsEnd) {
  const std::string stars(200, '*');
  EXPECT_FALSE(glob_match(stars + "x", std::string(2000, 'a')));
  std::string many;
  for (int i = 0; i < 60; ++i) many += "*a";
  EXPECT_FALSE(glob_match(many + "b", std::string(2000, 'a')));
  std::string braces;
  for (int i = 0; i < 40; ++i) braces += "{a,b}";
  EXPECT_FALSE(glob_match(braces, std::string(40, 'c')));
}

TEST(Glob, PlainPathsAreToldApart) {
  EXPECT_FALSE(is_glob("src/a.cc"));
  EXPECT_TRUE(is_glob("src/*.cc"));
}

}  // namespace
}  // namespace assay
