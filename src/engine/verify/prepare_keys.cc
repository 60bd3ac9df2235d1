#include "engine/verify/prepare_keys.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/snapshot.h"
#include "engine/run/text_sum.h"
#include "engine/run/tool_identity.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

namespace {

using Level = os::Sandbox::Level;

// What a file is, or all files of a folder are.
std::string content_of(const git::Tree& tree, const std::string& path) {
  if (const auto* entry = tree.find(path)) return cat(static_cast<int>(entry->kind), " ", entry->id);
  TextSum sum;
  for (const auto& entry : tree.under(path)) {
    sum.add(entry.path);
    sum.add(cat(static_cast<int>(entry.kind), " ", entry.id));
  }
  return sum.digest();
}

}  // namespace

std::vector<std::string> environment_of(const plan::PrepareStep& step, const std::string& kept) {
  std::vector<std::string> out;
  for (const auto& [variable, name] : step.homes) out.push_back(cat(variable, "=", os::join_path(kept, name)));
  for (const auto& setting : step.environment) out.push_back(replace_all(setting, "{kept}", kept));
  return out;
}

PrepareKeys::PrepareKeys(const PrepareSource& target, const PrepareSource& work, const VerifyPolicy& policy,
                         Place place)
    : m_target(target),
      m_work(work),
      m_policy(policy),
      m_place(std::move(place)),
      m_target_steps(steps_for(policy, *snapshot_of(target.files))) {}

PrepareOrigin PrepareKeys::origin_of(const plan::PrepareStep& step) const {
  const auto level = m_place.sandbox.level;
  const bool movable = level == Level::bubblewrap || (level == Level::landlock && step.paths.empty());
  const bool known = std::find(m_target_steps.begin(), m_target_steps.end(), step) != m_target_steps.end();
  if (m_place.fresh || !movable || !known || !has_inputs_of_target(step)) return {false, m_work};
  return {true, m_target};
}

bool PrepareKeys::has_inputs_of_target(const plan::PrepareStep& step) const {
  if (m_work.tree == m_target.tree) return true;
  if (step.reads == plan::Reads::tree) return false;
  return std::all_of(step.inputs.begin(), step.inputs.end(), [&](const std::string& input) {
    return content_of(m_work.files, input) == content_of(m_target.files, input);
  });
}

std::string PrepareKeys::key_of(const plan::PrepareStep& step, const PrepareOrigin& origin) const {
  TextSum sum;
  sum.add("prepare-v4");
  for (const auto* text : {&step.title, &step.command, &step.folder}) sum.add(*text);
  sum.add_all(step.outputs);
  sum.add_all(environment_of(step, "kept"));
  for (const auto& input : step.inputs) {
    sum.add(input);
    sum.add(content_of(origin.source.files, input));
  }
  const bool whole_tree = step.reads == plan::Reads::tree || !origin.shared;
  sum.add(whole_tree ? origin.source.tree : std::string());
  const auto& sandbox = m_place.sandbox;
  sum.add(cat(os::name_of(sandbox.level), " ", sandbox.shown_as, " ", m_policy.prepare.network ? "network" : "alone"));
  sum.add_all(m_policy.readable);
  auto environment = os::make_environment(os::EnvironmentMode::scrubbed, m_policy.environment, {});
  std::sort(environment.begin(), environment.end());
  sum.add_all(environment);
  sum.add(Tools(os::value_in(environment, "PATH")).behind(step.command));
  // Some tools write the path of the work tree into what they make.
  if (!origin.shared) sum.add(m_place.worktree);
  return sum.digest();
}

std::string PrepareKeys::key_of_all() const {
  const auto steps = steps_for(m_policy, *snapshot_of(m_work.files));
  if (steps.empty()) return {};
  TextSum keys;
  for (const auto& step : steps) keys.add(key_of(step, origin_of(step)));
  return keys.digest();
}

std::vector<plan::PrepareStep> steps_for(const VerifyPolicy& policy, const plan::Snapshot& snapshot) {
  if (!policy.prepare.command) return plan::prepare_steps(snapshot);
  if (trim(*policy.prepare.command).empty()) return {};
  plan::PrepareStep step;
  step.title = "preparation";
  step.command = *policy.prepare.command;
  step.inputs = policy.prepare.inputs;
  step.outputs = policy.prepare.outputs;
  if (!step.inputs.empty()) {
    step.reads = plan::Reads::inputs;
    for (auto& file : plan::files_named_in(step.command, snapshot)) {
      if (std::find(step.inputs.begin(), step.inputs.end(), file) == step.inputs.end())
        step.inputs.push_back(std::move(file));
    }
  }
  return {step};
}

}  // namespace assay::engine
