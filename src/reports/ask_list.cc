#include <algorithm>

#include "base/text.h"
#include "reports/ask.h"
#include "reports/find.h"
#include "reports/reach.h"

namespace assay::reports {

namespace {

using logs::Runner;

// How one command becomes one that lists: put behind the runner's name, and at the end of the command.
struct Listing {
  std::string_view behind_name{}, at_end{};
  bool by_text = false;  // names are read from what it prints
};

std::optional<Listing> listing_of(const Found& found) {
  switch (found.runner) {
    // Its hook tells what was collected.
    case Runner::pytest: return Listing{" --collect-only -q", {}, false};
    case Runner::go_test: return Listing{" -list .", {}, true};
    case Runner::ctest: return Listing{" -N", {}, true};
    case Runner::dotnet: return Listing{" --list-tests", {}, true};
    case Runner::cargo_test: {
      const bool has_own =
          std::any_of(found.words.begin(), found.words.end(), [](const Word& word) { return word.text == "--"; });
      return Listing{{}, has_own ? " --list" : " -- --list", true};
    }
    default: return std::nullopt;
  }
}

void start_by_list_hook(const Found& found, const AskInput& input, Asked& asked, std::vector<Edit>& edits) {
  const auto id = logs::id(found.runner);
  const auto path = cat(input.report_folder, "/", id, ".jsonl");
  const size_t at = found.words[found.program.first].begin;
  edits.push_back(
      {at, at, cat("sh ", quoted(cat(input.hooks_folder, "/list/list.sh")), " ", id, " ", quoted(path), " ")});
  asked.expected.push_back({found.runner, Format::events, path, {}, false});
}

}  // namespace

std::optional<Asked> ask_for_list(const AskInput& input) {
  const auto seen = find_runners(input.command, input.folder, input.files);
  // Commands beside it would be run, and a script cannot be told.
  if (seen.found.size() != 1 || !seen.found[0].behind.empty()) return std::nullopt;
  const Found& found = seen.found[0];
  for (const auto& words : seen.direct) {
    const bool harmless = words[0].text == "cd" || words[0].text == "export" || words[0].begin == found.words[0].begin;
    if (!harmless) return std::nullopt;
  }
  const auto listing = listing_of(found);
  if (!listing || (found.runner == Runner::pytest && !why_hidden(found).empty())) return std::nullopt;

  Asked asked = ask(input);
  asked.hidden.clear();
  std::erase_if(asked.expected,
                [&](const Expected& each) { return each.runner != found.runner || each.format != Format::events; });
  auto edits = edits_of_variables(seen, input);
  const size_t name_end = found.words[found.program.last].end, end = found.words.back().end;
  edits.push_back({name_end, name_end, std::string(listing->behind_name)});
  edits.push_back({end, end, std::string(listing->at_end)});
  if (listing->by_text) start_by_list_hook(found, input, asked, edits);
  asked.command = edited(input.command, std::move(edits));
  return asked;
}

}  // namespace assay::reports
