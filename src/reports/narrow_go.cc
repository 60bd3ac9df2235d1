// `go test` takes packages and the names of tests, not files: the names are read from the selected files. A name may
// stand in another file of another package, so each package is run by itself.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "reports/narrow.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

bool takes_value(std::string_view flag) {
  return is_one_of(flag, {"count",      "timeout", "tags",         "p",       "parallel",  "cpu",          "covermode",
                          "coverpkg",   "mod",     "coverprofile", "modfile", "ldflags",   "gcflags",      "asmflags",
                          "vet",        "shuffle", "skip",         "overlay", "outputdir", "blockprofile", "cpuprofile",
                          "memprofile", "trace",   "mutexprofile"});
}

struct GoWords {
  std::vector<Word> packages{};
  bool is_clear = true;  // nothing else says what runs
};

GoWords read_words(const Found& found) {
  GoWords read;
  for (std::size_t i = found.program.last + 1; i < found.words.size(); ++i) {
    const Word& word = found.words[i];
    std::string_view flag = word.text;
    if (!flag.starts_with('-')) {
      read.is_clear = read.is_clear && word.plain && flag.starts_with('.');
      read.packages.push_back(word);
      continue;
    }
    while (flag.starts_with('-')) flag.remove_prefix(1);
    const auto name = flag.substr(0, flag.find('='));
    if (is_one_of(name, {"run", "args", "bench", "fuzz", "list", "C", "c", "exec", "o", "test.run"}) || !word.plain)
      read.is_clear = false;
    if (takes_value(name) && flag == name) ++i;
  }
  return read;
}

// "./a/..." means the folder "a/b/".
bool means_folder(std::string_view pattern, std::string_view folder) {
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  if (pattern == "...") return true;
  if (pattern == ".") pattern = {};
  const bool below = pattern.ends_with("/...");
  if (below) pattern.remove_suffix(4);
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  const auto here = folder.substr(0, folder.empty() ? 0 : folder.size() - 1);
  return here == pattern || (below && folder.starts_with(cat(pattern, "/")));
}

// Tests, examples and fuzz tests at the top of a file.
std::set<std::string> functions_in(std::string_view source) {
  std::set<std::string> names;
  for (const auto line : split_lines(source)) {
    if (!starts_with_any(line, {"func Test", "func Example", "func Fuzz"})) continue;
    const auto rest = line.substr(5);
    const auto name = rest.substr(0, rest.find_first_of("( [\t"));
    if (name != "TestMain") names.emplace(name);
  }
  return names;
}

// By folder; nothing when a file's tests cannot be told (methods of a suite).
using ByFolder = std::map<std::string, std::set<std::string>>;

std::optional<ByFolder> selected_functions(const Found& found, const AskInput& input) {
  ByFolder folders;
  std::set<std::string> asked;
  for (const auto& test : input.only->tests) asked.insert(test.substr(0, test.find('/')));
  for (const auto& file : below_folder(input.only->files, found.folder)) {
    if (!file.ends_with("_test.go")) continue;
    const auto source = input.files != nullptr ? input.files->read(found.folder + file) : std::nullopt;
    if (!source) continue;  // it is not there: nothing of it runs
    auto names = functions_in(*source);
    if (names.empty()) return std::nullopt;
    if (!asked.empty()) std::erase_if(names, [&](const std::string& name) { return !asked.contains(name); });
    const auto slash = file.rfind('/');
    folders[slash == std::string::npos ? "" : file.substr(0, slash + 1)].merge(names);
  }
  return folders;
}

bool runs_in(const GoWords& words, std::string_view folder) {
  if (words.packages.empty()) return folder.empty();
  return std::any_of(words.packages.begin(), words.packages.end(),
                     [&](const Word& word) { return means_folder(word.text, folder); });
}

}  // namespace

std::optional<std::vector<Edit>> narrow_go(const Found& found, const AskInput& input) {
  const auto words = read_words(found);
  const auto folders = selected_functions(found, input);
  if (!words.is_clear || !folders) return std::nullopt;
  std::string pairs;
  std::size_t count = 0;
  for (const auto& [folder, names] : *folders) {
    if (!runs_in(words, folder) || names.empty()) continue;
    const auto expression = cat("^(", join({names.begin(), names.end()}, "|"), ")$");
    pairs += cat(" ", quoted(cat("./", folder)), " ", quoted(expression));
    ++count;
  }
  const std::size_t name_end = found.words[found.program.last].end;
  if (count == 0) return std::vector<Edit>{{name_end, name_end, " -run '^$'"}};
  const std::size_t begin = found.words[found.program.first].begin;
  std::vector<Edit> edits{
      {begin, begin, cat("sh ", quoted(cat(input.hooks_folder, "/go/each_package.sh")), " ", count, pairs, " -- ")}};
  for (const auto& word : words.packages) edits.push_back({word.begin, word.end, ""});
  return edits;
}

}  // namespace assay::reports
