#include "reports/ask.h"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

using logs::Runner;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Tree : public Files {
 public:
  Tree() = default;
  Tree(std::initializer_list<std::pair<const std::string, std::string>> files) : m_files(files) {}
  std::optional<std::string> read(std::string_view path) const override {
    const auto found = m_files.find(path);
    return found == m_files.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::string, std::less<>> m_files;
};

AskInput input_of(std::string_view command, const Files& files) {
  AskInput input;
  input.command = command;
  input.hooks_folder = "/h";
  input.report_folder = "/r";
  input.tree = "/w";
  input.files = &files;
  return input;
}

Asked asked(std::string_view command, const Tree& tree = Tree()) { return ask(input_of(command, tree)); }

std::string runners_of(const Asked& asked) {
  std::string names;
  for (const auto runner : asked.runners) names += cat(names.empty() ? "" : " ", logs::id(runner));
  return names;
}

// "junit_xml /r/x.xml" of the reports beyond those that variables bring.
std::string more_expected(const Asked& asked) {
  constexpr std::string_view formats[] = {"events", "junit_xml", "go_json", "trx", "rspec_json", "cpp_xml"};
  std::string text;
  for (const auto& each : asked.expected) {
    if (each.format == Format::events || each.runner == Runner::googletest || each.runner == Runner::gotestsum)
      continue;
    text += cat(text.empty() ? "" : "; ", formats[static_cast<size_t>(each.format)], " ", each.path,
                each.pattern.empty() ? "" : " ", each.pattern, each.in_tree ? " in tree" : "");
  }
  return text;
}

TEST(Ask, LeavesCommandsThatVariablesReachAsTheyAre) {
  const struct {
    std::string_view command, runners;
  } cases[] = {
      {"pytest -q", "pytest"},
      {"cd backend && python -m unittest", "unittest"},
      {"npx jest --ci && npx playwright test", "jest playwright"},
      {"node --test", "node_test"},
      {"bundle exec rspec", "rspec"},
      {"ruby -Itest test/a_test.rb", "minitest"},
  };
  for (const auto& each : cases) {
    const auto result = asked(each.command);
    EXPECT_EQ(result.command, each.command);
    EXPECT_EQ(runners_of(result), each.runners);
    EXPECT_EQ(result.hidden, "") << each.command;
    EXPECT_EQ(more_expected(result), "") << each.command;
  }
}

TEST(Ask, SetsTheSameVariablesForEveryCommand) {
  for (const std::string_view command : {"pytest", "true", "./anything", ""}) {
    const auto result = asked(command);
    EXPECT_THAT(result.environment,
                testing::ElementsAre("ASSAY_REPORT=/r", "ASSAY_TREE=/w", "PYTHONPATH=/h/python",
                                     "NODE_OPTIONS=--require=/h/node/preload.cjs",
                                     "SPEC_OPTS=--require '/h/ruby/assay_rspec.rb'", "RUBYLIB=/h/ruby",
                                     "GTEST_OUTPUT=xml:/r/googletest/", "GOTESTSUM_JSONFILE=/r/gotestsum.json"))
        << command;
    EXPECT_EQ(result.command, command);
  }
}

TEST(Ask, KnowsProgramsThatAreTestsByTheirName) {
  const Tree tree = {{"Makefile", "test: ring_test\n\t./ring_test\n\nlint:\n\truff check tests/\n"},
                     {"package.json", "{\"scripts\": {\"test\": \"node test/replay.js\", \"x\": \"echo test\"}}"}};
  for (const std::string_view command :
       {"node test/replay.js", "sh tests/run.sh", "./ring_test", "make test", "npm test", "python3 -u run_tests.py",
        "cd web && node --no-warnings spec/all.js"})
    EXPECT_TRUE(ask(input_of(command, tree)).test_program) << command;
  for (const std::string_view command :
       {"true", "echo tests passed", "make lint", "npm run x", "ruff check tests/", "node build.js",
        "cat tests/log.txt", "python3 -m py_compile tests/test_a.py", "sh -c tests", "./build.sh"})
    EXPECT_FALSE(ask(input_of(command, tree)).test_program) << command;
}

TEST(Ask, KeepsWhatTheVariablesAre) {
  const Tree tree;
  auto input = input_of("pytest", tree);
  input.existing = [](std::string_view name) -> std::optional<std::string> { return cat("<", name, ">"); };
  const auto environment = ask(input).environment;
  EXPECT_THAT(environment, Contains("PYTHONPATH=/h/python:<PYTHONPATH>"));
  EXPECT_THAT(environment, Contains("NODE_OPTIONS=--require=/h/node/preload.cjs <NODE_OPTIONS>"));
  EXPECT_THAT(environment, Contains("SPEC_OPTS=--require '/h/ruby/assay_rspec.rb' <SPEC_OPTS>"));
  EXPECT_THAT(environment, Contains("RUBYLIB=/h/ruby:<RUBYLIB>"));
  EXPECT_THAT(environment, Not(Contains(HasSubstr("GTEST_OUTPUT"))));
  EXPECT_THAT(environment, Not(Contains(HasSubstr("GOTESTSUM"))));
}

TEST(Ask, HoldsFoldersWithBlanksTogether) {
  const Tree tree;
  auto input = input_of("ctest", tree);
  input.hooks_folder = "/my \"h\"";
  input.report_folder = "/it's";
  const auto result = ask(input);
  EXPECT_THAT(result.environment, Contains("NODE_OPTIONS=--require=\"/my \\\"h\\\"/node/preload.cjs\""));
  EXPECT_EQ(result.command, "ctest --output-junit '/it'\\''s/ctest-1.xml'");
}

TEST(Ask, PutsWordsIntoCommandsThatHaveNoOtherWay) {
  const struct {
    std::string_view command, changed, expected;
  } cases[] = {
      {"ctest --test-dir b -j2", "ctest --output-junit '/r/ctest-1.xml' --test-dir b -j2", "junit_xml /r/ctest-1.xml"},
      {"cmake --build b && (cd b; ctest)", "cmake --build b && (cd b; ctest --output-junit '/r/ctest-1.xml')",
       "junit_xml /r/ctest-1.xml"},
      {"cd a && ctest; cd ../b && ctest",
       "cd a && ctest --output-junit '/r/ctest-1.xml'; cd ../b && ctest --output-junit '/r/ctest-2.xml'",
       "junit_xml /r/ctest-1.xml; junit_xml /r/ctest-2.xml"},
      {"ctest -N", "ctest -N", ""},
      {"ctest --output-junit mine.xml", "ctest --output-junit mine.xml", ""},
      {"go test ./...", "sh '/h/go/go_test.sh' '/r/go_test-1.json' 'go' ./...", "go_json /r/go_test-1.json"},
      {"A=1 go  test -v ./... | tee x", "A=1 sh '/h/go/go_test.sh' '/r/go_test-1.json' 'go' -v ./... | tee x",
       "go_json /r/go_test-1.json"},
      {"go vet ./... && go build ./...", "go vet ./... && go build ./...", ""},
      {"go test -json ./...", "go test -json ./...", ""},
      {"go test -c", "go test -c", ""},
      {"dotnet test a.sln --no-build", "dotnet test --logger 'trx;LogFilePrefix=/r/dotnet-1-' a.sln --no-build",
       "trx /r dotnet-1-*.trx"},
      {"vendor/bin/phpunit --testdox", "vendor/bin/phpunit --log-junit '/r/phpunit-1.xml' --testdox",
       "junit_xml /r/phpunit-1.xml"},
      {"php artisan test", "php artisan test --log-junit '/r/phpunit-1.xml'", "junit_xml /r/phpunit-1.xml"},
      {"./vendor/bin/pest", "./vendor/bin/pest --log-junit '/r/pest-1.xml'", "junit_xml /r/pest-1.xml"},
      {"swift test", "swift test --xunit-output '/r/swift-1.xml'", "junit_xml /r swift-1*.xml"},
      {"cargo test -q --all -- --quiet", "cargo test  --all -- ", ""},
      {"cargo nextest run --all", "cargo nextest run --tool-config-file 'assay:/h/nextest-1.toml' --all",
       "junit_xml /r/nextest-1.xml"},
      {"bun test a", "bun test --reporter=junit --reporter-outfile='/r/bun-1.xml' a", "junit_xml /r/bun-1.xml"},
      {"bun test --reporter=dots", "bun test --reporter=dots", ""},
      {"deno test -A", "deno test --junit-path='/r/deno-1.xml' -A", "junit_xml /r/deno-1.xml"},
      {"mvn -q test", "mvn -q test", "junit_xml /w TEST-*.xml in tree"},
      {"./gradlew check", "./gradlew check", "junit_xml /w TEST-*.xml in tree"},
  };
  for (const auto& each : cases) {
    const auto result = asked(each.command);
    EXPECT_EQ(result.command, each.changed);
    EXPECT_EQ(more_expected(result), each.expected) << each.command;
    EXPECT_EQ(result.hidden.empty(), !each.expected.empty()) << each.command << ": " << result.hidden;
  }
}

TEST(Ask, PutsOursIntoVariablesThatTheCommandSets) {
  const struct {
    std::string_view command, changed;
  } cases[] = {
      {"PYTHONPATH=src pytest", "PYTHONPATH='/h/python:'src pytest"},
      {"PYTHONPATH='a b' pytest", "PYTHONPATH='/h/python:''a b' pytest"},
      {"PYTHONPATH= pytest", "PYTHONPATH='/h/python' pytest"},
      {"PYTHONPATH=$PYTHONPATH:src pytest", "PYTHONPATH=$PYTHONPATH:src pytest"},
      {"PYTHONPATH=\"${PYTHONPATH}:src\" pytest", "PYTHONPATH=\"${PYTHONPATH}:src\" pytest"},
      {"export PYTHONPATH=src && pytest", "export PYTHONPATH='/h/python:'src && pytest"},
      {"NODE_OPTIONS=--experimental-vm-modules npx jest",
       "NODE_OPTIONS='--require=/h/node/preload.cjs '--experimental-vm-modules npx jest"},
      {"cross-env NODE_OPTIONS=\"--x --y\" jest",
       "cross-env NODE_OPTIONS='--require=/h/node/preload.cjs '\"--x --y\" jest"},
      {"PYTHONPATH=src make test", "PYTHONPATH='/h/python:'src make test"},
      {"make test PYTHONPATH=src", "make test PYTHONPATH='/h/python:'src"},
      {"OTHER=1 pytest", "OTHER=1 pytest"},
      {"echo PYTHONPATH=src", "echo PYTHONPATH=src"},
      {"pytest PYTHONPATH=src", "pytest PYTHONPATH=src"},
      {"echo \"PYTHONPATH=src\"", "echo \"PYTHONPATH=src\""},
  };
  for (const auto& each : cases) EXPECT_EQ(asked(each.command).command, each.changed);
}

TEST(Ask, LooksBehindScripts) {
  const Tree tree{
      {"package.json",
       R"({"scripts":{"pretest":"eslint .","test":"npm run unit && yarn e2e","unit":"cross-env CI=1 jest","e2e":"playwright test",
         "loop":"npm run loop","vm":"NODE_OPTIONS=--experimental-vm-modules jest","all":"turbo run test","mine":"./scripts/test.sh"}})"},
      {"web/package.json", R"({"scripts":{"test":"vitest run"}})"},
      {"Makefile",
       "PY ?= python3\nTEST = $(PY) -m pytest\n.PHONY: all test\nall: build\nbuild:\n\tcc a.c\ntest: build "
       "unit\n\t@echo done\n"
       "unit:\n\t@$(TEST) -q \\\n\t  tests\nsub:\n\t$(MAKE) -C lib check\npath:\n\tPYTHONPATH=. pytest\nc:\n\tcd b && "
       "ctest\nvm:\n\tNODE_OPTIONS=--x npx jest\n"},
      {"lib/Makefile", "check: ; go test ./...\n"},
      {"parted/Makefile", "include test.mk\n-include missing.mk\nall: test\n"},
      {"parted/test.mk", "include test.mk\ntest:\n\tpytest -q\n"},
      {"justfile",
       "set shell := ['bash']\nfirst := 'x'\ntest *args: build\n    @cargo test {{args}}\nbuild:\n    cargo build\n"},
      {"tox.ini",
       "[tox]\nenvlist = py\n[testenv]\ndeps = pytest\ncommands =\n    pytest {posargs}\n[testenv:lint]\ncommands = "
       "ruff check\n"},
      {"composer.json", R"({"scripts":{"test":["@php vendor/bin/phpunit"]}})"},
      {"scripts/test.sh", "#!/bin/bash\nset -e\ncd web\nnpx mocha\n"},
      {"exported/Makefile", "export PYTHONPATH := src\ntest:\n\tpytest\n"},
      {"added/Makefile", "export PYTHONPATH := src:$(PYTHONPATH)\ntest:\n\tpytest\n"},
  };
  const struct {
    std::string_view command, runners, hidden;
  } cases[] = {
      {"npm test", "jest playwright", ""},
      {"pnpm run unit -- --ci", "jest", ""},
      {"yarn test", "jest playwright", ""},
      {"npm --prefix web test", "vitest", ""},
      {"cd web && npm t", "vitest", ""},
      {"npm run loop", "", "no test runner is seen"},
      {"npm run vm", "jest", ""},
      {"bun run vm", "jest", "`bun run vm` sets NODE_OPTIONS anew"},
      {"make vm", "jest", "`make vm` sets NODE_OPTIONS anew"},
      {"npm run all", "", "`turbo` may start a test runner"},
      {"npm run nothing", "", "no test runner is seen"},
      {"npm run mine", "mocha", ""},
      {"make test", "pytest", ""},
      {"make", "", "no test runner is seen"},
      {"make -j4 sub", "go_test", "`make sub` starts go test, which is asked by words in its command"},
      {"make path", "pytest", "`make path` sets PYTHONPATH anew"},
      {"make c", "ctest", "`make c` starts ctest"},
      {"CI=1 NODE_OPTIONS=$NODE_OPTIONS npm run unit", "jest", ""},
      {"make -C parted test", "pytest", ""},
      {"make -C exported test", "pytest", "sets PYTHONPATH anew"},
      {"make -C added test", "pytest", ""},
      {"just test", "cargo_test", "cargo test has no machine report"},
      {"tox -e py", "tox pytest", ""},
      {"composer test", "phpunit", "`composer test` starts PHPUnit"},
      {"sh -c 'npx vitest run'", "vitest", ""},
      {"bash scripts/test.sh", "mocha", ""},
      {"python -I -m pytest", "pytest", "reads no variables"},
      {"mix test", "exunit", "formatter"},
      {"true", "", "no test runner is seen"},
  };
  for (const auto& each : cases) {
    const auto result = asked(each.command, tree);
    EXPECT_EQ(runners_of(result), each.runners) << each.command;
    EXPECT_EQ(result.command, each.command);
    if (each.hidden.empty())
      EXPECT_EQ(result.hidden, "") << each.command;
    else
      EXPECT_THAT(result.hidden, HasSubstr(each.hidden)) << each.command;
  }
}

TEST(Ask, ReadsTheReportThatMesonWritesByItself) {
  const Tree tree{{"Makefile", "test:\n\tmeson test -C build\n"}};
  for (const std::string_view command : {"meson setup build && meson test -C build", "make test"}) {
    const auto result = asked(command, tree);
    EXPECT_EQ(result.command, command);
    EXPECT_EQ(result.hidden, "") << command;
    EXPECT_EQ(more_expected(result), "junit_xml /w testlog*.junit.xml in tree") << command;
  }
  EXPECT_EQ(runners_of(asked("meson setup build")), "");
}

TEST(Ask, AsksTestProgramsThatMayBeOfCatch2OrDoctest) {
  const std::string_view both = "cpp_xml /r catch2-*.xml; cpp_xml /r doctest-*.xml";
  const struct {
    std::string_view command, changed, expected;
  } cases[] = {
      {"./ring_test", "sh '/h/cpp/test_program.sh' ./ring_test", both},
      {"make && A=1 build/tests [fast] | tee x", "make && A=1 sh '/h/cpp/test_program.sh' build/tests [fast] | tee x",
       both},
      {"if \"$DIR/test/all\"; then ./b_test; fi",
       "if sh '/h/cpp/test_program.sh' \"$DIR/test/all\"; then sh '/h/cpp/test_program.sh' ./b_test; fi", both},
      {"ring_test", "ring_test", ""},
      {"./configure && ./build/tool", "./configure && ./build/tool", ""},
      {"tests/run.sh; ./test.py", "tests/run.sh; ./test.py", ""},
      {"./vendor/tests/bin/pytest", "./vendor/tests/bin/pytest", ""},
      {"cp ./tests/a b", "cp ./tests/a b", ""},
  };
  for (const auto& each : cases) {
    const auto result = asked(each.command);
    EXPECT_EQ(result.command, each.changed);
    EXPECT_EQ(more_expected(result), each.expected) << each.command;
    for (const auto& expected : result.expected)
      EXPECT_TRUE(expected.format != Format::cpp_xml || !expected.sure) << each.command;
  }
}

TEST(Ask, ProgramsBehindScriptsAreAskedByOneOfTheirNameOnPath) {
  const Tree tree{
      {"Makefile",
       "test:\n\tgo vet ./...\n\tgo test ./...\n\tgo test ./more\n\ncheck:\n\tctest\n\nown:\n\t/opt/go/bin/go "
       "test ./...\n\nset:\n\tPATH=/opt go test ./...\n"}};
  const auto ask_make = [&](std::string_view target) {
    const std::string command = cat("make ", target);
    auto input = input_of(command, tree);
    input.existing = [](std::string_view name) -> std::optional<std::string> {
      return name == "PATH" ? std::optional<std::string>("/usr/bin:/bin") : std::nullopt;
    };
    return ask(input);
  };
  const auto result = ask_make("test");
  EXPECT_EQ(result.command, "make test");
  EXPECT_EQ(result.hidden, "");
  EXPECT_EQ(more_expected(result), "go_json /r path-go-*.json");
  EXPECT_THAT(result.environment, Contains("PATH=/h/bin:/usr/bin:/bin"));
  const auto program = std::find_if(result.hooks.begin(), result.hooks.end(), [](const Hook& h) { return h.program; });
  ASSERT_NE(program, result.hooks.end());
  EXPECT_EQ(program->name, "bin/go");
  EXPECT_EQ(program->content, "#!/bin/sh\nexec sh '/h/path/asked.sh' '/h/bin' go \"$@\"\n");
  EXPECT_EQ(more_expected(ask_make("check")), "junit_xml /r path-ctest-*.xml");
  for (const std::string_view target : {"own", "set"}) {
    const auto other = ask_make(target);
    EXPECT_EQ(more_expected(other), "") << target;
    EXPECT_THAT(other.hidden, HasSubstr("which is asked by words")) << target;
    EXPECT_THAT(other.environment, Not(Contains(HasSubstr("PATH=/h/bin")))) << target;
  }
}

TEST(Ask, AVariableThatTheCommandSetsIsNotLostBehindIt) {
  const Tree tree{{"Makefile", "test:\n\tpytest\n"}};
  const auto result = asked("export PYTHONPATH=src; PYTHONPATH=. make test", tree);
  EXPECT_EQ(result.command, "export PYTHONPATH='/h/python:'src; PYTHONPATH='/h/python:'. make test");
  EXPECT_EQ(result.hidden, "");
}

TEST(Ask, LooksFromTheFolderThatTheCommandIsRunIn) {
  const Tree tree{{"web/package.json", R"({"scripts":{"test":"jest"}})"}};
  for (const auto* folder : {"web", "web/"}) {
    auto input = input_of("npm test", tree);
    input.folder = folder;
    EXPECT_EQ(runners_of(ask(input)), "jest") << folder;
  }
}

TEST(Ask, TellsToxWhatToPassOn) {
  const Tree tree{{"tox.ini", "[testenv]\ncommands = pytest\n"}};
  EXPECT_THAT(asked("tox", tree).environment,
              Contains("TOX_TESTENV_PASSENV=ASSAY_REPORT ASSAY_TREE ASSAY_SELECT ASSAY_COVER PYTHONPATH"));
  EXPECT_THAT(asked("tox", tree).environment,
              Contains("TOX_OVERRIDE=testenv.pass_env+=ASSAY_REPORT,ASSAY_TREE,ASSAY_SELECT,ASSAY_COVER,PYTHONPATH"));
  EXPECT_THAT(asked("pytest", tree).environment, Not(Contains(HasSubstr("TOX"))));
}

TEST(Ask, LeavesTheNewerPlatformOfDotnetAlone) {
  const Tree tree{{"global.json", R"({"test":{"runner":"Microsoft.Testing.Platform"}})"}};
  const auto result = asked("dotnet test", tree);
  EXPECT_EQ(result.command, "dotnet test");
  EXPECT_THAT(result.hidden, HasSubstr("no way is known to ask dotnet test"));
}

TEST(Ask, DoesNotAskProgramsUnderCtestByVariables) {
  EXPECT_THAT(asked("ctest").environment, Not(Contains(HasSubstr("GTEST_OUTPUT"))));
}

TEST(Ask, CarriesItsHooks) {
  std::vector<std::string> names;
  for (const auto& hook : asked("cargo nextest run").hooks) {
    names.push_back(hook.name);
    EXPECT_FALSE(hook.content.empty()) << hook.name;
  }
  for (const auto* name :
       {"python/sitecustomize.py", "python/assay_pytest.py", "node/preload.cjs", "node/jest.cjs", "ruby/assay_rspec.rb",
        "ruby/minitest/assay_plugin.rb", "go/go_test.sh", "cpp/test_program.sh", "cpp/text.awk", "nextest-1.toml"})
    EXPECT_THAT(names, Contains(name));
}

TEST(Ask, IsBounded) {
  std::string scripts = "{\"scripts\":{";
  for (int i = 0; i < 50; ++i)
    scripts += cat(i ? "," : "", "\"s", i, "\":\"npm run s", (i + 1) % 50, " && npm run s", (i + 7) % 50, "\"");
  const Tree tree{{"package.json", scripts + "}}"},
                  {"Makefile", replace_all(std::string(2000, 'a'), "a", "a: a b\nb: a\n\tmake a\n")}};
  EXPECT_THAT(asked("npm run s0", tree).runners, IsEmpty());
  EXPECT_THAT(asked("make a", tree).runners, IsEmpty());
}

}  // namespace
}  // namespace assay::reports
