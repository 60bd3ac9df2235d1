// Stores as wholes: one copied to another place, one looked at.
#include "cli/store.h"

#include "base/printable.h"
#include "base/text.h"
#include "engine/store_copy.h"
#include "ops/context.h"
#include "store/place.h"

namespace assay::cli {

namespace {

constexpr Flag k_store_table[] = {
    {"--workspace", "", Takes::value, "DIR", "check: the git work tree whose store is meant (default: here)"},
};

Result<int> copy(const Parsed& options) {
  const auto& words = options.words();
  if (words.size() != 3) return invalid_input("say from where to where: assay store copy FROM TO");
  SystemClock clock;
  TRY_ASSIGN(const auto shown, store::shown_place(words[2]));
  TRY_ASSIGN(const auto done, engine::copy_store(words[1], words[2], clock));
  TRY(print(cat("copied to ", printable(shown), " (", done.made.driver, "): ", plural(done.rows, "row"), ", ",
                plural(done.made.missions, "mission"), ", ", plural(done.made.checkpoints, "checkpoint"),
                "\nverified: the copy is sound, and every history in it is intact and ends where it did\n")));
  return k_exit_ok;
}

Result<int> check(const Parsed& options) {
  const auto& words = options.words();
  if (words.size() > 2) return invalid_input("say which store: assay store check [PLACE]");
  SystemClock clock;
  std::string place = words.size() == 2 ? words[1] : "";
  if (place.empty()) {
    ops::Context::Setup setup;
    setup.folder = options.value("--workspace").value_or(".");
    ops::Context context(setup, clock);
    TRY_ASSIGN(const auto* home, context.home());
    place = home->store;
  }
  TRY_ASSIGN(const auto shown, store::shown_place(place));
  TRY_ASSIGN(const auto look, engine::look_at_store(place, clock));
  std::string out = cat(printable(shown), ": ", look.driver, ", schema ", look.schema, ", ",
                        plural(look.missions, "mission"), ", ", plural(look.checkpoints, "checkpoint"), "\n");
  for (const auto& fault : look.faults) out += cat("fault: ", printable(fault), "\n");
  TRY(print(look.faults.empty() ? cat(out, "sound; every history is intact\n") : out));
  return look.faults.empty() ? k_exit_ok : k_exit_gate;
}

}  // namespace

const std::span<const Flag> k_store_flags = k_store_table;

Result<int> run_store(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_store_flags, invocation.arguments));
  const std::string what = options.words().empty() ? "" : options.words().front();
  if (what == "copy") return copy(options);
  if (what == "check") return check(options);
  return invalid_input(cat("say what to do: ", invocation.program, " store copy FROM TO, or ", invocation.program,
                           " store check; see ", invocation.program, " store --help"));
}

}  // namespace assay::cli
