#include "engine/check/change_view.h"

#include <algorithm>

#include "base/glob.h"
#include "base/text.h"
#include "diff/reader.h"
#include "os/files.h"

namespace assay::engine {

namespace {

bool allows(const std::vector<std::string>& scope, const std::string& path) {
  return scope.empty() ||
         std::any_of(scope.begin(), scope.end(), [&](const std::string& each) { return glob_match(each, path); });
}

// Takes down each file; hunks are for those who judge.
class Listing final : public diff::Visitor {
 public:
  Listing(const std::vector<std::string>& scope, std::vector<ChangedFile>& out) : m_scope(scope), m_out(out) {}

  diff::Wanted wanted(const diff::File&) const override { return {0, 0, 0, diff::Whole::no}; }
  void file_end(const diff::File& file) override {
    ChangedFile out;
    out.path = to_utf8(file.path());
    const bool moved = file.status == diff::Status::renamed || file.status == diff::Status::copied;
    if (moved) out.old_path = to_utf8(file.old_path);
    out.status = name(file.status);
    out.role = name(file.role);
    out.added = file.added;
    out.removed = file.removed;
    out.binary = file.binary;
    out.in_scope = allows(m_scope, file.path()) && (!moved || allows(m_scope, file.old_path));
    m_out.push_back(std::move(out));
  }

 private:
  const std::vector<std::string>& m_scope;
  std::vector<ChangedFile>& m_out;
};

// The beginning of a file, whole lines of it.
Result<void> read_beginning(const std::string& path, std::uint64_t longest, ChangeView& view) {
  TRY_ASSIGN(const auto source, os::FileSource::open(path));
  std::string text(longest + 1, '\0');
  size_t used = 0;
  while (used < text.size()) {
    TRY_ASSIGN(const size_t got, source->read(std::span(text).subspan(used)));
    if (got == 0) break;
    used += got;
  }
  view.truncated = used > longest;
  text.resize(std::min<size_t>(used, longest));
  if (view.truncated && !text.empty()) text.resize(end_of_whole_lines(text));
  view.patch = to_utf8(text);
  return {};
}

}  // namespace

Result<ChangeView> view_change(const git::Repository& repository, const std::string& from, const std::string& to,
                               const std::vector<std::string>& scope, std::uint64_t longest) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-change-"));
  const std::string file = os::join_path(scratch.path(), "change.patch");
  TRY(repository.write_diff_between(from, to, file));
  ChangeView view;
  TRY_ASSIGN(const auto source, os::FileSource::open(file));
  Listing listing(scope, view.files);
  TRY_ASSIGN(const auto summary, diff::read_diff(*source, listing));
  view.added = summary.added;
  view.removed = summary.removed;
  TRY(read_beginning(file, longest, view));
  return view;
}

}  // namespace assay::engine
