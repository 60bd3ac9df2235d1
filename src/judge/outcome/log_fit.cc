// What is known is a diff and a text. A text may be cut, a runner may be quiet, a project may have several languages
// and the tree is not at hand. So each rule speaks only where the log itself says that it lists everything: as many
// names as it counts tests, as many files as it counts files. And only where nothing of the change is in it: half of
// it may belong to a runner that was not asked.
#include "judge/outcome/log_fit.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/ecosystem.h"
#include "judge/outcome/test_name.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

constexpr size_t k_most_files = 2000;
constexpr size_t k_most_tests = 2000;
constexpr size_t k_named_in_message = 3;
constexpr size_t k_shortest_name = 3;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view stem_of_file(std::string_view path) {
  const auto file = last_part(path);
  return file.substr(0, file.find('.'));
}

// "test_of_ten", "testOfTen" and "Of ten" are one name, as runners print it.
std::string as_printed(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_alnum(c)) out += to_lower(c);
  }
  return out.starts_with("test") && out.size() > 4 ? out.substr(4) : out;
}

// A name that is put together when the test runs.
bool is_template(std::string_view name) { return name.find_first_of("$%{<#") != std::string_view::npos; }

// A mark stands on its line or on one of those above it.
bool is_switched_off(const CodeHunk& hunk, const TestDeclaration& test) {
  constexpr size_t k_marks_above = 3;
  const size_t first = test.line > k_marks_above ? test.line - k_marks_above : 0;
  for (size_t i = first; i <= test.line; ++i) {
    if (skip_marker(hunk, i)) return true;
  }
  return test.skipped;
}

// "Tests  12 passed" alone: many programs print that.
bool is_signed(const logs::Run& run) {
  return run.announced || run.last_line > run.first_line || ecosystem_of(run.runner) != Ecosystem::javascript;
}

// The tests and code of one ecosystem that the change leaves in the tree.
struct Part {
  std::vector<std::string> files{};       // of code, tests as well
  std::vector<std::string> test_files{};  // in which a test was added or changed
  std::vector<std::string> added_tests{};
  std::vector<std::string> deleted_test_files{};
  bool unclear = false;  // a name could not be told, or there are too many
};

// What a log says of one ecosystem's runs.
struct Listing {
  std::uint64_t counted = 0;        // tests, by the closing lines
  std::uint64_t counted_files = 0;  // test files, by the closing lines
  std::uint64_t tests = 0;          // named one by one
  std::uint64_t tests_in_files = 0;
  std::uint64_t files = 0;
  std::vector<const logs::Named*> named{};
  bool cut = false;  // a run without its end

  bool lists_tests() const { return !cut && counted > 0 && tests >= counted; }
  bool lists_files() const {
    if (cut || files == 0) return false;
    return counted_files > 0 ? files >= counted_files : counted > 0 && tests_in_files >= counted;
  }
};

// A file, suite or package rather than a test: "tests/test_a.py", "src/a.test.ts (3 tests)", "example.com/a/b".
bool is_of_many(const logs::Named& named) {
  if (named.tests != 1) return true;
  if (contains(named.name, "::") || contains(named.name, " › ") || contains(named.name, " > ")) return false;
  if (named.runner == logs::Runner::maven) return true;
  const auto word = std::string_view(named.name).substr(0, named.name.find(' '));
  return ecosystem_of(diff::language_of(word)) == ecosystem_of(named.runner) && contains(word, ".");
}

Listing listing_of(const std::vector<const logs::Facts*>& all, Ecosystem wanted) {
  Listing out;
  for (const auto* facts : all) {
    out.cut = out.cut || facts->named.left_out() > 0 || facts->runs.left_out() > 0;
    for (const auto& run : facts->runs) {
      if (ecosystem_of(run.runner) != wanted) continue;
      const auto& c = run.counts;
      out.counted += c.passed + c.failed + c.errors + c.skipped;
      out.counted_files += run.files;
      out.cut = out.cut || !run.summary;
    }
    for (const auto& named : facts->named) {
      if (ecosystem_of(named.runner) != wanted) continue;
      out.named.push_back(&named);
      (is_of_many(named) ? out.files : out.tests) += 1;
      out.tests_in_files += named.tests;
    }
  }
  return out;
}

bool names_test(const Listing& listing, std::string_view test) {
  const auto wanted = as_printed(own_name(test));
  if (wanted.size() < k_shortest_name) return true;  // may be anything
  return std::any_of(listing.named.begin(), listing.named.end(),
                     [&](const logs::Named* named) { return contains(as_printed(named->name), wanted); });
}

bool names_file(const Listing& listing, std::string_view path, Ecosystem of) {
  const auto wanted = of == Ecosystem::jvm ? stem_of_file(path) : last_part(path);
  return std::any_of(listing.named.begin(), listing.named.end(),
                     [&](const logs::Named* named) { return contains(named->name, wanted); });
}

// "tests/test_a.py" of "tests/test_a.py::test_b": exactly that file, from the root of the tree.
bool ran_file(const Listing& listing, std::string_view path) {
  return std::any_of(listing.named.begin(), listing.named.end(), [&](const logs::Named* named) {
    const auto name = std::string_view(named->name);
    if (!name.starts_with(path) || !contains(path, "/")) return false;
    const auto rest = name.substr(path.size());
    return rest.empty() || rest.starts_with("::") || rest.starts_with(' ') || rest.starts_with(':');
  });
}

bool is_in_package(std::string_view folder, std::string_view package) {
  return folder.empty() || package == folder || last_part(package) == last_part(folder);
}

std::string first_few(const std::vector<std::string>& names) {
  std::vector<std::string> few;
  for (size_t i = 0; i < names.size() && i < k_named_in_message; ++i) few.push_back(redact(excerpt(names[i], 100)));
  const auto more = names.size() - few.size();
  return cat(join(few, ", "), more > 0 ? cat(" and ", more, " more") : "");
}

model::Finding fit_finding(std::string rule, std::string message, const std::string& evidence) {
  model::Finding out;
  out.rule = std::move(rule);
  out.source = model::Source::verify_logs;
  out.severity = model::Severity::should_fix;
  out.message = std::move(message);
  out.evidence = redact(excerpt(evidence, 200));
  return out;
}

class LogFit final : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    m_part = nullptr;
    if (file.role != diff::Role::source && file.role != diff::Role::test) return;
    const auto of = ecosystem_of(file.language);
    if (of == Ecosystem::none) return;
    auto& part = m_parts[static_cast<size_t>(of)];
    m_is_test = is_test_file(file) && is_collected(file.path(), file.language);
    const bool gone = file.status == diff::Status::deleted || file.status == diff::Status::renamed;
    if (gone && m_is_test) add(part, part.deleted_test_files, file.old_path);
    if (file.status == diff::Status::deleted) return;
    add(part, part.files, file.path());
    m_part = &part;
  }

  void hunk(const CodeHunk& hunk) override {
    if (m_part == nullptr || !m_is_test) return;
    m_part->unclear = m_part->unclear || hunk.hunk.partial;
    for (const auto& test : tests_in(hunk, Side::after)) {
      if (test.suite || !test.touched || is_switched_off(hunk, test)) continue;
      const auto& path = hunk.file.path();
      if (m_part->test_files.empty() || m_part->test_files.back() != path) add(*m_part, m_part->test_files, path);
      if (!test.added) continue;
      if (test.unnamed || test.name.empty() || is_template(test.name)) {
        m_part->unclear = true;
      } else if (m_part->added_tests.size() < k_most_tests) {
        m_part->added_tests.push_back(test.name);
      }
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    if (!context.logs_handed_over) return;
    find_other_language(context, out);
    for (size_t i = 0; i < m_parts.size(); ++i) {
      const auto of = static_cast<Ecosystem>(i);
      const auto listing = listing_of(context.logs, of);
      if (listing.named.empty()) continue;
      find_deleted_tests(m_parts[i], listing, out);
      if (!find_missing_tests(m_parts[i], listing, of, out) && of == Ecosystem::go)
        find_missing_packages(m_parts[i], listing, context, out);
    }
  }

 private:
  static void add(Part& part, std::vector<std::string>& list, const std::string& path) {
    if (list.size() < k_most_files) {
      list.push_back(path);
    } else {
      part.unclear = true;
    }
  }

  // Everything that ran is of other languages than everything that is changed.
  void find_other_language(const RuleContext& context, std::vector<model::Finding>& out) const {
    std::set<Ecosystem> ran;
    std::set<std::string> runners;
    for (const auto* facts : context.logs) {
      for (const auto& pass : facts->passes) {
        if (runner_class(pass.runner) == logs::RunnerClass::none) return;  // words: may be of anything
      }
      for (const auto& run : facts->runs) {
        if (runner_class(run.runner) != logs::RunnerClass::test) continue;
        const auto of = ecosystem_of(run.runner);
        if (of == Ecosystem::none || !is_signed(run)) return;
        ran.insert(of);
        runners.emplace(name(run.runner));
      }
    }
    if (ran.empty()) return;
    std::vector<std::string> files;
    std::string languages;
    for (size_t i = 0; i < m_parts.size(); ++i) {
      const auto& part = m_parts[i];
      const auto of = static_cast<Ecosystem>(i);
      if (part.files.empty()) continue;
      if (ran.contains(of)) return;
      const bool may_run = std::any_of(ran.begin(), ran.end(), [&](Ecosystem one) { return often_tests(one, of); });
      if (may_run && part.added_tests.empty()) return;
      files.insert(files.end(), part.files.begin(), part.files.end());
      languages += cat(languages.empty() ? "" : ", ", name(of));
    }
    if (files.empty()) return;
    out.push_back(fit_finding(
        "log.other-language",
        cat("The log is of ", join({runners.begin(), runners.end()}, ", "), "; the change is ", languages, " (",
            first_few(files), "). Nothing in the log can have run it: hand over the log of its own tests."),
        files.front()));
  }

  static void find_deleted_tests(const Part& part, const Listing& listing, std::vector<model::Finding>& out) {
    std::vector<std::string> found;
    for (const auto& path : part.deleted_test_files) {
      const bool written_anew = std::find(part.files.begin(), part.files.end(), path) != part.files.end();
      if (!written_anew && ran_file(listing, path)) found.push_back(path);
    }
    if (found.empty()) return;
    out.push_back(fit_finding("log.tests-deleted",
                              cat("The log runs ", first_few(found), ", which the change removes: it is of an older ",
                                  "state. Run the tests on the change as it is now."),
                              found.front()));
  }

  static bool find_missing_tests(const Part& part, const Listing& listing, Ecosystem of,
                                 std::vector<model::Finding>& out) {
    if (part.unclear) return false;
    // JUnit lets a test carry another name in print.
    const bool by_test = of != Ecosystem::jvm && !part.added_tests.empty() && listing.lists_tests();
    const bool by_file = !by_test && of != Ecosystem::go && !part.test_files.empty() && listing.lists_files();
    const auto& wanted = by_test ? part.added_tests : part.test_files;
    if (!by_test && !by_file) return false;
    const bool any = std::any_of(wanted.begin(), wanted.end(), [&](const std::string& one) {
      return by_test ? names_test(listing, one) : names_file(listing, one, of);
    });
    if (any) return false;
    out.push_back(fit_finding(
        "log.tests-missing",
        cat("The log names every test", by_test ? "" : " file", " that it ran, and none of those that the change ",
            by_test ? "adds" : "adds or edits", ": ", first_few(wanted),
            ". It is of another project, an older state or another part; run these tests and hand over their log."),
        wanted.front()));
    return true;
  }

  // go test names each package that it visits, those without tests as well.
  static void find_missing_packages(const Part& part, const Listing& listing, const RuleContext& context,
                                    std::vector<model::Finding>& out) {
    std::vector<std::string_view> packages;
    for (const auto* named : listing.named) {
      if (named->runner == logs::Runner::go_test && named->tests == 0) packages.push_back(named->name);
    }
    for (const auto* facts : context.logs) {
      for (const auto& package : facts->without_tests) packages.push_back(package);
    }
    if (packages.empty() || part.files.empty() || part.unclear) return;
    std::set<std::string> folders;
    for (const auto& path : part.files) {
      const auto folder = folder_of(path);
      const bool visited = std::any_of(packages.begin(), packages.end(),
                                       [&](std::string_view package) { return is_in_package(folder, package); });
      if (visited || contains(cat("/", path), "/testdata/")) return;
      folders.emplace(folder);
    }
    const std::vector<std::string> names(folders.begin(), folders.end());
    out.push_back(fit_finding("log.packages-missing",
                              cat("The log lists the packages that it visited, and none of those that the change ",
                                  "touches: ", first_few(names), ". Run their tests as well."),
                              names.front()));
  }

  std::array<Part, static_cast<size_t>(Ecosystem::count_)> m_parts{};
  Part* m_part = nullptr;  // of the file under way
  bool m_is_test = false;
};

}  // namespace

std::unique_ptr<Rule> make_log_fit_rule() { return std::make_unique<LogFit>(); }

}  // namespace assay::judge
