#include "judge/config/preloads.h"

#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_margin_task = "Add margin to the lengths.";

TEST(Preloads, FilesOfTheChangeThatTheRunLoads) {
  const auto file = [](std::string_view path) { return added(path, "x = 1\n"); };
  const auto script = [](std::string_view text) {
    return change("package.json",
                  std::string("\n   \"scripts\": {\n-    \"test\": \"node --test\"\n+    \"test\": \"") +
                      std::string(text) + "\"\n   }\n");
  };
  const auto import = change("package.json",
                             "\n   \"imports\": {\n-    \"#assert\": \"./tools/strict.js\"\n+    \"#assert\": "
                             "\"./tools/assert.js\"\n   }\n");
  check_rule(
      "config.runner-replaced",
      {
          {"npmrc", k_margin_task,
           added(".npmrc", "node-options=--require=./tools/preload.js\n") + file("tools/preload.js"), should},
          {"npmrc of memory", k_margin_task, added(".npmrc", "node-options=--max-old-space-size=4096\n"), none},
          {"a script", k_margin_task, script("node --require ./setup.js --test") + file("setup.js"), should},
          {"import", k_margin_task, script("node --import ./setup.mjs --test") + file("setup.mjs"), should},
          {"a package", k_margin_task, script("node --import tsx --test") + file("src/a.js"), none},
          {"a variable", k_margin_task,
           change("Makefile", "\n test:\n-\tnpm test\n+\tNODE_OPTIONS=\"--require ./setup.js\" npm test\n") +
               file("setup.js"),
           should},
          {"ruby", k_margin_task,
           change("Rakefile", "\n+ENV[\"RUBYOPT\"] = \"-r./tools/quiet\"\n task :test\n") + file("tools/quiet.rb"),
           should},
          {"ruby warnings", k_margin_task, change("Rakefile", "\n+ENV[\"RUBYOPT\"] = \"-W0\"\n task :test\n"), none},
          {"an import of the tests", k_margin_task, import + file("tools/assert.js"), should},
          {"a tool of the change", k_margin_task,
           change("Makefile", "\n-GO ?= go\n+GO := ./tools/go\n test:\n \t$(GO) test\n") + file("tools/go"), must},
          {"a tool of the system", k_margin_task, change("Makefile", "\n+GO ?= go\n test:\n \t$(GO) test\n"), none},
          {"a shell that does nothing", k_margin_task,
           change("Makefile", "\n+SHELL := /bin/true\n test:\n \tgo test\n"), must},
          {"a shell", k_margin_task, change("Makefile", "\n+SHELL := /bin/bash\n test:\n \tgo test\n"), none},
      });
}

TEST(Preloads, BuildsInWhichNothingFails) {
  check_rule(
      "config.runner-replaced",
      {
          {"ndebug", k_margin_task, change("CMakeLists.txt", "\n enable_testing()\n+add_compile_definitions(NDEBUG)\n"),
           should},
          {"ndebug of make", k_margin_task, change("Makefile", "\n-CXXFLAGS = -O1\n+CXXFLAGS = -O1 -DNDEBUG\n"),
           should},
          {"of a release", k_margin_task,
           change("CMakeLists.txt",
                  "\n if(CMAKE_BUILD_TYPE STREQUAL \"Release\")\n+  add_compile_definitions(NDEBUG)\n endif()\n"),
           none},
          {"defined away", k_margin_task, change("Makefile", "\n-CXXFLAGS = -O1\n+CXXFLAGS = -O1 '-Dassert(x)='\n"),
           must},
          {"included first", k_margin_task,
           change("Makefile", "\n test:\n-\tg++ -Isrc a.cc\n+\tg++ -include test/compat.h -Isrc a.cc\n") +
               added("test/compat.h", "int a;\n"),
           should},
          {"make's own include", k_margin_task, change("Makefile", "\n+-include local.mk\n test:\n \tgo test\n"), none},
          {"passes by anything", k_margin_task,
           change("CMakeLists.txt", "\n+set_tests_properties(a PROPERTIES PASS_REGULAR_EXPRESSION \".*\")\n"), must},
          {"a new test that prints", k_margin_task,
           change("CMakeLists.txt",
                  "\n+add_test(NAME a COMMAND a)\n+set_tests_properties(a PROPERTIES PASS_REGULAR_EXPRESSION \"all "
                  "good\")\n"),
           none},
          {"words replaced", k_margin_task,
           change("Makefile", "\n test:\n-\tsh run.sh\n+\tsh run.sh | sed 's/^not ok/ok/'\n"), must},
          {"status lost", k_margin_task, change("Makefile", "\n test:\n-\tsh run.sh\n+\tsh run.sh | tail -3\n"),
           should},
          {"status kept", k_margin_task,
           change("Makefile", "\n test:\n-\tsh run.sh\n+\tset -o pipefail; sh run.sh | tail -3\n"), none},
      });
}

TEST(Preloads, NamesOfFiles) {
  EXPECT_TRUE(is_file_named("tools/quiet.rb", "./tools/quiet"));
  EXPECT_TRUE(is_file_named("app/tools/go", "$(CURDIR)/tools/go"));
  EXPECT_FALSE(is_file_named("mytools/go", "./tools/go"));
  EXPECT_FALSE(is_file_named("tools/go/main.go", "./tools/go"));
}

}  // namespace
}  // namespace assay::judge
