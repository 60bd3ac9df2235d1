// All that a run needs: folders, environment, sandbox. Internal to os.
//
// Bubblewrap takes as long to load as we take to find out what it has to show inside: it is started first, without
// a file of the machine, and waits at the end of a pipe for the rest (furnish). Should that never come, its
// launcher finds no options and ends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files.h"
#include "os/pipe.h"
#include "os/process/process.h"
#include "os/process/supervisor.h"
#include "os/sandbox/control_group.h"
#include "os/sandbox/kept_files.h"
#include "os/sandbox/sandbox_plan.h"
#include "os/sandbox/scratch_slot.h"

namespace assay::os {

// How long whoever watches over the command lets it run.
std::uint64_t allowed_ms(const Command& command);

class PreparedRun {
 public:
  // Error not_found: there is no such program or folder, the command could not start.
  static Result<std::unique_ptr<PreparedRun>> make(const Command& command);
  // A sandbox that stands: the launcher serves requests from `socket` (os/process/standing_sandbox.h). `like` outlives
  // it, has a bubblewrap sandbox, and its argv does not matter.
  static Result<std::unique_ptr<PreparedRun>> make_standing(const Command& like, int socket);

  // Options for the launcher: what to run inside, and on which terms.
  Result<Fd> launch_options_for(const Command& command) const;
  // HOME and TMPDIR as if nobody had used them; false: that cannot be done.
  bool renew_scratch() const { return m_own_scratch && m_own_scratch->renew(); }

  // The options point into this object. REQUIRES: their descriptors are known.
  void fill(SupervisorOptions& options);
  // After the start: nothing of the command runs before. Error not_found as for make.
  Result<void> furnish();
  // The launcher in the sandbox watches over the command, and no supervisor is needed.
  bool is_watched_inside() const { return m_launch_options.is_open(); }

  // Where the command may write; nothing when there is no sandbox.
  std::vector<std::string> watched_folders() const;
  // Around the command, where there can be one; the caller's to keep until nothing of it is left.
  std::unique_ptr<ControlGroup> take_group() { return std::move(m_group); }
  // Puts back what a command changed although it must not; the paths.
  std::vector<std::string> put_back() { return m_kept.put_back(); }

 private:
  explicit PreparedRun(const Command& command) : m_command(command) {}
  Result<void> prepare();
  Result<void> make_scratch();
  Result<void> make_environment_for();
  Result<void> find_walls(Lasts lasts);
  Result<void> show_places();
  Result<void> write_launch_options(const Command& command, const Fd& file) const;
  Result<void> lay_out_scratch();
  ScratchSlot::Places places_below(std::string_view shown_as) const;
  Result<void> enter_landlock();

  const Command& m_command;
  std::string m_scratch;
  std::optional<ScratchSlot> m_own_scratch;
  std::optional<SandboxPlan> m_plan;
  std::optional<LandlockPlan> m_landlock;
  KeptFiles m_kept;
  std::string m_program;
  std::string m_folder;
  std::vector<std::string> m_argv;
  std::vector<std::string> m_environment;  // of the command; bubblewrap has none
  std::vector<char*> m_argv_pointers;
  std::vector<char*> m_environment_pointers;
  SandboxUser m_user;
  std::unique_ptr<ControlGroup> m_group;
  Fd m_launch_options;  // of a launcher for one command
  Pipe m_places;        // what bubblewrap waits for
  int m_socket = -1;    // of a standing launcher; not ours
};

}  // namespace assay::os
