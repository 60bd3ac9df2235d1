#include "judge/own/case_diff.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"

namespace assay::judge {

namespace {

enum class CaseChange { change, created, deleted, renamed };

struct FileHead {
  CaseChange change = CaseChange::change;
  std::string_view path, old_path;
};

std::optional<FileHead> head_of(std::string_view line) {
  const auto rest_of = [&](std::string_view word) { return trim(line.substr(word.size())); };
  if (line.starts_with("change ")) return FileHead{CaseChange::change, rest_of("change "), {}};
  if (line.starts_with("new ")) return FileHead{CaseChange::created, rest_of("new "), {}};
  if (line.starts_with("deleted ")) return FileHead{CaseChange::deleted, rest_of("deleted "), {}};
  if (!line.starts_with("renamed ")) return std::nullopt;
  const auto names = rest_of("renamed ");
  const size_t arrow = names.find(" -> ");
  if (arrow == std::string_view::npos) return std::nullopt;
  return FileHead{CaseChange::renamed, names.substr(arrow + 4), names.substr(0, arrow)};
}

std::string diff_of_file(const FileHead& head, const std::vector<std::string>& lines) {
  const auto on = [&](char sign) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const auto& line) { return line[0] == ' ' || line[0] == sign; });
  };
  const auto before = on('-'), after = on('+');
  const auto old_path = head.old_path.empty() ? head.path : head.old_path;
  std::string out = cat("diff --git a/", old_path, " b/", head.path, "\n");
  if (head.change == CaseChange::renamed) out += cat("rename from ", old_path, "\nrename to ", head.path, "\n");
  if (head.change == CaseChange::created) out += "new file mode 100644\n";
  if (head.change == CaseChange::deleted) out += "deleted file mode 100644\n";
  if (lines.empty()) return out;
  out += head.change == CaseChange::created ? "--- /dev/null\n" : cat("--- a/", old_path, "\n");
  out += head.change == CaseChange::deleted ? "+++ /dev/null\n" : cat("+++ b/", head.path, "\n");
  out += cat("@@ -", before == 0 ? 0 : 1, ",", before, " +", after == 0 ? 0 : 1, ",", after, " @@\n");
  for (const auto& line : lines) out += cat(line, "\n");
  return out;
}

}  // namespace

Result<std::string> diff_of_case(std::string_view text, std::string_view path) {
  std::string out;
  std::optional<FileHead> head;
  if (!path.empty()) head = FileHead{CaseChange::change, path, {}};
  std::vector<std::string> lines;
  size_t number = 0;
  for (const auto line : split_lines(text)) {
    ++number;
    if (const auto next = head_of(line)) {
      if (head && (path.empty() || !lines.empty())) out += diff_of_file(*head, lines);
      head = next;
      lines.clear();
    } else if (!line.empty() && line[0] != ' ' && line[0] != '+' && line[0] != '-') {
      return invalid_input(
          cat("line ", number, " of the diff begins with none of ' ', '+' and '-': \"", excerpt(line, 40), "\""));
    } else if (head) {
      lines.push_back(line.empty() ? " " : std::string(line));
    } else {
      return invalid_input("say which file it is: a \"path\", or a first line such as `change src/cart.py`");
    }
  }
  if (!head || (lines.empty() && head->change == CaseChange::change)) return invalid_input("the diff is empty");
  return out + diff_of_file(*head, lines);
}

std::string diff_of_sides(std::string_view path, std::string_view before, std::string_view after) {
  const auto old_lines = split_lines(before), new_lines = split_lines(after);
  const size_t shorter = std::min(old_lines.size(), new_lines.size());
  size_t head = 0, tail = 0;
  while (head < shorter && old_lines[head] == new_lines[head]) ++head;
  while (tail < shorter - head && old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail])
    ++tail;
  std::vector<std::string> lines;
  for (size_t i = 0; i < head; ++i) lines.push_back(cat(" ", old_lines[i]));
  for (size_t i = head; i < old_lines.size() - tail; ++i) lines.push_back(cat("-", old_lines[i]));
  for (size_t i = head; i < new_lines.size() - tail; ++i) lines.push_back(cat("+", new_lines[i]));
  for (size_t i = old_lines.size() - tail; i < old_lines.size(); ++i) lines.push_back(cat(" ", old_lines[i]));
  const auto change = before.empty() ? CaseChange::created : after.empty() ? CaseChange::deleted : CaseChange::change;
  return diff_of_file({change, path, {}}, lines);
}

}  // namespace assay::judge
