#include "plan/markdown_plan.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/cursor.h"
#include "base/nearest.h"
#include "base/text.h"
#include "model/evidence_form.h"
#include "plan/plan_file.h"

namespace assay::plan {

namespace {

std::string_view unquoted(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return text.substr(1, text.size() - 2);
  return text;
}

// ---- front matter: the few forms of YAML that plans use

struct FrontMatter {
  std::string id;
  std::string title;
  std::vector<std::string> files_modified;
  size_t end = 0;  // where the body begins
};

void add_inline(std::string_view value, std::vector<std::string>& out) {
  value = trim(value);
  if (value.starts_with('[') && value.ends_with(']')) value = value.substr(1, value.size() - 2);
  for (const auto item : split(value, ',')) {
    if (const auto text = unquoted(item); !text.empty()) out.emplace_back(text);
  }
}

// Without a comment behind it.
std::string_view value_of(std::string_view text) {
  text = trim(text);
  if (text.starts_with('"') || text.starts_with('\'')) return text;
  const size_t comment = text.find(" #");
  return trim(text.substr(0, comment));
}

FrontMatter read_front_matter(std::string_view text) {
  FrontMatter out;
  if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) return out;
  bool in_files = false;
  size_t at = text.find('\n') + 1;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const auto line = trim_right(text.substr(at, end - at));
    at = std::min(end + 1, text.size());
    if (line == "---" || line == "...") {
      out.end = at;
      return out;
    }
    const auto inner = trim_left(line);
    if (in_files && inner.starts_with("- ")) {
      out.files_modified.emplace_back(unquoted(value_of(inner.substr(2))));
      continue;
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || inner.size() != line.size()) continue;
    const auto key = line.substr(0, colon);
    const auto value = value_of(line.substr(colon + 1));
    in_files = key == "files_modified";
    if (in_files && !value.empty()) add_inline(value, out.files_modified);
    if ((key == "id" || key == "task_id") && out.id.empty()) out.id = unquoted(value);
    if (key == "title" || key == "name") out.title = unquoted(value);
  }
  return FrontMatter{};  // never closed: it is text
}

// ---- blocks

struct Block {
  std::string_view attributes;
  std::string_view content;
  size_t begin = 0, end = 0;  // with its tags
};

// The next <tag …>…</tag> at or behind `from`.
std::optional<Block> next_block(std::string_view text, std::string_view tag, size_t from) {
  const std::string open = cat("<", tag), close = cat("</", tag, ">");
  for (size_t at = text.find(open, from); at != std::string_view::npos; at = text.find(open, at + 1)) {
    const size_t behind = at + open.size();
    if (behind >= text.size() || (text[behind] != '>' && !is_space(text[behind]))) continue;
    const size_t inner = text.find('>', behind);
    const size_t end = inner == std::string_view::npos ? inner : text.find(close, inner);
    if (end == std::string_view::npos) return std::nullopt;
    return Block{text.substr(behind, inner - behind), text.substr(inner + 1, end - inner - 1), at, end + close.size()};
  }
  return std::nullopt;
}

std::string attribute(std::string_view attributes, std::string_view key) {
  const size_t at = attributes.find(cat(key, "="));
  if (at == std::string_view::npos || (at > 0 && !is_space(attributes[at - 1]))) return {};
  Cursor value(attributes.substr(at + key.size() + 1));
  for (const char quote : {'"', '\''}) {
    if (value.skip(quote)) return std::string(value.before(std::string_view(&quote, 1)).value_or(""));
  }
  return std::string(value.take_while([](char c) { return !is_space(c); }));
}

// ---- list items

// Steps over "- ", "* ", "+ ", "12. ", "12) " and "[ ] "; false when the line begins no item.
bool take_mark(Cursor& at) {
  Cursor start = at;
  bool marked = at.skip("- ") || at.skip("* ") || at.skip("+ ");
  if (!marked && at.number()) marked = at.skip(". ") || at.skip(") ");
  if (!marked) {
    at = start;
    return false;
  }
  at.spaces();
  if (at.skip("[ ]") || at.skip("[x]") || at.skip("[X]")) at.spaces();
  return true;
}

bool is_id(std::string_view text) {
  if (text.size() < 2 || text.size() > 40 || !is_alpha(text.front())) return false;
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
  return plain && std::any_of(text.begin(), text.end(), is_digit) && is_upper(text.front());
}

}  // namespace

std::vector<ListItem> list_items(std::string_view block) {
  std::vector<ListItem> out;
  size_t item_indent = 0;
  bool open = false, listed = false;
  for (const auto line : split_lines(block)) {
    const auto text = trim(line);
    if (text.empty()) {
      open = open && listed;
      continue;
    }
    const size_t indent = indent_of(line);
    Cursor at(text);
    if (take_mark(at)) {
      if (listed && !out.empty() && indent > item_indent) {
        out.back().below.emplace_back(trim(at.rest()));
        continue;
      }
      item_indent = indent;
      listed = open = true;
      out.push_back({std::string(trim(at.rest())), {}, true});
    } else if (open && !out.empty() && (!listed || indent > item_indent)) {
      out.back().text += cat(out.back().text.empty() ? "" : " ", text);
    } else {
      listed = false;
      open = true;
      out.push_back({std::string(text), {}, false});
    }
  }
  std::erase_if(out, [](const ListItem& item) { return item.text.empty(); });
  return out;
}

Labelled labelled(std::string_view item) {
  Cursor at(item);
  const std::string_view closers[] = {at.skip("**") ? "**" : at.skip("[") ? "]" : at.skip("`") ? "`" : ""};
  auto id = at.take_while([](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
  if (id.ends_with('.')) id.remove_suffix(1);
  const bool inner_colon = at.skip(':');  // **SC-1:** claim
  if (!is_id(id) || !at.skip(closers[0])) return {{}, std::string(trim(item))};
  at.spaces();
  const bool separated = at.skip(":") || at.skip("—") || at.skip("–") || at.skip("- ") || inner_colon;
  if (!separated && closers[0].empty()) return {{}, std::string(trim(item))};
  return {std::string(id), std::string(trim(at.rest()))};
}

namespace {

// "test: tests/a.py::test_x", "grep: retry\( in src/**", "command: npm test" under a criterion.
void read_evidence(const std::vector<std::string>& below, model::SuccessCriterion& criterion) {
  for (const auto& line : below) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto kind = model::evidence_kind_named(lower(trim(std::string_view(line).substr(0, colon))));
    if (!kind || *kind == model::EvidenceKind::none) continue;
    auto value = trim(std::string_view(line).substr(colon + 1));
    if (value.size() > 1 && value.front() == '`' && value.back() == '`') value = value.substr(1, value.size() - 2);
    const auto& form = model::form_of(*kind);
    criterion.evidence = *kind;
    if (*kind == model::EvidenceKind::grep || *kind == model::EvidenceKind::absent) {
      const size_t in = value.rfind(" in ");
      if (in != std::string_view::npos) {
        criterion.arguments.emplace_back("path", trim(value.substr(in + 4)));
        value = trim(value.substr(0, in));
        if (value.size() > 1 && value.front() == '`' && value.back() == '`') value = value.substr(1, value.size() - 2);
      }
    }
    const auto key = !form.required.empty()  ? form.required.front()
                     : form.optional.empty() ? std::string_view("text")
                                             : form.optional.front();
    if (!value.empty()) criterion.arguments.emplace_back(key, value);
    return;
  }
}

Result<std::vector<model::SuccessCriterion>> read_criteria(std::string_view block, std::string_view where) {
  std::vector<model::SuccessCriterion> out;
  std::unordered_set<std::string> ids;
  const auto add = [&](std::string id, std::string claim, const std::vector<std::string>& below) -> Result<void> {
    model::SuccessCriterion one;
    one.id = id.empty() ? cat("SC-", out.size() + 1) : std::move(id);
    one.claim = std::move(claim);
    read_evidence(below, one);
    if (!ids.insert(one.id).second)
      return invalid_input(cat(where, ": two success criteria have the id \"", one.id, "\""));
    out.push_back(std::move(one));
    return {};
  };
  bool tagged = false;
  for (auto each = next_block(block, "criterion", 0); each; each = next_block(block, "criterion", each->end)) {
    tagged = true;
    auto parts = labelled(trim(each->content));
    auto id = attribute(each->attributes, "id");
    if (!id.empty()) parts = {id, std::string(trim(each->content))};
    TRY(add(std::move(parts.id), std::move(parts.text), {}));
  }
  if (tagged) return out;
  for (const auto& item : list_items(block)) {
    auto parts = labelled(item.text);
    if (parts.text.empty()) continue;
    TRY(add(std::move(parts.id), std::move(parts.text), item.below));
  }
  return out;
}

struct MarkdownTask {
  std::string id, name;
  Block block;
  std::vector<std::string> files;
};

std::string inner_text(std::string_view content, std::string_view tag) {
  const auto block = next_block(content, tag, 0);
  return block ? std::string(trim(block->content)) : std::string();
}

std::vector<MarkdownTask> read_tasks(std::string_view body) {
  std::vector<MarkdownTask> out;
  for (auto each = next_block(body, "task", 0); each; each = next_block(body, "task", each->end)) {
    MarkdownTask task;
    task.block = *each;
    task.id = attribute(each->attributes, "id");
    task.name = attribute(each->attributes, "name");
    if (task.name.empty()) task.name = inner_text(each->content, "name");
    for (const auto tag : {"files_modified", "files"}) {
      const auto files = inner_text(each->content, tag);
      for (const auto& item : list_items(files)) add_inline(item.text, task.files);
      if (!task.files.empty()) break;
    }
    for (auto& file : task.files) {
      if (file.size() > 2 && file.front() == '`' && file.back() == '`') file = file.substr(1, file.size() - 2);
    }
    out.push_back(std::move(task));
  }
  return out;
}

// Blocks of criteria outside of all tasks.
std::string criteria_of_document(std::string_view body, const std::vector<MarkdownTask>& tasks) {
  std::string out;
  for (auto each = next_block(body, "success_criteria", 0); each;
       each = next_block(body, "success_criteria", each->end)) {
    const bool inside = std::any_of(tasks.begin(), tasks.end(), [&](const MarkdownTask& task) {
      return each->begin > task.block.begin && each->end <= task.block.end;
    });
    if (!inside) out += cat(each->content, "\n\n");
  }
  return out;
}

Result<const MarkdownTask*> chosen(const std::vector<MarkdownTask>& tasks, std::string_view wanted,
                                   std::string_view file_name) {
  std::vector<std::string_view> known;
  for (const auto& task : tasks) {
    if (task.id == wanted || task.name == wanted) return &task;
    known.push_back(task.id.empty() ? task.name : task.id);
  }
  const auto close = nearest(wanted, known);
  return not_found(cat(file_name, ": there is no task \"", excerpt(wanted, 80), "\"",
                       close.empty() ? "" : cat("; did you mean \"", close, "\"?")));
}

bool is_markdown(std::string_view file_name) {
  const auto name = lower(file_name);
  return name.ends_with(".md") || name.ends_with(".markdown");
}

}  // namespace

Result<CriticTask> read_markdown_plan(std::string_view bytes, std::string_view file_name, std::string_view task) {
  // What is told of it is JSON: a finding has the same identity before and after it was written.
  const std::string utf8 = to_utf8(bytes);
  std::string_view text = utf8;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto front = read_front_matter(text);
  const auto body = text.substr(front.end);
  const auto tasks = read_tasks(body);
  CriticTask out{front.id, front.title, {}, front.files_modified};
  auto criteria = criteria_of_document(body, tasks);
  // The document itself may be the task that is asked for.
  if (!task.empty() && (tasks.empty() || task == front.id || task == front.title)) {
    out.id = task;
    task = {};
  }
  if (!task.empty()) {
    TRY_ASSIGN(const auto* one, chosen(tasks, task, file_name));
    out.id = one->id.empty() ? one->name : one->id;
    out.name = one->name;
    if (!one->files.empty()) out.files_modified = one->files;
    auto own = inner_text(one->block.content, "success_criteria");
    if (!own.empty()) criteria = std::move(own);
  } else {
    for (const auto& one : tasks) {
      criteria += cat(inner_text(one.block.content, "success_criteria"), "\n\n");
      if (front.files_modified.empty())
        out.files_modified.insert(out.files_modified.end(), one.files.begin(), one.files.end());
    }
  }
  TRY_ASSIGN(out.criteria, read_criteria(criteria, file_name));
  return out;
}

Result<CriticTask> read_task_plan(std::string_view text, std::string_view file_name, std::string_view task) {
  if (is_markdown(file_name)) return read_markdown_plan(text, file_name, task);
  TRY_ASSIGN(auto plan, parse_plan(text, file_name, format_of(file_name)));
  std::vector<std::string_view> names;
  for (const auto& one : plan.tasks) names.push_back(one.name);
  if (task.empty() && names.size() == 1) task = names.front();
  if (task.empty()) {
    return invalid_input(names.empty()
                             ? cat(file_name, ": the plan has no task")
                             : cat(file_name, ": the plan has ", names.size(),
                                   " tasks; say which one was done with --task, such as \"", names.front(), "\""));
  }
  for (auto& one : plan.tasks) {
    if (one.name != task) continue;
    return CriticTask{one.name, one.name, std::move(one.success_criteria), std::move(one.files_modified)};
  }
  const auto close = nearest(task, names);
  return not_found(cat(file_name, ": there is no task \"", excerpt(task, 80), "\"",
                       close.empty() ? "" : cat("; did you mean \"", close, "\"?")));
}

}  // namespace assay::plan
