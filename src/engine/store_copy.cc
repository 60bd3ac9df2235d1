#include "engine/store_copy.h"

#include "audit/continuation.h"
#include "base/text.h"
#include "engine/histories.h"
#include "os/files.h"
#include "store/history.h"
#include "store/place.h"
#include "store/store.h"

namespace assay::engine {

namespace {

// Opening makes a file, and here that would hide a wrong name.
Result<std::unique_ptr<store::Store>> open_existing(const std::string& place, Clock& clock) {
  if (!store::is_address(place) && !os::exists(place)) return not_found(cat("there is no store at ", place));
  return store::Store::open(place, clock);
}

Result<StoreLook> look_at(const store::Store& store, const audit::Observer& observer) {
  TRY_ASSIGN(const auto found, verify_histories(store, observer));
  TRY_ASSIGN(auto health, store.examine());
  StoreLook out{health.driver, health.schema, health.missions, found.checkpoints, std::move(health.faults)};
  if (found.fault) out.faults.push_back(audit::sentence(*found.fault));
  return out;
}

Result<void> refuse_unsound(const StoreLook& look, std::string_view which, std::string_view then) {
  if (look.faults.empty()) return {};
  return corrupt(cat(which, " is not sound: ", look.faults.front(),
                     look.faults.size() > 1 ? cat(" (and ", look.faults.size() - 1, " more)") : "", ". ", then));
}

}  // namespace

Result<StoreLook> look_at_store(const std::string& place, Clock& clock) {
  TRY_ASSIGN(const auto store, open_existing(place, clock));
  return look_at(*store, {});
}

Result<StoreCopy> copy_store(const std::string& from, const std::string& to, Clock& clock) {
  if (from == to) return invalid_input("a store is not copied onto itself; name two places");
  TRY_ASSIGN(const auto source, open_existing(from, clock));
  audit::Continuation expected("the store that was copied");
  TRY_ASSIGN(const auto before, look_at(*source, {nullptr, [&](const audit::Head& head) {
                                                    expected.expect(head);
                                                    return Result<void>();
                                                  }}));
  TRY(refuse_unsound(before, "the store that should be copied", "Nothing was copied; see assay doctor"));
  StoreCopy out;
  TRY_ASSIGN(out.rows, store::copy_rows(from, to, clock));
  TRY_ASSIGN(const auto target, store::Store::open(to, clock));
  TRY_ASSIGN(out.made, look_at(*target, {[&](const model::Checkpoint& each) { return expected.checkpoint(each); },
                                         [&](const audit::Head& head) { return expected.head(head); }}));
  constexpr std::string_view k_then = "Do not use it: remove it, and go on with the first";
  TRY(refuse_unsound(out.made, "the copy", k_then));
  if (const auto whole = expected.finish(); !whole) {
    return corrupt(cat("the copy lacks something: ", whole.error().message, ". ", k_then));
  }
  return out;
}

}  // namespace assay::engine
