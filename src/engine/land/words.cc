#include "base/names.h"
#include "engine/land/land.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_steps[] = {"look",     "resume", "remote",       "verify",  "compose", "checkouts",
                                        "intend",   "push",   "prove_remote", "confirm", "hold",    "swap",
                                        "checkout", "prove",  "record",       "attest",  "done"};
constexpr std::string_view k_refusals[] = {"none",
                                           "not_ready",
                                           "not_verified",
                                           "work_changed",
                                           "already_in_target",
                                           "verification_failed",
                                           "target_moved",
                                           "target_missing",
                                           "checkout_in_the_way",
                                           "other_tree",
                                           "remote_ahead",
                                           "remote_refused",
                                           "not_on_remote",
                                           "proposal_differs",
                                           "mission_changed",
                                           "target_symbolic",
                                           "cannot_sign"};
constexpr std::string_view k_outcomes[] = {"landed", "already_landed", "proposed", "would_land", "refused"};

}  // namespace

std::string_view name(LandStep step) { return name_in(k_steps, step); }
std::string_view name(LandRefusal refusal) { return name_in(k_refusals, refusal); }
std::string_view name(LandOutcome outcome) { return name_in(k_outcomes, outcome); }

}  // namespace assay::engine
