#include "engine/prove/readable.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "diff/code.h"
#include "os/files.h"

namespace assay::engine {

namespace {

using diff::Language;

constexpr std::string_view k_folder = ".assay-forms";
constexpr std::uint64_t k_longest_ms = 60'000;
constexpr std::string_view k_mark = "assay: unreadable ";

// A command that prints the mark and the name of each file in the folder that is no program; empty: there is none.
std::string parser_of(Language language) {
  const auto each = [](std::string_view parser) {
    return cat("for f in ", k_folder, "/*; do ", parser, " \"$f\" >/dev/null 2>&1 || echo \"", k_mark, "$f\"; done");
  };
  switch (language) {
    case Language::python:
      return cat(
          "python3 -c 'import ast,sys\nfor f in sys.argv[1:]:\n  try: ast.parse(open(f,\"rb\").read())\n  except "
          "(SyntaxError, ValueError): print(\"",
          k_mark, "\"+f)' ", k_folder, "/*");
    case Language::javascript: return each("node --check");
    case Language::ruby: return each("ruby -c");
    case Language::php: return each("php -l");
    case Language::shell: return each("bash -n");
    case Language::go: return each("gofmt -e");
    default: return {};
  }
}

// Tests that start programs; without any, what is broken is loaded by the test itself, which then ends with an error.
Result<bool> tests_start_programs(const ProveRun& run) {
  constexpr std::string_view k_words =
      "subprocess|child_process|execFile|execSync|spawn|Popen|os\\.system|check_output|Open3|proc_open|shell_exec|"
      "exec\\.Command|`ruby|`node";
  const auto& repository = run.request.repository;
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed(
                 {.arguments = {"grep", "-l", "-z", "-E", "-e", std::string(k_words), run.request.changed, "--"}}));
  for (const auto entry : split(answer.output, '\0')) {
    const size_t colon = entry.find(':');
    if (colon != std::string_view::npos && is_of_tests(entry.substr(colon + 1))) return true;
  }
  return false;
}

// Each form and the file as it is, under names that tell them apart.
std::string name_of(std::string_view kind, size_t number, const std::string& path) {
  return cat(k_folder, "/", kind, number, "-", os::file_name(path));
}

}  // namespace

Result<std::set<size_t>> unreadable_forms(const ProveRun& run, const std::vector<BrokenForm>& forms) {
  std::set<size_t> out;
  std::map<Language, std::vector<size_t>> by_language;
  for (size_t i = 0; i < forms.size(); ++i) {
    const auto language = diff::language_of(forms[i].file.path);
    if (forms[i].file.content && !parser_of(language).empty()) by_language[language].push_back(i);
  }
  if (by_language.empty()) return out;
  TRY_ASSIGN(const bool starts, tests_start_programs(run));
  for (const auto& [language, places] : by_language) {
    if (!starts && language != Language::shell) continue;
    Variant variant{run.request.changed, {}};
    std::set<size_t> sources;
    for (const auto i : places) {
      variant.files.push_back({name_of("form", i, forms[i].file.path), forms[i].file.content});
      if (sources.insert(forms[i].source).second)
        variant.files.push_back(
            {name_of("as-it-is", forms[i].source, forms[i].file.path), run.code.sources[forms[i].source].after});
    }
    const Trial trial{{}, parser_of(language), {}, std::min(run.request.timeout_ms, k_longest_ms), {}};
    TRY_ASSIGN(const auto ran, run.request.lab.run(0, variant, trial));
    std::set<std::string, std::less<>> refused;
    for (const auto line : split_lines(ran.output)) {
      if (line.starts_with(k_mark)) refused.emplace(trim(line.substr(k_mark.size())));
    }
    for (const auto i : places) {
      const auto& path = forms[i].file.path;
      if (refused.contains(name_of("form", i, path)) && !refused.contains(name_of("as-it-is", forms[i].source, path)))
        out.insert(i);
    }
  }
  return out;
}

}  // namespace assay::engine
