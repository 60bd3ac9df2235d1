#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "reports/ask.h"

namespace assay::reports {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class SmallTree : public Files {
 public:
  SmallTree(std::initializer_list<std::pair<const std::string, std::string>> files) : m_files(files) {}
  std::optional<std::string> read(std::string_view path) const override {
    const auto found = m_files.find(path);
    return found == m_files.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::string, std::less<>> m_files;
};

Asked narrowed(std::string_view command, const Selection& only, const SmallTree& tree = {},
               std::vector<std::string> cover = {}) {
  AskInput input;
  input.command = command;
  input.hooks_folder = "/h";
  input.report_folder = "/r";
  input.tree = "/w";
  input.files = &tree;
  input.only = &only;
  input.cover_files = std::move(cover);
  return ask(input);
}

TEST(Narrow, HooksLearnOfTheSelectionByAFile) {
  const auto asked = narrowed("pytest -q", {{"tests/test_a.py"}, {"test_\"one\""}});
  EXPECT_TRUE(asked.narrowed);
  EXPECT_EQ(asked.command, "pytest -q");
  EXPECT_THAT(asked.environment, Contains("ASSAY_SELECT=/h/select.json"));
  ASSERT_EQ(asked.hooks.back().name, "select.json");
  EXPECT_EQ(asked.hooks.back().content, R"({"files":["tests/test_a.py"],"tests":["test_\"one\""]})");
}

TEST(Narrow, WithoutASelectionNothingIsNarrowed) {
  AskInput input;
  input.command = "pytest";
  const auto asked = ask(input);
  EXPECT_FALSE(asked.narrowed);
  EXPECT_THAT(asked.environment, Not(Contains(HasSubstr("ASSAY_SELECT"))));
}

TEST(Narrow, IsSaidOnlyWhereEveryRunnerThatIsSeenCanBe) {
  const SmallTree tree{{"package.json", R"({"scripts":{"test":"jest && mocha","reset":"PYTHONPATH=src pytest"}})"},
                       {"tests/all.sh", "npx jest\n"},
                       {"tox.ini", "[testenv]\ncommands = pytest\n"}};
  const Selection files{{"test/a.test.js"}, {}}, tests{{"test/a.test.js"}, {"a"}};
  const struct {
    std::string_view command;
    bool by_file, by_name;
  } cases[] = {
      {"npm test", true, true},
      {"tox", true, true},
      {"npx vitest run && pytest", true, true},
      {"node --test", true, false},
      {"node test/a.test.js", true, false},
      {"node test/b.test.js", false, false},
      {"npx playwright test", true, false},
      {"npm run reset", false, false},
      {"python3 -I -m pytest", false, false},
      {"pytest && ctest", false, false},
      {"pytest && npx turbo test", false, false},
      {"turbo run test", false, false},
      {"./run_tests", false, false},
      {"pytest && ./build/ring_test", false, false},
      {"pytest && sh tests/all.sh", true, true},
      {"make", false, false},
      {"dotnet test", false, false},
      {"gradle test", false, false},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(narrowed(each.command, files, tree).narrowed, each.by_file) << each.command;
    EXPECT_EQ(narrowed(each.command, tests, tree).narrowed, each.by_name) << each.command;
  }
}

const SmallTree& go_tree() {
  static const SmallTree tree{
      {"go.mod", "module example.com/x\n"},
      {"a/a_test.go",
       "package a\nfunc TestOne(t *testing.T) {}\nfunc ExampleOne() {}\nfunc TestMain(m *testing.M) {}\n"},
      {"b/b_test.go", "package b\nfunc TestTwo(t *testing.T) {}\n"},
      {"b/suite_test.go", "package b\nfunc (s *Suite) TestThree() {}\n"},
      {"c/go.mod", "module other\n"}};
  return tree;
}

TEST(Narrow, GoRunsEachPackageWithTheTestsOfItsFiles) {
  EXPECT_EQ(narrowed("go test -count 1 ./...", {{"a/a_test.go", "b/b_test.go"}, {}}, go_tree()).command,
            "sh '/h/go/each_package.sh' 2 './a/' '^(ExampleOne|TestOne)$' './b/' '^(TestTwo)$' -- "
            "sh '/h/go/go_test.sh' '/r/go_test-1.json' 'go' -count 1 ");
  EXPECT_EQ(narrowed("go test ./a", {{"a/a_test.go", "b/b_test.go"}, {"TestOne/sub"}}, go_tree()).command,
            "sh '/h/go/each_package.sh' 1 './a/' '^(TestOne)$' -- sh '/h/go/go_test.sh' '/r/go_test-1.json' 'go' ");
  EXPECT_EQ(narrowed("go test ./b/...", {{"a/a_test.go", "x.py"}, {}}, go_tree()).command,
            "sh '/h/go/go_test.sh' '/r/go_test-1.json' 'go' -run '^$' ./b/...");
}

TEST(Narrow, GoRunsAllWhereItCannotBeTold) {
  for (const std::string_view command :
       {"go test -run X ./...", "go test example.com/x/a", "go test $PACKAGES", "go test ./... -args -x"}) {
    const auto asked = narrowed(command, {{"a/a_test.go"}, {}}, go_tree());
    EXPECT_FALSE(asked.narrowed) << command;
    EXPECT_THAT(asked.command, Not(HasSubstr("each_package"))) << command;
  }
  EXPECT_FALSE(narrowed("go test ./...", {{"b/suite_test.go"}, {}}, go_tree()).narrowed);
}

TEST(Narrow, CargoTakesTargetsAndExactNames) {
  const SmallTree tree{
      {"Cargo.toml", "[workspace]\n[package]\nname = \"shop\"\n"},
      {"cli/Cargo.toml", "[package]\nname = \"shop-cli\"\n"},
      {"odd/Cargo.toml", "[package]\nname = \"odd\"\n[[test]]\nname = \"b\"\npath = \"tests/a.rs\"\n"}};
  const auto command = [&](std::string_view text, const Selection& only) {
    const auto asked = narrowed(text, only, tree);
    return asked.narrowed ? asked.command : std::string("all");
  };
  EXPECT_EQ(command("cargo test", {{"tests/a.rs"}, {}}), "cargo test -p 'shop' --test 'a'");
  EXPECT_EQ(command("cargo test --workspace -- --nocapture", {{"cli/tests/a/main.rs"}, {"it's::x"}}),
            "cargo test -p 'shop-cli' --test 'a'  -- --nocapture --exact 'it'\\''s::x'");
  EXPECT_EQ(command("cargo test", {{"src/lib.rs"}, {"tests::a"}}), "cargo test -p 'shop' -- --exact 'tests::a'");
  EXPECT_EQ(command("cargo test", {{"a.py"}, {}}), "cargo test -- --exact 'no test is selected'");
  EXPECT_EQ(command("cargo test", {{"src/lib.rs"}, {}}), "all");
  EXPECT_EQ(command("cargo test", {{"tests/a.rs", "cli/tests/b.rs"}, {}}), "all");
  EXPECT_EQ(command("cargo test", {{"odd/tests/a.rs"}, {}}), "all");
  EXPECT_EQ(command("cargo test some_name", {{"tests/a.rs"}, {}}), "all");
  EXPECT_EQ(command("cargo test -- --ignored", {{"tests/a.rs"}, {}}), "all");
}

TEST(Narrow, PhpunitTakesOneFile) {
  const auto command = [](std::string_view text, const Selection& only) {
    const auto asked = narrowed(text, only);
    return asked.narrowed ? asked.command : std::string("all");
  };
  EXPECT_THAT(command("vendor/bin/phpunit", {{"tests/ATest.php"}, {}}), HasSubstr(" 'tests/ATest.php'"));
  EXPECT_THAT(command("phpunit", {{"tests/ATest.php"}, {"testA with data set #0"}}),
              HasSubstr("--filter '/::(testA with data set \\#0)$/' 'tests/ATest.php'"));
  EXPECT_EQ(command("phpunit tests", {{"tests/ATest.php"}, {}}), "all");
  EXPECT_EQ(command("phpunit --filter X", {{"tests/ATest.php"}, {}}), "all");
  EXPECT_EQ(command("phpunit", {{"tests/ATest.php", "tests/BTest.php"}, {}}), "all");
}

TEST(Narrow, MavenTakesClassesAndMethods) {
  const Selection only{{"app/src/test/java/shop/CartTest.java"}, {"adds(int)[1]", "removes"}};
  EXPECT_THAT(narrowed("mvn -q test", only).command, HasSubstr("-Dtest='shop.CartTest#adds+removes'"));
  EXPECT_TRUE(narrowed("mvn -q test", only).narrowed);
  EXPECT_FALSE(narrowed("mvn test -Dtest=Other", only).narrowed);
}

TEST(Narrow, ProgramsOfGoogletestTakeNames) {
  const auto asked = narrowed("./build/ring_test", {{"ring_test.cc"}, {"Grows", "Wraps/0"}});
  EXPECT_THAT(asked.environment, Contains("GTEST_FILTER=*.Grows:*.Wraps/0"));
  EXPECT_FALSE(asked.narrowed);
  EXPECT_THAT(narrowed("ctest", {{"ring_test.cc"}, {"Grows"}}).environment, Not(Contains(HasSubstr("GTEST_FILTER"))));
}

TEST(Cover, IsAskedForByLanguage) {
  const auto python = narrowed("pytest", {}, {}, {"shop.py"});
  EXPECT_THAT(python.environment, Contains("ASSAY_COVER=/h/cover.json"));
  EXPECT_THAT(python.environment, Not(Contains(HasSubstr("NODE_V8_COVERAGE"))));
  const auto node = narrowed("npx mocha", {}, {}, {"shop.ts"});
  EXPECT_THAT(node.environment, Contains("NODE_V8_COVERAGE=/r/v8"));
  const auto go = narrowed("go test ./...", {{"a/a_test.go"}, {}}, go_tree(), {"a/a.go", "c/c.go", "a/a_test.go"});
  EXPECT_THAT(go.command, HasSubstr("'-coverpkg=./a' '-coverprofile=/r/go_test-1.cover'"));
  ASSERT_EQ(go.coverage.size(), 1u);
  EXPECT_EQ(go.coverage[0].pattern, "go_test-1.cover*");
  EXPECT_THAT(narrowed("go test -cover ./...", {}, go_tree(), {"a/a.go"}).coverage, testing::IsEmpty());
  EXPECT_THAT(narrowed("pytest", {}).coverage, testing::IsEmpty());
}

}  // namespace
}  // namespace assay::reports
