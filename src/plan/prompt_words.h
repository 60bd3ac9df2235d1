// The words by which the parts of a prompt are told apart, in the languages that prompts are written in most.
// Inside this room only.
#pragma once

#include <optional>
#include <string_view>

namespace assay::plan {

// What a heading or a label says of the text below it.
enum class Section { neutral, goal, non_goal, context };
// Nothing: it says nothing of that kind.
std::optional<Section> section_named(std::string_view heading);
// The same of "Expected: …" within a line, where fewer words mean a section.
std::optional<Section> inline_section(std::string_view label);

enum class ScenarioStep { none, given, when, then, more };
// By the word that a line of a scenario begins with.
ScenarioStep step_of(std::string_view line);
bool has_all_steps(std::string_view sentence);  // "Given …, when …, then …"

bool is_question(std::string_view text);
bool is_non_goal(std::string_view text);  // "Do not touch …", "… is out of scope"
bool is_chatter(std::string_view text);   // greetings and thanks
bool is_story(std::string_view text);     // tells what is or was: "Currently …", "I ran …"
bool is_demand(std::string_view text);    // "must", "should", "has to"; English
bool is_rule(std::string_view text);      // "… is rejected", "only … are allowed"; English
bool states_limit(
    std::string_view text);  // "mindestens 12", "40 caracteres": a number with a word that makes it a limit
bool says_removed(std::string_view text);  // begins with "remove", "drop", "entferne"
bool says_created(std::string_view text);  // in a language other than English: a file is made, or is there
bool says_success(std::string_view text);  // "passes", "is green", and nothing of a failure
bool says_failure(std::string_view text);
bool says_condition(std::string_view text);                   // "if", "when", "unless"
std::optional<unsigned> exit_code_in(std::string_view text);  // "exits with 2", "exit code is 0"

}  // namespace assay::plan
