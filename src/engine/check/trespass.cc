#include "engine/check/trespass.h"

#include "base/text.h"
#include "engine/check/check_policy.h"
#include "engine/home.h"
#include "engine/state_folder.h"
#include "engine/store_place.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_without = "While the commands ran without a sandbox: ";

}  // namespace

WatchedPlace TrespassWatch::place() const { return {m_repository, m_folder, m_store.get(), *m_clock}; }

Result<std::unique_ptr<TrespassWatch>> TrespassWatch::begin(const git::Repository& repository,
                                                            const std::string& workspace) {
  std::unique_ptr<TrespassWatch> out(new TrespassWatch(repository));
  out->m_clock = std::make_unique<SystemClock>();
  TRY_ASSIGN(const auto home, find_home(workspace));
  out->m_folder = home.folder;
  (void)make_state_folder(repository.common_folder());  // else its first file is made by us while the commands run
  if (is_made(home)) {
    TRY_ASSIGN(const auto place, store_place(private_folder(home), home.store));
    TRY_ASSIGN(out->m_store, store::Store::open(place, *out->m_clock));
  }
  Surroundings::Own own;
  own.who = "the commands";
  own.folder = workspace;
  own.has_identity = true;  // they run as the person would run them
  own.edits = Surroundings::Own::Edits::left;
  TRY_ASSIGN(out->m_before, Surroundings::read(out->place(), std::move(own)));
  return out;
}

Result<std::vector<model::Finding>> TrespassWatch::findings() {
  const auto changes = m_before->changes(place());
  if (changes.store_is_lost) {
    return keep_lost_store(place(), cat(k_without, join(changes.charged(), " ")), [](store::Store&) {});
  }
  std::vector<model::Finding> out;
  if (!changes.lines.empty()) {
    out.push_back(policy_finding("run.changed-outside", cat(k_without, join(changes.lines, " "))));
    out.back().severity = model::Severity::must_fix;
  }
  // A person may have moved them meanwhile: nothing tells that person's git from the commands' own.
  if (!changes.moved.empty()) {
    out.push_back(policy_finding("run.moved-refs",
                                 cat(k_without, join(changes.moved, " "), " If it was you, run the check again.")));
  }
  if (!changes.settings.empty()) {
    out.push_back(policy_finding("run.changed-outside", cat(k_without, join(changes.settings, " "))));
    out.back().severity = model::Severity::note;
  }
  return out;
}

}  // namespace assay::engine
