#include "reports/programs.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace assay::reports {

namespace {

using logs::Runner;

// Something that starts another command, given behind its own words.
struct Prefix {
  std::string_view name;
  std::string_view then{};     // the word that must follow: "run" of "poetry run"
  std::string_view options{};  // those that take a value, by blanks
};

constexpr Prefix k_prefixes[] = {
    {"env", {}, "-u --unset -C --chdir"},
    {"exec", {}, {}},
    {"command", {}, {}},
    {"nohup", {}, {}},
    {"time", {}, {}},
    {"nice", {}, "-n"},
    {"ionice", {}, "-c -n"},
    {"stdbuf", {}, "-o -e -i"},
    {"sudo", {}, "-u"},
    {"xvfb-run", {}, "-s --server-args -n --server-num -e -f -p -w"},
    {"dbus-run-session", {}, {}},
    {"cross-env", {}, {}},
    {"cross-env-shell", {}, {}},
    {"dotenv", {}, "-e -f -c"},
    {"npx", {}, "-p --package"},
    {"pnpx", {}, {}},
    {"bunx", {}, {}},
    {"pnpm", "exec", {}},
    {"pnpm", "dlx", {}},
    {"yarn", "exec", {}},
    {"yarn", "dlx", {}},
    {"npm", "exec", {}},
    {"bun", "x", {}},
    {"c8", {}, "-r --reporter -o --report-dir -x --exclude -n --include -c --config --src"},
    {"nyc", {}, "-r --reporter -x --exclude -n --include"},
    {"poetry", "run", {}},
    {"pipenv", "run", {}},
    {"pdm", "run", {}},
    {"rye", "run", {}},
    {"hatch", "run", {}},
    {"uv", "run", "--with --extra --group --python -p --with-requirements --env-file --project --directory --package"},
    {"uvx", {}, "--with --from --python -p"},
    {"conda", "run", "-n --name -p --prefix"},
    {"mise", "exec", {}},
    {"bundle", "exec", {}},
    {"coverage", "run", "--source --omit --include --rcfile --context --data-file --concurrency"},
    {"php", {}, "-d -c"},
};

// A runner by the name of its program, and the word that must follow.
struct Known {
  std::string_view name;
  Runner runner;
  std::string_view then{};
};

constexpr Known k_known[] = {
    {"pytest", Runner::pytest},
    {"py.test", Runner::pytest},
    {"unittest", Runner::unittest},
    {"tox", Runner::tox},
    {"jest", Runner::jest},
    {"jest.js", Runner::jest},
    {"react-scripts", Runner::jest, "test"},
    {"craco", Runner::jest, "test"},
    {"vitest", Runner::vitest},
    {"vitest.mjs", Runner::vitest},
    {"mocha", Runner::mocha},
    {"_mocha", Runner::mocha},
    {"mocha.js", Runner::mocha},
    {"ava", Runner::ava},
    {"playwright", Runner::playwright, "test"},
    {"cypress", Runner::cypress, "run"},
    {"tap", Runner::tap},
    {"go", Runner::go_test, "test"},
    {"gotestsum", Runner::gotestsum},
    {"ctest", Runner::ctest},
    {"meson", Runner::junit_xml, "test"},
    {"dotnet", Runner::dotnet, "test"},
    {"phpunit", Runner::phpunit},
    {"pest", Runner::pest},
    {"artisan", Runner::phpunit, "test"},
    {"mix", Runner::exunit, "test"},
    {"swift", Runner::swift_test, "test"},
    {"bun", Runner::bun, "test"},
    {"deno", Runner::deno, "test"},
    {"rspec", Runner::rspec},
    {"rails", Runner::minitest, "test"},
    {"rake", Runner::minitest, "test"},
    {"manage.py", Runner::unittest, "test"},
    {"django-admin", Runner::unittest, "test"},
    {"bazel", Runner::bazel, "test"},
    {"bazelisk", Runner::bazel, "test"},
};

bool is_python(std::string_view name) {
  for (const std::string_view head : {"python", "pypy"}) {
    if (name.starts_with(head) && name.find_first_not_of("0123456789.", head.size()) == std::string_view::npos)
      return true;
  }
  return false;
}

class Search {
 public:
  explicit Search(const Words& words) : m_words(words) {}

  Program run() {
    while (m_at < m_words.size() && step()) {
    }
    return m_found;
  }

 private:
  std::string_view text(size_t index) const {
    return index < m_words.size() ? std::string_view(m_words[index].text) : std::string_view();
  }
  std::string_view name() const { return base_name(text(m_at)); }

  // False: it is found, or there is none.
  bool step() {
    if (assigned_name(text(m_at)) > 0) {
      m_found.assignments.push_back(m_at);
      ++m_at;
      return true;
    }
    if (is_python(name())) return python();
    if (is_one_of(name(), {"node", "tsx", "nodejs", "ts-node"})) return node();
    for (const auto& prefix : k_prefixes) {
      if (name() == prefix.name && (prefix.then.empty() || text(m_at + 1) == prefix.then)) return behind(prefix);
    }
    if (is_one_of(name(), {"yarn", "pnpm"}) && is_known(text(m_at + 1))) {
      ++m_at;
      return true;
    }
    known();
    return false;
  }

  bool behind(const Prefix& prefix) {
    m_at += prefix.then.empty() ? 1 : 2;
    while (text(m_at).starts_with('-')) {
      const auto option = text(m_at);
      ++m_at;
      if (option == "--") break;
      if (is_module_option(prefix, option)) return true;
      if (takes_value(prefix.options, option)) ++m_at;
    }
    // What `xvfb-run` and `timeout` are told by position is told by options here.
    return true;
  }

  // `coverage run -m pytest`, `uv run -m pytest`
  static bool is_module_option(const Prefix& prefix, std::string_view option) {
    return (option == "-m" || option == "--module") && is_one_of(prefix.name, {"coverage", "uv"});
  }

  static bool takes_value(std::string_view options, std::string_view option) {
    for (const auto each : split(options, ' ')) {
      if (each == option) return true;
    }
    return false;
  }

  bool python() {
    ++m_at;
    while (text(m_at).starts_with('-')) {
      const auto option = text(m_at);
      ++m_at;
      if (option == "-m") return m_at < m_words.size();
      if (option == "-c") return false;
      if (option == "-X" || option == "-W") ++m_at;
      if (!option.starts_with("--") && option.find_first_of("IES") != std::string_view::npos) m_found.isolated = true;
    }
    return m_at < m_words.size();
  }

  bool node() {
    const size_t first = m_at++;
    while (text(m_at).starts_with('-')) {
      const auto option = text(m_at);
      if (option == "--test") return found(Runner::node_test, first, m_at);
      ++m_at;
      if (is_one_of(option, {"-r", "--require", "--import", "--loader", "--experimental-loader", "-P", "--env-file"}))
        ++m_at;
      if (is_one_of(option, {"-e", "--eval", "-p", "--print"})) return false;
    }
    if (known() || m_at >= m_words.size()) return false;
    // A file of tests that is run without --test; what else it might start is not known.
    const auto file = text(m_at);
    if (contains_any(file, {".test.", ".spec.", "test/", "tests/", "_test."})) found(Runner::node_test, first, m_at);
    return false;
  }

  bool found(Runner runner, size_t first, size_t last) {
    m_found.runner = runner;
    m_found.first = first;
    m_found.last = last;
    return false;
  }

  static bool is_known(std::string_view name) {
    return std::any_of(std::begin(k_known), std::end(k_known), [&](const Known& each) { return each.name == name; });
  }

  bool known() {
    for (const auto& each : k_known) {
      if (name() != each.name || (!each.then.empty() && text(m_at + 1) != each.then)) continue;
      return !found(each.runner, m_at, each.then.empty() ? m_at : m_at + 1);
    }
    return cargo() || builders() || ruby();
  }

  bool cargo() {
    if (name() != "cargo") return false;
    size_t at = m_at + 1;
    if (text(at).starts_with('+')) ++at;
    if (text(at) == "test" || text(at) == "t") return !found(Runner::cargo_test, m_at, at);
    if (text(at) == "nextest" && text(at + 1) == "run") return !found(Runner::nextest, m_at, at + 1);
    return false;
  }

  bool any_word(std::initializer_list<std::string_view> wanted) const {
    for (size_t i = m_at + 1; i < m_words.size(); ++i) {
      const auto goal = text(i).substr(text(i).rfind(':') + 1);  // ":app:test"
      if (is_one_of(goal, wanted)) return true;
    }
    return false;
  }

  bool builders() {
    if (is_one_of(name(), {"mvn", "mvnw", "mvnd"}) && any_word({"test", "verify", "install", "package", "deploy"}))
      return !found(Runner::maven, m_at, m_at);
    if (is_one_of(name(), {"gradle", "gradlew"}) && any_word({"test", "check", "build"}))
      return !found(Runner::gradle, m_at, m_at);
    return false;
  }

  bool ruby() {
    if (name() == "rake" && text(m_at + 1) == "spec") return !found(Runner::rspec, m_at, m_at + 1);
    if (name() != "ruby") return false;
    for (size_t i = m_at + 1; i < m_words.size(); ++i) {
      if (contains_any(text(i), {"test/", "_test.rb", "test_"})) return !found(Runner::minitest, m_at, m_at);
    }
    return false;
  }

  const Words& m_words;
  size_t m_at = 0;
  Program m_found;
};

}  // namespace

Program program_of(const Words& words) { return Search(words).run(); }

}  // namespace assay::reports
