#include "engine/surroundings/moved_refs.h"

#include <cstdlib>

#include "base/text.h"
#include "engine/attestation_notes.h"
#include "git/refs/reflog.h"
#include "git/repository.h"
#include "os/files.h"
#include "os/regular_file.h"
#include "plan/site.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_branches = "refs/heads/";
constexpr std::string_view k_task_branches = "refs/heads/assay/";
constexpr std::string_view k_missions = "refs/assay/missions/";
constexpr std::string_view k_salvage = "refs/assay/salvage/";
constexpr std::string_view k_ours = "refs/assay/";
constexpr std::uint64_t k_longest_log = std::uint64_t{64} << 20;

}  // namespace

std::vector<RefMove> ref_changes(const std::map<std::string, std::string>& before,
                                 const std::map<std::string, std::string>& after) {
  std::vector<RefMove> out;
  for (const auto& [ref, id] : before) {
    const auto now = after.find(ref);
    if (now == after.end() || now->second != id) out.push_back({ref, id, now == after.end() ? "" : now->second});
  }
  for (const auto& [ref, id] : after) {
    if (!before.contains(ref)) out.push_back({ref, "", id});
  }
  return out;
}

std::string in_words(const RefMove& move) {
  if (move.from.empty()) return cat(to_utf8(move.ref), " (new, at ", git::short_id(move.to), ")");
  if (move.to.empty()) return cat(to_utf8(move.ref), " (removed, was ", git::short_id(move.from), ")");
  return cat(to_utf8(move.ref), " (from ", git::short_id(move.from), " to ", git::short_id(move.to), ")");
}

std::string undo_of(const RefMove& move) {
  // What was watched chose the name, and a person pastes this into a shell.
  const auto ref = plan::shell_word(to_utf8(move.ref));
  if (move.from.empty()) return cat("git update-ref -d ", ref, " ", move.to);
  return cat("git update-ref ", ref, " ", move.from, move.to.empty() ? "" : " ", move.to);
}

std::string operator_identity(const git::Repository& repository) {
  const char* name = std::getenv("GIT_COMMITTER_NAME");
  const char* mail = std::getenv("GIT_COMMITTER_EMAIL");
  if (name != nullptr && mail != nullptr) return cat(name, " <", mail, ">");
  const auto scope = repository.run({"config", "--show-scope", "--get", "user.email"});
  if (!scope || !scope->starts_with("global")) return {};
  const auto found = repository.run({"var", "GIT_COMMITTER_IDENT"});
  const size_t end = found ? found->find('>') : std::string::npos;
  return end == std::string::npos ? std::string() : found->substr(0, end + 1);
}

MovedRefs::By MovedRefs::by_whom(const RefMove& move) const {
  const std::string_view ref = move.ref;
  if (ref.starts_with("refs/remotes/")) return By::assay;  // what was fetched; nobody's work
  if (ref.starts_with(k_task_branches)) return is_of_task(ref.substr(k_task_branches.size())) ? By::assay : By::watched;
  if (ref.starts_with(k_salvage)) return move.to.empty() ? By::watched : By::assay;
  if (ref.starts_with(k_missions)) {
    const auto rest = ref.substr(k_missions.size());
    return !move.to.empty() || was_touched(rest.substr(0, rest.find('/'))) ? By::assay : By::watched;
  }
  if (ref.starts_with(k_ours)) return By::assay;
  if (ref == k_attestations) return adds_to_notes(move) ? By::assay : By::watched;
  return by_reflog(move);
}

// "<mission>/<task>": of a task that ran meanwhile, or of a mission whose branches were cleared away.
bool MovedRefs::is_of_task(std::string_view name) const {
  if (m_context.store == nullptr) return false;
  const size_t slash = name.find('/');
  if (slash == std::string_view::npos) return was_touched(name);
  const auto task = m_context.store->tasks().find(model::TaskId(std::string(name.substr(slash + 1))));
  if (task && (task->state == model::TaskState::running || task->updated_at >= m_since)) return true;
  const auto mission = m_context.store->missions().find(model::MissionId(std::string(name.substr(0, slash))));
  return mission && mission->facts.landed && mission->updated_at >= m_since;
}

bool MovedRefs::was_touched(std::string_view mission) const {
  if (m_context.store == nullptr) return false;
  const auto found = m_context.store->missions().find(model::MissionId(std::string(mission)));
  return found && found->updated_at >= m_since;
}

bool MovedRefs::is_landing(const std::string& commit) const {
  return m_context.store != nullptr && m_context.store->landings().has_commit(commit).value_or(false);
}

bool MovedRefs::adds_to_notes(const RefMove& move) const {
  if (move.to.empty()) return false;
  if (move.from.empty()) return true;
  const auto answer = m_context.repository.ask({"merge-base", "--is-ancestor", move.from, move.to});
  return answer && answer->ok();
}

// Every step must be of somebody who may: one of ours behind one of theirs hides nothing.
MovedRefs::By MovedRefs::by_reflog(const RefMove& move) const {
  if (move.to.empty()) return By::watched;
  const auto log =
      os::read_regular_file(os::join_path(m_context.repository.common_folder(), cat("logs/", move.ref)), k_longest_log);
  const auto steps = log ? git::moves_in(*log, move.from, move.to) : std::vector<git::LogEntry>();
  if (steps.empty()) return move.ref.starts_with(k_branches) && is_landing(move.to) ? By::assay : By::watched;
  bool of_person = false;
  for (const auto& step : steps) {
    if (is_landing(std::string(step.to))) continue;
    if (m_person.empty() || step.who != m_person) return By::watched;
    of_person = true;
  }
  return of_person ? By::person : By::assay;
}

bool MovedRefs::is_of_person(const std::string& head_file) const {
  const auto log = os::read_regular_file(os::join_path(os::parent_path(head_file), "logs/HEAD"), k_longest_log);
  if (!log || m_person.empty()) return false;
  const auto lines = split_lines(trim_right(*log));
  const auto last = lines.empty() ? std::nullopt : git::read_log_entry(lines.back());
  return last && last->who == m_person;
}

}  // namespace assay::engine
