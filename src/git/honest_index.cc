#include "git/honest_index.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/text.h"

namespace assay::git {

namespace {

// Entries that git was told not to look at: "h file" (assume-unchanged) and "S file" (skip-worktree).
std::vector<std::string> hidden_entries(std::string_view listing, const std::string& root) {
  std::vector<std::string> out;
  for (const auto entry : split(listing, '\0')) {
    if (entry.size() < 3 || entry[1] != ' ') continue;
    const bool hidden = is_lower(entry[0]) || entry[0] == 'S';
    if (hidden && os::exists(os::join_path(root, entry.substr(2)))) out.emplace_back(entry.substr(2));
  }
  return out;
}

// With its time: git distrusts a file that was written in the same second as the index, and compares its content.
// A copy that looks younger would make it trust a file that was changed right after it was committed.
Result<void> copy_index(const std::string& from, const std::string& to) {
  struct stat st {};
  if (::stat(from.c_str(), &st) != 0) return {};
  TRY_ASSIGN(const auto content, os::read_file(from, std::uint64_t{2} << 30));
  TRY(os::write_file(to, content));
  const timespec times[] = {st.st_atim, st.st_mtim};
  if (::utimensat(AT_FDCWD, to.c_str(), times, 0) == 0) return {};
  return unavailable(cat("cannot set the time of ", to, ": ", std::strerror(errno)));
}

bool is_standard_lfs(std::string_view command) {
  return command == "git-lfs clean -- %f" || command == "git-lfs smudge -- %f" || command == "git-lfs filter-process";
}

}  // namespace

std::vector<std::string> filter_overrides(std::string_view listing) {
  std::vector<std::string> out;
  for (const auto line : split_lines(listing)) {
    const size_t space = line.find(' ');
    const auto key = line.substr(0, space);
    const auto value = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
    if (is_standard_lfs(value)) continue;
    out.insert(out.end(), {"-c", cat(key, "=")});
    // A filter that is required and does nothing would be a failure.
    out.insert(out.end(), {"-c", cat(key.substr(0, key.rfind('.')), ".required=false")});
  }
  return out;
}

Result<std::vector<std::string>> filter_overrides_of(const Repository& repository) {
  TRY_ASSIGN(const auto filters, repository.ask({"config", "--get-regexp", R"(^filter\..*\.(clean|process|smudge)$)"}));
  return filter_overrides(filters.output);
}

Result<HonestIndex> HonestIndex::copy_of(const Repository& repository, Filters filters) {
  TRY_ASSIGN(auto scratch, os::ScratchFolder::make("assay-index"));
  HonestIndex index(repository.root(), std::move(scratch));
  TRY(copy_index(os::join_path(repository.git_folder(), "index"), os::join_path(index.m_scratch.path(), "index")));
  if (filters == Filters::set_aside) {
    TRY_ASSIGN(index.m_options, filter_overrides_of(repository));
  }
  TRY(index.drop_flags(repository));
  return index;
}

Call HonestIndex::with(std::vector<std::string> arguments) const {
  auto all = m_options;
  all.insert(all.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  return {.arguments = std::move(all),
          .folder = m_root,
          .environment = {cat("GIT_INDEX_FILE=", os::join_path(m_scratch.path(), "index"))}};
}

Result<void> HonestIndex::drop_flags(const Repository& repository) const {
  TRY_ASSIGN(const auto flagged, call(with({"ls-files", "-v", "-z"})));
  if (!flagged.ok()) return repository.refusal("ls-files", flagged);
  const auto hidden = hidden_entries(flagged.output, m_root);
  if (hidden.empty()) return {};
  for (const char* flag : {"--no-assume-unchanged", "--no-skip-worktree"}) {
    auto update = with({"update-index", "-z", flag, "--stdin"});
    update.input = join(hidden, std::string_view("\0", 1)) + '\0';
    TRY_ASSIGN(const auto answer, call(update));
    if (!answer.ok()) return repository.refusal("update-index", answer);
  }
  return {};
}

}  // namespace assay::git
