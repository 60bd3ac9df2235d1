// PHPUnit and Pest take one file (older versions no more than one), and an expression for names.
#include "base/text.h"
#include "reports/narrow.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

// No word of the command chooses tests.
bool chooses_none(const Found& found) {
  for (std::size_t i = found.program.last + 1; i < found.words.size(); ++i) {
    const Word& word = found.words[i];
    const auto name = std::string_view(word.text).substr(0, word.text.find('='));
    if (!word.plain || !name.starts_with('-')) return false;
    if (is_one_of(name, {"--filter", "--exclude-filter", "--list-tests", "--testsuite", "--"})) return false;
    const bool takes_value = is_one_of(name, {"-c", "--configuration", "--bootstrap", "-d", "--printer", "--group",
                                              "--exclude-group", "--order-by", "--cache-result-file", "--extensions"});
    if (takes_value && word.text.size() == name.size()) ++i;
  }
  return true;
}

std::string expression_of(const std::vector<std::string>& tests) {
  std::vector<std::string> parts;
  for (const auto& test : tests) {
    std::string part;
    for (const char c : test) {
      if (contains(R"(.\+*?[^]$(){}=!<>|:-#/)", std::string_view(&c, 1))) part += '\\';
      part += c;
    }
    parts.push_back(std::move(part));
  }
  return cat("/::(", join(parts, "|"), ")$/");
}

}  // namespace

std::optional<std::vector<Edit>> narrow_php(const Found& found, const AskInput& input) {
  if (!chooses_none(found)) return std::nullopt;
  std::vector<std::string> files;
  for (auto& file : below_folder(input.only->files, found.folder)) {
    if (file.ends_with(".php")) files.push_back(std::move(file));
  }
  // Pest names its tests by sentences, of which it makes methods.
  const bool by_name = !input.only->tests.empty() && !files.empty();
  if (files.size() > 1 || (by_name && found.runner == logs::Runner::pest)) return std::nullopt;
  const std::size_t end = found.words.back().end;
  if (files.empty()) return std::vector<Edit>{{end, end, " --filter '/^no test is selected$/'"}};
  const auto filter = by_name ? cat(" --filter ", quoted(expression_of(input.only->tests))) : std::string();
  return std::vector<Edit>{{end, end, cat(filter, " ", quoted(files[0]))}};
}

}  // namespace assay::reports
