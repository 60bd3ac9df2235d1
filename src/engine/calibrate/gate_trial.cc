#include "engine/calibrate/gate_trial.h"

#include <algorithm>
#include <chrono>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/prove/given_files.h"
#include "engine/state_folder.h"
#include "git/borrowed.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_log_kept = std::uint64_t{4} << 20;

}  // namespace

GateTrial::GateTrial(os::ScratchFolder scratch, git::Repository borrowing, WorkspaceRequest request, OnProgress notice)
    : m_scratch(std::move(scratch)),
      m_borrowing(std::move(borrowing)),
      m_request(std::move(request)),
      m_notice(std::move(notice)) {}

// What the checks kept of our repository is of no use without it.
GateTrial::~GateTrial() {
  if (m_scratch.path().empty()) return;
  if (const auto kept = state_folder(m_borrowing.common_folder())) os::remove_tree(*kept);
}

Result<GateTrial> GateTrial::make(const git::Repository& repository, WorkspaceRequest request, OnProgress notice) {
  TRY_ASSIGN(auto scratch, os::ScratchFolder::make("assay-calibrate"));
  const auto folder = os::join_path(scratch.path(), "tree");
  TRY(os::make_folders(folder));
  TRY_ASSIGN(auto borrowing, git::make_borrowing(repository, folder));
  request.workspace = folder;
  request.dependencies_of = repository.root();
  request.clean = true;
  request.output_dir = std::nullopt;
  GateTrial out(std::move(scratch), std::move(borrowing), std::move(request), std::move(notice));
  TRY(out.read_settings(repository.root()));
  return out;
}

Result<void> GateTrial::read_settings(const std::string& root) {
  std::string text = cat(version(), " ", build_commit(), "\n");
  for (const char* name : {"assay.toml", "verifier.config.json"}) {
    GivenFile file{name, std::nullopt};
    const auto path = os::join_path(root, name);
    if (os::exists(path)) {
      TRY_ASSIGN(file.content, os::read_file(path, 1 << 20));
    }
    text += cat(name, "\n", file.content.value_or(""), "\n");
    m_policy.push_back(std::move(file));
  }
  for (const auto& command : m_request.verify_commands) text += cat("command ", command, "\n");
  for (const auto& path : m_request.readable) text += cat("readable ", path, "\n");
  for (const auto& each : m_request.environment) text += cat("environment ", each, "\n");
  const auto mode = m_request.sandbox ? static_cast<int>(*m_request.sandbox) : -1;
  text += cat("sandbox ", mode, m_request.network ? " network" : "", "\n");
  text += cat("timeout ", m_request.verify_timeout_ms.value_or(0), "\n");
  m_settings = sha256_hex(text);
  return {};
}

Result<void> GateTrial::lay_out(const Variant& variant) {
  TRY(git::lay_out(m_borrowing, variant.tree));
  TRY(put_files(m_request.workspace, variant.files));
  return put_files(m_request.workspace, m_policy);
}

Result<void> GateTrial::take(const PastCommit& commit) {
  m_of = commit.base;
  TRY(lay_out({commit.base, {}}));
  std::vector<std::string> paths;
  for (const auto& file : m_policy) {
    if (file.content || commit.before.has(file.path)) paths.push_back(file.path);
  }
  TRY_ASSIGN(m_base, git::commit_laid_out(m_borrowing, paths));
  m_request.base = m_base;
  m_request.intent = commit.message;
  return {};
}

Result<JudgedVariant> GateTrial::judge(const VariantAttempt& attempt, std::optional<model::ProofLevel> proof) {
  const auto start = std::chrono::steady_clock::now();
  TRY(lay_out(attempt.variant));
  auto request = m_request;
  request.proof = proof;
  // Where no verdict is wanted, commands may well fail.
  TRY_ASSIGN(auto result, check_workspace(request, {}, proof ? OnProgress() : m_notice));
  JudgedVariant out;
  out.check = std::move(result.check);
  m_artifacts = out.check.run ? out.check.run->artifacts_dir : "";
  const auto& commands = out.check.run ? out.check.run->commands : std::vector<model::RanCommand>();
  out.has_commands = !commands.empty();
  out.green = out.has_commands &&
              std::all_of(commands.begin(), commands.end(), [](const auto& ran) { return ran.exit_code == 0; });
  out.ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count());
  return out;
}

std::string GateTrial::last_log() const {
  return os::read_end(os::join_path(m_artifacts, "verify-logs.txt"), k_log_kept).value_or("");
}

}  // namespace assay::engine
