#include "loop_place.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"

using namespace assay;
namespace fs = std::filesystem;

namespace {

// Tells what claude would: a session of its own, one cent, a good end.
constexpr std::string_view k_agent = R"sh(#!/bin/sh
echo "$$ $(od -An -N8 -tx8 /dev/urandom)" >work-$(od -An -N4 -tx4 /dev/urandom | tr -d ' ')
echo '{"type":"system","subtype":"init","session_id":"s"}'
word=$(printf '%s' "$*" | grep -o 'CHECK-[a-z0-9]*' | head -1)
id=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
printf '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"total_cost_usd":0.01,"session_id":"%s","result":"done\\n%s: pass","usage":{"input_tokens":10,"output_tokens":1}}\n' "$id" "$word"
)sh";
// The one that checks must change nothing.
constexpr std::string_view k_drop_work = "echo \"$$";

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
  write(m_folder + "/agent", k_agent);
  std::string checker(k_agent);
  checker.erase(checker.find(k_drop_work), checker.find('\n', checker.find(k_drop_work)) - checker.find(k_drop_work));
  write(m_folder + "/checker", checker);
  for (const auto* name : {"/agent", "/checker"}) {
    fs::permissions(m_folder + name, fs::perms::owner_all | fs::perms::group_read | fs::perms::others_read);
  }
  const auto git = cat("git -C ", root(), " -c user.name=t -c user.email=t@localhost ");
  (void)said(cat(git, "init -q -b main 2>&1"));
  write(root() + "/a.txt", "one\n");
  write(root() + "/assay.toml",
        "[[agents.choose]]\nagent = \"checker\"\nkinds = [\"checker\"]\n[[agents.choose]]\nagent = \"worker\"\n");
  (void)said(cat(git, "add . && ", git, "commit -qm base"));
  m_base = said(cat(git, "rev-parse HEAD"));
  fs::create_directories(root() + "/.git/assay");
  std::string config;
  for (const auto* name : {"worker", "checker"}) {
    config += cat("[agents.", name, "]\nkind = \"claude\"\nprogram = [\"", m_folder, "/",
                  std::string_view(name) == "worker" ? "agent" : "checker", "\"]\nsandbox = \"off\"\n");
  }
  write(root() + "/.git/assay/operator.toml", config);
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
    task.instructions = "Write a file";
    if (i % 3 == 2) task.depends_on = {cat("task ", i - 1)};
    draft.plan->tasks.push_back(task);
  }
  model::AcceptanceCheck check;
  check.title = "The change passes the gate";
  check.command = "assay check";
  draft.checks = {check};
  TRY_ASSIGN(const auto made, store.create_mission(draft, "person:test"));
  return made.id;
}
