// `cargo test` takes targets (files in tests/) and exact names. The tests of a file in src/ cannot be named from
// outside of it, unless their names are given.
#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "reports/narrow.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

// Where in a package a file stands.
struct Target {
  std::string package{};  // folder, empty or with a slash at its end
  std::string name{};     // of tests/name.rs; empty: a part of the library or of a program
};

std::optional<Target> target_of(const std::string& file) {
  const auto whole = cat("/", file);
  if (const auto at = whole.rfind("/tests/"); at != std::string::npos) {
    auto rest = std::string_view(whole).substr(at + 7);
    if (rest.ends_with("/main.rs")) rest.remove_suffix(5);
    rest.remove_suffix(3);
    if (contains(rest, "/") || rest.empty()) return std::nullopt;  // a part of another target
    return Target{whole.substr(1, at), std::string(rest)};
  }
  if (const auto at = whole.rfind("/src/"); at != std::string::npos) return Target{whole.substr(1, at), {}};
  return std::nullopt;
}

std::string package_name(const std::string& folder, const Files* files) {
  const auto text = files != nullptr ? files->read(folder + "Cargo.toml") : std::nullopt;
  if (!text) return {};
  bool in_package = false;
  for (const auto each : split_lines(*text)) {
    const auto line = trim(each);
    if (line.starts_with('[')) in_package = line == "[package]";
    const auto equals = line.find('=');
    if (!in_package || equals == std::string_view::npos || trim(line.substr(0, equals)) != "name") continue;
    const auto value = trim(line.substr(equals + 1));
    return value.size() > 2 && value.front() == '"' && value.back() == '"'
               ? std::string(value.substr(1, value.size() - 2))
               : std::string();
  }
  return {};
}

// The names of targets are not those of their files.
bool names_targets(const std::string& folder, const Files* files) {
  const auto text = files != nullptr ? files->read(folder + "Cargo.toml") : std::nullopt;
  return text && contains_any(*text, {"[[test]]", "autotests"});
}

// Options that choose neither targets nor tests; "--workspace" gives way to the package.
struct CargoWords {
  std::vector<Word> whole_workspace{};
  bool has_own_part = false;  // "-- --nocapture"
  bool is_clear = true;
};

CargoWords read_words_of_cargo(const Found& found) {
  CargoWords read;
  for (std::size_t i = found.program.last + 1; i < found.words.size(); ++i) {
    const Word& word = found.words[i];
    const auto name = std::string_view(word.text).substr(0, word.text.find('='));
    const bool has_value = word.text.size() > name.size();
    if (word.text == "--") {
      read.has_own_part = true;
    } else if (read.has_own_part) {
      const bool plain = is_one_of(name, {"--nocapture", "--show-output", "--test-threads", "-q", "--quiet"});
      read.is_clear = read.is_clear && plain;
      if (name == "--test-threads" && !has_value) ++i;
    } else if (is_one_of(name, {"--workspace", "--all"})) {
      read.whole_workspace.push_back(word);
    } else if (is_one_of(name, {"--features", "-F", "-j", "--jobs", "--profile", "--target", "--color"})) {
      if (!has_value) ++i;
    } else {
      read.is_clear = read.is_clear && is_one_of(name, {"--all-features", "--no-default-features", "--release", "-r",
                                                        "-q", "--quiet", "-v", "-vv", "--verbose", "--locked",
                                                        "--offline", "--frozen", "--no-fail-fast"});
    }
  }
  return read;
}

}  // namespace

std::optional<std::vector<Edit>> narrow_cargo(const Found& found, const AskInput& input) {
  const auto words = read_words_of_cargo(found);
  if (!words.is_clear) return std::nullopt;
  const auto& tests = input.only->tests;
  std::set<std::string> packages, targets;
  bool by_name_only = false;
  for (const auto& file : below_folder(input.only->files, found.folder)) {
    if (!file.ends_with(".rs")) continue;
    const auto target = target_of(file);
    if (!target || (target->name.empty() && tests.empty())) return std::nullopt;
    packages.insert(target->package);
    targets.insert(target->name);
    by_name_only = by_name_only || target->name.empty();
  }
  std::string chosen, names;
  if (packages.size() > 1) return std::nullopt;
  if (!packages.empty()) {
    const auto package = package_name(found.folder + *packages.begin(), input.files);
    if (package.empty() || names_targets(found.folder + *packages.begin(), input.files)) return std::nullopt;
    chosen = cat(" -p ", quoted(package));
    for (const auto& target : targets)
      if (!by_name_only) chosen += cat(" --test ", quoted(target));
    for (const auto& test : tests) names += cat(" ", quoted(test));
  } else {
    names = " 'no test is selected'";
  }
  const std::size_t name_end = found.words[found.program.last].end, end = found.words.back().end;
  std::vector<Edit> edits{{name_end, name_end, chosen}};
  for (const auto& word : words.whole_workspace) {
    if (!packages.empty()) edits.push_back({word.begin, word.end, ""});
  }
  if (!names.empty()) edits.push_back({end, end, cat(words.has_own_part ? "" : " --", " --exact", names)});
  return edits;
}

}  // namespace assay::reports
