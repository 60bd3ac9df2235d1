// What clients send to their hooks, what they keep in transcripts and settings. Settings that take our hooks give them
// back again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hooks/answer.h"
#include "hooks/input.h"
#include "hooks/patch.h"
#include "hooks/settings.h"
#include "hooks/task.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto input = hooks::read_input(text, std::nullopt);
  if (input) {
    (void)hooks::keep_working(*input, input->prompt);
    for (const auto& edit : input->edits) {
      const auto after = hooks::apply(edit, text);
      (void)hooks::diff_text(edit.path, std::string(text), after);
    }
  }
  (void)hooks::task_of(hooks::prompts_of(text));
  for (const auto client : hooks::k_clients) {
    const auto with = hooks::with_hooks(text, client, "assay hook");
    if (!with) continue;
    const auto state = hooks::installed(*with, client, "assay hook");
    if (!state || *state != hooks::Installed::yes) std::abort();
    const auto without = hooks::without_hooks(*with, client);
    if (!without || *hooks::installed(*without, client, "assay hook") != hooks::Installed::no) std::abort();
  }
  return 0;
}
