// The launcher's own C library: the calls that it and what it shares with us make, and nothing else.
//
// It is written into memory and run for every sandbox. With the system's library it would be 690 KB that start in
// half a millisecond, and writing them takes as long again; so it is a few pages, with no start-up at all. The
// names and meanings are those of the manual; nobody includes this.
#include <cstdarg>
#include <cstddef>

#include <asm/unistd.h>

#include "os/process/launcher/launch.h"

extern "C" int assay_launcher_errno;
int assay_launcher_errno = 0;

namespace {

long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
#if defined(__x86_64__)
  long out = 0;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(out)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return out;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}

long checked(long out) {
  if (out < 0 && out > -4096) {
    assay_launcher_errno = static_cast<int>(-out);
    return -1;
  }
  return out;
}

int checked_int(long out) { return static_cast<int>(checked(out)); }

template <typename T>
long word(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

constexpr int k_here = -100;        // AT_FDCWD
constexpr long k_signal_bytes = 8;  // of a set of signals, to the kernel
constexpr int k_get_flags = 1;      // F_GETFD
constexpr int k_current_nice = 20;  // what getpriority counts down from

// Without a handler there is nothing to return from.
struct KernelAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  unsigned long mask;
};

}  // namespace

extern "C" {

int* __errno_location() { return &assay_launcher_errno; }  // NOLINT: the name is the C library's

// Bytes are moved one by one, and the compiler must not see that this is what these functions are for.
void* memcpy(void* to, const void* from, size_t n) {
  auto* t = static_cast<volatile char*>(to);
  const auto* f = static_cast<const char*>(from);
  for (size_t i = 0; i < n; ++i) t[i] = f[i];
  return to;
}
void* memset(void* to, int value, size_t n) {
  auto* t = static_cast<volatile char*>(to);
  for (size_t i = 0; i < n; ++i) t[i] = static_cast<char>(value);
  return to;
}
int memcmp(const void* a, const void* b, size_t n) {
  const auto* x = static_cast<const volatile unsigned char*>(a);
  const auto* y = static_cast<const volatile unsigned char*>(b);
  for (size_t i = 0; i < n; ++i) {
    const int difference = x[i] - y[i];
    if (difference != 0) return difference;
  }
  return 0;
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long words[6];
  for (long& each : words) each = va_arg(list, long);
  va_end(list);
  return checked(call(number, words[0], words[1], words[2], words[3], words[4], words[5]));
}
int prctl(int what, ...) {
  va_list list;
  va_start(list, what);
  long words[4];
  for (long& each : words) each = va_arg(list, long);
  va_end(list);
  return checked_int(call(__NR_prctl, what, words[0], words[1], words[2], words[3]));
}

int open(const char* path, int flags, ...) { return checked_int(call(__NR_openat, k_here, word(path), flags, 0)); }
int close(int fd) { return checked_int(call(__NR_close, fd)); }
int close_range(unsigned from, unsigned to, int flags) { return checked_int(call(__NR_close_range, from, to, flags)); }
long read(int fd, void* into, size_t n) { return checked(call(__NR_read, fd, word(into), static_cast<long>(n))); }
long write(int fd, const void* from, size_t n) {
  return checked(call(__NR_write, fd, word(from), static_cast<long>(n)));
}
long pread(int fd, void* into, size_t n, long at) {
  return checked(call(__NR_pread64, fd, word(into), static_cast<long>(n), at));
}
int fstat(int fd, void* into) { return checked_int(call(__NR_fstat, fd, word(into))); }
int pipe2(int* ends, int flags) { return checked_int(call(__NR_pipe2, word(ends), flags)); }
int dup2(int from, int to) {
  if (from != to) return checked_int(call(__NR_dup3, from, to, 0));
  return checked(call(__NR_fcntl, from, k_get_flags)) < 0 ? -1 : to;
}
long recvmsg(int fd, void* message, int flags) { return checked(call(__NR_recvmsg, fd, word(message), flags)); }
int poll(void* fds, unsigned long count, int timeout_ms) {
  struct {
    long seconds, nanoseconds;
  } time = {timeout_ms / 1000, timeout_ms % 1000 * 1'000'000L};
  return checked_int(call(__NR_ppoll, word(fds), static_cast<long>(count), timeout_ms < 0 ? 0 : word(&time)));
}
int signalfd(int fd, const void* set, int flags) {
  return checked_int(call(__NR_signalfd4, fd, word(set), k_signal_bytes, flags));
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, long offset) {
  return reinterpret_cast<void*>(  // NOLINT(performance-no-int-to-ptr)
      checked(call(__NR_mmap, word(at), static_cast<long>(size), protection, flags, fd, offset)));
}
int munmap(void* at, size_t size) { return checked_int(call(__NR_munmap, word(at), static_cast<long>(size))); }

int kill(int pid, int signal) { return checked_int(call(__NR_kill, pid, signal)); }
int waitpid(int pid, int* status, int flags) { return checked_int(call(__NR_wait4, pid, word(status), flags)); }
int setsid() { return checked_int(call(__NR_setsid)); }
int execve(const char* file, char* const* argv, char* const* environment) {
  return checked_int(call(__NR_execve, word(file), word(argv), word(environment)));
}
[[noreturn]] void _exit(int status) {  // NOLINT(readability-identifier-naming)
  for (;;) call(__NR_exit_group, status);
}

void (*signal(int number, void (*handler)(int)))(int) {
  const KernelAction action{handler, 0, nullptr, 0};
  call(__NR_rt_sigaction, number, word(&action), 0, k_signal_bytes);
  return nullptr;
}
int sigprocmask(int how, const void* set, void* before) {
  return checked_int(call(__NR_rt_sigprocmask, how, word(set), word(before), k_signal_bytes));
}
int sigemptyset(unsigned long* set) {
  *set = 0;
  return 0;
}
int sigaddset(unsigned long* set, int number) {
  *set |= 1UL << (number - 1);
  return 0;
}

int clock_gettime(int clock, void* into) { return checked_int(call(__NR_clock_gettime, clock, word(into))); }
int getrlimit(int which, void* into) { return checked_int(call(__NR_prlimit64, 0, which, 0, word(into))); }
int setrlimit(int which, const void* wanted) { return checked_int(call(__NR_prlimit64, 0, which, word(wanted), 0)); }
int getpriority(int which, unsigned who) {
  const long out = checked(call(__NR_getpriority, which, who));
  return out < 0 ? -1 : static_cast<int>(k_current_nice - out);
}
int sched_getscheduler(int pid) { return checked_int(call(__NR_sched_getscheduler, pid)); }
int sched_getaffinity(int pid, size_t size, void* into) {
  return checked(call(__NR_sched_getaffinity, pid, static_cast<long>(size), word(into))) < 0 ? -1 : 0;
}
int shmctl(int id, int what, void* into) { return checked_int(call(__NR_shmctl, id, what, word(into))); }
int msgctl(int id, int what, void* into) { return checked_int(call(__NR_msgctl, id, what, word(into))); }
int semctl(int id, int number, int what, ...) {
  va_list list;
  va_start(list, what);
  const long into = va_arg(list, long);
  va_end(list);
  return checked_int(call(__NR_semctl, id, number, what, into));
}

[[noreturn, gnu::used]] void assay_launcher_start(long* stack) {
  _exit(assay::os::launch(static_cast<int>(stack[0]), reinterpret_cast<char**>(stack + 1)));
}

}  // extern "C"

// The child of vfork goes on upon our stack, so that the address to return to must not lie there.
#if defined(__x86_64__)
__asm__(R"(
    .text
    .global _start
_start:
    xor %ebp, %ebp
    mov %rsp, %rdi
    and $-16, %rsp
    call assay_launcher_start
    .global vfork
vfork:
    pop %rdx
    mov $58, %eax
    syscall
    push %rdx
    test %rax, %rax
    jns 1f
    neg %eax
    mov %eax, assay_launcher_errno(%rip)
    or $-1, %rax
1:  ret
)");
#elif defined(__aarch64__)
__asm__(R"(
    .text
    .global _start
_start:
    mov x29, xzr
    mov x0, sp
    bl assay_launcher_start
    .global vfork
vfork:
    mov x0, #0x4111
    mov x1, xzr
    mov x8, #220
    svc 0
    tbz x0, #63, 1f
    neg w1, w0
    adrp x2, assay_launcher_errno
    str w1, [x2, :lo12:assay_launcher_errno]
    mov x0, #-1
1:  ret
)");
#endif
