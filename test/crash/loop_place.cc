#include "loop_place.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "store/missions.h"

using namespace assay;
namespace fs = std::filesystem;

namespace {

// Each tells what it costs, and then writes into the ledger that it has: "<session> <cents>".
//
// Tells what claude would: a session of its own, one cent, a good end.
constexpr std::string_view k_agent = R"sh(#!/bin/sh
echo "$$ $(od -An -N8 -tx8 /dev/urandom)" >work-$(od -An -N4 -tx4 /dev/urandom | tr -d ' ')
id=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
printf '{"type":"system","subtype":"init","session_id":"%s"}\n' "$id"
word=$(printf '%s' "$*" | grep -o 'CHECK-[a-z0-9]*' | head -1)
printf '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"total_cost_usd":0.01,"session_id":"%s","result":"done\\n%s: pass","usage":{"input_tokens":10,"output_tokens":1}}\n' "$id" "$word"
echo "$id 1" >>LEDGER
)sh";
// Tells what opencode would: steps of one cent each.
constexpr std::string_view k_stepper = R"sh(#!/bin/sh
echo "$$ $(od -An -N8 -tx8 /dev/urandom)" >work-$(od -An -N4 -tx4 /dev/urandom | tr -d ' ')
id=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
for reason in tool-calls tool-calls stop; do
  printf '{"type":"step_start","sessionID":"%s","part":{}}\n' "$id"
  printf '{"type":"step_finish","sessionID":"%s","part":{"reason":"%s","cost":0.01,"tokens":{"input":10,"output":1}}}\n' "$id" "$reason"
  echo "$id 1" >>LEDGER
done
)sh";
// The one that checks must change nothing.
constexpr std::string_view k_drop_work = "echo \"$$";

std::string with_ledger(std::string script, const std::string& ledger) {
  constexpr std::string_view k_name = "LEDGER";
  return script.replace(script.find(k_name), k_name.size(), ledger);
}

void write(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

std::string said(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string out;
  char buffer[256];
  while (pipe != nullptr && fgets(buffer, sizeof buffer, pipe) != nullptr) out += buffer;
  if (pipe != nullptr) pclose(pipe);
  return std::string(trim(out));
}

}  // namespace

LoopPlace::LoopPlace() {
  const fs::path base = fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
  m_folder = (base / cat("assay-loop-crash-", getpid())).string();
  fs::create_directories(root());
  fs::create_directories(m_folder + "/home");
  fs::create_directories(m_folder + "/tmp");
  setenv("HOME", (m_folder + "/home").c_str(), 1);
  setenv("TMPDIR", (m_folder + "/tmp").c_str(), 1);
  setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
  setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
  write(m_folder + "/agent", with_ledger(std::string(k_agent), ledger()));
  write(m_folder + "/stepper", with_ledger(std::string(k_stepper), ledger()));
  std::string checker = with_ledger(std::string(k_agent), ledger());
  checker.erase(checker.find(k_drop_work), checker.find('\n', checker.find(k_drop_work)) - checker.find(k_drop_work));
  write(m_folder + "/checker", checker);
  for (const auto* name : {"/agent", "/checker", "/stepper"}) {
    fs::permissions(m_folder + name, fs::perms::owner_all | fs::perms::group_read | fs::perms::others_read);
  }
  const auto git = cat("git -C ", root(), " -c user.name=t -c user.email=t@localhost ");
  (void)said(cat(git, "init -q -b main 2>&1"));
  write(root() + "/a.txt", "one\n");
  write(root() + "/assay.toml",
        "[[checks]]\ncommand = \"test -e a.txt\"\n[[agents.choose]]\nagent = \"checker\"\nkinds = "
        "[\"checker\"]\n[[agents.choose]]\nagent = \"stepper\"\n"
        "keywords = [\"steps\"]\n[[agents.choose]]\nagent = \"worker\"\n");
  (void)said(cat(git, "add . && ", git, "commit -qm base"));
  m_base = said(cat(git, "rev-parse HEAD"));
  fs::create_directories(root() + "/.git/assay");
  std::string config;
  const auto add = [&](std::string_view name, std::string_view kind, std::string_view program) {
    config += cat("[agents.", name, "]\nkind = \"", kind, "\"\nprogram = [\"", m_folder, "/", program,
                  "\"]\nsandbox = \"off\"\n");
  };
  add("worker", "claude", "agent");
  add("checker", "claude", "checker");
  add("stepper", "opencode", "stepper");
  write(root() + "/.git/assay/operator.toml", config);
  write(root() + "/.git/assay/home", "");
  fs::create_directories(home());
}

LoopPlace::~LoopPlace() {
  std::error_code ignored;
  fs::remove_all(m_folder, ignored);
}

Result<model::MissionId> LoopPlace::open_mission(store::Store& store, int tasks) const {
  store::MissionDraft draft;
  draft.title = draft.prompt = "Write some files";
  draft.repository = root();
  draft.base_commit = m_base;
  draft.target_branch = "main";
  draft.policy = model::default_policy(model::Mode::autopilot);
  draft.policy.parallel_tasks = 3;
  draft.plan = model::Plan{};
  draft.plan_text = "{}";
  for (int i = 0; i < tasks; ++i) {
    model::PlannedTask task;
    task.name = cat("task ", i);
    task.instructions = i % 3 == 1 ? "Write a file in steps" : "Write a file";
    if (i % 3 == 2) task.depends_on = {cat("task ", i - 1)};
    draft.plan->tasks.push_back(task);
  }
  model::AcceptanceCheck check;
  check.title = "The change passes the gate";
  check.command = "assay check";
  draft.checks = {check};
  TRY_ASSIGN(const auto made, store.change("person:test").missions().add(draft));
  return made.id;
}
