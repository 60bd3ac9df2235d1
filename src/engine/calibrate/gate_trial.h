// Variants put before the gate: each is laid out in a repository of ours (git/borrowed.h) and judged by
// check_workspace with the person's own settings. The person's checkout, index and refs are not touched; of it only
// dependencies (node_modules, .venv) are shown to the commands.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/calibrate/attempts.h"
#include "engine/check/workspace.h"
#include "git/repository.h"
#include "os/files.h"

namespace assay::engine {

struct JudgedVariant {
  model::Check check{};
  bool has_commands = false;
  bool green = false;  // every command ended with 0
  std::uint64_t ms = 0;
};

class GateTrial {
 public:
  // `request`: what the command line gave; its place, base and task are set here. `notice`: told each line once.
  static Result<GateTrial> make(const git::Repository& repository, WorkspaceRequest request, OnProgress notice);
  ~GateTrial();
  GateTrial(GateTrial&&) noexcept = default;
  GateTrial& operator=(GateTrial&&) = delete;

  // From now on variants of this commit are judged.
  Result<void> take(const PastCommit& commit);
  Result<JudgedVariant> judge(const VariantAttempt& attempt, std::optional<model::ProofLevel> proof = std::nullopt);
  // What the commands of the last one printed.
  std::string last_log() const;

  // All that a verdict depends on besides the commit and the variant.
  const std::string& settings() const { return m_settings; }
  const std::string& scratch() const { return m_scratch.path(); }

 private:
  GateTrial(os::ScratchFolder scratch, git::Repository borrowing, WorkspaceRequest request, OnProgress notice);
  Result<void> read_settings(const std::string& root);
  Result<void> lay_out(const Variant& variant);

  os::ScratchFolder m_scratch;
  git::Repository m_borrowing;
  WorkspaceRequest m_request;
  OnProgress m_notice;
  std::vector<GivenFile> m_policy;  // the person's settings as they are now, and not as they were then
  std::string m_settings;
  std::string m_artifacts;
  std::string m_base;  // id of the commit taken's base in our repository
  std::string m_of;    // id of that base in the person's
};

}  // namespace assay::engine
