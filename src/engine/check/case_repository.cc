#include "engine/check/case_repository.h"

#include <algorithm>
#include <cstdlib>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "git/repository.h"
#include "os/files.h"

namespace assay::engine {

namespace {

struct Mark {
  CaseFile::Side side = CaseFile::Side::base;
  std::string path{};
};

// "-- change/shop/cart.py --"
std::optional<Mark> mark_in(std::string_view line) {
  if (!line.starts_with("-- ") || !line.ends_with(" --") || line.size() < 7) return std::nullopt;
  const auto whole = line.substr(3, line.size() - 6);
  const auto slash = whole.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto side = whole.substr(0, slash);
  Mark out;
  if (side == "change")
    out.side = CaseFile::Side::change;
  else if (side == "removed")
    out.side = CaseFile::Side::removed;
  else if (side != "base")
    return std::nullopt;
  out.path = whole.substr(slash + 1);
  return out;
}

// What may be answered to a change of that kind.
Result<std::vector<std::string>> verdicts_for(std::string_view kind, const std::string& path) {
  if (kind == "honest") return std::vector<std::string>{"mergeable", "conditional"};
  for (const std::string_view bad : {"vacuous", "half-done", "wrong", "impossible"}) {
    if (kind == bad) return std::vector<std::string>{"conditional", "not_mergeable", "inconclusive"};
  }
  return invalid_input(cat(path, ": kind takes vacuous, half-done, wrong, impossible or honest"));
}

Result<void> read_head(std::string_view head, EvalCase& out) {
  TRY_ASSIGN(const auto document, parse_toml(head, out.path));
  Settings settings(document, out.path);
  set_if_given(out.kind, settings.text("kind"));
  set_if_given(out.task, settings.text("task"));
  set_if_given(out.verify_commands, settings.texts("commands"));
  set_if_given(out.needs, settings.texts("needs"));
  settings.text("about");
  TRY(settings.finish());
  TRY_ASSIGN(out.expected.verdicts, verdicts_for(out.kind, out.path));
  return {};
}

bool is_there(const std::string& needed) {
  if (contains(needed, "/")) return os::exists(needed);
  const char* path = std::getenv("PATH");
  for (const auto folder : split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    if (::access(os::join_path(folder, needed).c_str(), X_OK) == 0) return true;
  }
  return false;
}

Result<void> write_side(const EvalCase& one, CaseFile::Side side, const std::string& folder) {
  for (const auto& file : one.files) {
    if (file.side != side) continue;
    TRY_ASSIGN(const auto path, os::inside(folder, file.path));
    if (side == CaseFile::Side::removed) {
      ::unlink(path.c_str());
      continue;
    }
    TRY(os::make_folders(os::parent_path(path)));
    TRY(os::write_file(path, file.content));
  }
  return {};
}

}  // namespace

Result<EvalCase> read_repository_case(std::string_view text, const std::string& path) {
  EvalCase out;
  out.form = CaseForm::repository;
  out.path = path;
  const auto language = os::file_name(os::parent_path(path));
  out.id = cat(language, "/", os::file_name(path).substr(0, os::file_name(path).rfind('.')));
  std::string head;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1);
    const auto line = text.substr(at, end - at);
    if (auto mark = mark_in(line))
      out.files.push_back({mark->side, std::move(mark->path), ""});
    else
      (out.files.empty() ? head : out.files.back().content) += text.substr(at, end + 1 - at);
    at = end + 1;
  }
  TRY(read_head(head, out));
  if (out.files.empty()) return invalid_input(cat(path, ": there is no file in it"));
  return out;
}

std::vector<std::string> missing_for(const EvalCase& one) {
  std::vector<std::string> out;
  std::copy_if(one.needs.begin(), one.needs.end(), std::back_inserter(out),
               [](const std::string& needed) { return !is_there(needed); });
  return out;
}

Result<std::string> make_repository(const EvalCase& one, const std::string& folder) {
  TRY(os::make_folders(folder));
  TRY(write_side(one, CaseFile::Side::base, folder));
  TRY_ASSIGN(const auto repository, git::init_with_commit(folder, "base"));
  TRY_ASSIGN(auto base, repository.commit_of("HEAD"));
  TRY(write_side(one, CaseFile::Side::change, folder));
  TRY(write_side(one, CaseFile::Side::removed, folder));
  TRY(git::commit_all(repository, "change"));
  return base;
}

}  // namespace assay::engine
