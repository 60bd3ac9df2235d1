#include "engine/run/reported_command.h"

#include <algorithm>
#include <ctime>

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/text.h"
#include "judge/outcome/report_rules.h"
#include "os/environment.h"
#include "os/paths.h"
#include "os/regular_file.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_report = std::uint64_t{64} << 20;
constexpr std::uint64_t k_largest_asked_for = 1 << 20;              // package.json, Makefile
constexpr std::uint64_t k_most_covered = std::uint64_t{256} << 20;  // of all processes together
constexpr size_t k_most_files = 5'000;
constexpr int k_reports_deepest = 8;  // folders of builders below the place where reports are looked for

class TreeOnDisk final : public reports::Files {
 public:
  explicit TreeOnDisk(std::string folder) : m_folder(std::move(folder)) {}
  std::optional<std::string> read(std::string_view path) const override {
    const auto whole = os::inside(m_folder, std::string(path));
    if (!whole) return std::nullopt;
    auto text = os::read_regular_file(*whole, k_largest_asked_for);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  }

 private:
  std::string m_folder;
};

void find_files(const std::string& folder, const std::string& pattern, int depth, std::vector<std::string>& out) {
  const auto names = os::list_folder(folder);
  if (!names || depth > k_reports_deepest) return;
  for (const auto& name : *names) {
    if (out.size() >= k_most_files) return;
    auto path = os::join_path(folder, name);
    if (os::is_link(path)) continue;
    if (os::is_folder(path)) {
      if (name != "node_modules" && !name.starts_with('.')) find_files(path, pattern, depth + 1, out);
    } else if (::fnmatch(pattern.c_str(), name.c_str(), 0) == 0) {
      out.push_back(std::move(path));
    }
  }
}

void add(reports::Report report, std::vector<reports::Report>& out) {
  const auto same =
      std::find_if(out.begin(), out.end(), [&](const auto& each) { return each.runner == report.runner; });
  if (same == out.end())
    out.push_back(std::move(report));
  else
    reports::merge(*same, std::move(report));
}

reports::Report unreadable(logs::Runner runner, std::string problem) {
  reports::Report report;
  report.runner = runner;
  report.finished = false;
  report.problem = std::move(problem);
  return report;
}

void read_into(const reports::Expected& expected, const std::string& path, std::vector<reports::Report>& out) {
  const auto bytes = os::read_regular_file(path, k_largest_report);
  if (!bytes) {
    add(unreadable(expected.runner, cat("its report cannot be read: ", bytes.error().message)), out);
  } else if (!bytes->empty()) {
    add(reports::read(expected.format, expected.runner, *bytes), out);
  }
}

// A report that the policy names; one without a name of XML is a folder of them.
void expect(const RunnerReport& configured, const std::string& tree, reports::Asked& asked) {
  reports::Expected expected;
  expected.runner = logs::Runner::junit_xml;
  expected.format = reports::Format::junit_xml;
  expected.path = os::join_path(tree, configured.report);
  if (!configured.report.ends_with(".xml")) expected.pattern = "*.xml";
  expected.in_tree = true;
  asked.runners.push_back(expected.runner);
  asked.expected.push_back(std::move(expected));
  asked.hidden.clear();
}

// Stryker writes JSON only when it is told to; else a report that is there is another's.
bool writes_json(std::string settings, const reports::Files& files) {
  for (const std::string_view start : {"stryker.config", "stryker.conf", ".stryker.config", ".stryker.conf"}) {
    for (const std::string_view end : {".json", ".mjs", ".js", ".cjs"})
      settings += files.read(cat(start, end)).value_or("");
  }
  return contains_any(settings, {"\"json\"", "'json'", ",json", "json,"});
}

// Scripts of package.json are part of what npm and its like start.
std::vector<reports::Expected> mutation_reports_of(const std::string& text, const std::string& tree,
                                                   const reports::Files& files,
                                                   std::vector<reports::MutationTool>& tools) {
  std::string all = text;
  if (contains(text, "npm") || contains(text, "yarn")) all += files.read("package.json").value_or("");
  std::vector<reports::Expected> out;
  for (const auto& place : reports::mutation_places(all)) {
    if (place.tool == reports::MutationTool::stryker && !writes_json(all, files)) continue;
    reports::Expected expected;
    expected.path = place.folder.empty() ? tree : os::join_path(tree, std::string(place.folder));
    if (contains(place.pattern, "*"))
      expected.pattern = place.pattern;
    else
      expected.path = os::join_path(expected.path, std::string(place.pattern));  // that file, none below it
    expected.in_tree = true;
    out.push_back(std::move(expected));
    tools.push_back(place.tool);
  }
  return out;
}

// Some runners name files by their whole path, which says where the tree happens to lie.
void name_from_tree(const std::string& tree, std::vector<reports::Report>& reports) {
  const auto shorten = [&](std::string& path) {
    if (path.starts_with(tree)) path.erase(0, tree.size());
  };
  for (auto& report : reports) {
    for (auto& test : report.tests) {
      shorten(test.file);
      shorten(test.suite);
      shorten(test.name);
    }
  }
}

std::int64_t nanoseconds_of(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// The clock that times of files are taken from.
std::int64_t file_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return nanoseconds_of(now);
}

// Files that lie in the tree since before `started`, by their size.
void find_older(const std::string& folder, std::int64_t started, int depth,
                std::multimap<std::int64_t, std::string>& out) {
  constexpr size_t k_most_older = 200'000;
  const auto names = os::list_folder(folder);
  if (!names || depth > 4 * k_reports_deepest) return;
  for (const auto& name : *names) {
    auto path = os::join_path(folder, name);
    struct stat status {};
    if (out.size() >= k_most_older || ::lstat(path.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode) && name != ".git") find_older(path, started, depth + 1, out);
    if (S_ISREG(status.st_mode) && nanoseconds_of(status.st_ctim) < started)
      out.emplace(status.st_size, std::move(path));
  }
}

// Empty: it cannot be read.
std::string digest_of(const std::string& path) {
  const auto bytes = os::read_regular_file(path, k_largest_report);
  return bytes ? sha256_hex(*bytes) : std::string();
}

Result<void> write_hooks(const std::string& folder, const std::vector<reports::Hook>& hooks) {
  TRY(os::make_folders(folder));
  for (const auto& hook : hooks) {
    const auto path = os::join_path(folder, hook.name);
    TRY(os::make_folders(os::parent_path(path)));
    TRY(os::write_file(path, hook.content));
    if (hook.program && ::chmod(path.c_str(), 0755) != 0) return unavailable(cat("cannot make ", path, " a program"));
  }
  return {};
}

}  // namespace

Result<ReportedCommand> ReportedCommand::make(os::Command& command, const std::string& text, const std::string& folder,
                                              const std::vector<RunnerReport>& configured,
                                              const reports::Selection& only, const std::vector<std::string>& cover) {
  const TreeOnDisk files(command.folder);
  const auto environment =
      os::make_environment(command.environment, command.environment_grants, command.environment_changes);
  reports::AskInput input;
  input.command = text;
  input.hooks_folder = os::join_path(folder, "hooks");
  input.report_folder = os::join_path(folder, "report");
  input.tree = command.sandbox && !command.sandbox->shown_as.empty() ? command.sandbox->shown_as : command.folder;
  input.files = &files;
  input.only = only.files.empty() ? nullptr : &only;
  input.cover_files = cover;
  input.existing = [&](std::string_view name) -> std::optional<std::string> {
    const auto value = os::value_in(environment, name);
    return value.empty() ? std::nullopt : std::optional(std::string(value));
  };
  ReportedCommand out;
  out.m_asked = reports::ask(input);
  out.m_folder = command.folder;
  out.m_tree = cat(input.tree, "/");
  out.m_cover = cover;
  for (const auto& each : configured) {
    if (each.command == text) expect(each, command.folder, out.m_asked);
  }
  TRY(write_hooks(input.hooks_folder, out.m_asked.hooks));
  TRY(os::make_folders(input.report_folder));
  if (!os::empty_folder(input.report_folder)) return unavailable(cat("cannot empty ", input.report_folder));
  out.m_mutations = mutation_reports_of(text, command.folder, files, out.m_mutation_tools);
  for (const auto& expected : out.m_mutations) out.m_before.merge(files_of(expected));
  for (const auto& expected : out.m_asked.expected) {
    if (expected.in_tree) {
      auto found = out.files_of(expected);
      for (auto& [path, stamp] : found) stamp.digest = digest_of(path);
      out.m_before.merge(found);
    } else if (expected.format == reports::Format::events && !out.m_held.contains(expected.path)) {
      constexpr int k_new = O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
      out.m_held.emplace(expected.path, os::Fd(::open(expected.path.c_str(), k_new, 0600)));
    }
  }
  out.m_started = file_clock();
  command.argv = {"/bin/sh", "-c", out.m_asked.command};
  command.environment_changes.insert(command.environment_changes.end(), out.m_asked.environment.begin(),
                                     out.m_asked.environment.end());
  if (command.sandbox) {
    command.sandbox->readable.push_back(input.hooks_folder);
    command.sandbox->writable.push_back(input.report_folder);
  }
  return out;
}

bool starts_a_runner(const std::string& command, const std::string& folder) {
  const TreeOnDisk files(folder);
  reports::AskInput input;
  input.command = command;
  input.files = &files;
  return !reports::ask(input).runners.empty();
}

std::map<std::string, ReportedCommand::Stamp> ReportedCommand::files_of(const reports::Expected& expected) {
  std::map<std::string, Stamp> out;
  std::vector<std::string> paths;
  if (expected.pattern.empty())
    paths.push_back(expected.path);
  else
    find_files(expected.path, expected.pattern, 0, paths);
  for (auto& path : paths) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    // The time of the last change of the entry, which no program can set back.
    out.emplace(std::move(path), Stamp{status.st_ino, nanoseconds_of(status.st_ctim), status.st_size, {}});
  }
  return out;
}

// A report that the work contains is none of this run, whatever `touch` or `cp` did to it. `older`: made when it is
// first wanted.
bool ReportedCommand::is_of_this_run(const std::string& path, const Stamp& now,
                                     std::optional<FilesBySize>& older) const {
  const auto before = m_before.find(path);
  const bool lay_there = before != m_before.end();
  if (lay_there && before->second.inode == now.inode && before->second.changed == now.changed) return false;
  const auto digest = digest_of(path);
  if (lay_there && !digest.empty() && before->second.digest == digest) return false;
  if (!older) {
    older.emplace();
    find_older(m_folder, m_started, 0, *older);
  }
  const auto [first, last] = older->equal_range(now.size);
  return std::none_of(first, last, [&](const auto& each) { return digest_of(each.second) == digest; });
}

reports::Coverage ReportedCommand::read_covered() const {
  const TreeOnDisk files(m_folder);
  const reports::CoverageInput input{m_tree.substr(0, m_tree.size() - 1), m_cover, &files};
  reports::Coverage out;
  std::uint64_t total = 0;
  for (const auto& expected : m_asked.coverage) {
    std::vector<std::string> paths;
    find_files(expected.path, expected.pattern, 0, paths);
    for (const auto& path : paths) {
      const auto bytes = os::read_regular_file(path, k_largest_report);
      total += bytes ? bytes->size() : 0;
      if (!bytes || total > k_most_covered) {
        out.problem = "the executed lines cannot all be read";
        return out;
      }
      reports::merge(out, reports::read_coverage(expected.format, *bytes, input));
    }
  }
  return out;
}

std::vector<reports::MutationReport> ReportedCommand::read_mutations() const {
  std::vector<reports::MutationReport> out;
  for (size_t i = 0; i < m_mutations.size(); ++i) {
    std::vector<std::string> written;
    for (const auto& [path, stamp] : files_of(m_mutations[i])) {
      const auto before = m_before.find(path);
      const bool lay_there =
          before != m_before.end() && before->second.inode == stamp.inode && before->second.changed == stamp.changed;
      if (!lay_there) written.push_back(path);
    }
    if (written.size() != 1) continue;  // of several it is not known which the tool wrote
    const auto bytes = os::read_regular_file(written.front(), reports::k_most_mutation_bytes);
    if (bytes) out.push_back(reports::read_mutation_report(m_mutation_tools[i], *bytes));
  }
  return out;
}

Result<void> ReportedCommand::collect(judge::CommandRun& run) const {
  auto& out = run.reports;
  std::optional<FilesBySize> older;
  for (const auto& expected : m_asked.expected) {
    const auto files = files_of(expected);
    for (const auto& [path, stamp] : files) {
      if (!expected.in_tree || is_of_this_run(path, stamp, older)) read_into(expected, path, out);
    }
    const auto held = m_held.find(expected.path);
    struct stat status {};
    if (held == m_held.end() || ::fstat(held->second.get(), &status) != 0) continue;
    const auto now = files.find(expected.path);
    if (now == files.end() || now->second.inode != status.st_ino)
      add(unreadable(expected.runner, "the file it was written to was replaced while the command ran"), out);
  }
  name_from_tree(m_tree, out);
  run.listened = true;
  run.started = m_asked.runners;
  run.test_program = m_asked.test_program;
  for (const auto runner : m_asked.runners) {
    const auto is_its = [&](const reports::Expected& expected) { return expected.runner == runner && expected.sure; };
    if (std::any_of(m_asked.expected.begin(), m_asked.expected.end(), is_its)) run.asked.push_back(runner);
  }
  run.report_hidden = m_asked.hidden;
  run.narrowed = m_asked.narrowed;
  run.coverage = read_covered();
  run.mutations = read_mutations();
  judge::believe_reports(run);
  return {};
}

}  // namespace assay::engine
