#include "base/names.h"
#include "engine/land/land.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_steps[] = {"look",     "resume", "remote",       "verify",  "compose", "checkouts",
                                        "intend",   "push",   "prove_remote", "confirm", "hold",    "swap",
                                        "checkout", "prove",  "record",       "attest",  "done"};
constexpr std::string_view k_words[] = {"looking at the mission",
                                        "finishing a landing that was begun before",
                                        "asking the remote where the branch is",
                                        "verifying again, if anything has changed",
                                        "making the commit that lands",
                                        "looking at the checkouts of the branch",
                                        "writing down what is about to change",
                                        "pushing",
                                        "asking the remote whether it has the commit",
                                        "making sure that the mission is still the same",
                                        "holding the checkouts",
                                        "moving the branch",
                                        "updating the checkouts",
                                        "comparing what landed with what was verified",
                                        "recording the landing",
                                        "signing it",
                                        "landed"};
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
std::string_view words(LandStep step) { return name_in(k_words, step); }
std::string_view name(LandRefusal refusal) { return name_in(k_refusals, refusal); }
std::string_view name(LandOutcome outcome) { return name_in(k_outcomes, outcome); }

}  // namespace assay::engine
