#include "engine/run/kept_runs.h"

#include <algorithm>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/json.h"
#include "base/text.h"
#include "engine/state_folder.h"
#include "judge/outcome/log_rules.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_folder = "base-runs";
constexpr std::uint64_t k_largest_kept = std::uint64_t{64} << 20;
constexpr size_t k_most = 64;  // results of one repository; the oldest go

// A test is [runner, outcome, name, file, suite].
json::array test_to_json(logs::Runner runner, logs::Outcome outcome, std::string_view name, std::string_view file,
                         std::string_view suite) {
  return {static_cast<int>(runner), static_cast<int>(outcome), to_utf8(name), to_utf8(file), to_utf8(suite)};
}

json::object to_json(const judge::CommandRun& run) {
  json::object out;
  out["command"] = run.command;
  if (run.exit_code) out["exit"] = *run.exit_code;
  json::array reported, printed;
  for (const auto& report : run.reports) {
    for (const auto& test : report.tests)
      reported.push_back(test_to_json(report.runner, test.outcome, test.name, test.file, test.suite));
  }
  if (run.reports.empty()) {
    for (const auto& named : run.log.named)
      printed.push_back(test_to_json(named.runner, named.outcome, named.name, "", ""));
  }
  out["reported"] = std::move(reported);
  out["printed"] = std::move(printed);
  return out;
}

void count(reports::Report& report, logs::Outcome outcome) {
  switch (outcome) {
    case logs::Outcome::passed: ++report.passed; break;
    case logs::Outcome::failed: ++report.failed; break;
    case logs::Outcome::skipped: ++report.skipped; break;
  }
}

// False: it is no test as we write them.
bool add_test(const json::value& value, bool reported, judge::CommandRun& run) {
  const auto* fields = value.if_array();
  if (fields == nullptr || fields->size() != 5) return false;
  const auto *runner = (*fields)[0].if_int64(), *outcome = (*fields)[1].if_int64();
  const auto *name = (*fields)[2].if_string(), *file = (*fields)[3].if_string(), *suite = (*fields)[4].if_string();
  if (!runner || !outcome || !name || !file || !suite) return false;
  if (*runner < 0 || *runner >= static_cast<int>(logs::Runner::count_) || *outcome < 0 || *outcome > 2) return false;
  const auto of = static_cast<logs::Runner>(*runner);
  const auto how = static_cast<logs::Outcome>(*outcome);
  if (!reported) {
    run.log.named.add({std::string(*name), how, of, {}});
    return true;
  }
  auto report = std::find_if(run.reports.begin(), run.reports.end(), [&](const auto& r) { return r.runner == of; });
  if (report == run.reports.end()) {
    report = run.reports.emplace(run.reports.end());
    report->runner = of;
  }
  count(*report, how);
  report->tests.push_back({std::string(*name), std::string(*file), std::string(*suite), how, 0, ""});
  return true;
}

bool add_tests(const json::object& from, std::string_view key, bool reported, judge::CommandRun& run) {
  const auto* list = from.if_contains(key);
  const auto* tests = list == nullptr ? nullptr : list->if_array();
  return tests != nullptr &&
         std::all_of(tests->begin(), tests->end(), [&](const auto& test) { return add_test(test, reported, run); });
}

std::optional<judge::CommandRun> from_json(const json::value& value) {
  const auto* object = value.if_object();
  if (object == nullptr) return std::nullopt;
  judge::CommandRun run;
  run.command = text_at(*object, "command");
  const auto* exit = object->if_contains("exit");
  if (exit != nullptr && exit->is_int64()) run.exit_code = static_cast<int>(exit->as_int64());
  if (!add_tests(*object, "reported", true, run) || !add_tests(*object, "printed", false, run)) return std::nullopt;
  return run;
}

}  // namespace

bool tells_its_tests(const judge::CommandRun& run) {
  const bool has_report =
      std::any_of(run.reports.begin(), run.reports.end(), [](const auto& report) { return report.finished; });
  return run.asked.empty() || has_report || !judge::ran_any_test(run);
}

std::optional<std::vector<judge::CommandRun>> KeptRuns::find() const {
  const auto state = state_folder(m_git_folder);
  if (!state) return std::nullopt;
  const auto text = os::read_file(os::join_path(*state, cat(k_folder, "/", m_key)), k_largest_kept);
  if (!text) return std::nullopt;
  const auto value = parse_json(*text, "a kept run");
  if (!value || !value->is_array()) return std::nullopt;
  std::vector<judge::CommandRun> out;
  for (const auto& each : value->as_array()) {
    auto run = from_json(each);
    if (!run) return std::nullopt;  // of another version
    out.push_back(std::move(*run));
  }
  return out;
}

void KeptRuns::keep(const std::vector<judge::CommandRun>& runs) const {
  const auto state = make_state_folder(m_git_folder);
  if (!state) return;
  const auto folder = os::join_path(*state, k_folder);
  if (!os::make_private_folder(folder)) return;
  json::array out;
  for (const auto& run : runs) out.push_back(to_json(run));
  if (os::write_private_file(os::join_path(folder, m_key), write_json(out))) os::remove_oldest(folder, k_most);
}

}  // namespace assay::engine
