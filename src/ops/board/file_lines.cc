#include "ops/board/file_lines.h"

#include <algorithm>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "git/repository.h"
#include "git/snapshot.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "store/missions.h"
#include "store/verifications.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_most_file_lines = 5000;
constexpr size_t k_shown_of_line = 2000;  // bytes of it that are shown

// Programs name files from where they run, so a place may begin with folders that the repository does not have.
const git::Entry* find_named(const git::Tree& tree, std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  for (;;) {
    const auto* entry = tree.find(path);
    if (entry != nullptr && entry->is_content()) return entry;
    const size_t slash = path.find('/');
    if (slash == std::string_view::npos) return nullptr;
    path.remove_prefix(slash + 1);
  }
}

// What was verified; without that, what the work starts from.
Result<std::string> commit_for(const store::Store& store, const model::MissionId& id) {
  TRY_ASSIGN(const auto latest, store.verifications().latest(id));
  if (latest && !latest->commit.empty()) return latest->commit;
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  if (mission.base_commit.empty()) return not_found(cat("mission ", id.text, " starts from no commit"));
  return mission.base_commit;
}

}  // namespace

void ShowFile::Request::fields(Fields& f) {
  f.field(word("mission", "id or unique prefix", Completes::mission), mission);
  f.field(word("path", "the file; folders in front that the repository does not have are left out"), path);
  f.field({.name = "first", .help = "the first line to show (default: 1)", .least = 1}, first);
  f.field({.name = "lines", .help = "how many (default: 400)", .least = 1, .most = k_most_file_lines}, lines);
}

void ShowFile::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("path", "in the repository"), path);
  f.field(item("commit", "what was verified; without a verification, what the work starts from"), commit);
  f.field(item("first", "number of the first line here, from 1"), first);
  f.field(item("total", "lines of the whole file"), total);
  f.field(item("lines", "each without its end"), lines);
}

Result<ShowFile::Response> ShowFile::run(Context& context, const Request& request) {
  TRY(check_line("the path", request.path));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  Response out;
  out.mission = id.text;
  TRY_ASSIGN(out.commit, commit_for(*store, id));
  TRY_ASSIGN(const auto tree, git::Tree::open(*repository, out.commit));
  const auto* entry = find_named(tree, request.path);
  if (entry == nullptr) {
    return not_found(cat("there is no file ", excerpt(to_utf8(request.path), 200), " in ", out.commit.substr(0, 12)));
  }
  out.path = to_utf8(entry->path);
  TRY_ASSIGN(const auto content, tree.read(entry->path));
  const std::string text = content.value_or("");
  if (contains(text, std::string_view("\0", 1))) return conflict(cat(out.path, " is no text"));
  const auto lines = split_lines(text);
  out.total = lines.size();
  out.first = request.first;
  for (std::uint64_t at = request.first - 1; at < lines.size() && out.lines.size() < request.lines; ++at)
    out.lines.push_back(to_utf8(lines[at].substr(0, k_shown_of_line)));
  return out;
}

std::string present(const ShowFile::Response& answer, const Terminal&) {
  std::string out;
  std::uint64_t number = answer.first;
  for (const auto& line : answer.lines) out += cat(number++, "\t", printable(line), "\n");
  return out.empty() ? cat(answer.path, " has ", plural(answer.total, "line"), "\n") : out;
}

constinit const NamedSchema ShowFile::Response::k_schema =
    named_schema<ShowFile::Response>("file-lines", "Lines of a file as it was verified");

constinit const Operation k_mission_file_operation =
    reads<ShowFile>({"mission.file", "show lines of a file as it was verified", "",
                     "  {} mission file k3f7 src/cart.py\n  {} mission file k3f7 src/cart.py --first 40 --lines 20\n",
                     "GET", "/api/missions/{mission}/file"});

}  // namespace assay::ops
