#include "git/checkout/submodules.h"

#include <map>

#include "base/text.h"
#include "os/files.h"

namespace assay::git {

namespace {

// Path to name, as .gitmodules of the tree has it. A name becomes part of a folder's path: strange
// ones are left out.
Result<std::map<std::string, std::string>> names_by_path(const Repository& repository, const std::string& tree) {
  std::map<std::string, std::string> out;
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed({.arguments = {"config", "--blob", cat(tree, ":.gitmodules"), "-z", "--get-regexp",
                                                  R"(^submodule\..*\.path$)"}}));
  if (!answer.ok()) return out;
  constexpr std::string_view k_prefix = "submodule.", k_suffix = ".path";
  for (const auto record : split(answer.output, '\0')) {
    const size_t newline = record.find('\n');
    if (newline == std::string_view::npos || newline < k_prefix.size() + k_suffix.size()) continue;
    const auto name = record.substr(k_prefix.size(), newline - k_prefix.size() - k_suffix.size());
    if (name.starts_with('/') || name.starts_with('-') || contains(cat("/", name, "/"), "/../")) continue;
    out.emplace(record.substr(newline + 1), name);
  }
  return out;
}

// A repository among `places` that has the commit.
std::optional<Repository> having(const std::vector<std::string>& places, const std::string& commit) {
  for (const auto& place : places) {
    if (!os::exists(os::join_path(place, "HEAD"))) continue;
    const auto repository = Repository::open_even_bare(place);
    if (!repository || repository->git_folder() != place) continue;
    const auto known = repository->ask_sealed({.arguments = {"cat-file", "-e", cat(commit, "^{tree}")}});
    if (known && known->ok()) return *repository;
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Submodule>> find_submodules(const Repository& repository, const std::string& tree,
                                               const Index& index) {
  std::vector<Submodule> out;
  std::map<std::string, std::string> names;
  for (const auto& entry : index) {
    if (entry.mode != k_mode_submodule) continue;
    if (names.empty()) {
      TRY_ASSIGN(names, names_by_path(repository, tree));
    }
    const auto commit = entry.hex_id(repository.zero_id().size());
    std::vector<std::string> places;
    if (const auto name = names.find(entry.path); name != names.end()) {
      for (const auto& folder : {repository.git_folder(), repository.common_folder()}) {
        places.push_back(os::join_path(folder, cat("modules/", name->second)));
      }
    }
    if (!repository.is_bare()) places.push_back(os::join_path(repository.root(), cat(entry.path, "/.git")));
    auto found = having(places, commit);
    if (!found) {
      return not_found(cat("the submodule ", entry.path, " at ", commit.substr(0, 12),
                           " is not among the objects on this machine; run git submodule update --init --recursive -- ",
                           entry.path, " in ", repository.root(), " and try again"));
    }
    out.push_back({entry.path, commit, std::move(*found)});
  }
  return out;
}

}  // namespace assay::git
