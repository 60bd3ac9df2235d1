// What must not be seen can be reached by more than one way: as a part of the work tree, of a folder that was granted,
// of the same folder shown under another name. So each place that is shown is asked what of it must be hidden, by
// where it really lies, and not by the path that somebody wrote.
//
// A mount goes along when a folder above it is renamed, and the old path is then free for a folder of the command's
// own. A mount itself cannot be renamed, so every folder between a writable place and what is guarded in it becomes
// one.
#include <algorithm>

#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/sandbox_plan.h"

namespace assay::os {

namespace {

using How = SandboxPlan::How;
using Place = SandboxPlan::Place;

bool is_inside(std::string_view path, std::string_view folder) { return path != folder && is_below(path, folder); }

// The place whose content is seen at a path inside.
const Place* shown_at(const std::vector<Place>& places, const std::string& path) {
  const Place* out = nullptr;
  for (const auto& place : places) {
    if (is_below(path, place.target) && (out == nullptr || place.target.size() >= out->target.size())) out = &place;
  }
  return out;
}

class Sealer {
 public:
  Sealer(SandboxPlan& plan, const Sandbox& sandbox) : m_plan(plan), m_sandbox(sandbox) {}

  Result<void> seal() {
    const auto shown = m_plan.places;
    for (const auto& path : m_sandbox.hidden) {
      for (const auto& place : shown) {
        if (exists(path)) hide_in(place, shown, path);
      }
    }
    for (const auto& path : m_sandbox.sealed) {
      for (const auto& place : shown) TRY(seal_in(place, shown, path));
    }
    if (m_sandbox.level == Sandbox::Level::bubblewrap) pin();
    return {};
  }

 private:
  bool is_seen(const Place& place, const std::vector<Place>& shown, const std::string& path) const {
    if (place.how == How::hide || !is_inside(path, place.source)) return false;
    const auto* seen = shown_at(shown, target_of(place, path));
    return seen != nullptr && seen->target == place.target && seen->source == place.source;
  }
  static std::string target_of(const Place& place, const std::string& path) {
    return place.target + path.substr(place.source.size());
  }

  void hide_in(const Place& place, const std::vector<Place>& shown, const std::string& path) {
    if (is_seen(place, shown, path)) m_plan.places.push_back({path, target_of(place, path), How::hide, true});
  }

  Result<void> seal_in(const Place& place, const std::vector<Place>& shown, const std::string& path) {
    if (!is_seen(place, shown, path)) return {};
    struct stat st {};
    const bool is_there = ::lstat(path.c_str(), &st) == 0;
    if (place.how == How::write && is_there && S_ISLNK(st.st_mode))
      return conflict(cat(path, " is a symbolic link, and commands must not reach what Assay keeps there; remove it"));
    if (place.how == How::write && !is_there && m_sandbox.level == Sandbox::Level::landlock) {
      m_plan.absent.push_back(path);
      return {};
    }
    if (m_sandbox.level == Sandbox::Level::bubblewrap) {
      if (place.how == How::write && (!is_there || S_ISDIR(st.st_mode))) return hold(place, shown, path);
      if (!is_there || S_ISLNK(st.st_mode)) return {};
    }
    hide_in(place, shown, path);
    return {};
  }

  Result<void> hold(const Place& place, const std::vector<Place>& shown, const std::string& path) {
    auto held = HeldFolder::hold(path);
    if (!held && exists(path)) return unavailable(cat("cannot hide ", path, " from commands: it cannot be opened"));
    if (!held) return {};
    m_plan.held.push_back(std::move(*held));
    hide_in(place, shown, path);
    return {};
  }

  void pin() {
    const auto places = m_plan.places;
    for (const auto& place : places) {
      if (!place.is_guarded) continue;
      for (auto above = parent_path(place.target); above != "/"; above = parent_path(above)) {
        const auto* around = shown_at(m_plan.places, above);
        if (around == nullptr || around->how != How::write || around->target == above) break;
        if (is_below(around->source, m_plan.scratch)) break;  // HOME and TMPDIR are the command's own
        m_plan.places.push_back({around->source + above.substr(around->target.size()), above, How::write});
      }
    }
  }

  SandboxPlan& m_plan;
  const Sandbox& m_sandbox;
};

}  // namespace

bool is_sealed(const Sandbox& sandbox, const std::string& source) {
  // The innermost decides: a sealed folder, or one in it that is shown on purpose.
  std::string sealed;
  for (const auto& path : sandbox.sealed) {
    const auto real = resolved_path(path);
    if (is_below(source, real) && real.size() > sealed.size()) sealed = real;
  }
  if (sealed.empty()) return false;
  for (const auto* shown : {&sandbox.readable, &sandbox.writable}) {
    for (const auto& path : *shown) {
      const auto real = resolved_path(path);
      if (is_inside(real, sealed) && is_below(source, real)) return false;
    }
  }
  return true;
}

Result<void> seal_places(SandboxPlan& plan, const Sandbox& sandbox) { return Sealer(plan, sandbox).seal(); }

}  // namespace assay::os
