// Coverage that is told by lines: our own hook's, Go's profile, lcov, and the JSON of coverage.py.
#include <map>
#include <string>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/coverage_readers.h"
#include "reports/json_parts.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_most_records = 4'000'000;
constexpr std::size_t k_longest_test = 1'000;
constexpr std::uint64_t k_most_marks = 20'000'000;  // lines that blocks of Go name, one block after the other

// Calls each(line) for at most so many lines.
template <class Each>
void for_each_record(std::string_view text, CoverageDraft& draft, Each&& each) {
  std::size_t count = 0;
  while (!text.empty()) {
    if (++count > k_most_records) return draft.note(cat("there are more than ", k_most_records, " lines"));
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    each(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

template <class Add>
void each_line_of(const json::object& from, std::string_view key, Add&& add) {
  const auto* lines = from.if_contains(key);
  if (lines == nullptr || !lines->is_array()) return;
  for (const auto& line : lines->get_array()) {
    if (line.is_int64() && line.get_int64() > 0) add(static_cast<std::uint64_t>(line.get_int64()));
  }
}

// The name under which Go knows a file: the module's path, and where the file stands in it.
std::string go_name(const std::string& file, const Files* files) {
  std::string folder = file;
  while (files != nullptr) {
    const auto slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
    const auto module = files->read(folder.empty() ? "go.mod" : cat(folder, "/go.mod"));
    if (module) {
      for (const auto line : split_lines(*module)) {
        if (!trim(line).starts_with("module ")) continue;
        auto path = trim(trim(line).substr(7));
        path = path.substr(0, path.find(' '));
        if (path.size() > 1 && path.starts_with('"')) path = path.substr(1, path.size() - 2);
        return cat(path, "/", std::string_view(file).substr(folder.empty() ? 0 : folder.size() + 1));
      }
    }
    if (folder.empty()) break;
  }
  return {};
}

// "example.com/shop/cart.go:12.34,15.2 3 1": from, to, statements, count.
struct GoBlock {
  std::string_view file{};
  std::uint64_t first = 0, last = 0, count = 0;
};

std::optional<GoBlock> go_block(std::string_view line) {
  const auto colon = line.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto parts = split(line.substr(colon + 1), ' ');
  if (parts.size() != 3) return std::nullopt;
  const auto comma = parts[0].find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto line_of = [](std::string_view place) { return parse_uint(place.substr(0, place.find('.'))); };
  const auto first = line_of(parts[0].substr(0, comma)), last = line_of(parts[0].substr(comma + 1));
  const auto count = parse_uint(parts[2]);
  if (!first || !last || !count || *last < *first || *last > k_most_covered_lines) return std::nullopt;
  return GoBlock{line.substr(0, colon), *first, *last, *count};
}

}  // namespace

void read_lines_json(std::string_view text, CoverageDraft& draft) {
  for_each_record(text, draft, [&](std::string_view line) {
    if (is_blank(line)) return;
    const auto record = parse_object(line, "line");
    if (!record) return draft.note(record.error().message);
    if (record->contains("lost")) draft.lose_all();
    const auto file = draft.wanted(text_at(*record, "file"));
    if (file.empty()) return;
    draft.seen(file);
    auto test = text_at(*record, "test");
    if (test.size() > k_longest_test) test.clear();
    each_line_of(*record, "lines", [&](std::uint64_t each) { draft.executed_by(file, each, test); });
    each_line_of(*record, "executable", [&](std::uint64_t each) { draft.executable(file, each); });
  });
}

void read_go_profile(std::string_view text, CoverageDraft& draft) {
  std::map<std::string, std::string, std::less<>> names;
  for (const auto& file : draft.input().wanted) {
    auto name = file.ends_with(".go") ? go_name(file, draft.input().files) : std::string();
    if (!name.empty()) names.emplace(std::move(name), file);
  }
  std::uint64_t marks = 0;
  for_each_record(text, draft, [&](std::string_view line) {
    if (is_blank(line) || line.starts_with("mode: ")) return;
    const auto block = go_block(line);
    if (!block) return draft.note("a line does not belong to a profile of Go");
    const auto file = names.find(block->file);
    if (file == names.end()) return;
    marks += block->last - block->first + 1;
    if (marks > k_most_marks) return draft.note("its blocks are too many");
    for (auto each = block->first; each <= block->last; ++each) {
      draft.executable(file->second, each);
      if (block->count > 0) draft.executed(file->second, each);
    }
  });
}

void read_lcov(std::string_view text, CoverageDraft& draft) {
  std::string file;
  for_each_record(text, draft, [&](std::string_view line) {
    if (line.starts_with("SF:")) {
      file = draft.wanted(line.substr(3));
      if (!file.empty()) draft.mapped(file);
    }
    if (line == "end_of_record") file.clear();
    if (file.empty() || !line.starts_with("DA:")) return;
    const auto parts = split(line.substr(3), ',');
    const auto number = parse_uint(parts[0]);
    const auto count = parts.size() > 1 ? parse_uint(parts[1]) : std::nullopt;
    if (!number || !count) return draft.note("a line of lcov has no number or no count");
    draft.executable(file, *number);
    if (*count > 0) draft.executed(file, *number);
  });
}

void read_coverage_py(std::string_view text, CoverageDraft& draft) {
  const auto parsed = parse_json(text, "coverage");
  if (!parsed) return draft.note(parsed.error().message);
  const auto* whole = parsed->if_object();
  const auto* files = whole != nullptr ? whole->if_contains("files") : nullptr;
  if (files == nullptr || !files->is_object()) return draft.note("it has no files");
  for (const auto& [path, value] : files->get_object()) {
    const auto file = draft.wanted(path);
    if (file.empty() || !value.is_object()) continue;
    draft.mapped(file);
    const auto both = [&](std::uint64_t each) {
      draft.executed(file, each);
      draft.executable(file, each);
    };
    each_line_of(value.get_object(), "executed_lines", both);
    each_line_of(value.get_object(), "missing_lines", [&](std::uint64_t each) { draft.executable(file, each); });
  }
}

}  // namespace assay::reports
