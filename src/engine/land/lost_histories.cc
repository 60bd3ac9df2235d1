// What counts as proof. A head noted in the state folder: that folder belongs to this repository alone (a copy or a
// clone has none, see engine/state_folder.h), so a history that does not continue it was lost here. An attestation of a
// mission that the store knows, with another checkpoint than the store has. A ref of a mission whose commit Assay
// made, while evidence lies beside the store: a clone has no evidence, and who makes refs by hand does not commit as
// Assay. All else is only mentioned.
#include "engine/land/lost_histories.h"

#include <map>
#include <set>

#include <boost/json.hpp>

#include "audit/bundle.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/known_histories.h"
#include "engine/land/attest.h"
#include "os/files.h"
#include "store/history.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_mission = "mission-";
constexpr size_t k_most_named = 5;

struct Scene {
  const Home& home;
  const git::Repository& repository;
  store::Store& store;
  std::set<std::string> in_store = {};
  std::set<std::string> accepted = {};

  bool is_settled(const std::string& mission) const { return accepted.contains(mission); }
};

void find_by_heads(const Scene& scene, LostHistories& out) {
  for (const auto& [mission, head] : known_histories(scene.home.git_folder)) {
    if (!scene.in_store.contains(mission) && scene.is_settled(mission)) continue;
    const auto fits = check_continues(scene.store, head);
    if (!fits) out.proven.push_back({mission, fits.error().message});
  }
}

// The mission that a ref is about: refs/assay/missions/<mission>/…, refs/heads/assay/<mission>/<task>.
std::string mission_of(std::string_view ref) {
  for (const std::string_view prefix : {"refs/assay/missions/", "refs/heads/assay/"}) {
    if (!ref.starts_with(prefix)) continue;
    const auto rest = ref.substr(prefix.size());
    const auto name = rest.substr(0, rest.find('/'));
    return name.starts_with(k_mission) ? std::string(name) : std::string();
  }
  return {};
}

bool has_evidence(const Home& home) {
  const auto folder = os::list_folder(os::join_path(home.folder, "evidence"));
  return folder && !folder->empty();
}

struct MissionRefs {
  std::string ref;  // one of them
  bool by_assay = false;
};

Result<std::map<std::string, MissionRefs>> refs_of_missions(const git::Repository& repository) {
  std::map<std::string, MissionRefs> out;
  TRY_ASSIGN(const auto listing, repository.run({"for-each-ref", "--format=%(refname) %(committeremail)",
                                                 "refs/assay/missions/", "refs/heads/assay/"}));
  for (const auto line : split_lines(listing)) {
    const auto space = line.rfind(' ');
    if (space == std::string_view::npos) continue;
    const auto mission = mission_of(line.substr(0, space));
    if (mission.empty()) continue;
    auto& found = out[mission];
    const bool ours = line.substr(space + 1) == "<assay@localhost>";
    if (found.ref.empty() || ours) found.ref = line.substr(0, space);
    found.by_assay = found.by_assay || ours;
  }
  return out;
}

void find_by_refs(const Scene& scene, const std::map<std::string, MissionRefs>& refs, LostHistories& out) {
  std::vector<std::string> others;
  const bool evidence = has_evidence(scene.home);
  for (const auto& [mission, found] : refs) {
    if (scene.in_store.contains(mission) || scene.is_settled(mission)) continue;
    if (found.by_assay && evidence) {
      out.proven.push_back({mission, cat("mission ", mission, " is gone: ", found.ref,
                                         " holds a commit that Assay made for it, and the store does not know it")});
    } else {
      others.push_back(found.ref);
    }
  }
  if (others.empty()) return;
  const auto shown = std::min(others.size(), k_most_named);
  out.notes.push_back(
      cat("refs of missions that the store does not know, made by hand or elsewhere: ",
          join(std::vector<std::string>(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(shown)), ", "),
          others.size() > shown ? cat(" and ", others.size() - shown, " more") : ""));
}

// ---- attestations

// What git cat-file --batch printed, object by object.
std::vector<std::string_view> objects_in(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const auto words = split(text.substr(0, end), ' ');
    text.remove_prefix(end + 1);
    const auto size = words.size() == 3 ? parse_uint(words[2]) : std::nullopt;
    if (!size || *size > text.size()) continue;
    out.push_back(text.substr(0, *size));
    text.remove_prefix(std::min(text.size(), *size + 1));
  }
  return out;
}

Result<std::string> all_notes(const git::Repository& repository) {
  TRY_ASSIGN(const auto listing, repository.ask({"notes", cat("--ref=", k_attestations), "list"}));
  if (!listing.ok()) return std::string();
  std::string wanted;
  for (const auto line : split_lines(listing.output)) wanted += cat(line.substr(0, line.find(' ')), "\n");
  if (wanted.empty()) return std::string();
  TRY_ASSIGN(auto answer, git::call({.arguments = {"cat-file", "--batch"},
                                     .folder = repository.common_folder(),
                                     .input = std::move(wanted)}));
  if (!answer.ok()) return repository.refusal("cat-file", answer);
  return std::move(answer.output);
}

std::optional<audit::Head> attested_head(const audit::Statement& statement) {
  if (statement.predicate_type != audit::k_approval) return std::nullopt;
  boost::system::error_code error;
  const auto* mission = statement.predicate.find_pointer("/mission", error);
  const auto* number = statement.predicate.find_pointer("/history/checkpoint", error);
  const auto* hash = statement.predicate.find_pointer("/history/hash", error);
  if (mission == nullptr || number == nullptr || hash == nullptr) return std::nullopt;
  if (!mission->is_string() || !hash->is_string() || !number->is_number()) return std::nullopt;
  const auto count = number->to_number<std::uint64_t>(error);
  if (error || count == 0) return std::nullopt;
  return audit::Head{model::MissionId(std::string(mission->get_string())), count, std::string(hash->get_string())};
}

Result<void> find_by_notes(const Scene& scene, const std::map<std::string, MissionRefs>& refs, LostHistories& out) {
  TRY_ASSIGN(const auto text, all_notes(scene.repository));
  size_t elsewhere = 0;
  for (const auto note : objects_in(text)) {
    const auto bundle = audit::read_bundle(note);
    if (!bundle) continue;
    for (const auto& [statement, digest] : *bundle) {
      const auto head = attested_head(statement);
      if (!head || scene.is_settled(head->mission.text)) continue;
      const auto& mission = head->mission.text;
      if (!scene.in_store.contains(mission) && !refs.contains(mission)) {
        ++elsewhere;
        continue;
      }
      const auto fits = check_continues(scene.store, *head);
      if (!fits)
        out.proven.push_back(
            {mission, cat(fits.error().message, "; its landing ", statement.subject.commit, " is attested")});
    }
  }
  if (elsewhere > 0) {
    out.notes.push_back(
        cat(plural(elsewhere, "attested landing"), " of missions that the store does not know, made elsewhere"));
  }
  return {};
}

// The first sentence on each mission.
void keep_one_each(std::vector<LostHistory>& lost) {
  std::set<std::string> seen;
  std::erase_if(lost, [&](const LostHistory& each) { return !seen.insert(each.mission).second; });
}

}  // namespace

Result<LostHistories> find_lost_histories(const Home& home, const git::Repository& repository, store::Store& store) {
  LostHistories out;
  Scene scene{home, repository, store};
  TRY_ASSIGN(const auto heads, store.history().heads());
  for (const auto& head : heads) scene.in_store.insert(head.mission.text);
  TRY_ASSIGN(const auto accepted, store.history().accepted_losses());
  for (const auto& loss : accepted) {
    scene.accepted.insert(loss.mission);
    out.notes.push_back(cat(loss.mission, " was lost, which ", loss.actor, " accepted at ", to_iso(loss.accepted_at),
                            ": ", loss.reason));
  }
  find_by_heads(scene, out);
  TRY_ASSIGN(const auto refs, refs_of_missions(repository));
  find_by_refs(scene, refs, out);
  TRY(find_by_notes(scene, refs, out));
  keep_one_each(out.proven);
  return out;
}

}  // namespace assay::engine
