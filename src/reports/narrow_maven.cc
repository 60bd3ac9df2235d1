// Surefire and failsafe take classes and methods by properties. A class is named by its file.
#include "base/text.h"
#include "reports/narrow.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

// "app/src/test/java/shop/CartTest.java" is "shop.CartTest"; nothing for a file of no test class.
std::string class_of(std::string_view file) {
  const auto source = file.find("src/");
  if (source == std::string_view::npos) return {};
  for (const std::string_view language : {"/java/", "/kotlin/", "/groovy/", "/scala/"}) {
    const auto at = file.find(language, source);
    const auto dot = file.rfind('.');
    if (at == std::string_view::npos || dot == std::string_view::npos || dot < at) continue;
    const auto begin = at + language.size();
    return replace_all(std::string(file.substr(begin, dot - begin)), "/", ".");
  }
  return {};
}

// "adds(int)[1]" is the method "adds".
std::string method_of(std::string_view test) { return std::string(test.substr(0, test.find_first_of("([{ "))); }

}  // namespace

std::optional<std::vector<Edit>> narrow_maven(const Found& found, const AskInput& input) {
  for (const auto& word : found.words) {
    if (starts_with_any(word.text, {"-Dtest", "-Dit.test", "-Dgroups", "-DexcludedGroups"})) return std::nullopt;
  }
  std::vector<std::string> methods;
  for (const auto& test : input.only->tests) methods.push_back(method_of(test));
  std::vector<std::string> classes;
  for (const auto& file : below_folder(input.only->files, found.folder)) {
    auto name = class_of(file);
    if (!name.empty()) classes.push_back(methods.empty() ? name : cat(name, "#", join(methods, "+")));
  }
  if (classes.empty()) classes.push_back("NoTestIsSelected");
  const auto all = quoted(join(classes, ","));
  const std::size_t end = found.words[found.program.last].end;
  return std::vector<Edit>{{end, end,
                            cat(" -Dtest=", all, " -Dit.test=", all,
                                " -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false"
                                " -Dfailsafe.failIfNoSpecifiedTests=false")}};
}

}  // namespace assay::reports
