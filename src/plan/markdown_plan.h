// Plans as Markdown, as other tools write them: front matter with `files_modified`, a
// <success_criteria> block, <task>s. docs/formats/critic.md says which forms are read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/task.h"

namespace assay::plan {

// One task as a critic sees it.
struct CriticTask {
  std::string id;  // what reports call it; empty: the plan does not say
  std::string name;
  std::vector<model::SuccessCriterion> criteria;
  std::vector<std::string> files_modified;
};

// The whole document as one task; `task` chooses one of its <task>s by id or name. What that task does
// not say itself (criteria, files) is the document's.
Result<CriticTask> read_markdown_plan(std::string_view text, std::string_view file_name, std::string_view task);

// The same from a plan of any form: Markdown (".md", ".markdown"), TOML, JSON. A JSON or TOML plan with
// several tasks needs to be told which.
Result<CriticTask> read_task_plan(std::string_view text, std::string_view file_name, std::string_view task);

// The items of a list in Markdown, each with the lines indented under it; paragraphs where there is no
// list. Marks (-, *, 1., [ ]) are taken off.
struct ListItem {
  std::string text;
  std::vector<std::string> below;
  bool is_listed = false;  // else a paragraph
};
std::vector<ListItem> list_items(std::string_view block);

// "SC-1: claim", "**SC-1** — claim", "[SC-1] claim" give id and claim; else the id is empty.
struct Labelled {
  std::string id;
  std::string text;
};
Labelled labelled(std::string_view item);

}  // namespace assay::plan
