// What a file is for, from its path. The order of the questions is the point: a lock file inside
// node_modules is vendored, a snapshot inside tests is a snapshot, a Markdown file inside tests is
// docs, but a test inside docs is a test.
#include <array>
#include <string>
#include <string_view>

#include "base/text.h"
#include "diff/kind.h"

namespace assay::diff {

namespace {

// What all tables say about a path.
struct Signs {
  std::string_view file;           // lower case
  std::string_view original_file;  // as written
  std::string_view extension;
  Language language = Language::unknown;
  RoleSet folders = 0, names = 0, extensions = 0, middles = 0, endings = 0;

  bool folder(Role role) const { return (folders & set_of(role)) != 0; }
  bool named(Role role) const { return (names & set_of(role)) != 0; }
  bool extension_is(Role role) const { return (extensions & set_of(role)) != 0; }
  bool middle(Role role) const { return (middles & set_of(role)) != 0; }
  bool ends(Role role) const { return (endings & set_of(role)) != 0; }
};

bool is_code(Language language) {
  switch (language) {
    case Language::unknown:
    case Language::markdown:
    case Language::text:
    case Language::json:
    case Language::yaml:
    case Language::toml:
    case Language::ini:
    case Language::xml:
    case Language::html:
    case Language::css: return false;
    default: return true;
  }
}

RoleSet folder_roles(std::string_view path) {
  RoleSet roles = 0;
  size_t before = std::string_view::npos;
  for (size_t begin = 0, slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', begin)) {
    const auto folder = path.substr(begin, slash - begin);
    roles |= roles_of_folder(folder);
    if (folder.ends_with(".tests") || folder.ends_with(".test")) roles |= set_of(Role::test);  // App.Tests/
    if (before != std::string_view::npos) roles |= roles_of_folder_pair(path.substr(before, slash - before));
    before = begin;
    begin = slash + 1;
  }
  return roles;
}

Signs signs_of(std::string_view path, std::string_view original) {
  Signs s;
  const size_t slash = path.rfind('/');
  const size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
  s.file = path.substr(begin);
  s.original_file = original.substr(begin);
  s.language = language_of_name(path, s.file);
  s.folders = folder_roles(path);
  s.names = roles_of_name(s.file) | roles_of_beginning(s.file);
  const size_t last = s.file.rfind('.');
  if (last == std::string_view::npos || last == 0) return s.endings = roles_of_ending(s.file), s;
  s.extension = s.file.substr(last + 1);
  s.extensions = roles_of_extension(s.extension);
  s.endings = roles_of_ending(s.file.substr(0, last));
  for (size_t dot = s.file.find('.'); dot < last;) {
    const size_t next = s.file.find('.', dot + 1);
    s.middles |= roles_of_middle(s.file.substr(dot + 1, next - dot - 1));
    dot = next;
  }
  return s;
}

// FooTest.java, FooTests.cs, FooSpec.scala, FooIT.java, TestFoo.java: case tells words apart.
bool is_test_class(const Signs& s) {
  const auto name = s.original_file.substr(0, s.original_file.find('.'));
  for (std::string_view end : {"Test", "Tests", "Spec", "Specs", "TestCase"})
    if (name.size() > end.size() && name.ends_with(end)) return true;
  const bool jvm = s.language == Language::java || s.language == Language::kotlin || s.language == Language::scala;
  if (jvm && name.size() > 5 && name.ends_with("Suite")) return true;
  if (jvm && name.size() > 2 && name.ends_with("IT") && is_lower(name[name.size() - 3])) return true;
  const bool by_class = jvm || s.language == Language::csharp || s.language == Language::swift ||
                        s.language == Language::php || s.language == Language::cpp || s.language == Language::c;
  return by_class && name.size() > 4 && name.starts_with("Test") && is_upper(name[4]);
}

bool is_test_name(const Signs& s) {
  if (!is_code(s.language)) return false;
  if (s.named(Role::test) || s.middle(Role::test) || s.ends(Role::test)) return true;
  if (s.extension == "t") return true;  // what prove runs
  const auto stem = s.file.substr(0, s.file.find('.'));
  return stem == "test" || stem == "tests" || is_test_class(s);
}

bool is_migration(const Signs& s) {
  if (s.named(Role::migration)) return true;
  const bool script = is_code(s.language) || s.language == Language::xml || s.language == Language::yaml ||
                      s.language == Language::toml || s.language == Language::json;
  if (s.folder(Role::migration) && script) return true;
  if (s.extension != "sql") return false;
  const auto f = s.file;  // Flyway: V1__x.sql, V1.2__x.sql, U1__x.sql, R__x.sql
  const bool flyway = f.size() > 3 && (f[0] == 'v' || f[0] == 'u' || f[0] == 'r') && contains(f, "__") &&
                      (is_digit(f[1]) || f[1] == '_');
  return flyway || contains(f, "schema") || contains(f, "migrat");
}

bool is_docs(const Signs& s) {
  if (s.folder(Role::test) && (s.extension == "txt" || s.extension == "text")) return false;
  if (s.extension_is(Role::docs)) return true;
  if (s.named(Role::docs)) return s.extension.empty() || s.extension == "html" || s.extension == "org";
  return s.folder(Role::docs) && !is_code(s.language);
}

// jquery-4.0.0.slim.js: nobody puts a version into the name of a script of their own.
bool is_released_script(const Signs& s) {
  if (s.extension != "js" && s.extension != "css") return false;
  const size_t dash = s.file.find('-');
  for (size_t at = dash; at != std::string_view::npos; at = s.file.find('-', at + 1)) {
    std::string_view rest = s.file.substr(at + 1);
    size_t numbers = 0;
    while (!rest.empty() && is_digit(rest[0])) {
      rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
      ++numbers;
      if (rest.empty() || rest[0] != '.') break;
      rest.remove_prefix(1);
    }
    if (numbers >= 3) return true;
  }
  return false;
}

// golden.json, expected.txt, baseline.csv among the tests: what the product is held against.
bool is_recorded_name(std::string_view file) {
  const std::string_view stem = file.substr(0, file.find('.'));
  for (const std::string_view name : {"golden", "expected", "baseline"}) {
    if (stem == name || (stem.starts_with(name) && (stem[name.size()] == '_' || stem[name.size()] == '-'))) return true;
    if (stem.size() > name.size() + 1 && stem.ends_with(name)) {
      const char before = stem[stem.size() - name.size() - 1];
      if (before == '_' || before == '-') return true;
    }
  }
  return false;
}

Role role_of_signs(const Signs& s) {
  if (s.folder(Role::vendored) || is_released_script(s)) return Role::vendored;
  if (s.named(Role::lockfile) || s.extension_is(Role::lockfile)) return Role::lockfile;
  const bool test_name = is_test_name(s);
  const bool in_snapshots = s.folder(Role::snapshot) && !is_code(s.language);  // src/snapshot/store.ts is none
  if ((in_snapshots || s.extension_is(Role::snapshot) || s.middle(Role::snapshot)) && !test_name) return Role::snapshot;
  if (s.extension_is(Role::binary)) return Role::binary;
  if (s.language == Language::markdown) return Role::docs;
  if (s.folder(Role::ci) || s.named(Role::ci)) return Role::ci;
  if (s.folder(Role::generated) || s.named(Role::generated) || s.extension_is(Role::generated) ||
      s.middle(Role::generated) || s.ends(Role::generated))
    return Role::generated;
  const bool in_tests = s.folder(Role::test);
  if (in_tests && !test_name && !is_code(s.language) && is_recorded_name(s.file)) return Role::snapshot;
  if ((s.named(Role::build) || s.extension_is(Role::build)) && !in_tests) return Role::build;
  if ((s.folder(Role::config) || s.named(Role::config) || s.extension_is(Role::config)) && !in_tests)
    return Role::config;
  if (test_name) return Role::test;
  if (is_migration(s) && !in_tests) return Role::migration;
  if (is_docs(s)) return Role::docs;
  if (in_tests) return Role::test;
  return s.extension_is(Role::data) ? Role::data : Role::source;
}

}  // namespace

Kind kind_of(std::string_view path) {
  std::array<char, 512> small;
  std::string large;
  std::string_view lowered;
  if (path.size() <= small.size()) {
    for (size_t i = 0; i < path.size(); ++i) small[i] = to_lower(path[i]);
    lowered = {small.data(), path.size()};
  } else {
    large = lower(path);
    lowered = large;
  }
  const Signs signs = signs_of(lowered, path);
  return {signs.language, role_of_signs(signs)};
}

}  // namespace assay::diff
