#include "os/process/prepared_run.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "os/paths.h"
#include "os/process/launch.h"
#include "os/sandbox/toolchains.h"

namespace assay::os {

namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (auto& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

const char* text_or_null(const std::string& s) { return s.empty() ? nullptr : s.c_str(); }

bool sets(const std::vector<std::string>& changes, std::string_view name) {
  return std::any_of(changes.begin(), changes.end(),
                     [&](std::string_view c) { return c.substr(0, c.find('=')) == name; });
}

bool is_in_writable(const Sandbox& sandbox, const std::string& path) {
  const auto folders = writable_folders(sandbox);
  return std::any_of(folders.begin(), folders.end(),
                     [&](const auto& folder) { return is_below(resolved_path(path), resolved_path(folder)); });
}

// Without the folders that the command itself can fill, however they are written. Tests of an ordinary project may use
// its virtual environment.
std::string path_outside(std::string_view path, const Sandbox& sandbox) {
  std::string out;
  for (const auto entry : split(path, ':')) {
    const auto normal = normal_path(entry);
    const bool wanted = sandbox.tools == Sandbox::Tools::programs_and_packages && is_virtual_environment(normal);
    if (wanted || !is_in_writable(sandbox, normal)) out += cat(out.empty() ? "" : ":", entry);
  }
  return out;
}

Result<Fd> new_launch_options() {
  Fd file(::memfd_create("assay-orders", MFD_CLOEXEC));
  if (!file.is_open()) return unavailable(cat("cannot make a file in memory: ", std::strerror(errno)));
  return file;
}

}  // namespace

std::uint64_t allowed_ms(const Command& command) {
  // One that is talked with is told first that its time is up, by us.
  const auto farewell = command.dialogue != nullptr ? 2 * command.grace : std::chrono::milliseconds(0);
  return static_cast<std::uint64_t>(std::max<std::int64_t>((command.timeout + farewell).count(), 0));
}

Result<std::unique_ptr<PreparedRun>> PreparedRun::make(const Command& command) {
  if (command.argv.empty()) return invalid_input("no command was given to run");
  std::unique_ptr<PreparedRun> prepared(new PreparedRun(command));
  TRY(prepared->prepare());
  return prepared;
}

Result<std::unique_ptr<PreparedRun>> PreparedRun::make_standing(const Command& like, int socket) {
  std::unique_ptr<PreparedRun> prepared(new PreparedRun(like));
  prepared->m_socket = socket;
  TRY(prepared->find_walls(Lasts::many_commands));
  return prepared;
}

Result<void> PreparedRun::prepare() {
  const auto level = m_command.sandbox ? m_command.sandbox->level : Sandbox::Level::off;
  if (level == Sandbox::Level::bubblewrap) return find_walls(Lasts::one_command);
  m_argv = m_command.argv;
  m_folder = m_command.folder;
  TRY(make_scratch());
  TRY(make_environment_for());
  TRY(lay_out_scratch());
  if (level == Sandbox::Level::landlock) TRY(enter_landlock());
  TRY_ASSIGN(m_program, find_program(m_argv.front(), value_in(m_environment, "PATH")));
  return {};
}

// Bubblewrap itself is outside and needs no environment and no folder.
Result<void> PreparedRun::find_walls(Lasts lasts) {
  TRY_ASSIGN(m_program, find_bubblewrap());
  if (launcher_program() < 0) return unavailable(cat("cannot make the sandbox's launcher: ", std::strerror(errno)));
  TRY_ASSIGN(m_places, make_pipe());
  if (lasts == Lasts::one_command) {
    TRY_ASSIGN(m_launch_options, new_launch_options());
  }
  m_user = sandbox_user(*m_command.sandbox);
  m_argv = bubblewrap_walls(*m_command.sandbox, lasts);
  for (auto word : {std::string("--args"), cat(m_places.read_end.get()), std::string("--"),
                    cat("/proc/self/fd/", launcher_program())})
    m_argv.push_back(std::move(word));
  return {};  // with the launcher's descriptors once they are known
}

Result<void> PreparedRun::furnish() {
  if (!m_places.write_end.is_open()) return {};
  m_places.read_end.reset();
  auto shown = show_places();
  m_launch_options.reset();
  m_places.write_end.reset();
  return shown;
}

namespace {

bool is_read_by_nobody(const Fd& write_end) {
  pollfd pipe{write_end.get(), 0, 0};
  return ::poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

}  // namespace

Result<void> PreparedRun::show_places() {
  TRY(make_scratch());
  TRY(make_environment_for());
  TRY(lay_out_scratch());
  std::string text;
  for (const auto& word : bubblewrap_places(*m_plan)) text.append(word.c_str(), word.size() + 1);
  ::signal(SIGPIPE, SIG_IGN);  // bubblewrap may be gone
  if (auto written = write_all(m_places.write_end.get(), text, "the sandbox's places"); !written) {
    // Ended before it had read all, by its time limit for one. How it ended is reported by whoever watches it.
    return is_read_by_nobody(m_places.write_end) ? Result<void>() : written;
  }
  // Only now: a sandbox that was described in part has nothing to run.
  return is_watched_inside() ? write_launch_options(m_command, m_launch_options) : Result<void>();
}

// HOME and TMPDIR of a scrubbed command; ours to remove when the caller has none to give.
Result<void> PreparedRun::make_scratch() {
  if (m_command.environment != EnvironmentMode::scrubbed && !m_command.sandbox) return {};
  if (m_command.scratch.empty()) {
    TRY_ASSIGN(auto own, ScratchSlot::claim());
    m_own_scratch.emplace(std::move(own));
    TRY_ASSIGN(m_scratch, real_path(m_own_scratch->path()));
    return {};
  }
  for (const auto* name : {"home", "tmp"}) TRY(make_folders(join_path(m_command.scratch, name)));
  TRY_ASSIGN(m_scratch, real_path(m_command.scratch));
  return {};
}

Result<void> PreparedRun::make_environment_for() {
  auto changes = m_command.environment_changes;
  const auto set_unless_asked = [&](std::string setting) {
    if (!sets(m_command.environment_changes, setting.substr(0, setting.find('='))))
      changes.push_back(std::move(setting));
  };
  if (m_scratch.empty()) {
    m_environment = make_environment(m_command.environment, m_command.environment_grants, changes);
    return {};
  }
  if (!m_command.sandbox || m_command.sandbox->level == Sandbox::Level::off) {
    set_unless_asked(cat("HOME=", m_scratch, "/home"));
    set_unless_asked(cat("TMPDIR=", m_scratch, "/tmp"));
    m_environment = make_environment(m_command.environment, m_command.environment_grants, changes);
    return {};
  }
  const auto& sandbox = *m_command.sandbox;
  const auto plain = make_environment(m_command.environment, m_command.environment_grants, changes);
  auto toolchains = find_toolchains(plain, home_folder());
  std::erase_if(toolchains.paths, [&](const auto& path) { return is_in_writable(sandbox, path); });
  Packages packages;
  if (sandbox.tools == Sandbox::Tools::programs_and_packages)
    packages = find_packages(make_environment(EnvironmentMode::inherited, {}, {}), home_folder());
  TRY_ASSIGN(m_plan, plan_sandbox(sandbox, m_command.folder, m_scratch, toolchains.paths, packages));
  m_user = m_plan->user;
  for (const auto& setting : toolchains.variables) set_unless_asked(setting);
  for (const auto& setting : packages.variables) set_unless_asked(setting);
  if (sandbox.network == Sandbox::Network::none) {
    for (const auto& setting : packages.offline) set_unless_asked(setting);
  }
  set_unless_asked(cat("HOME=", m_plan->home));
  set_unless_asked(cat("TMPDIR=", m_plan->tmp));
  set_unless_asked(cat("PATH=", path_outside(value_in(plain, "PATH"), sandbox)));
  set_unless_asked("GIT_CONFIG_NOSYSTEM=1");  // /etc/gitconfig is not there; git must not stumble
  if (sandbox.level == Sandbox::Level::bubblewrap) {
    set_unless_asked("USER=assay");
    set_unless_asked("LOGNAME=assay");
  } else {
    set_unless_asked(cat("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=", m_plan->tmp));  // Java knows only /tmp
  }
  m_environment = make_environment(m_command.environment, m_command.environment_grants, changes);
  return {};
}

// What the sandbox shows below HOME or TMPDIR is mounted onto folders in the scratch folder.
ScratchSlot::Places PreparedRun::places_below(std::string_view shown_as) const {
  ScratchSlot::Places places;
  const auto inside = cat(shown_as, "/");
  for (const auto& place : m_plan->places) {
    if (place.target.starts_with(inside))
      places.push_back({place.target.substr(inside.size()), is_folder(place.source)});
  }
  // Of one in another only the outer one is mounted onto the scratch folder.
  std::erase_if(places, [&](const auto& place) {
    return std::any_of(places.begin(), places.end(), [&](const auto& other) {
      return place.below.size() > other.below.size() && is_below(place.below, other.below);
    });
  });
  return places;
}

Result<void> PreparedRun::lay_out_scratch() {
  if (!m_own_scratch) return {};
  if (!m_plan || m_command.sandbox->level != Sandbox::Level::bubblewrap) return m_own_scratch->lay_out({}, {});
  return m_own_scratch->lay_out(places_below(m_plan->home), places_below(m_plan->tmp));
}

Result<void> PreparedRun::enter_landlock() {
  TRY_ASSIGN(m_landlock, landlock_plan(*m_plan, *m_command.sandbox));
  m_landlock->confinement.paths = m_landlock->rules.data();
  m_landlock->confinement.path_count = m_landlock->rules.size();
  m_folder = m_plan->folder;
  for (const auto& path : m_command.sandbox->kept) {
    if (exists(path) && !is_folder(path)) TRY(m_kept.remember(path));
  }
  for (const auto& path : m_plan->absent) m_kept.remember_absent(path);
  return {};
}

Result<Fd> PreparedRun::launch_options_for(const Command& command) const {
  TRY_ASSIGN(auto file, new_launch_options());
  TRY(write_launch_options(command, file));
  return file;
}

Result<void> PreparedRun::write_launch_options(const Command& command, const Fd& file) const {
  const auto& sandbox = *command.sandbox;
  LaunchOptions options;
  options.processes = sandbox.limits.processes;
  options.file_size = sandbox.limits.file_size;
  options.open_files = sandbox.limits.open_files;
  options.sockets = static_cast<std::int32_t>(Sockets::isolated);
  options.arguments = static_cast<std::uint32_t>(command.argv.size());
  options.variables = static_cast<std::uint32_t>(m_environment.size());
  options.own_network = sandbox.network == Sandbox::Network::none ? 1 : 0;
  options.timeout_ms = allowed_ms(command);
  options.grace_ms = static_cast<std::uint64_t>(std::max<std::int64_t>(command.grace.count(), 0));
  std::string text(reinterpret_cast<const char*>(&options), sizeof options);
  for (const auto& word : command.argv) text.append(word.c_str(), std::strlen(word.c_str()) + 1);
  for (const auto& entry : m_environment) text.append(entry.c_str(), std::strlen(entry.c_str()) + 1);
  return write_all(file.get(), text, "the launch orders");
}

void PreparedRun::fill(SupervisorOptions& options) {
  std::vector<int> inherited;
  if (m_socket >= 0) inherited = {m_socket};
  if (is_watched_inside()) inherited = {m_launch_options.get(), options.status_fd, options.control_fd};
  for (const int fd : inherited) m_argv.push_back(cat(fd));  // what the launcher is told
  if (m_places.read_end.is_open()) {
    inherited.insert(inherited.begin(), launcher_program());
    inherited.push_back(m_places.read_end.get());
  }
  std::copy(inherited.begin(), inherited.end(), options.inherited_fds);
  m_argv_pointers = pointers(m_argv);
  // In a sandbox the command's own environment comes with its launch options.
  m_environment_pointers = pointers(m_environment);
  options.program = m_program.c_str();
  options.argv = m_argv_pointers.data();
  options.environment = m_environment_pointers.data();
  options.folder = text_or_null(m_folder);
  options.stdin_file = m_command.stdin_file.empty() ? "/dev/null" : m_command.stdin_file.c_str();
  options.stdout_file = text_or_null(m_command.stdout_file);
  options.stderr_file = text_or_null(m_command.stderr_file);
  if (m_command.sandbox) m_group = ControlGroup::make(m_command.sandbox->limits);
  if (m_group) options.group_fd = m_group->entry();
  options.run_as = m_user.run_as;
  options.run_as_group = m_user.run_as_group;
  if (m_landlock) options.confinement = &m_landlock->confinement;
}

std::vector<std::string> PreparedRun::watched_folders() const {
  if (!m_command.sandbox) return {};
  auto folders = writable_folders(*m_command.sandbox);
  folders.push_back(m_scratch);
  return folders;
}

}  // namespace assay::os
