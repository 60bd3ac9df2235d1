#include "engine/check/gate_files.h"

#include <algorithm>

#include "base/text.h"
#include "os/files.h"
#include "os/paths.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_huge_file = std::uint64_t{50} << 20;
constexpr size_t k_places = 20;
constexpr size_t k_looked_at_for_nul = 8000;  // as git does

// One line of `git diff-tree --raw`: what a path is afterwards.
struct ChangedPath {
  std::string path;
  std::string blob;
  bool is_link = false;
};

// ":100644 120000 <old> <new> M\0path\0…"
Result<std::vector<ChangedPath>> changed_files_of(const git::Repository& repository, const std::string& from,
                                                  const std::string& to) {
  TRY_ASSIGN(const auto listing, repository.run_sealed({"diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames",
                                                        "--diff-filter=AMT", from, to}));
  std::vector<ChangedPath> out;
  const auto fields = split(listing, '\0');
  for (size_t n = 0; n + 1 < fields.size(); n += 2) {
    const auto parts = split(fields[n], ' ');
    if (parts.size() < 5 || parts[1] == "160000") continue;
    out.push_back({std::string(fields[n + 1]), std::string(parts[3]), parts[1] == "120000"});
  }
  return out;
}

// Whether a link at `path` with this text leads out of the tree.
bool leaves_tree(std::string_view path, std::string_view text) {
  if (text.starts_with('/')) return true;
  auto depth = std::count(path.begin(), path.end(), '/');
  for (const auto part : split(text, '/')) {
    if (part.empty() || part == ".") continue;
    depth += part == ".." ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}

// Size of each, in order; a call of git for all of them.
Result<std::vector<std::uint64_t>> sizes_of(const git::Repository& repository, const std::vector<ChangedPath>& files) {
  std::string input;
  for (const auto& file : files) input += cat(file.blob, "\n");
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed({.arguments = {"cat-file", "--batch-check=%(objectsize)"}, .input = input}));
  std::vector<std::uint64_t> out;
  for (const auto line : split_lines(answer.output)) out.push_back(parse_uint(trim(line)).value_or(0));
  out.resize(files.size());
  return out;
}

// A NUL in the first bytes, as git itself tells.
Result<bool> is_binary(const git::Repository& repository, const std::string& from, const std::string& to,
                       const std::string& path) {
  TRY_ASSIGN(const auto numbers,
             repository.run_sealed({"diff-tree", "-r", "--numstat", "--no-renames", from, to, "--", path}));
  return numbers.starts_with("-\t-\t");
}

model::Finding finding_on(std::string rule, std::string message, const std::vector<std::string>& paths) {
  model::Finding out;
  out.rule = std::move(rule);
  out.source = model::Source::diff;
  out.severity = model::Severity::must_fix;
  out.message = std::move(message);
  for (size_t i = 0; i < paths.size() && i < k_places; ++i) {
    model::Span span;
    span.source = model::Source::diff;
    span.path = to_utf8(paths[i]);
    span.text = span.path;
    out.spans.push_back(std::move(span));
  }
  out.more = paths.size() - out.spans.size();
  out.evidence = out.spans.front().text;
  return out;
}

std::string named(const std::vector<std::string>& paths) {
  return cat(excerpt(to_utf8(paths.front()), 200), paths.size() > 1 ? cat(" and ", paths.size() - 1, " more") : "");
}

bool begins_with_nul(const std::string& place) {
  char beginning[k_looked_at_for_nul];
  const auto file = os::FileSource::open(place);
  const auto size = file ? (*file)->read(beginning) : Result<size_t>(size_t{0});
  return size && contains(std::string_view(beginning, *size), std::string_view("\0", 1));
}

std::vector<model::Finding> findings_of(const std::vector<std::string>& outside, const std::vector<std::string>& huge) {
  std::vector<model::Finding> out;
  if (!outside.empty()) {
    out.push_back(
        finding_on("file.link-outside",
                   cat("The change adds a link that leads out of the repository (", named(outside),
                       "): where it is checked out it shows another file, or none. Commit the file itself, or "
                       "link within the repository."),
                   outside));
  }
  if (!huge.empty()) {
    out.push_back(finding_on("file.huge-binary",
                             cat("The change adds a binary file of more than ", k_huge_file >> 20, " MB (", named(huge),
                                 "), which the history keeps for ever. Keep it elsewhere, or let the task name it."),
                             huge));
  }
  return out;
}

}  // namespace

Result<std::vector<model::Finding>> findings_on_files(const git::Repository& repository, const std::string& from,
                                                      const std::string& to, std::string_view asked) {
  TRY_ASSIGN(auto files, changed_files_of(repository, from, to));
  std::erase_if(files, [&](const ChangedPath& file) { return contains(asked, file.path); });
  if (files.empty()) return std::vector<model::Finding>();
  TRY_ASSIGN(const auto sizes, sizes_of(repository, files));
  std::vector<std::string> outside, huge;
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].is_link) {
      TRY_ASSIGN(const auto text, repository.run_sealed({"cat-file", "blob", files[i].blob}));
      if (leaves_tree(files[i].path, text)) outside.push_back(files[i].path);
    } else if (sizes[i] >= k_huge_file) {
      TRY_ASSIGN(const bool binary, is_binary(repository, from, to, files[i].path));
      if (binary) huge.push_back(files[i].path);
    }
  }
  return findings_of(outside, huge);
}

std::vector<model::Finding> findings_in_work_tree(const std::string& root, const std::vector<std::string>& changed,
                                                  std::string_view asked) {
  std::vector<std::string> outside, huge;
  for (const auto& path : changed) {
    if (contains(asked, path)) continue;
    const auto place = os::join_path(root, path);
    if (os::is_link(place)) {
      if (leaves_tree(path, os::link_target(place))) outside.push_back(path);
    } else if (os::size_of(place) >= k_huge_file && begins_with_nul(place)) {
      huge.push_back(path);
    }
  }
  return findings_of(outside, huge);
}

}  // namespace assay::engine
