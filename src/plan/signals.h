// The signs by which a folder says how it is tested, one function per world of tools. Each adds the
// checks its own signs ask for and names the sign; without them it adds nothing. Inside this room only.
#pragma once

#include "plan/site.h"

namespace assay::plan {

enum class FrontendChange { no, yes };

void find_node(const Site& site, FrontendChange frontend, CheckList& out);  // package.json and workspaces
void find_deno(const Site& site, CheckList& out);
void find_go(const Site& site, CheckList& out);
void find_cargo(const Site& site, CheckList& out);
void find_python(const Site& site, CheckList& out);
// Tests beside the code in a plain folder of Python files, where nothing else says how to test it.
void find_loose_python_tests(const Site& site, CheckList& out);
void find_cmake(const Site& site, CheckList& out);
void find_meson(const Site& site, CheckList& out);
void find_jvm(const Site& site, CheckList& out);
void find_dotnet(const Site& site, CheckList& out);
void find_php(const Site& site, CheckList& out);
void find_ruby(const Site& site, CheckList& out);
void find_perl(const Site& site, CheckList& out);
void find_lua(const Site& site, CheckList& out);
void find_dart(const Site& site, CheckList& out);
void find_zig(const Site& site, CheckList& out);
// Tools whose file at the root is all that has to be known: mix, bazel, swift, …
void find_single_file(const Site& site, CheckList& out);
// A Makefile or justfile whose test recipe does more than a command found already.
void find_make(const Site& site, CheckList& out);
void find_just(const Site& site, CheckList& out);
// Tests of shell programs, where nothing else says how to test: in other projects they want a program that was built.
void find_bats(const Site& site, CheckList& out);

}  // namespace assay::plan
