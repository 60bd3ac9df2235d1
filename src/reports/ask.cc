#include "reports/ask.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "reports/by_path.h"
#include "reports/by_program.h"
#include "reports/cover.h"
#include "reports/find.h"
#include "reports/hook_files.h"
#include "reports/narrow.h"
#include "reports/reach.h"

namespace assay::reports {

namespace {

using logs::Runner;

void add_runner(std::vector<Runner>& runners, Runner runner) {
  if (std::find(runners.begin(), runners.end(), runner) == runners.end()) runners.push_back(runner);
}

// What variables alone may bring.
std::vector<Expected> by_variables(const AskInput& input) {
  std::vector<Expected> expected;
  for (int i = 0; i < static_cast<int>(Runner::count_); ++i) {
    const auto runner = static_cast<Runner>(i);
    if (is_listened_to(runner))
      expected.push_back(
          {runner, Format::events, cat(input.report_folder, "/", logs::id(runner), ".jsonl"), {}, false});
  }
  expected.push_back({Runner::googletest, Format::junit_xml, cat(input.report_folder, "/googletest"), "*.xml", false});
  expected.push_back({Runner::gotestsum, Format::go_json, cat(input.report_folder, "/gotestsum.json"), {}, false});
  return expected;
}

std::string why_nothing_is_seen(const FindResult& seen) {
  const std::string_view set = "name the runner and its report under [[runner]] in the settings (command, report)";
  if (!seen.unclear.empty())
    return cat("`", seen.unclear.front(),
               "` may start a test runner, which cannot be seen from here; if no report comes, ", set);
  return cat("no test runner is seen in this command; if it starts one, ", set);
}

void append(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void add_edits(std::vector<Edit>& to, const std::vector<Edit>& more) { to.insert(to.end(), more.begin(), more.end()); }

// Something that is surely a runner is seen, and nothing that may start others.
bool is_seen_whole(const FindResult& seen) {
  const bool has_runner =
      std::any_of(seen.found.begin(), seen.found.end(), [](const Found& each) { return each.runner != Runner::tox; });
  return has_runner && seen.unclear.empty() && !seen.other_test;
}

}  // namespace

Asked ask(const AskInput& input) {
  const auto seen = find_runners(input.command, input.folder, input.files);
  Asked asked;
  asked.environment = environment_for(input, seen);
  asked.test_program = seen.test_program;
  asked.is_unclear = !seen.unclear.empty();
  asked.hooks = hook_files();
  append(asked.environment, selection_environment(input, seen));
  for (auto& hook : selection_hooks(input)) asked.hooks.push_back(std::move(hook));
  ask_for_coverage(input, asked);
  asked.narrowed = input.only != nullptr && is_seen_whole(seen);
  asked.expected = by_variables(input);
  auto edits = edits_of_variables(seen, input);
  bool reported = false;
  std::string hidden;
  size_t number = 0;
  std::vector<Found> by_path;
  for (const auto& found : seen.found) {
    add_runner(asked.runners, found.runner);
    if (const auto narrowing = narrowing_of(found, input))
      add_edits(edits, *narrowing);
    else
      asked.narrowed = false;
    add_edits(edits, coverage_words(found, input, asked, number + 1));
    auto done = rewrite(found, input, ++number);
    add_edits(edits, done.edits);
    asked.expected.insert(asked.expected.end(), done.expected.begin(), done.expected.end());
    asked.hooks.insert(asked.hooks.end(), done.hooks.begin(), done.hooks.end());
    const bool on_path = done.expected.empty() && is_asked_by_path(found, input);
    if (on_path) by_path.push_back(found);
    const auto why = done.expected.empty() && !on_path ? why_hidden(found) : std::string();
    if (why.empty())
      reported = true;
    else if (hidden.empty())
      hidden = why;
  }
  ask_by_path(by_path, input, asked);
  add_edits(edits, ask_test_programs(seen, input, asked));
  asked.command = edited(input.command, std::move(edits));
  if (seen.found.empty())
    asked.hidden = why_nothing_is_seen(seen);
  else if (!reported)
    asked.hidden = hidden;
  return asked;
}

}  // namespace assay::reports
