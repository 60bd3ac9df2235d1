#include "engine/verify/tree_evidence.h"

#include "base/glob.h"
#include "base/hash.h"
#include "base/pattern.h"
#include "base/text.h"
#include "engine/verify/tree_files.h"
#include "judge/critic/criterion.h"
#include "judge/finding_identity.h"

namespace assay::engine {

using judge::argument;
using judge::arguments;
using judge::missing;
using judge::satisfied;
using judge::unjudged;
using judge::unsatisfied;
using model::CitationKind;
using model::CriterionReport;
using model::EvidenceKind;
using model::SuccessCriterion;

namespace {

constexpr size_t k_hit_shown = 240;
constexpr std::uint64_t k_largest_artefact = std::uint64_t{1} << 30;

bool is_binary(std::string_view content) { return content.substr(0, 8000).find('\0') != std::string_view::npos; }

struct Hit {
  std::string path;
  std::uint64_t line = 0;
  std::string text;
};

std::optional<Hit> first_hit(std::string_view path, std::string_view content, const Pattern& pattern) {
  std::uint64_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    auto line = content.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (pattern.matches(line)) return Hit{std::string(path), number, excerpt(line, k_hit_shown)};
    at = end + 1;
  }
  return std::nullopt;
}

Result<CriterionReport> look_for(const SuccessCriterion& criterion, const git::Tree& tree) {
  const auto kind = argument(criterion, "fixed") == "true" ? Pattern::Kind::fixed : Pattern::Kind::expression;
  const auto pattern = Pattern::make(argument(criterion, "pattern"), kind, cat(criterion.id, ": the pattern"));
  if (!pattern) return missing(pattern.error().message);
  const auto paths = arguments(criterion, "path");
  std::optional<Hit> hit;
  std::uint64_t searched = 0;
  std::string too_large;
  TRY(each_file(
      tree, [&](std::string_view path) { return paths.empty() || judge::is_in_scope(path, paths); },
      [&](std::string_view path, const std::optional<std::string>& content) {
        if (!content) {
          too_large = path;
          return Search::go_on;
        }
        ++searched;
        if (!is_binary(*content)) hit = first_hit(path, *content, *pattern);
        return hit ? Search::stop : Search::go_on;
      }));
  const std::string where = paths.empty() ? "the tree" : join(paths, ", ");
  if (criterion.evidence == EvidenceKind::grep) {
    if (hit) return satisfied({.kind = CitationKind::line, .subject = hit->path, .line = hit->line, .text = hit->text});
    return unsatisfied(cat("Nothing in ", where, " matches ", pattern->text(), " (", plural(searched, "file"), ")."));
  }
  if (hit) return unsatisfied(cat("It is there: ", hit->path, ":", hit->line, " `", trim(hit->text), "`."));
  if (!too_large.empty()) return missing(cat(too_large, " is too large to be searched."));
  if (searched == 0) return missing(cat("No file is in ", where, ", so that nothing is found there shows nothing."));
  return satisfied({.kind = CitationKind::absence,
                    .subject = pattern->text(),
                    .text = cat(where, " (", plural(searched, "file"), ")")});
}

Result<CriterionReport> look_for_file(const SuccessCriterion& criterion, const git::Tree& tree) {
  const auto path = judge::normal_path(argument(criterion, "path"));
  const git::Entry* entry = tree.find(path);
  for (const auto& each : tree.entries()) {
    if (entry != nullptr) break;
    if (is_glob(path) && each.is_content() && glob_match(path, each.path)) entry = &each;
  }
  if (entry == nullptr || !entry->is_content()) return unsatisfied(cat(path, " is not there."));
  TRY_ASSIGN(const auto content, tree.read(entry->path, k_largest_artefact));
  return content ? judge_artefact(criterion, std::string(entry->path), *content)
                 : unsatisfied(cat(path, " is not there."));
}

}  // namespace

CriterionReport judge_artefact(const SuccessCriterion& criterion, const std::string& path, const std::string& content) {
  const auto least = parse_uint(argument(criterion, "min_bytes"));
  if (least && content.size() < *least)
    return unsatisfied(cat(path, " has ", plural(content.size(), "byte"), ", fewer than ", *least, "."));
  auto digest = sha256_hex(content);
  const auto wanted = argument(criterion, "sha256");
  if (!wanted.empty() && !iequals(wanted, digest))
    return unsatisfied(cat(path, " has the digest ", digest, ", not ", wanted, "."));
  if (content.empty() && !least && wanted.empty()) return unsatisfied(cat(path, " is empty."));
  return satisfied(
      {.kind = CitationKind::artefact, .subject = path, .size = content.size(), .digest = std::move(digest)});
}

bool is_shown_by_files(const SuccessCriterion& criterion) {
  const auto kind = criterion.evidence;
  return kind == EvidenceKind::grep || kind == EvidenceKind::absent ||
         (kind == EvidenceKind::artefact && argument(criterion, "command").empty());
}

Result<CriterionReport> look_at_tree(const SuccessCriterion& criterion, const git::Tree& tree) {
  if (!is_shown_by_files(criterion)) return unjudged("The files alone do not show it.");
  return criterion.evidence == EvidenceKind::artefact ? look_for_file(criterion, tree) : look_for(criterion, tree);
}

}  // namespace assay::engine
