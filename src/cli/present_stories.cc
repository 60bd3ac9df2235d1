#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/present.h"

namespace assay::cli {

namespace {

Colour colour_of_story(model::StoryState state) {
  switch (state) {
    case model::StoryState::shippable:
    case model::StoryState::review_ready: return Colour::green;
    case model::StoryState::needs_fix: return Colour::red;
    default: return Colour::yellow;
  }
}

std::string indented_report(std::string_view text) {
  return cat("  ", replace_all(printable_lines(trim_right(text)), "\n", "\n  "), "\n");
}

std::string next_lines(const ops::StoryDocument& story, const Terminal& terminal) {
  std::string out;
  for (const auto& command : story.next) out += cat(terminal.paint(Colour::dim, "Next: "), printable(command), "\n");
  return out;
}

}  // namespace

std::string present(const ops::StoryDocument& story, const Terminal& terminal) {
  const auto& mission = story.mission;
  std::string out =
      cat(terminal.paint(Colour::bold, printable(mission.title)), "\n", mission.id.text, "  ",
          terminal.paint(colour_of_story(mission.story), name(mission.story)), "  (mission ", word_of(mission), ")\n");
  if (!story.waits_for.empty()) out += cat("waits for ", printable(story.waits_for), "\n");
  if (mission.landed_at) {
    out += cat("landed   ", to_iso(*mission.landed_at), " in ", printable(mission.target_branch), " as ",
               mission.landed_commit.substr(0, 12), "\n");
  }
  if (mission.deploy != model::DeployState::none) {
    out += cat("deploy   ", name(mission.deploy), "\n", indented_report(mission.deploy_log));
  }
  if (mission.validation != model::ValidationState::none) {
    out += cat("validation  ", name(mission.validation), "\n", indented_report(mission.validation_report));
  }
  if (mission.closed_at) out += cat("closed   ", to_iso(*mission.closed_at), "\n");
  return out + next_lines(story, terminal);
}

std::string present(const ops::ListStories::Response& answer, const Terminal& terminal) {
  if (answer.stories.empty()) return "No stories. `assay mission new \"what you want\"` opens one.\n";
  Table table({{"STORY"}, {"STATE"}, {"LANDED", Table::Kind::may_go}, {"TITLE", Table::Kind::wide}});
  for (const auto& each : answer.stories) {
    const auto& mission = each.mission;
    table.add({{short_id(mission.id.text)},
               {std::string(name(mission.story)), colour_of_story(mission.story)},
               {mission.landed_commit.substr(0, 12)},
               {mission.title}});
  }
  return table.text(terminal) + (answer.next ? cat("More: --before ", *answer.next, "\n") : std::string());
}

std::string present(const ops::ShowStory::Response& answer, const Terminal& terminal) {
  // Commands that stand below anyway are not needed twice.
  const bool told = !answer.story.next.empty() || !answer.story.waits_for.empty();
  std::string out = present(answer.story, terminal);
  if (answer.tasks.empty()) return out + (told ? std::string() : need_lines(answer.needed, terminal));
  Table table({{"TASK"}, {"STATE"}, {"KIND", Table::Kind::may_go}, {"NAME", Table::Kind::wide}});
  for (const auto& each : answer.tasks) {
    table.add({{short_id(each.task.id.text)},
               {std::string(capital_name(each.task.state)), colour_of(each.task.state)},
               {std::string(name(each.task.kind))},
               {each.task.name}});
  }
  return out + "\n" + table.text(terminal) + (told ? std::string() : need_lines(answer.needed, terminal));
}

std::string present(const ops::Ship::Response& answer, const Terminal& terminal) {
  return cat("Accepted. A worker does it (assay worker); how it goes: assay story show ", answer.story.mission.id.text,
             "\n", present(answer.story, terminal));
}

}  // namespace assay::cli
