// What may be spent on a mission or on one of its tasks, and whether anything is left. Asked before every
// call of an agent: a call that has begun may overshoot, the next one does not begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::model {

// 0: not limited.
struct Budget {
  double usd = 0;
  std::uint64_t tokens = 0;  // read and written
  std::uint64_t wall_ms = 0;
  std::uint64_t turns = 0;
  bool is_limited() const { return usd > 0 || tokens > 0 || wall_ms > 0 || turns > 0; }
  friend bool operator==(const Budget&, const Budget&) = default;
};

struct Used {
  double usd = 0;
  std::uint64_t tokens = 0;
  std::uint64_t wall_ms = 0;
  std::uint64_t turns = 0;
};

// What the next call may use at most; nothing: as much as it likes.
struct Allowance {
  std::optional<double> usd;
  std::optional<std::uint64_t> tokens;
  std::optional<std::uint64_t> wall_ms;
  std::optional<std::uint64_t> turns;
  std::string reached;  // the cap that keeps it from beginning, as a sentence; empty: it may begin
};

enum class Whose { mission, task };
Allowance allowance(const Budget& budget, const Used& used, Whose whose);
// "--budget-usd": the flag of `assay mission edit` that a reason names because its budget is reached; else empty.
std::string budget_flag_in(std::string_view reason);
// What both leave.
Allowance narrower(const Allowance& a, const Allowance& b);

// "5.00 USD, 200000 tokens, 30 minutes, 40 turns"; "not limited"
std::string describe(const Budget& budget);
std::string dollars(double amount);  // "5.00"

}  // namespace assay::model
