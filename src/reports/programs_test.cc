#include "reports/programs.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

std::string runner_in(std::string_view command) {
  const auto commands = simple_commands(command);
  const auto runner = commands.empty() ? logs::Runner::loose : program_of(commands.front()).runner;
  return runner == logs::Runner::loose ? "" : std::string(logs::id(runner));
}

TEST(Programs, FindsTheRunnerBehindWhatStartsIt) {
  const struct {
    std::string_view command, runner;
  } cases[] = {
      {"pytest", "pytest"},
      {"/opt/venv/bin/pytest -q", "pytest"},
      {"CI=1 A=b pytest", "pytest"},
      {"env -u X A=b pytest", "pytest"},
      {"exec nice -n 5 pytest", "pytest"},
      {"python -m pytest tests", "pytest"},
      {"python3.11 -X dev -W error -m pytest", "pytest"},
      {"pypy3 -m unittest discover", "unittest"},
      {".venv/bin/python -m unittest", "unittest"},
      {"poetry run pytest", "pytest"},
      {"uv run --with x --frozen pytest", "pytest"},
      {"uv run -m pytest", "pytest"},
      {"uv run python -m pytest", "pytest"},
      {"pipenv run python -m pytest", "pytest"},
      {"hatch run pytest", "pytest"},
      {"coverage run --source a -m pytest", "pytest"},
      {"python -m coverage run -m unittest", "unittest"},
      {"python manage.py test app", "unittest"},
      {"./manage.py test", "unittest"},
      {"npx jest --ci", "jest"},
      {"npx --yes -p jest jest", "jest"},
      {"./node_modules/.bin/jest", "jest"},
      {"node node_modules/jest/bin/jest.js", "jest"},
      {"node --experimental-vm-modules node_modules/.bin/jest", "jest"},
      {"cross-env NODE_ENV=test jest", "jest"},
      {"yarn jest", "jest"},
      {"pnpm exec vitest run", "vitest"},
      {"pnpm vitest", "vitest"},
      {"bunx vitest", "vitest"},
      {"react-scripts test", "jest"},
      {"nyc --reporter text mocha", "mocha"},
      {"c8 node --test", "node_test"},
      {"node --test test/", "node_test"},
      {"node --import tsx --test", "node_test"},
      {"tsx --test", "node_test"},
      {"node test/all.js", "node_test"},
      {"xvfb-run -a npx playwright test", "playwright"},
      {"playwright install", ""},
      {"ava", "ava"},
      {"go test ./...", "go_test"},
      {"go vet ./...", ""},
      {"cargo +nightly test", "cargo_test"},
      {"cargo nextest run", "nextest"},
      {"cargo build", ""},
      {"ctest --test-dir build", "ctest"},
      {"dotnet test", "dotnet"},
      {"vendor/bin/phpunit", "phpunit"},
      {"php -d memory_limit=-1 vendor/bin/phpunit", "phpunit"},
      {"./vendor/bin/pest", "pest"},
      {"php artisan test", "phpunit"},
      {"mix test", "exunit"},
      {"swift test", "swift_test"},
      {"bun test", "bun"},
      {"deno test -A", "deno"},
      {"bundle exec rspec", "rspec"},
      {"bin/rails test", "minitest"},
      {"ruby -Itest test/a_test.rb", "minitest"},
      {"rake spec", "rspec"},
      {"./mvnw -q verify", "maven"},
      {"mvn dependency:tree", ""},
      {"./gradlew :app:test", "gradle"},
      {"gradle assemble", ""},
      {"echo pytest", ""},
      {"true", ""},
      {"node -e 'jest'", ""},
      {"python -c pytest", ""},
      {"python", ""},
      {"npx", ""},
      {"env", ""},
      {"A=1", ""},
  };
  for (const auto& each : cases) EXPECT_EQ(runner_in(each.command), each.runner) << each.command;
}

TEST(Programs, SaysWhichWordsNameItAndWhichSetVariables) {
  const auto words = simple_commands("A=1 env PYTHONPATH=src go test -v")[0];
  const auto program = program_of(words);
  EXPECT_EQ(words[program.first].text, "go");
  EXPECT_EQ(words[program.last].text, "test");
  ASSERT_EQ(program.assignments.size(), 2u);
  EXPECT_EQ(words[program.assignments[1]].text, "PYTHONPATH=src");
}

TEST(Programs, SaysWhenPythonReadsNoVariables) {
  for (const std::string_view command : {"python -I -m pytest", "python3 -sE -m pytest", "python -S -m unittest"})
    EXPECT_TRUE(program_of(simple_commands(command)[0]).isolated) << command;
  for (const std::string_view command :
       {"python -m pytest -I", "python -B -m pytest", "python -X importtime -m pytest"})
    EXPECT_FALSE(program_of(simple_commands(command)[0]).isolated) << command;
}

}  // namespace
}  // namespace assay::reports
