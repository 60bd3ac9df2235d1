#include "model/budget.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace assay::model {

namespace {

// Less than a call costs; nobody should be asked to work for it.
constexpr double k_least_usd = 0.005;
constexpr std::uint64_t k_least_ms = 1'000;

std::string minutes(std::uint64_t ms) {
  if (ms < 60'000) return plural(ms / 1'000, "second");
  return plural(ms / 60'000, "minute");
}

template <class T>
std::optional<T> less(std::optional<T> a, std::optional<T> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::uint64_t rest(std::uint64_t of, std::uint64_t used) { return of > used ? of - used : 0; }

constexpr std::string_view k_reached = "The budget of ";
constexpr std::string_view k_raise = " Raise it with ";

std::string reached(Whose whose, std::string_view budget, std::string_view used, std::string_view unit) {
  const bool of_task = whose == Whose::task;
  return cat(k_reached, of_task ? "the task" : "the mission", " is reached: ", used, " of ", budget, " were used.",
             k_raise, of_task ? "--task-budget-" : "--budget-", unit, " of `assay mission edit`, then retry the task.");
}

}  // namespace

std::string dollars(double amount) {
  const auto cents = static_cast<std::uint64_t>(std::llround(std::clamp(amount, 0.0, 1e15) * 100));
  return cat(cents / 100, ".", cents % 100 < 10 ? "0" : "", cents % 100);
}

Allowance allowance(const Budget& budget, const Used& used, Whose whose) {
  Allowance out;
  if (budget.usd > 0) {
    out.usd = std::max(0.0, budget.usd - used.usd);
    if (*out.usd < std::min(k_least_usd, budget.usd)) {
      out.reached = reached(whose, cat(dollars(budget.usd), " USD"), dollars(used.usd), "usd");
    }
  }
  if (budget.tokens > 0) {
    out.tokens = rest(budget.tokens, used.tokens);
    if (*out.tokens == 0 && out.reached.empty()) {
      out.reached = reached(whose, plural(budget.tokens, "token"), cat(used.tokens), "tokens");
    }
  }
  if (budget.wall_ms > 0) {
    out.wall_ms = rest(budget.wall_ms, used.wall_ms);
    if (*out.wall_ms < std::min(k_least_ms, budget.wall_ms) && out.reached.empty()) {
      out.reached = reached(whose, cat(minutes(budget.wall_ms), " of work"), minutes(used.wall_ms), "time");
    }
  }
  if (budget.turns > 0) {
    out.turns = rest(budget.turns, used.turns);
    if (*out.turns == 0 && out.reached.empty()) {
      out.reached = reached(whose, plural(budget.turns, "turn"), cat(used.turns), "turns");
    }
  }
  return out;
}

std::string budget_flag_in(std::string_view reason) {
  const auto raise = reason.find(k_raise);
  if (!reason.starts_with(k_reached) || raise == std::string_view::npos) return {};
  const auto flag = reason.substr(raise + k_raise.size());
  return std::string(flag.substr(0, flag.find(' ')));
}

Allowance narrower(const Allowance& a, const Allowance& b) {
  return {less(a.usd, b.usd), less(a.tokens, b.tokens), less(a.wall_ms, b.wall_ms), less(a.turns, b.turns),
          a.reached.empty() ? b.reached : a.reached};
}

std::string describe(const Budget& budget) {
  std::vector<std::string> parts;
  if (budget.usd > 0) parts.push_back(cat(dollars(budget.usd), " USD"));
  if (budget.tokens > 0) parts.push_back(plural(budget.tokens, "token"));
  if (budget.wall_ms > 0) parts.push_back(minutes(budget.wall_ms));
  if (budget.turns > 0) parts.push_back(plural(budget.turns, "turn"));
  return parts.empty() ? "not limited" : join(parts, ", ");
}

}  // namespace assay::model
