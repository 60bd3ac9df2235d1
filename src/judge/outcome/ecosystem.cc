#include "judge/outcome/ecosystem.h"

namespace assay::judge {

std::string_view name(Ecosystem of) {
  switch (of) {
    case Ecosystem::python: return "Python";
    case Ecosystem::javascript: return "JavaScript or TypeScript";
    case Ecosystem::go: return "Go";
    case Ecosystem::rust: return "Rust";
    case Ecosystem::jvm: return "Java, Kotlin or Scala";
    case Ecosystem::c: return "C or C++";
    case Ecosystem::dotnet: return "C#";
    case Ecosystem::ruby: return "Ruby";
    case Ecosystem::php: return "PHP";
    case Ecosystem::elixir: return "Elixir or Erlang";
    case Ecosystem::swift: return "Swift";
    case Ecosystem::none:
    case Ecosystem::count_: break;
  }
  return "";
}

Ecosystem ecosystem_of(diff::Language language) {
  using diff::Language;
  switch (language) {
    case Language::python: return Ecosystem::python;
    case Language::javascript:
    case Language::typescript:
    case Language::vue:
    case Language::svelte: return Ecosystem::javascript;
    case Language::go: return Ecosystem::go;
    case Language::rust: return Ecosystem::rust;
    case Language::java:
    case Language::kotlin:
    case Language::scala: return Ecosystem::jvm;
    case Language::c:
    case Language::cpp: return Ecosystem::c;
    case Language::csharp: return Ecosystem::dotnet;
    case Language::ruby: return Ecosystem::ruby;
    case Language::php: return Ecosystem::php;
    case Language::elixir:
    case Language::erlang: return Ecosystem::elixir;
    case Language::swift: return Ecosystem::swift;
    default: return Ecosystem::none;
  }
}

Ecosystem ecosystem_of(logs::Runner runner) {
  using logs::Runner;
  switch (runner) {
    case Runner::pytest:
    case Runner::unittest:
    case Runner::tox: return Ecosystem::python;
    case Runner::jest:
    case Runner::vitest:
    case Runner::mocha:
    case Runner::node_test:
    case Runner::ava:
    case Runner::bun:
    case Runner::deno: return Ecosystem::javascript;
    case Runner::go_test:
    case Runner::gotestsum: return Ecosystem::go;
    case Runner::cargo_test:
    case Runner::nextest: return Ecosystem::rust;
    case Runner::maven:
    case Runner::gradle:
    case Runner::junit: return Ecosystem::jvm;
    case Runner::googletest:
    case Runner::catch2:
    case Runner::doctest: return Ecosystem::c;
    case Runner::dotnet: return Ecosystem::dotnet;
    case Runner::rspec:
    case Runner::minitest: return Ecosystem::ruby;
    case Runner::phpunit:
    case Runner::pest: return Ecosystem::php;
    case Runner::exunit: return Ecosystem::elixir;
    case Runner::swift_test: return Ecosystem::swift;
    default: return Ecosystem::none;
  }
}

bool often_tests(Ecosystem tests, Ecosystem code) {
  if (code == Ecosystem::c || code == Ecosystem::rust) return true;
  return code == Ecosystem::javascript && tests != Ecosystem::rust && tests != Ecosystem::c;
}

}  // namespace assay::judge
