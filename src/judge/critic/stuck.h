// Whether a task's rounds lead anywhere. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/critic.h"

namespace assay::judge {

constexpr std::uint32_t k_default_rounds = 3;
constexpr std::uint32_t k_most_rounds = 100;

// An earlier round: what it looked at, what was found, where that led.
struct PastRound {
  std::uint32_t round = 0;
  std::string tree;
  std::string identities;  // identity_of_all
  model::Route route = model::Route::executor;
};

// Why the loop ends; empty: it goes on. Only a round with findings can be stuck: the last round, the
// same findings as in an earlier one, or the same tree. A tree may come back with other findings
// when between the two somebody answered or found out something, since that changes no file.
std::string why_stuck(const model::CriticReport& report, std::span<const PastRound> past, std::uint32_t max_rounds);

// Adds the finding stuck-detected when it is, and routes again.
void detect_stuck(model::CriticReport& report, std::span<const PastRound> past, std::uint32_t max_rounds);

}  // namespace assay::judge
