#include "engine/prove/changed_code.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "diff/code.h"
#include "os/files.h"
#include "prove/matter.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_diff = std::uint64_t{16} << 20;
constexpr std::uint64_t k_largest_file = std::uint64_t{2} << 20;
constexpr size_t k_most_files = 400;

// Besides sources and tests.
bool does_something(diff::Role role) {
  using diff::Role;
  return role == Role::config || role == Role::ci || role == Role::build || role == Role::migration ||
         role == Role::data;
}

struct ChangedPath {
  char status = 'M';
  std::string path{};
};

Result<std::vector<ChangedPath>> changed_paths(const git::Repository& repository, const git::Tree& base,
                                               const git::Tree& changed) {
  TRY_ASSIGN(const auto listing, repository.run_sealed({"diff-tree", "-r", "-z", "--name-status", "--no-renames",
                                                        base.id(), changed.id(), "--"}));
  std::vector<ChangedPath> out;
  const auto fields = split(listing, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    if (!fields[i].empty()) out.push_back({fields[i].front(), std::string(fields[i + 1])});
  }
  return out;
}

// Nothing: it is not there, or not a file that can be read as text.
Result<std::optional<std::string>> content_of(const git::Tree& tree, const std::string& path) {
  const auto* entry = tree.find(path);
  if (entry == nullptr || !entry->is_content() || entry->size > k_largest_file) return std::optional<std::string>();
  return tree.read(path, k_largest_file);
}

// By its own words, near the top.
bool is_generated(std::string_view content) {
  const auto head = lower(content.substr(0, 1'000));
  return contains(head, "@generated") ||
         (contains(head, "generated") && (contains(head, "do not edit") || contains(head, "do not modify")));
}

void add_words(std::string_view text, judge::WordSet& out) {
  constexpr size_t k_shortest = 3;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end - i >= k_shortest && !is_digit(text[i])) out.emplace(text.substr(i, end - i));
    i = end + 1;
  }
}

std::string lines_of(std::string_view content, const prove::Lines& lines) {
  std::string out;
  const auto all = split_lines(content);
  for (size_t i = lines.first; i < size_t{lines.first} + lines.count && i <= all.size(); ++i)
    out += cat(all[i - 1], "\n");
  return out;
}

class Reading {
 public:
  Reading(const git::Tree& base, const git::Tree& changed, ChangedCode& out)
      : m_base(base), m_changed(changed), m_out(out) {}

  // `hunks`: all of the path. `came_from`: where it lay before.
  Result<void> read(const ChangedPath& changed, const std::string& came_from, const std::vector<prove::Hunk>& hunks) {
    m_came_from = came_from;
    const auto role = diff::role_of(changed.path);
    if (is_of_tests(changed.path)) return read_test(changed, hunks);
    // Of a language that nobody knows it is not even known that it is code.
    if (role == diff::Role::build && changed.status == 'M') {
      m_builds.push_back({changed.path, hunks});
      return {};
    }
    const bool is_code = role == diff::Role::source && diff::language_of(changed.path) != diff::Language::unknown;
    if (is_code) return read_source(changed, hunks);
    m_out.has_other |= role == diff::Role::source || does_something(role);
    return {};
  }

  // Files that say how all is built: what they say of new tests is needed to run these on the code before.
  Result<void> read_builds() {
    for (const auto& [path, hunks] : m_builds) {
      TRY_ASSIGN(const auto before, content_of(m_base, path));
      TRY_ASSIGN(const auto after, content_of(m_changed, path));
      std::string grafted = after.value_or("");
      size_t of_tests = 0;
      for (auto hunk = hunks.rbegin(); hunk != hunks.rend() && before && after; ++hunk) {
        if (names_new_test(lines_of(*after, hunk->after)))
          ++of_tests;
        else
          grafted = prove::take_back(grafted, *before, *hunk);
      }
      if (of_tests > 0) m_out.new_tests.push_back({path, std::move(grafted)});
      m_out.has_other |= of_tests == 0 || of_tests < hunks.size();
    }
    return {};
  }

  // The names that the sources have now and had nowhere in the same files before.
  void find_own_names() {
    judge::WordSet before;
    for (const auto& source : m_out.sources) add_words(source.before, before);
    for (const auto& hunk : m_out.hunks)
      add_words(lines_of(m_out.sources[hunk.source].after, hunk.hunk.after), m_out.own);
    for (const auto& source : m_out.sources) {
      if (source.is_new) add_words(os::file_name(source.path), m_out.own);
    }
    std::erase_if(m_out.own, [&](const std::string& word) { return before.contains(word); });
  }

 private:
  // Without the blank lines around them, which belong to no test.
  static std::vector<prove::Lines> changed_lines(const std::vector<prove::Hunk>& hunks, std::string_view content) {
    const auto all = split_lines(content);
    const auto is_blank = [&](std::uint32_t line) { return line <= all.size() && trim(all[line - 1]).empty(); };
    std::vector<prove::Lines> out;
    for (const auto& hunk : hunks) {
      auto lines = hunk.after;
      const bool has_some = lines.count > 0;
      for (; lines.count > 0 && is_blank(lines.first); --lines.count) ++lines.first;
      while (lines.count > 0 && is_blank(lines.first + lines.count - 1)) --lines.count;
      if (lines.count > 0 || !has_some) out.push_back(lines);
    }
    return out;
  }

  Result<void> read_test(const ChangedPath& changed, const std::vector<prove::Hunk>& hunks) {
    TRY_ASSIGN(auto before, content_of(m_base, m_came_from));
    TRY_ASSIGN(auto after, content_of(m_changed, changed.path));
    if (changed.status != 'D' && !after) return {};  // a link, a submodule, a large file
    if (before && after && *before == *after && m_came_from == changed.path) return {};  // its mode
    m_out.new_tests.push_back({changed.path, after});
    const bool is_test = diff::role_of(changed.path) == diff::Role::test;
    if (!is_test) return {};
    if (before) {
      m_out.old_tests.push_back({changed.path, before});
      m_out.edited_tests.push_back({changed.path, *before, after.value_or(""), hunks});
    }
    if (!after) return {};
    if (!before) m_new_tests.push_back(changed.path);
    auto lines = before ? changed_lines(hunks, *after) : std::vector<prove::Lines>();
    m_out.tests.push_back({changed.path, std::move(*after), std::move(lines)});
    return {};
  }

  Result<void> read_source(const ChangedPath& changed, const std::vector<prove::Hunk>& hunks) {
    TRY_ASSIGN(auto before, content_of(m_base, m_came_from));
    TRY_ASSIGN(auto after, content_of(m_changed, changed.path));
    if (!before && !after) {
      m_out.has_other = true;
      return {};
    }
    ChangedSource source{changed.path, before.value_or(""), after.value_or(""), !before};
    const auto tests_from = first_line_of_tests(changed.path, source.after);
    const auto matters = prove::matters_of(hunks, source.before, source.after);
    const bool generated = is_generated(source.after);
    std::vector<prove::Hunk> of_tests;
    for (size_t i = 0; i < hunks.size(); ++i) {
      if (tests_from > 0 && hunks[i].after.first >= tests_from) {
        of_tests.push_back(hunks[i]);
        continue;
      }
      const bool nothing = matters[i].matter == prove::Matter::nothing;
      m_out.hunks.push_back({hunks[i], m_out.sources.size(), generated ? "generated" : nothing ? matters[i].why : ""});
    }
    if (!of_tests.empty()) add_tests_inside(source, hunks, of_tests, tests_from);
    m_out.sources.push_back(std::move(source));
    return {};
  }

  bool names_new_test(std::string_view text) const {
    return std::any_of(m_new_tests.begin(), m_new_tests.end(), [&](const std::string& path) {
      const auto file = os::file_name(path);
      return find_word(text, std::string_view(file).substr(0, file.find('.'))) != std::string_view::npos;
    });
  }

  // The file as it was, with the tests that stand in it as they are now.
  void add_tests_inside(const ChangedSource& source, const std::vector<prove::Hunk>& hunks,
                        const std::vector<prove::Hunk>& of_tests, std::uint32_t tests_from) {
    std::string red = source.after;
    for (auto hunk = hunks.rbegin(); hunk != hunks.rend(); ++hunk) {
      if (hunk->after.first < tests_from) red = prove::take_back(red, source.before, *hunk);
    }
    m_out.new_tests.push_back({source.path, std::move(red)});
    m_out.tests.push_back({source.path, source.after, changed_lines(of_tests, source.after)});
    const bool edits =
        std::any_of(of_tests.begin(), of_tests.end(), [](const prove::Hunk& hunk) { return hunk.before.count > 0; });
    if (!edits || first_line_of_tests(source.path, source.before) == 0) return;
    std::string old = source.after;
    for (auto hunk = of_tests.rbegin(); hunk != of_tests.rend(); ++hunk)
      old = prove::take_back(old, source.before, *hunk);
    m_out.old_tests.push_back({source.path, std::move(old)});
    m_out.edited_tests.push_back({source.path, source.before, source.after, of_tests});
  }

  const git::Tree& m_base;
  const git::Tree& m_changed;
  ChangedCode& m_out;
  std::string m_came_from;
  std::vector<std::string> m_new_tests{};  // files
  std::vector<std::pair<std::string, std::vector<prove::Hunk>>> m_builds{};
};

}  // namespace

bool is_of_tests(std::string_view path) {
  const auto role = diff::role_of(path);
  if (role == diff::Role::test || role == diff::Role::snapshot) return true;
  constexpr std::string_view k_folders[] = {"test",     "tests",    "spec",         "specs",
                                            "testdata", "fixtures", "__fixtures__", "__mocks__"};
  for (const auto part : split(path.substr(0, path.rfind('/') + 1), '/')) {
    if (std::find(std::begin(k_folders), std::end(k_folders), part) != std::end(k_folders)) return true;
  }
  return false;
}

std::uint32_t first_line_of_tests(std::string_view path, std::string_view content) {
  if (diff::language_of(path) != diff::Language::rust) return 0;
  const auto at = content.find("#[cfg(test)]");
  if (at == std::string_view::npos) return 0;
  return static_cast<std::uint32_t>(
      1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

bool ChangedCode::matters() const {
  return std::any_of(hunks.begin(), hunks.end(), [](const SourceHunk& hunk) { return hunk.why_nothing.empty(); });
}

judge::LinePlace place_in(const ChangedCode& code, const GivenFile& broken, std::string_view file, std::uint32_t line) {
  for (const auto& source : code.sources) {
    if (!judge::is_same_file(file, source.path)) continue;
    const auto& content = broken.path == source.path && broken.content ? *broken.content : source.after;
    const auto tests_from = first_line_of_tests(source.path, content);
    return tests_from > 0 && line >= tests_from ? judge::LinePlace::test : judge::LinePlace::code;
  }
  return !file.starts_with('/') && is_of_tests(file) ? judge::LinePlace::test : judge::LinePlace::unknown;
}

Result<ChangedCode> read_changed_code(const git::Repository& repository, const git::Tree& base,
                                      const git::Tree& changed, const std::string& diff_file) {
  ChangedCode out;
  TRY_ASSIGN(const auto paths, changed_paths(repository, base, changed));
  const auto diff = os::read_file(diff_file, k_largest_diff);
  if (!diff || paths.size() > k_most_files) {
    out.unread = "the change is too large to be taken apart";
    return out;
  }
  std::map<std::string, std::vector<prove::Hunk>, std::less<>> hunks;
  std::map<std::string, std::string, std::less<>> moved;  // new path -> old
  for (auto& hunk : prove::read_hunks(*diff)) {
    const auto path = hunk.path.empty() ? hunk.old_path : hunk.path;
    if (!hunk.path.empty() && !hunk.old_path.empty() && hunk.path != hunk.old_path) moved[path] = hunk.old_path;
    hunks[path].push_back(std::move(hunk));
  }
  const auto is_moved_away = [&](const ChangedPath& each) {
    return each.status == 'D' &&
           std::any_of(moved.begin(), moved.end(), [&](const auto& move) { return move.second == each.path; });
  };
  Reading reading(base, changed, out);
  for (const auto& each : paths) {
    const auto from = moved.find(each.path);
    if (!is_moved_away(each)) TRY(reading.read(each, from == moved.end() ? each.path : from->second, hunks[each.path]));
  }
  TRY(reading.read_builds());
  reading.find_own_names();
  return out;
}

}  // namespace assay::engine
