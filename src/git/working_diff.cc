// The difference between a commit and a work tree.
//
// git makes a patch of a binary file in memory, all of it at once, and cannot at all from two gigabytes on. A file
// that git takes for binary because of its mere size (core.bigFileThreshold) is therefore named in the patch, and its
// bytes are left out: nobody would have read them.
#include <sys/stat.h>

#include "base/source.h"
#include "base/text.h"
#include "git/diff_arguments.h"
#include "git/honest_index.h"
#include "git/repository.h"
#include "os/beneath.h"
#include "os/files.h"
#include "os/writable.h"

namespace assay::git {

namespace {

constexpr size_t k_most_large = 1000;

// The files of a listing by `git add --verbose` that are too large, relative to the root. A name that holds a line
// end is not found again, and git is left to say what it thinks of it.
Result<std::vector<std::string>> large_files(const std::string& root, const std::string& listing) {
  constexpr std::string_view k_before = "add '";
  std::vector<std::string> out;
  TRY_ASSIGN(const auto source, os::FileSource::open(listing));
  BlockReader reader(*source);
  for (;;) {
    TRY_ASSIGN(const auto block, reader.next());
    if (!block) return out;
    for (const auto line : split_lines(block->text)) {
      if (!line.starts_with(k_before) || !line.ends_with('\'') || out.size() == k_most_large) continue;
      std::string path(line.substr(k_before.size(), line.size() - k_before.size() - 1));
      struct stat facts {};
      const bool found = lstat(os::join_path(root, path).c_str(), &facts) == 0;
      if (found && S_ISREG(facts.st_mode) && facts.st_size >= k_big_file) out.push_back(std::move(path));
    }
  }
}

// Repositories among the files that have no commit yet cannot be added, and would not be by their owner either.
bool is_all_about_nested(std::string_view errors) {
  bool any = false;
  for (const auto line : split_lines(errors)) {
    if (!line.starts_with("error: ") && !line.starts_with("fatal: ")) continue;
    if (!line.ends_with("/' does not have a commit checked out") && line != "error: adding files failed") return false;
    any = true;
  }
  return any;
}

// A name as git writes it in a header: in quotes where it has to be.
std::string header_name(std::string_view side, std::string_view path) {
  std::string out;
  bool quoted = false;
  for (const char c : cat(side, path)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20 && byte != 0x7F && c != '"' && c != '\\';
    quoted |= !plain;
    if (plain)
      out += c;
    else if (c == '"' || c == '\\')
      out.append(1, '\\').append(1, c);
    else
      out.append(1, '\\').append({char('0' + (byte >> 6)), char('0' + (byte >> 3 & 7)), char('0' + (byte & 7))});
  }
  return quoted ? cat("\"", out, "\"") : out;
}

// ":000000 100644 0… 0… A<NUL>path<NUL>", as `git diff --raw -z` writes it, without reading the files.
std::string headers_of(std::string_view raw) {
  std::string out;
  const auto fields = split(raw, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    const std::string_view facts = fields[i];
    if (facts.size() < 14 || facts.front() != ':') break;
    const std::string before = header_name("a/", fields[i + 1]), after = header_name("b/", fields[i + 1]);
    const bool is_new = facts.ends_with('A');
    out += cat("diff --git ", before, " ", after, "\n", is_new ? cat("new file mode ", facts.substr(8, 6), "\n") : "",
               "Binary files ", is_new ? "/dev/null" : before, " and ", after, " differ\n");
  }
  return out;
}

}  // namespace

std::vector<std::string> diff_arguments(const std::vector<std::string>& commits) {
  std::vector<std::string> out = {"diff",
                                  "--no-color",
                                  "--no-ext-diff",
                                  "--no-textconv",
                                  "--full-index",
                                  "--find-renames",
                                  "--src-prefix=a/",
                                  "--dst-prefix=b/",
                                  "--unified=3",
                                  "--submodule=short",
                                  "--ignore-submodules=none",
                                  "--no-relative"};
  out.insert(out.end(), commits.begin(), commits.end());
  out.emplace_back("--");
  return out;
}

Result<std::vector<std::string>> Repository::write_diff(const Base& base, const std::string& file,
                                                        const std::vector<std::string>& without) const {
  TRY_ASSIGN(auto index, HonestIndex::copy_of(*this));
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-diff"));
  const std::string listing = os::join_path(scratch.path(), "changed");
  auto add = index.with({"add", "--all", "--intent-to-add", "--verbose", "--ignore-errors", "--", "."});
  add.output_file = listing;
  TRY_ASSIGN(const auto added, call(add));
  if (!added.ok() && !is_all_about_nested(added.errors)) {
    if (!os::can_write(m_root)) {
      return unavailable(cat(m_root,
                             " cannot be written: a check notes untracked files in git's folder there and keeps "
                             "its evidence; make it writable, or check a copy (git clone ",
                             m_root, ")"));
    }
    return unavailable(cat("git could not list the untracked files: ", added.why()));
  }

  TRY(index.look_for_modules());
  TRY_ASSIGN(auto large, large_files(m_root, listing));
  auto arguments = diff_arguments({"--binary", base.commit});  // so that the patch applies
  if (!large.empty() || !without.empty()) arguments.emplace_back(":/");
  for (const auto& path : large) arguments.push_back(cat(":(top,exclude,literal)", path));
  for (const auto& path : without) arguments.push_back(cat(":(top,exclude,literal)", path));
  auto diff = index.with(std::move(arguments));
  diff.output_file = file;
  TRY_ASSIGN(const auto answer, call(diff));
  if (!answer.ok()) return refusal("diff", answer);
  if (large.empty()) return large;

  std::vector<std::string> raw = {
      "diff", "--raw", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--end-of-options", base.commit, "--"};
  for (const auto& path : large) raw.push_back(cat(":(top,literal)", path));
  TRY_ASSIGN(const auto names, call(index.with(std::move(raw))));
  if (!names.ok()) return refusal("diff", names);
  TRY(os::append_beneath(os::parent_path(file), file, headers_of(names.output), UINT64_MAX));
  return large;
}

}  // namespace assay::git
