// Files that gates are made of, and the commands in them that verify something.
#pragma once

#include <string>
#include <string_view>

#include "diff/facts.h"

namespace assay::judge {

// What a configuration file configures, by its name.
enum class GateFile : unsigned char {
  none,
  ci,            // workflows and pipelines
  package_json,  // scripts and embedded tool settings
  make,          // Makefile, justfile, Rakefile, Taskfile
  script,        // shell scripts named for testing or checking
  python,        // pyproject.toml, setup.cfg, tox.ini, pytest.ini, noxfile.py, .coveragerc, mypy.ini
  script_test,   // jest, vitest, mocha, karma, playwright, cypress configuration
  lint,          // eslint, ruff, rubocop, golangci, clippy …
  types,         // tsconfig, mypy, pyright
  coverage,      // codecov, .nycrc, .coveragerc
  jvm,           // build.gradle, pom.xml
  hooks,         // .husky, .githooks, pre-commit, lefthook, .gitattributes, .gitconfig
  other_build,   // Cargo.toml, CMakeLists.txt, composer.json, phpunit.xml, mix.exs
};
GateFile gate_file(const diff::File& file);

// True when the text runs a test, linter, type checker or build.
bool runs_verification(std::string_view command);

// The command of a line as a shell would see it: without YAML keys, list dashes and quotes.
std::string_view command_of(std::string_view line);

// The command of a chain (a && b | c; d) that stands right before `at`.
std::string_view command_before(std::string_view line, size_t at);

}  // namespace assay::judge
