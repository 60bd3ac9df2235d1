#include "engine/work/agents/run_record.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <unistd.h>

#include "agents/kind.h"
#include "agents/run.h"
#include "base/text.h"
#include "os/files.h"
#include "os/lock.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

std::string records_folder(const std::string& folder) { return os::join_path(folder, "running"); }

struct Record {
  std::string path;
  std::uint32_t call = 0;
  const agents::Kind* kind = nullptr;
};
struct RunName {
  model::TaskId task;
  std::int64_t run = 0;
  auto operator<=>(const RunName&) const = default;  // NOLINT(modernize-use-nullptr)
};
using Records = std::map<RunName, std::vector<Record>>;

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

Records records_in(const std::string& folder) {
  Records out;
  const auto names = os::list_folder(records_folder(folder));
  if (!names) return out;  // nothing ever ran here
  for (const auto& file : *names) {
    const auto parts = split(file, '.');
    if (parts.size() != 4) continue;
    RunName name{model::TaskId(std::string(parts[0])), 0};
    Record record{os::join_path(records_folder(folder), file), 0, agents::kind_named(parts[3])};
    if (record.kind == nullptr || !read_number(parts[1], name.run) || !read_number(parts[2], record.call)) continue;
    out[name].push_back(std::move(record));
  }
  return out;
}

// Whether somebody still writes to it: the worker, or the process that ends its agent.
bool is_written(const Record& record) { return os::Lock::is_held(record.path); }

void remove(const std::vector<Record>& records) {
  for (const auto& record : records) ::unlink(record.path.c_str());
}

// Does nothing when somebody still writes: it has to be done later.
Result<void> settle(store::Store& store, std::int64_t run, const std::vector<Record>& records) {
  if (std::any_of(records.begin(), records.end(), is_written)) return {};
  model::Usage told;
  std::string session;
  for (const auto& record : records) {
    const auto report = agents::reread(*record.kind, record.path);
    if (!report) continue;  // cannot be read: it will not get better
    told.cost_usd += report->cost_usd;
    told.input_tokens += report->input_tokens;
    told.output_tokens += report->output_tokens;
    told.turns += report->turns;
    session = report->session;
  }
  const auto noted = store.change().runs().note_usage(run, session, told);
  if (!noted && noted.error().code != Code::not_found) return noted.error();  // else: of a store that was here before
  remove(records);
  return {};
}

// Whether the run may still have a worker that looks after it.
Result<bool> is_followed(const store::Store& store, const RunName& name) {
  TRY_ASSIGN(const auto runs, store.runs().of(name.task));
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& run) { return run.key == name.run; });
  if (found == runs.end() || found->finished_at || name.run != runs.back().key) return false;
  TRY_ASSIGN(const auto task, store.tasks().find(name.task));
  return task.state == model::TaskState::running;
}

}  // namespace

Result<std::string> make_record(const std::string& folder, const model::TaskId& task, std::int64_t run,
                                std::uint32_t call, std::string_view kind) {
  TRY(os::make_folders(records_folder(folder)));
  return os::join_path(records_folder(folder), cat(task.text, ".", run, ".", call, ".", kind));
}

void drop_records(const std::string& folder, const model::TaskId& task, std::int64_t run) {
  const auto records = records_in(folder);
  const auto found = records.find({task, run});
  if (found != records.end()) remove(found->second);
}

Result<void> settle_records_of(const std::string& folder, store::Store& store, const model::TaskId& task) {
  for (const auto& [name, records] : records_in(folder)) {
    if (name.task == task) TRY(settle(store, name.run, records));
  }
  return {};
}

Result<void> settle_records(const std::string& folder, store::Store& store) {
  for (const auto& [name, records] : records_in(folder)) {
    TRY_ASSIGN(const bool followed, is_followed(store, name));
    if (!followed) TRY(settle(store, name.run, records));
  }
  return {};
}

}  // namespace assay::engine
