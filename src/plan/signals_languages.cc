// Languages that bring their own test runner.
#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "plan/signals.h"

namespace assay::plan {

namespace {

template <class Predicate>
std::string_view first_file(std::span<const std::string> files, Predicate&& wanted) {
  const auto found = std::find_if(files.begin(), files.end(), wanted);
  return found == files.end() ? std::string_view() : std::string_view(*found);
}

auto ending_with(std::string_view ending) {
  return [ending](const std::string& path) { return path.ends_with(ending); };
}

bool holds(const Site& site, std::string_view file, std::string_view text) {
  const auto content = site.read(file);
  return content && contains(*content, text);
}

bool has_line(const Site& site, std::string_view file, std::string_view line) {
  const auto content = site.read(file);
  if (!content) return false;
  const auto lines = split_lines(*content);
  return std::any_of(lines.begin(), lines.end(), [&](auto each) { return trim(each) == line; });
}

// The folders of "use ./a" and "use ( ./a ./b )".
std::vector<std::string> modules_of(std::string_view go_work) {
  std::vector<std::string> out;
  bool inside = false;
  for (std::string_view line : split_lines(go_work)) {
    line = trim(line.substr(0, line.find("//")));
    if (inside && line.starts_with(')')) inside = false;
    const bool use = line.starts_with("use ") || line.starts_with("use(") || line.starts_with("use\t");
    if (use) line = trim(line.substr(3));
    if (use && line.starts_with('(')) {
      inside = true;
      continue;
    }
    if (line.empty() || !(use || inside)) continue;
    if (line.size() > 1 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    while (line.ends_with('/')) line.remove_suffix(1);
    out.emplace_back(line);
  }
  return out;
}

// What pytest looks for: test_*.py and *_test.py.
bool is_pytest_file(const std::string& path) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  return name.ends_with(".py") && (name.starts_with("test_") || name.ends_with("_test.py"));
}

// Why pytest is asked for; empty when nothing asks. A folder named tests is a sign only when Python is
// in it: in projects of other languages it holds their tests, and pytest would find none there and fail.
std::string pytest_signal(const Site& site) {
  for (const std::string_view file : {"pyproject.toml", "pytest.ini"}) {
    if (site.has(file)) return cat(site.full(file), " is there.");
  }
  if (has_line(site, "setup.cfg", "[tool:pytest]")) return "setup.cfg configures pytest.";
  if (has_line(site, "tox.ini", "[pytest]")) return "tox.ini configures pytest.";
  const auto test = first_file(site.below("tests"), is_pytest_file);
  if (!test.empty()) return cat("The folder tests holds Python (", shown(test), ").");
  return {};
}

bool has_script(std::string_view composer, std::string_view name) {
  const auto document = parse_json(composer, "composer.json");
  if (!document || !document->is_object()) return false;
  const auto* scripts = document->get_object().if_contains("scripts");
  const auto* script = scripts != nullptr && scripts->is_object() ? scripts->get_object().if_contains(name) : nullptr;
  if (script == nullptr) return false;
  return script->is_string() ? !proves_nothing(script->get_string())
                             : script->is_array() && !script->get_array().empty();
}

bool has_rake_task(const Site& site, std::string_view name) {
  for (const auto& form :
       {cat("task :", name), cat("task ", name, ":"), cat("task \"", name, "\""), cat("task '", name, "'")}) {
    if (holds(site, "Rakefile", form)) return true;
  }
  return false;
}

}  // namespace

void find_go(const Site& site, CheckList& out) {
  if (site.has("go.mod")) out.tests(site, "go test ./...", cat(site.full("go.mod"), " is there."));
  const auto work = site.read("go.work");
  if (!work) return;
  // Outside a module "./..." names nothing, so the modules are named one by one.
  std::string command = "go test";
  size_t modules = 0;
  for (const auto& module : modules_of(*work)) {
    if (module == "." || !module.starts_with("./")) continue;
    command += cat(" ", shell_word(cat(module, "/...")));
    ++modules;
  }
  if (modules > 0) out.tests(site, command, cat("go.work names ", plural(modules, "module"), " below the root."));
}

void find_cargo(const Site& site, CheckList& out) {
  if (!site.has("Cargo.toml")) return;
  out.tests(site, "cargo test", cat(site.full("Cargo.toml"), " is there."));
  // Where the root is a package too, plain "cargo test" leaves the members out.
  if (has_line(site, "Cargo.toml", "[workspace]") && has_line(site, "Cargo.toml", "[package]"))
    out.tests(site, "cargo test --workspace", "Cargo.toml is both a package and a workspace with members.");
}

void find_python(const Site& site, CheckList& out) {
  if (auto signal = pytest_signal(site); !signal.empty()) return out.tests(site, "pytest", std::move(signal));
  if (site.has("tox.ini")) return out.tests(site, "tox", "tox.ini is there, and no sign of pytest.");
  if (site.has("noxfile.py")) out.tests(site, "nox", "noxfile.py is there, and no sign of pytest.");
}

void find_loose_python_tests(const Site& site, CheckList& out) {
  if (out.commands() > 0 || holds(site, "assay.toml", "[[checks]]")) return;
  const auto test = first_file(site.below(""), [&](const std::string& path) {
    return site.relative(path).find('/') == std::string_view::npos && is_pytest_file(path);
  });
  if (test.empty()) return;
  const auto text = site.snapshot().read(test).value_or("");
  // unittest finds test*.py only.
  const bool plain = site.relative(test).starts_with("test") && contains(text, "unittest") && !contains(text, "pytest");
  out.tests(site, plain ? "python3 -m unittest" : "pytest", cat(shown(test), " is there."));
}

void find_php(const Site& site, CheckList& out) {
  const auto composer = site.read("composer.json");
  if (composer && has_script(*composer, "test"))
    return out.tests(site, "composer test", "composer.json has a test script.");
  constexpr std::string_view k_names[] = {"phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"};
  const auto config = site.first_of(k_names);
  if (config.empty()) return;
  const bool pest = composer && contains(*composer, "\"pestphp/pest\"");
  out.tests(site, pest ? "vendor/bin/pest" : composer ? "vendor/bin/phpunit" : "phpunit", cat(config, " is there."));
}

void find_ruby(const Site& site, CheckList& out) {
  const std::string_view bundle = site.has("Gemfile") ? "bundle exec " : "";
  const auto spec = first_file(site.below("spec"), ending_with("_spec.rb"));
  if (site.has(".rspec") || !spec.empty())
    out.tests(site, cat(bundle, "rspec"),
              spec.empty() ? std::string(".rspec is there.") : cat(shown(spec), " is there."));
  const auto test = first_file(site.below("test"), ending_with("_test.rb"));
  if (site.has("bin/rails") && !test.empty())
    out.tests(site, "bin/rails test", cat("bin/rails and ", shown(test), " are there."));
  else if (holds(site, "Rakefile", "TestTask") || has_rake_task(site, "test"))
    out.tests(site, cat(bundle, "rake test"), "The Rakefile has a test task.");
  else if (spec.empty() && !site.has(".rspec") && has_rake_task(site, "spec"))
    out.tests(site, cat(bundle, "rake spec"), "The Rakefile has a task spec.");
}

void find_perl(const Site& site, CheckList& out) {
  const auto test = first_file(site.below("t"), ending_with(".t"));
  if (test.empty()) return;
  constexpr std::string_view k_signs[] = {"Makefile.PL", "Build.PL", "cpanfile", "dist.ini", "minil.toml"};
  const auto sign = site.first_of(k_signs);
  const auto module = first_file(site.below("lib"), ending_with(".pm"));
  if (sign.empty() && module.empty()) return;
  // What is compiled has to be built first, by rules that are written for it.
  const bool compiled = !first_file(site.below(""), ending_with(".xs")).empty();
  const auto tests = site.below("t");
  const bool deep = std::any_of(tests.begin(), tests.end(), [&](const std::string& path) {
    return path.ends_with(".t") && contains(site.relative(path).substr(2), "/");
  });
  const auto prove = cat(compiled ? "prove -b" : "prove -l", deep ? " -r t" : " t");
  if (!compiled)
    out.tests(site, prove, cat(shown(test), " and ", sign.empty() ? shown(module) : std::string(sign), " are there."));
  else if (site.has("Makefile.PL"))
    out.tests(site, cat("perl Makefile.PL && make && ", prove), cat(shown(test), " and Makefile.PL are there."));
}

void find_lua(const Site& site, CheckList& out) {
  const auto spec = first_file(site.below("spec"), ending_with("_spec.lua"));
  if (site.has(".busted") || !spec.empty())
    out.tests(site, "busted", spec.empty() ? std::string(".busted is there.") : cat(shown(spec), " is there."));
}

void find_bats(const Site& site, CheckList& out) {
  if (out.commands() > 0) return;
  for (const std::string_view folder : {"test", "tests", "spec"}) {
    const auto below = site.below(folder);
    const auto test = first_file(below, ending_with(".bats"));
    if (test.empty()) continue;
    const bool deep = std::any_of(below.begin(), below.end(), [&](const std::string& path) {
      return path.ends_with(".bats") && contains(site.relative(path).substr(folder.size() + 1), "/");
    });
    return out.tests(site, cat(deep ? "bats -r " : "bats ", folder), cat(shown(test), " is there."));
  }
}

void find_dart(const Site& site, CheckList& out) {
  const auto test = first_file(site.below("test"), ending_with("_test.dart"));
  if (!site.has("pubspec.yaml") || test.empty()) return;
  out.tests(site, holds(site, "pubspec.yaml", "sdk: flutter") ? "flutter test" : "dart test",
            cat("pubspec.yaml and ", shown(test), " are there."));
}

void find_zig(const Site& site, CheckList& out) {
  if (holds(site, "build.zig", "step(\"test\"")) out.tests(site, "zig build test", "build.zig has a test step.");
}

}  // namespace assay::plan
