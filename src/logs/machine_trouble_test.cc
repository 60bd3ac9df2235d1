#include "logs/machine_trouble.h"

#include <gtest/gtest.h>

namespace assay::logs {
namespace {

using Kind = MachineTrouble::Kind;

struct Case {
  std::string_view text;
  Kind kind;
  std::string_view subject;
};

TEST(MachineTrouble, IsFoundInWhatToolsSay) {
  const Case cases[] = {
      {"sh: 1: cargo: not found\n", Kind::program, "cargo"},
      {"/bin/sh: 1: pnpm: not found", Kind::program, "pnpm"},
      {"bash: line 3: gradle: command not found", Kind::program, "gradle"},
      {"/usr/bin/env: 'python3.13': No such file or directory", Kind::program, "python3.13"},
      {"/usr/bin/python3: No module named pytest", Kind::module, "pytest"},
      {"E   ModuleNotFoundError: No module named 'requests'", Kind::module, "requests"},
      {"Error: Cannot find module 'express'\nRequire stack:", Kind::module, "express"},
      {"Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /w/a.js", Kind::module, "zod"},
      {"a.go:4:2: no required module provides package github.com/x/y; to add it:", Kind::module, "github.com/x/y"},
      {"ERROR: /w/pytest.ini: 'minversion' requires pytest-9.0, actual pytest-7.2.1'", Kind::version, "9.0"},
      {"pytest: error: unrecognized arguments: --cov=src", Kind::version, "--cov=src"},
      {"go: go.mod requires go >= 1.24 (running go 1.19.8; GOTOOLCHAIN=local)", Kind::version, "1.19.8"},
      {"error: package `a v1.0.0` cannot be built because it requires rustc 1.90 or newer", Kind::version, "1.90"},
      {"fatal: unable to access 'https://x/': Could not resolve host: x", Kind::network, "x"},
      {"ERROR: Missing required plugins: pytest-left", Kind::module, "pytest-left"},
      {"make: tox: No such file or directory", Kind::program, "tox"},
      {"error: rustup could not choose a version of cargo to run, because one wasn't specified explicitly, and no "
       "default is configured.",
       Kind::program, "cargo"},
      {"error: toolchain 'stable-x86_64-unknown-linux-gnu' is not installed", Kind::version,
       "stable-x86_64-unknown-linux-gnu"},
      {"error: override toolchain '1.80' is not installed", Kind::version, "1.80"},
      {"pyenv: version `3.12.1' is not installed (set by /w/.python-version)", Kind::version, "3.12.1"},
      {"No version is set for command node", Kind::program, "node"},
      {"a_test.go:3:8: missing go.sum entry for module providing package example.com/x (imported by y); to add:",
       Kind::module, "example.com/x"},
      {"  By not providing \"FindFmt.cmake\" in CMAKE_MODULE_PATH this project has", Kind::module, "Fmt"},
      {"Could not find Hex, which is needed to build dependency :ex_doc", Kind::program, "Hex"},
      {"** (Mix) Could not find an SCM for dependency :ex_doc from Plug.Crypto.MixProject", Kind::module, "ex_doc"},
      {"** (Mix) You're trying to run :x on Elixir v1.14.0 but it has declared in its mix.exs file it supports only "
       "Elixir ~> 1.17",
       Kind::version, "~>"},
      {"./error.go:83:12: undefined: max\nnote: module requires Go 1.21", Kind::version, "1.21"},
      {"Could not find minitest-5.25.1 in locally installed gems (Bundler::GemNotFound)", Kind::module,
       "minitest-5.25.1"},
      {"Can't locate Test/Deep.pm in @INC (you may need to install the Test::Deep module) (@INC contains: /etc/perl)",
       Kind::module, "Test::Deep"},
      {"PHP Warning:  require(/w/vendor/autoload.php): Failed to open stream: No such file or directory in /w/t.php",
       Kind::module, "autoload.php"},
      {"OSError: [Errno 28] No space left on device: '/tmp/a'", Kind::disk, "/tmp/a"},
  };
  for (const auto& each : cases) {
    const auto found = find_machine_trouble(each.text);
    ASSERT_TRUE(found) << each.text;
    EXPECT_EQ(found->kind, each.kind) << each.text;
    EXPECT_EQ(found->subject, each.subject) << each.text;
    EXPECT_FALSE(found->remedy.empty());
  }
}

TEST(MachineTrouble, FailuresOfTheProjectAreNone) {
  for (const std::string_view text :
       {"E   AssertionError: assert 1 == 2\nFAILED tests/test_a.py::test_b", "Error: Cannot find module './helper'",
        "Error: Cannot find module '/w/src/gone.js'", "the item was not found: 404",
        "Could not find the user in the table", "TypeError: x is not a function",
        "ls: cannot access 'x': No such file or directory", "error[E0432]: unresolved import `crate::gone`",
        "ImportError: cannot import name 'gone' from 'app' (/w/app/__init__.py)"}) {
    const auto found = find_machine_trouble(text);
    EXPECT_FALSE(found) << text << " -> " << found->subject;
  }
}

}  // namespace
}  // namespace assay::logs
