#include "reports/reach.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

using logs::Runner;

std::string python_folder(const AskInput& input) { return cat(input.hooks_folder, "/python"); }
std::string ruby_folder(const AskInput& input) { return cat(input.hooks_folder, "/ruby"); }

// NODE_OPTIONS are cut at blanks; quotes hold them together.
std::string node_option(const AskInput& input) {
  const auto path = cat(input.hooks_folder, "/node/preload.cjs");
  if (path.find_first_of(" \"\\") == std::string::npos) return cat("--require=", path);
  return cat("--require=\"", replace_all(replace_all(path, "\\", "\\\\"), "\"", "\\\""), "\"");
}

std::string rspec_option(const AskInput& input) {
  return cat("--require ", quoted(cat(input.hooks_folder, "/ruby/assay_rspec.rb")));
}

std::string existing(const AskInput& input, std::string_view name) {
  if (!input.existing) return {};
  return input.existing(name).value_or("");
}

// Ours in front of what is there.
std::string before(const std::string& ours, std::string_view separator, const std::string& there) {
  return there.empty() ? ours : cat(ours, separator, there);
}

bool starts(const FindResult& seen, Runner runner) {
  return std::any_of(seen.found.begin(), seen.found.end(), [&](const Found& each) { return each.runner == runner; });
}

bool has_word(const Found& found, std::initializer_list<std::string_view> options) {
  for (size_t i = found.program.last + 1; i < found.words.size(); ++i) {
    const std::string_view word = found.words[i].text;
    if (word == "--") return false;
    if (is_one_of(word.substr(0, word.find('=')), options)) return true;
  }
  return false;
}

Edit behind_name(const Found& found, std::string text) {
  const size_t end = found.words[found.program.last].end;
  return {end, end, std::move(text)};
}

std::string report_path(const AskInput& input, std::string_view name, size_t number, std::string_view ending) {
  return cat(input.report_folder, "/", name, "-", number, ending);
}

Rewrite junit_option(const Found& found, const AskInput& input, size_t number, std::string_view option) {
  const auto path = report_path(input, logs::id(found.runner), number, ".xml");
  return {
      {behind_name(found, cat(" ", option, quoted(path)))}, {{found.runner, Format::junit_xml, path, {}, false}}, {}};
}

Rewrite ctest(const Found& found, const AskInput& input, size_t number) {
  if (has_word(found, {"-N", "--show-only", "--output-junit", "-S", "--build-and-test"})) return {};
  return junit_option(found, input, number, "--output-junit ");
}

Rewrite go_test(const Found& found, const AskInput& input, size_t number) {
  if (has_word(found, {"-json", "--json", "-c", "-list", "-exec", "-o"}) || !found.words[found.program.first].plain)
    return {};
  const auto path = report_path(input, "go_test", number, ".json");
  const auto& words = found.words;
  const auto text = cat("sh ", quoted(cat(input.hooks_folder, "/go/go_test.sh")), " ", quoted(path), " ",
                        quoted(words[found.program.first].text));
  const Edit edit{words[found.program.first].begin, words[found.program.last].end, text};
  return {{edit}, {{found.runner, Format::go_json, path, {}, false}}, {}};
}

// The logger of VSTest; with the newer platform for tests the option is an error.
Rewrite dotnet(const Found& found, const AskInput& input, size_t number) {
  const auto settings = input.files != nullptr ? input.files->read(found.folder + "global.json") : std::nullopt;
  if (settings && contains(*settings, "Microsoft.Testing.Platform")) return {};
  if (has_word(found, {"-t", "--list-tests", "--no-restore-and-list"})) return {};
  const auto prefix = cat("dotnet-", number, "-");
  const auto logger = cat("trx;LogFilePrefix=", input.report_folder, "/", prefix);
  return {{behind_name(found, cat(" --logger ", quoted(logger)))},
          {{found.runner, Format::trx, input.report_folder, cat(prefix, "*.trx"), false}},
          {}};
}

Rewrite swift(const Found& found, const AskInput& input, size_t number) {
  if (has_word(found, {"--xunit-output", "list"})) return {};
  const auto name = cat("swift-", number);
  // Swift Testing writes a second file beside it: "swift-1-swift-testing.xml".
  return {{behind_name(found, cat(" --xunit-output ", quoted(cat(input.report_folder, "/", name, ".xml"))))},
          {{found.runner, Format::junit_xml, input.report_folder, cat(name, "*.xml"), false}},
          {}};
}

Rewrite nextest(const Found& found, const AskInput& input, size_t number) {
  const auto path = report_path(input, "nextest", number, ".xml");
  const auto file = cat("nextest-", number, ".toml");
  Rewrite done = {
      {behind_name(found, cat(" --tool-config-file ", quoted(cat("assay:", input.hooks_folder, "/", file))))},
      {{found.runner, Format::junit_xml, path, {}, false}},
      {}};
  const auto text = replace_all(replace_all(path, "\\", "\\\\"), "\"", "\\\"");
  done.hooks.push_back({file, cat("[profile.default.junit]\npath = \"", text, "\"\n")});
  return done;
}

Rewrite bun(const Found& found, const AskInput& input, size_t number) {
  if (has_word(found, {"--reporter", "--reporter-outfile"})) return {};
  return junit_option(found, input, number, "--reporter=junit --reporter-outfile=");
}

// Builders write one file a class into the work tree, in folders of their own; Meson one file for a run.
std::string_view written_by(Runner runner) {
  switch (runner) {
    case Runner::maven:
    case Runner::gradle: return "TEST-*.xml";
    case Runner::junit_xml: return "testlog*.junit.xml";
    default: return {};
  }
}

// Words that set a variable for what the command starts.
std::vector<size_t> variables_in(const Words& words) {
  const auto program = base_name(words[0].text);
  if (!is_one_of(program, {"export", "make", "gmake"})) return program_of(words).assignments;
  std::vector<size_t> found;
  for (size_t i = 1; i < words.size(); ++i)
    if (assigned_name(words[i].text) > 0) found.push_back(i);
  return found;
}

std::optional<Edit> into_variable(const Word& word, const AskInput& input) {
  const size_t length = assigned_name(word.text);
  const auto name = std::string_view(word.text).substr(0, length);
  if (contains(word.text, cat("$", name)) || contains(word.text, cat("${", name))) return std::nullopt;
  if (input.command.substr(word.begin, length) != name) return std::nullopt;  // the name itself is in quotes
  const bool empty = word.text.size() == length + 1;
  const auto put = [&](const std::string& ours, std::string_view separator) {
    const size_t at = word.begin + length + 1;
    return Edit{at, at, quoted(cat(ours, empty ? std::string_view() : separator))};
  };
  if (name == "PYTHONPATH") return put(python_folder(input), ":");
  if (name == "NODE_OPTIONS") return put(node_option(input), " ");
  if (name == "SPEC_OPTS") return put(rspec_option(input), " ");
  if (name == "RUBYLIB") return put(ruby_folder(input), ":");
  return std::nullopt;
}

// Without the option it names every test, which is all the report that it has.
Rewrite cargo(const Found& found) {
  Rewrite out;
  for (size_t i = found.program.last + 1; i < found.words.size(); ++i) {
    const auto& word = found.words[i];
    if (is_one_of(word.text, {"-q", "--quiet"})) out.edits.push_back({word.begin, word.end, ""});
  }
  return out;
}

}  // namespace

std::string edited(std::string_view command, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string text;
  size_t at = 0;
  for (const auto& edit : edits) {
    text += cat(command.substr(at, edit.begin - at), edit.text);
    at = edit.end;
  }
  return text + std::string(command.substr(at));
}

bool is_listened_to(Runner runner) { return !variable_of(runner).empty(); }

std::string_view variable_of(Runner runner) {
  switch (runner) {
    case Runner::pytest:
    case Runner::unittest: return "PYTHONPATH";
    case Runner::jest:
    case Runner::vitest:
    case Runner::mocha:
    case Runner::ava:
    case Runner::node_test:
    case Runner::playwright: return "NODE_OPTIONS";
    case Runner::rspec: return "SPEC_OPTS";
    case Runner::minitest: return "RUBYLIB";
    default: return {};
  }
}

std::vector<std::string> environment_for(const AskInput& input, const FindResult& seen) {
  std::vector<std::string> entries{cat("ASSAY_REPORT=", input.report_folder)};
  const auto set = [&](std::string_view name, std::string_view value) { entries.push_back(cat(name, "=", value)); };
  if (!input.tree.empty()) set("ASSAY_TREE", input.tree);
  set("PYTHONPATH", before(python_folder(input), ":", existing(input, "PYTHONPATH")));
  set("NODE_OPTIONS", before(node_option(input), " ", existing(input, "NODE_OPTIONS")));
  set("SPEC_OPTS", before(rspec_option(input), " ", existing(input, "SPEC_OPTS")));
  set("RUBYLIB", before(ruby_folder(input), ":", existing(input, "RUBYLIB")));
  // Each program under ctest would look for a name that is free, which takes longer with each.
  if (existing(input, "GTEST_OUTPUT").empty() && !starts(seen, Runner::ctest))
    set("GTEST_OUTPUT", cat("xml:", input.report_folder, "/googletest/"));
  if (existing(input, "GOTESTSUM_JSONFILE").empty())
    set("GOTESTSUM_JSONFILE", cat(input.report_folder, "/gotestsum.json"));
  if (starts(seen, Runner::tox)) {
    // tox passes on only what it is told to: version 3 and version 4.
    const std::string_view ours = "ASSAY_REPORT ASSAY_TREE ASSAY_SELECT ASSAY_COVER PYTHONPATH";
    set("TOX_TESTENV_PASSENV", before(std::string(ours), " ", existing(input, "TOX_TESTENV_PASSENV")));
    if (existing(input, "TOX_OVERRIDE").empty())
      set("TOX_OVERRIDE", cat("testenv.pass_env+=", replace_all(std::string(ours), " ", ",")));
  }
  return entries;
}

std::vector<Edit> edits_of_variables(const FindResult& seen, const AskInput& input) {
  std::vector<Edit> edits;
  for (const auto& words : seen.direct) {
    for (const size_t at : variables_in(words)) {
      if (auto edit = into_variable(words[at], input)) edits.push_back(std::move(*edit));
    }
  }
  return edits;
}

Rewrite rewrite(const Found& found, const AskInput& input, size_t number) {
  const Runner runner = found.runner;
  if (const auto files = written_by(runner); !files.empty())
    return {{}, {{runner, Format::junit_xml, input.tree, std::string(files), true}}, {}};
  if (!found.behind.empty()) return {};
  switch (runner) {
    case Runner::ctest: return ctest(found, input, number);
    case Runner::go_test: return go_test(found, input, number);
    case Runner::dotnet: return dotnet(found, input, number);
    case Runner::swift_test: return swift(found, input, number);
    case Runner::nextest: return nextest(found, input, number);
    case Runner::cargo_test: return cargo(found);
    case Runner::bun: return bun(found, input, number);
    case Runner::deno:
      return has_word(found, {"--junit-path", "--reporter"}) ? Rewrite{}
                                                             : junit_option(found, input, number, "--junit-path=");
    case Runner::phpunit:
    case Runner::pest:
      return has_word(found, {"--log-junit"}) ? Rewrite{} : junit_option(found, input, number, "--log-junit ");
    default: return {};
  }
}

std::string why_hidden(const Found& found) {
  const auto name = logs::name(found.runner);
  const std::string_view set = "name a report of it under [[runner]] in the settings (command, report)";
  if (found.program.isolated)
    return cat(name, " is started by a Python that reads no variables (-I, -E or -S); leave that option away, or ",
               set);
  const auto variable = variable_of(found.runner);
  if (!found.behind.empty() && !variable.empty() &&
      std::find(found.sets.begin(), found.sets.end(), variable) != found.sets.end())
    return cat("`", found.behind, "` sets ", variable, " anew before it starts ", name, "; add to it ($", variable,
               ") instead, or ", set);
  if (is_listened_to(found.runner)) return {};
  if (found.runner == Runner::cargo_test)
    return "cargo test has no machine report in stable Rust; its text names each test, and `cargo nextest run` has one";
  if (found.runner == Runner::exunit)
    return cat("mix test can report only through a formatter that the project has; ", set);
  if (found.runner == Runner::tox || found.runner == Runner::gotestsum) return {};
  if (!found.behind.empty())
    return cat("`", found.behind, "` starts ", name,
               ", which is asked by words in its command; give that command itself, or ", set);
  return cat("no way is known to ask ", name, " for a report as it is started here; ", set);
}

}  // namespace assay::reports
