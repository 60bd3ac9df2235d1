#include "engine/verify/file_check.h"

#include <optional>
#include <vector>

#include "base/glob.h"
#include "base/text.h"

namespace assay::engine {

namespace {

constexpr int k_links_most = 16;

// `path` without "." and "..", seen from the top of the tree; nothing when it leaves the tree.
std::optional<std::string> inside_tree(std::string_view path) {
  if (path.starts_with('/')) return std::nullopt;
  std::vector<std::string> parts;
  for (const auto part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.emplace_back(part);
    }
  }
  return join(parts, "/");
}

std::string parent_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

// The first part of `path` that is a symbolic link, and what stands behind it.
struct LinkOnTheWay {
  const git::Entry* link = nullptr;
  std::string_view rest;
};
LinkOnTheWay link_in(const git::Tree& tree, std::string_view path) {
  for (size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const auto* entry = tree.find(path.substr(0, end));
    if (entry != nullptr && entry->kind == git::EntryKind::symlink) {
      return {entry, end == std::string_view::npos ? std::string_view() : path.substr(end + 1)};
    }
    if (end == std::string_view::npos) return {};
  }
}

// The path that is meant once every link on the way is followed; nothing when one leaves the tree.
Result<std::optional<std::string>> follow(const git::Tree& tree, std::string path) {
  for (int i = 0; i < k_links_most; ++i) {
    const auto on_the_way = link_in(tree, path);
    if (on_the_way.link == nullptr) return std::optional(std::move(path));
    TRY_ASSIGN(const auto target, tree.read(on_the_way.link->path));
    if (!target || target->starts_with('/')) return std::optional<std::string>();
    const auto folder = parent_of(on_the_way.link->path);
    auto next = inside_tree(cat(folder, folder.empty() ? "" : "/", *target, "/", on_the_way.rest));
    if (!next) return std::optional<std::string>();
    path = std::move(*next);
  }
  return std::optional<std::string>();
}

FileAnswer match_pattern(const git::Tree& tree, std::string_view pattern) {
  std::uint64_t matches = 0;
  std::string first;
  for (const auto& entry : tree.entries()) {
    if (!entry.is_content() || !glob_match(pattern, entry.path)) continue;
    if (matches++ == 0) first = to_utf8(entry.path);
  }
  if (matches == 0) return {false, "no file matches"};
  return {true, matches == 1 ? first : cat(first, " and ", matches - 1, " more")};
}

}  // namespace

Result<FileAnswer> check_file(const git::Tree& tree, std::string_view path) {
  const auto plain = inside_tree(path);
  if (!plain || plain->empty()) return FileAnswer{false, "the path leaves the repository"};
  if (is_glob(path) && !tree.has(*plain)) return match_pattern(tree, *plain + (path.ends_with('/') ? "/" : ""));
  TRY_ASSIGN(const auto meant, follow(tree, *plain));
  if (!meant) return FileAnswer{false, "it is a symbolic link that leaves the repository"};
  const auto* entry = tree.find(*meant);
  if (entry != nullptr && entry->kind == git::EntryKind::submodule) return FileAnswer{true, "a submodule"};
  if (entry != nullptr && !path.ends_with('/')) return FileAnswer{true, cat("a file of ", plural(entry->size, "byte"))};
  if (tree.has_folder(*meant))
    return FileAnswer{true, cat("a folder with ", plural(tree.under(*meant).size(), "file"))};
  return FileAnswer{false, *meant == *plain ? "it is not there" : "it is a symbolic link to nothing"};
}

}  // namespace assay::engine
