#include "agents/permission.h"

#include <algorithm>

#include "agents/reader.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

constexpr size_t k_paths = 200;  // a tool that names more is not looked at closely: it is refused

void add_path(std::vector<std::string>& to, const json::value& from) {
  if (!from.is_object()) return;
  if (auto path = text_at(from.get_object(), "path"); !path.empty()) to.push_back(std::move(path));
}

bool named(const std::vector<std::string>& allowed, const Asked& asked) {
  return std::any_of(allowed.begin(), allowed.end(),
                     [&](const auto& tool) { return tool == asked.kind || tool == asked.title; });
}

bool changes_files(std::string_view kind) { return kind == "edit" || kind == "delete" || kind == "move"; }
bool only_looks(std::string_view kind) { return kind == "read" || kind == "search" || kind == "think"; }

}  // namespace

Asked asked_by(const json::object& tool_call) {
  Asked asked;
  asked.kind = text_at(tool_call, "kind");
  asked.title = text_at(tool_call, "title");
  if (const auto* locations = array_at(tool_call, "locations")) {
    for (const auto& location : *locations) add_path(asked.paths, location);
  }
  if (const auto* content = array_at(tool_call, "content")) {
    for (const auto& part : *content) add_path(asked.paths, part);  // a diff names its file
  }
  return asked;
}

bool is_workable(const std::string& path, const std::string& folder) {
  for (const auto part : split(path, '/')) {
    if (iequals(part, ".git")) return false;
  }
  return static_cast<bool>(os::inside(folder, path));
}

Answer answer_to(const Asked& asked, const AgentRun& run) {
  if (changes_files(asked.kind) && run.access == Access::read_only) return Answer::reject;
  if (asked.paths.size() > k_paths) return Answer::reject;
  for (const auto& path : asked.paths) {
    if (!is_workable(path, run.process.folder)) return Answer::reject;
  }
  if (named(run.agent.allowed_tools, asked)) return Answer::allow;
  if (changes_files(asked.kind) || only_looks(asked.kind)) return Answer::allow;
  if (asked.kind == "execute" && run.is_sandboxed) return Answer::allow;
  const bool unnamed = asked.kind.empty() || asked.kind == "other";
  return unnamed && run.mcp && icontains(asked.title, "assay") ? Answer::allow : Answer::reject;
}

std::optional<std::string> option_for(Answer answer, const json::array& options) {
  const std::string_view verb = answer == Answer::allow ? "allow" : "reject";
  for (const std::string_view how : {"_once", "_always"}) {
    const auto kind = cat(verb, how);
    for (const auto& option : options) {
      if (option.is_object() && text_at(option.get_object(), "kind") == kind)
        return text_at(option.get_object(), "optionId");
    }
  }
  return std::nullopt;
}

}  // namespace assay::agents
