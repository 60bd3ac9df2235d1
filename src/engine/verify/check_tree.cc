#include "engine/verify/check_tree.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

CheckTree::CheckTree(git::IntegrationWorktree worktree, std::string commit, std::vector<std::string> caches,
                     os::Sandbox sandbox)
    : m_worktree(std::move(worktree)),
      m_commit(std::move(commit)),
      m_caches(std::move(caches)),
      m_sandbox(std::move(sandbox)),
      m_standing(std::make_unique<os::StandingSandboxes>()) {}

Result<std::unique_ptr<CheckTree>> CheckTree::make(git::IntegrationWorktree worktree, std::string commit,
                                                   std::vector<std::string> caches, const Prepared& prepared,
                                                   os::Sandbox sandbox, const std::string& scratch) {
  std::unique_ptr<CheckTree> out(
      new CheckTree(std::move(worktree), std::move(commit), std::move(caches), std::move(sandbox)));
  out->m_reports = cat(scratch, "-reports");
  TRY_ASSIGN(out->m_offered, Offered::make(prepared, out->folder(), scratch, out->m_sandbox));
  return out;
}

Result<void> CheckTree::take(CheckRequest& request) {
  TRY(m_offered.renew());
  request.folder = folder();
  request.sandbox = m_sandbox;
  request.standing = m_standing.get();
  request.reports = m_reports;
  m_offered.add_to(request);
  return {};
}

Result<TreeChange> CheckTree::settle() {
  TRY_ASSIGN(auto found, m_worktree.find_tampering());
  std::erase_if(found.untracked, [&](const std::string& path) { return m_offered.stands(path); });
  TreeChange out;
  if (found.changed.empty() && found.untracked.empty()) return out;
  TRY_ASSIGN(out.rewritten, m_worktree.rewritten(found.changed));
  std::set<std::string> folders;  // told apart now, while they are there
  for (const auto& path : found.untracked) {
    if (os::is_folder(os::join_path(folder(), path))) folders.insert(path);
  }
  auto stays = m_caches;
  stays.insert(stays.end(), m_offered.kept_paths().begin(), m_offered.kept_paths().end());
  TRY(m_worktree.move_to(m_commit, stays));
  for (auto& path : found.untracked) {
    if (os::exists(os::join_path(folder(), path))) continue;
    out.left.push_back(folders.contains(path) ? cat(path, "/") : std::move(path));
  }
  TRY_ASSIGN(const bool all_stood, m_offered.put_back());
  if (!all_stood) m_standing = std::make_unique<os::StandingSandboxes>();
  return out;
}

}  // namespace assay::engine
