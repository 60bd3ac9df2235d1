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

// What a runner printed of a run of which it may name no test: [runner, passed, failed, skipped].
json::array sum_to_json(const logs::Run& run) {
  return {static_cast<int>(run.runner), run.counts.passed, run.counts.failed + run.counts.errors, run.counts.skipped};
}

json::object to_json(const judge::CommandRun& run) {
  json::object out;
  out["command"] = run.command;
  if (run.exit_code) out["exit"] = *run.exit_code;
  json::array reported, printed, sums;
  for (const auto& report : run.reports) {
    for (const auto& test : report.tests)
      reported.push_back(test_to_json(report.runner, test.outcome, test.name, test.file, test.suite));
  }
  if (run.reports.empty()) {
    for (const auto& named : run.log.named)
      printed.push_back(test_to_json(named.runner, named.outcome, named.name, "", ""));
    for (const auto& each : run.log.runs) {
      if (each.summary) sums.push_back(sum_to_json(each));
    }
  }
  out["reported"] = std::move(reported);
  out["printed"] = std::move(printed);
  out["sums"] = std::move(sums);
  return out;
}

void count(reports::Report& report, logs::Outcome outcome) {
  switch (outcome) {
    case logs::Outcome::passed: ++report.passed; break;
    case logs::Outcome::failed: ++report.failed; break;
    case logs::Outcome::skipped: ++report.skipped; break;
  }
}

std::optional<logs::Runner> runner_in(const json::value& value) {
  const auto* number = value.if_int64();
  if (number == nullptr || *number < 0 || *number >= static_cast<int>(logs::Runner::count_)) return std::nullopt;
  return static_cast<logs::Runner>(*number);
}

// False: it is no sum as we write them.
bool add_sum(const json::value& value, judge::CommandRun& run) {
  const auto* fields = value.if_array();
  if (fields == nullptr || fields->size() != 4) return false;
  const auto runner = runner_in((*fields)[0]);
  std::uint64_t counts[3] = {};
  for (size_t i = 0; i < 3; ++i) {
    const auto* number = (*fields)[i + 1].if_int64();
    if (number == nullptr || *number < 0) return false;
    counts[i] = static_cast<std::uint64_t>(*number);
  }
  if (!runner) return false;
  logs::Run sum;
  sum.runner = *runner;
  sum.summary = true;
  sum.counts.passed = counts[0];
  sum.counts.failed = counts[1];
  sum.counts.skipped = counts[2];
  run.log.runs.add(std::move(sum));
  return true;
}

// False: it is no test as we write them.
bool add_test(const json::value& value, bool reported, judge::CommandRun& run) {
  const auto* fields = value.if_array();
  if (fields == nullptr || fields->size() != 5) return false;
  const auto runner = runner_in((*fields)[0]);
  const auto* outcome = (*fields)[1].if_int64();
  const auto *name = (*fields)[2].if_string(), *file = (*fields)[3].if_string(), *suite = (*fields)[4].if_string();
  if (!runner || !outcome || !name || !file || !suite) return false;
  if (*outcome < 0 || *outcome > 2) return false;
  const auto of = *runner;
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
  const auto* sums = object->if_contains("sums");
  const auto* list = sums == nullptr ? nullptr : sums->if_array();
  const auto add = [&](const json::value& each) { return add_sum(each, run); };
  if (list == nullptr || !std::all_of(list->begin(), list->end(), add)) return std::nullopt;
  return run;
}

}  // namespace

bool tells_its_tests(const judge::CommandRun& run) {
  const bool has_report =
      std::any_of(run.reports.begin(), run.reports.end(), [](const auto& report) { return report.finished; });
  return run.asked.empty() || has_report || !judge::ran_any_test(run);
}

std::optional<std::vector<judge::CommandRun>> KeptRuns::find(const NamedFiles& named) const {
  const auto state = state_folder(m_git_folder);
  if (!state) return std::nullopt;
  const auto text = os::read_file(os::join_path(*state, cat(k_folder, "/", m_key)), k_largest_kept);
  if (!text) return std::nullopt;
  const auto value = parse_json(*text, "a kept run");
  const auto* kept = value ? value->if_object() : nullptr;
  const auto* runs = kept != nullptr ? kept->if_contains("runs") : nullptr;
  const auto* read = kept != nullptr ? kept->if_contains("named") : nullptr;
  if (runs == nullptr || !runs->is_array() || read == nullptr || !read->is_object()) return std::nullopt;
  for (const auto& [path, stamp] : read->get_object()) {
    const auto now = named.find(std::string(path));
    if (now == named.end() || !stamp.is_string() || now->second != stamp.get_string()) return std::nullopt;
  }
  std::vector<judge::CommandRun> out;
  for (const auto& each : runs->get_array()) {
    auto run = from_json(each);
    if (!run) return std::nullopt;  // of another version
    out.push_back(std::move(*run));
  }
  return out;
}

void KeptRuns::keep(const std::vector<judge::CommandRun>& runs, const NamedFiles& before,
                    const NamedFiles& after) const {
  const auto state = make_state_folder(m_git_folder);
  if (!state) return;
  const auto folder = os::join_path(*state, k_folder);
  if (!os::make_private_folder(folder)) return;
  json::array out;
  for (const auto& run : runs) out.push_back(to_json(run));
  json::object named;
  for (const auto& [path, stamp] : before) {
    const auto now = after.find(path);
    if (now != after.end() && now->second == stamp) named[path] = stamp;
  }
  if (os::write_private_file(os::join_path(folder, m_key),
                             write_json(json::object{{"named", std::move(named)}, {"runs", std::move(out)}})))
    os::remove_oldest(folder, k_most);
}

}  // namespace assay::engine
