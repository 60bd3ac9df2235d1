// The filter refuses what makes a way out or reaches the kernel's less-tested corners (new namespaces, mounts, keys,
// BPF, io_uring, odd socket families). It does not refuse ptrace: leak sanitizers need it, and neither a pid namespace
// nor a Landlock domain lets it reach outside.
//
// Raw system calls: the headers of the oldest system we build on know less than the kernels we run on.
#include "os/sandbox/system_calls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <initializer_list>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::os {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_AARCH64;
#else
#error "the seccomp filter knows x86-64 and arm64"
#endif

template <size_t N>
constexpr std::array<std::uint32_t, N> in_order(std::array<std::uint32_t, N> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// Numbers that the headers may be too old for; the same on all architectures.
enum : std::uint32_t {
  k_io_uring_setup = 425,
  k_io_uring_enter = 426,
  k_io_uring_register = 427,
  k_open_tree = 428,
  k_move_mount = 429,
  k_fsopen = 430,
  k_fsconfig = 431,
  k_fsmount = 432,
  k_fspick = 433,
  k_clone3 = 435,
  k_pidfd_getfd = 438,
  k_openat2 = 437,
  k_mount_setattr = 442,
  k_quotactl_fd = 443,
  k_memfd_secret = 447,
  k_fchmodat2 = 452,
  k_open_tree_attr = 467,
};

constexpr auto k_refused = in_order(std::to_array<std::uint32_t>({
  SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, k_open_tree, k_move_mount, k_fsopen,
      k_fsconfig, k_fsmount, k_fspick, k_mount_setattr, k_open_tree_attr, SYS_keyctl, SYS_add_key, SYS_request_key,
      SYS_bpf, SYS_perf_event_open, SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot,
      SYS_swapon, SYS_swapoff, SYS_syslog, SYS_acct, SYS_quotactl, k_quotactl_fd, SYS_settimeofday, SYS_clock_settime,
      SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_userfaultfd, SYS_open_by_handle_at,
      SYS_fanotify_init, SYS_kcmp, k_pidfd_getfd, SYS_vhangup, SYS_name_to_handle_at,
#if defined(__x86_64__)
      SYS_iopl, SYS_ioperm, SYS_kexec_file_load, SYS_modify_ldt,
#endif
}));

// Shared memory, semaphores and messages are one namespace: without one of its own they are the machine's, seen by
// everybody and left behind.
constexpr auto k_interprocess = in_order(std::to_array<std::uint32_t>({
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_shmdt,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_semctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_mq_timedsend,
    SYS_mq_timedreceive,
    SYS_mq_notify,
    SYS_mq_getsetattr,
}));

// Programs have another way when these do not exist. clone3 and openat2 hide their flags from a filter; vmsplice
// leaves pages in a pipe, and memfd_secret makes memory, that nobody is charged for.
constexpr std::uint32_t k_absent[] = {k_io_uring_setup, k_io_uring_enter, k_io_uring_register, k_clone3,
                                      k_openat2,        k_memfd_secret,   SYS_vmsplice};

// Landlock holds back who opens a folder, but not who listens to it, and hears the names of what is made and read
// there.
constexpr std::uint32_t k_listening[] = {SYS_inotify_init1,
#if defined(__x86_64__)
                                         SYS_inotify_init
#endif
};

struct CallArgument {
  std::uint32_t number;
  unsigned argument;
};
// Calls that give a file its mode, and which argument that is.
constexpr CallArgument k_mode_calls[] = {
    {SYS_fchmod, 1}, {SYS_fchmodat, 2}, {k_fchmodat2, 2}, {SYS_mknodat, 2},
#if defined(__x86_64__)
    {SYS_chmod, 1},  {SYS_creat, 1},    {SYS_mknod, 1},
#endif
};
// Calls that reach into another process, and which argument names it; 0 is oneself.
constexpr CallArgument k_reaching_calls[] = {{SYS_prlimit64, 0}, {SYS_setpriority, 1}, {SYS_ioprio_set, 1}};
// The same for its scheduling. Libraries name a thread of their own here, so these stay where others are not in reach.
constexpr CallArgument k_scheduling_calls[] = {
    {SYS_sched_setaffinity, 0}, {SYS_sched_setscheduler, 0}, {SYS_sched_setparam, 0}, {SYS_sched_setattr, 0}};
// Calls for one process, a group or all of a user; the first argument says which of these, and this is one process.
struct CallKind {
  std::uint32_t number;
  std::uint32_t one_process;
};
constexpr CallKind k_calls_for_many[] = {{SYS_setpriority, PRIO_PROCESS}, {SYS_ioprio_set, 1}};
constexpr std::uint32_t k_lends_rights = 06000;              // set-user-ID, set-group-ID
constexpr std::uint32_t k_makes_file = O_CREAT | 020000000;  // the latter is O_TMPFILE's own bit

constexpr std::uint32_t k_new_namespaces =
    CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

class Filter {
 public:
  void load(std::uint32_t offset) { add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void give(std::uint32_t answer) { add(BPF_STMT(BPF_RET | BPF_K, answer)); }
  // Answers so when the loaded word is `value`, else goes on.
  void when_equal(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    give(answer);
  }
  void when_not_equal(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
    give(answer);
  }
  void when_at_least(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, 0, 1));
    give(answer);
  }
  void when_any_bit(std::uint32_t bits, std::uint32_t answer) {
    add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    give(answer);
  }
  void when_no_bit(std::uint32_t bits, std::uint32_t answer) {
    add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0));
    give(answer);
  }
  // Answers so when the loaded word is one of a sorted list. When a filter is installed the kernel tries it for
  // every call there is, so a list is passed over in groups.
  template <size_t N>
  void when_one_of(const std::array<std::uint32_t, N>& sorted, std::uint32_t answer) {
    for (size_t at = 0; at < N; at += k_group) {
      const size_t count = std::min(k_group, N - at);
      const auto byte = [](size_t n) { return static_cast<unsigned char>(n); };
      add(BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, sorted[at + count - 1], byte(count + 1), 0));
      for (size_t i = 0; i < count; ++i) {
        const size_t otherwise = i + 1 == count ? 1 : 0;
        add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, sorted[at + i], byte(count - i - 1), byte(otherwise)));
      }
      give(answer);
    }
  }
  // Jumps over what is added until close(), unless the loaded word is `value`.
  unsigned open_if_equal(std::uint32_t value) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0));
    return m_size - 1;
  }
  void close(unsigned opened) { m_code[opened].jf = static_cast<unsigned char>(m_size - opened - 1); }

  int install() {
    if (m_size > k_space) return E2BIG;
    sock_fprog program{static_cast<unsigned short>(m_size), m_code};
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
  }

 private:
  static constexpr size_t k_group = 8;
  void add(sock_filter instruction) {
    if (m_size < k_space) m_code[m_size] = instruction;
    ++m_size;
  }
  static constexpr unsigned k_space = 256;
  sock_filter m_code[k_space] = {};
  unsigned m_size = 0;
};

constexpr std::uint32_t refuse(int error) { return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error); }
// The low half of an argument; both architectures are little-endian.
constexpr std::uint32_t argument(unsigned n) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + n * sizeof(std::uint64_t));
}

void filter_sockets(Filter& filter, Sockets sockets) {
  const unsigned opened = filter.open_if_equal(SYS_socket);
  filter.load(argument(0));
  if (sockets != Sockets::none) {
    for (const std::uint32_t family : {AF_INET, AF_INET6, AF_NETLINK}) filter.when_equal(family, SECCOMP_RET_ALLOW);
  }
  if (sockets == Sockets::isolated) filter.when_equal(AF_UNIX, SECCOMP_RET_ALLOW);
  filter.give(refuse(EACCES));
  filter.close(opened);
}

// A program left behind that runs with its owner's rights would be a way in for others on this machine,
// above all when that owner is root.
void filter_modes(Filter& filter) {
  for (const auto& call : k_mode_calls) {
    const unsigned opened = filter.open_if_equal(call.number);
    filter.load(argument(call.argument));
    filter.when_any_bit(k_lends_rights, refuse(EPERM));
    filter.give(SECCOMP_RET_ALLOW);
    filter.close(opened);
  }
  const auto filter_open = [&](std::uint32_t number, unsigned flags) {
    const unsigned opened = filter.open_if_equal(number);
    filter.load(argument(flags));
    filter.when_no_bit(k_makes_file, SECCOMP_RET_ALLOW);
    filter.load(argument(flags + 1));
    filter.when_any_bit(k_lends_rights, refuse(EPERM));
    filter.give(SECCOMP_RET_ALLOW);
    filter.close(opened);
  };
  filter_open(SYS_openat, 2);
#if defined(__x86_64__)
  filter_open(SYS_open, 1);
#endif
}

void allow_for_oneself(Filter& filter, const CallArgument& call) {
  const unsigned opened = filter.open_if_equal(call.number);
  filter.load(argument(call.argument));
  filter.when_equal(0, SECCOMP_RET_ALLOW);
  filter.give(refuse(EPERM));
  filter.close(opened);
}

// Landlock holds back signals and tracing, but not who slows the processes of the same user.
void filter_scheduling_of_others(Filter& filter) {
  for (const auto& call : k_calls_for_many) {
    const unsigned opened = filter.open_if_equal(call.number);
    filter.load(argument(0));
    filter.when_not_equal(call.one_process, refuse(EPERM));
    filter.load(offsetof(seccomp_data, nr));
    filter.close(opened);
  }
  for (const auto& call : k_scheduling_calls) allow_for_oneself(filter, call);
}

void filter_clone(Filter& filter) {
  const unsigned opened = filter.open_if_equal(SYS_clone);
  filter.load(argument(0));
  filter.when_any_bit(k_new_namespaces, refuse(EPERM));
  // A thread with descriptors of its own holds what nobody sees who looks at its process.
  filter.when_no_bit(CLONE_THREAD, SECCOMP_RET_ALLOW);
  filter.when_no_bit(CLONE_FILES, refuse(EPERM));
  filter.give(SECCOMP_RET_ALLOW);
  filter.close(opened);
}

}  // namespace

int filter_system_calls(Sockets sockets) {
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.when_not_equal(k_architecture, refuse(ENOSYS));
  filter.load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  filter.when_at_least(0x40000000, refuse(ENOSYS));  // x32
#endif
  filter.when_one_of(k_refused, refuse(EPERM));
  const bool shares_machine = sockets != Sockets::isolated;
  if (shares_machine) filter.when_one_of(k_interprocess, refuse(EPERM));
  for (const auto number : k_absent) filter.when_equal(number, refuse(ENOSYS));
  if (shares_machine) {
    for (const auto number : k_listening) filter.when_equal(number, refuse(ENOSYS));
    filter_scheduling_of_others(filter);
  }
  filter_sockets(filter, sockets);
  filter_modes(filter);
  for (const auto& call : k_reaching_calls) allow_for_oneself(filter, call);
  filter_clone(filter);
  const unsigned ioctl = filter.open_if_equal(SYS_ioctl);
  filter.load(argument(1));
  filter.when_equal(TIOCSTI, refuse(EPERM));    // types into the terminal
  filter.when_equal(TIOCLINUX, refuse(EPERM));  // pastes into it
  filter.give(SECCOMP_RET_ALLOW);
  filter.close(ioctl);
  filter.give(SECCOMP_RET_ALLOW);
  return filter.install();
}

}  // namespace assay::os
