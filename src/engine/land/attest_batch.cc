// Those of a batch have the same tip, and each was made on the commit of the one before it. Landings of the same commit
// that came apart from each other (a host merged two proposals) do not hang together like that.
#include "engine/land/attest_batch.h"

#include <algorithm>

#include "base/text.h"
#include "store/landings.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

using Landings = std::vector<model::Landing>;

template <class Matches>
std::optional<model::Landing> take(Landings& from, Matches matches) {
  const auto found = std::find_if(from.begin(), from.end(), matches);
  if (found == from.end()) return std::nullopt;
  auto out = std::move(*found);
  from.erase(found);
  return out;
}

Landings chain_of(const model::Landing& landing, Landings others) {
  Landings out{landing};
  std::erase_if(others, [&](const auto& each) { return each.id == landing.id; });
  while (auto below = take(others, [&](const auto& each) { return each.commit == out.front().onto; })) {
    out.insert(out.begin(), std::move(*below));
  }
  while (auto above = take(others, [&](const auto& each) { return each.onto == out.back().commit; })) {
    out.push_back(std::move(*above));
  }
  out.back().commit = out.back().tip;  // of one that a host merged, its own commit stands below
  return out;
}

}  // namespace

Result<std::vector<BatchMember>> batch_of(const store::Store& store, const model::Mission& mission) {
  TRY_ASSIGN(const auto latest, store.landings().latest(mission.id));
  if (!latest || latest->state != model::LandingState::landed || latest->tip != mission.landed_commit) {
    BatchMember alone{{}, mission, {}};
    alone.landing.commit = alone.landing.tip = mission.landed_commit;
    return std::vector{std::move(alone)};
  }
  TRY_ASSIGN(auto others, store.landings().at(latest->tip));
  std::vector<BatchMember> out;
  for (auto& landing : chain_of(*latest, std::move(others))) {
    if (landing.state != model::LandingState::landed) {
      return conflict(cat("mission ", landing.mission.text, " of the same batch is not recorded as landed yet; next: ",
                          "assay land ", landing.mission.text));
    }
    TRY_ASSIGN(auto of, store.missions().find(landing.mission));
    TRY_ASSIGN(const auto signature, store.landings().signature_of(landing.id));
    out.push_back({std::move(landing), std::move(of), {}});
    if (signature) out.back().signed_at = signature->signed_at;
  }
  return out;
}

}  // namespace assay::engine
