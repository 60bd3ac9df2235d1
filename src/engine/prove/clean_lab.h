// Trials of a check: in clean trees of their own (engine/run/clean_tree.h), one for each processor, made when needed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/prove/lab.h"
#include "engine/run/clean_tree.h"
#include "engine/run/command_sandbox.h"
#include "engine/run/run_commands.h"
#include "git/repository.h"

namespace assay::engine {

class CleanLab final : public Lab {
 public:
  // `commands`: how commands run on the change; its folder and sandbox are replaced by those of a trial.
  // `workspace`: the person's tree, whose dependencies are shown. `folder`: of ours, for the trees.
  CleanLab(const git::Repository& repository, std::string workspace, std::string folder, CommandsRequest commands,
           CommandSandbox sandbox);

  unsigned places() const override { return static_cast<unsigned>(m_trees.size()); }
  std::string key() const override;
  Result<TrialRun> run(unsigned place, const Variant& variant, const Trial& trial) override;

 private:
  Result<void> move(unsigned place, const Variant& variant);

  const git::Repository& m_repository;
  std::string m_workspace;
  std::string m_folder;
  CommandsRequest m_commands;
  CommandSandbox m_sandbox;
  std::vector<std::unique_ptr<CleanTree>> m_trees;  // by place
};

}  // namespace assay::engine
