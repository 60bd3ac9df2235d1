// The acceptance pack: what "done" means for a mission, and the checks that show it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

enum class AcceptanceKind { command, file, manual };
enum class AcceptanceStatus { pending, passed, failed, skipped };
enum class PackStatus { pending, passed, failed };

constexpr size_t k_acceptance_statuses = 4;

std::string_view name(AcceptanceKind);
std::string_view name(AcceptanceStatus);
std::string_view name(PackStatus);
std::optional<AcceptanceKind> acceptance_kind_named(std::string_view);
std::optional<AcceptanceStatus> acceptance_status_named(std::string_view);

struct AcceptanceCheck {
  CheckId id;
  std::string title;
  AcceptanceKind kind = AcceptanceKind::command;
  std::optional<std::string> command;  // of a command check
  std::optional<std::string> path;     // of a file check
  AcceptanceStatus status = AcceptanceStatus::pending;
  std::string detail;  // what it verifies, and which signal of the repository asked for it
  std::optional<Time> last_run_at;
  std::optional<std::string> last_output;
};

// What the reason of a check that passed after it had failed begins with; its output in the pack begins with the
// reason.
inline constexpr std::string_view k_flaky_mark = "Flaky: ";
// A pack knows such a check as passed; whoever shows it must not show a plain pass.
bool is_flaky(const AcceptanceCheck& check);

// What a person said of a check that no machine decides.
struct CheckAnswer {
  CheckId check;
  AcceptanceStatus answer = AcceptanceStatus::passed;  // or failed
  std::string actor;
  std::string reason;
  std::string work;  // a digest of the commits it was said of; for others it does not count
  Time answered_at;
};

// A check that a person took away, or changed into another. It is not found again.
struct RemovedCheck {
  AcceptanceCheck check;
  std::string actor;
  std::string reason;
  Time removed_at;
};

struct AcceptancePack {
  PackId id;
  std::string summary;
  std::vector<std::string> criteria;
  std::vector<AcceptanceCheck> checks;
  std::vector<CheckAnswer> answers;  // the latest of each check
  std::vector<RemovedCheck> removed;
  PackStatus status = PackStatus::pending;
  Time created_at;
  Time updated_at;
};

// How many checks stand at each status, in the order of AcceptanceStatus.
struct CheckCounts {
  std::array<std::uint32_t, k_acceptance_statuses> at{};
  std::uint32_t& operator[](AcceptanceStatus s) { return at[static_cast<size_t>(s)]; }
  std::uint32_t operator[](AcceptanceStatus s) const { return at[static_cast<size_t>(s)]; }
  friend bool operator==(const CheckCounts&, const CheckCounts&) = default;
};

// failed: at least one failed. passed: every one passed or skipped, and there is one. pending: else.
// A pack without checks proves nothing and stays pending.
PackStatus pack_status(const CheckCounts& counts);

// What a person said of this check; nullptr: nothing yet.
const CheckAnswer* answer_to(const AcceptancePack& pack, const CheckId& check);

// Two checks that say the same are one: kind, command, path and title together.
bool same_check(const AcceptanceCheck& a, const AcceptanceCheck& b);

}  // namespace assay::model
