// Landlock through raw system calls: the headers of the oldest system we build on know less than the kernels we run
// on. What of the kernel may be called at all is in os/sandbox/system_calls.h.
#include "os/sandbox/confine.h"

#include <cerrno>
#include <cstddef>

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/sandbox/system_calls.h"

namespace assay::os {

namespace {

// ---- Landlock -----------------------------------------------------------------------------------

constexpr long k_create_ruleset = 444;
constexpr long k_add_rule = 445;
constexpr long k_restrict_self = 446;
constexpr unsigned k_ask_version = 1;
constexpr int k_path_beneath = 1;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};
struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};

constexpr std::uint64_t k_execute = 1U << 0, k_write_file = 1U << 1, k_read_file = 1U << 2, k_read_dir = 1U << 3;
constexpr std::uint64_t k_version_1 = (1U << 13) - 1;
constexpr std::uint64_t k_refer = 1U << 13, k_truncate = 1U << 14, k_ioctl = 1U << 15;
constexpr std::uint64_t k_for_files = k_execute | k_write_file | k_read_file | k_truncate | k_ioctl;
constexpr std::uint64_t k_scope_sockets = 1U << 0, k_scope_signals = 1U << 1;

std::uint64_t file_rights(int version) {
  std::uint64_t rights = k_version_1;
  if (version >= 2) rights |= k_refer;
  if (version >= 3) rights |= k_truncate;
  if (version >= 5) rights |= k_ioctl;
  return rights;
}

int allow_path(int ruleset, const PathRule& rule, std::uint64_t handled) {
  const int fd = ::open(rule.path, O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : errno;
  struct stat st {};
  PathBeneath path;
  path.parent = fd;
  switch (rule.access) {
    case PathAccess::read: path.allowed = k_execute | k_read_file | k_read_dir; break;
    case PathAccess::write: path.allowed = handled; break;
    case PathAccess::device: path.allowed = k_read_file | k_write_file | k_read_dir | k_truncate | k_ioctl; break;
  }
  path.allowed &= handled;
  if (::fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode)) path.allowed &= k_for_files;
  const long done = ::syscall(k_add_rule, ruleset, k_path_beneath, &path, 0);
  const int error = done == 0 ? 0 : errno;
  ::close(fd);
  return error;
}

// The ruleset's descriptor; -1 when there is nothing to restrict, and an errno in `error`.
int make_ruleset(const Confinement& confinement, int& error) {
  const int version = landlock_version();
  RulesetAttributes attributes;
  if (confinement.path_count > 0) attributes.files = file_rights(version);
  if (version >= k_landlock_scopes) attributes.scoped = k_scope_sockets | k_scope_signals;
  if (attributes.files == 0 && attributes.scoped == 0) return -1;
  const size_t size = version >= k_landlock_scopes ? sizeof attributes : version >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(::syscall(k_create_ruleset, &attributes, size, 0));
  if (ruleset < 0) error = errno;
  for (std::uint64_t i = 0; ruleset >= 0 && error == 0 && i < confinement.path_count; ++i)
    error = allow_path(ruleset, confinement.paths[i], attributes.files);
  return ruleset;
}

// ---- the rest -----------------------------------------------------------------------------------

int limit(int resource, std::uint64_t value) {
  if (value == 0) return 0;
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return errno;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) value = now.rlim_max;
  const rlimit wanted{value, value};
  return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0 ? 0 : errno;
}

int set_limits(const Confinement& confinement) {
  const rlimit no_cores{0, 0};
  if (::setrlimit(RLIMIT_CORE, &no_cores) != 0) return errno;
  if (const int error = limit(RLIMIT_NPROC, confinement.processes)) return error;
  if (const int error = limit(RLIMIT_FSIZE, confinement.file_size)) return error;
  return limit(RLIMIT_NOFILE, confinement.open_files);
}

// With an empty bounding set no program gives any back, whoever runs it.
int drop_capabilities() {
  for (unsigned long capability = 0; capability < 64; ++capability) {
    if (::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) != 0) ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  return ::syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(k_create_ruleset, nullptr, 0, k_ask_version);
  return version > 0 ? static_cast<int>(version) : 0;
}

int confine(const Confinement& confinement) {
  int error = 0;
  const int ruleset = make_ruleset(confinement, error);
  if (error == 0) error = set_limits(confinement);
  if (error == 0) error = drop_capabilities();
  if (error == 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  if (error == 0 && ruleset >= 0 && ::syscall(k_restrict_self, ruleset, 0) != 0) error = errno;
  if (ruleset >= 0) ::close(ruleset);
  return error != 0 ? error : filter_system_calls(confinement.sockets);
}

}  // namespace assay::os
