// A process group misses whoever called setsid; following parents misses whoever double-forked.
// Below a child subreaper every orphan comes to it instead of init, so the tree is complete at any
// moment, and /proc/<pid>/task/<tid>/children lists it. To end it we stop what we see (so that
// nothing forks on), kill it, reap, and look again until there is nothing.
#include "os/usage/process_tree.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "os/usage/proc_text.h"

namespace assay::os {

namespace {

// "/proc/<pid>/task/<tid>/<leaf>" without the C++ library.
class ProcPath {
 public:
  ProcPath& add(const char* s) {
    while (*s != 0 && m_size + 1 < sizeof m_text) m_text[m_size++] = *s++;
    m_text[m_size] = 0;
    return *this;
  }
  ProcPath& add(long n) {
    char digits[24];
    size_t count = 0;
    do digits[count++] = static_cast<char>('0' + n % 10);
    while ((n /= 10) > 0);
    while (count > 0 && m_size + 1 < sizeof m_text) m_text[m_size++] = digits[--count];
    m_text[m_size] = 0;
    return *this;
  }
  const char* text() const { return m_text; }

 private:
  char m_text[96] = {};
  size_t m_size = 0;
};

// Calls on_number for each number in a file such as "12 13 14 ".
template <class OnNumber>
void numbers_in(const char* path, OnNumber on_number) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  char buffer[4096];
  long value = 0;
  bool inside = false;
  for (ssize_t n = ::read(fd, buffer, sizeof buffer); n > 0; n = ::read(fd, buffer, sizeof buffer)) {
    for (ssize_t i = 0; i < n; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        value = value * 10 + (buffer[i] - '0');
        inside = true;
      } else if (inside) {
        on_number(value);
        value = 0;
        inside = false;
      }
    }
  }
  if (inside) on_number(value);
  ::close(fd);
}

// Calls on_task with the number of each thread of a process, as text; returns how many there are.
template <class OnTask>
std::uint64_t each_task(long pid, OnTask on_task) {
  ProcPath tasks;
  tasks.add("/proc/").add(pid).add("/task");
  const int dir = ::open(tasks.text(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) return 0;
  std::uint64_t threads = 0;
  alignas(8) char entries[2048];
  for (;;) {
    const long n = ::syscall(SYS_getdents64, dir, entries, sizeof entries);
    if (n <= 0) break;
    for (long at = 0; at < n;) {
      const auto* record = reinterpret_cast<const unsigned char*>(entries + at);
      const auto length = static_cast<unsigned short>(record[16] | (record[17] << 8));
      const char* name = entries + at + 19;
      at += length;
      if (name[0] < '0' || name[0] > '9') continue;
      ++threads;
      on_task(name);
    }
  }
  ::close(dir);
  return threads;
}

// Calls on_child for each child of a process, whichever of its threads made it. Returns how many
// threads it has.
template <class OnChild>
std::uint64_t each_child(long pid, OnChild on_child) {
  return each_task(pid, [&](const char* thread) {
    ProcPath children;
    children.add("/proc/").add(pid).add("/task/").add(thread).add("/children");
    numbers_in(children.text(), on_child);
  });
}

constexpr int k_max_depth = 64;

// Depth is bounded: a chain deeper than that is cut from the top, its rest is adopted by the
// subreaper and comes next.
int signal_below(long pid, int signal, const Keep& keep, long spared, int depth) {
  if (depth > k_max_depth) return 0;
  int count = 0;
  each_child(pid, [&](long child) {
    if (keep.holds(child)) return;
    ++count;
    if (child != spared) ::kill(static_cast<pid_t>(child), signal);
    count += signal_below(child, signal, keep, spared, depth + 1);
  });
  return count;
}

struct Pages {
  std::uint64_t resident = 0;
  std::uint64_t own = 0;  // that belong to the process alone
};

// statm is "size resident shared ...".
Pages pages_of(long process) {
  ProcPath path;
  path.add("/proc/").add(process).add("/statm");
  std::uint64_t fields[3] = {};
  int at = 0;
  numbers_in(path.text(), [&](long n) {
    if (at < 3) fields[at++] = static_cast<std::uint64_t>(n);
  });
  return {fields[1], fields[1] > fields[2] ? fields[1] - fields[2] : 0};
}

std::uint64_t page_size() { return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)); }

long living_thread(long pid) {
  long lives = pid;
  each_task(pid, [&](const char* thread) {
    const auto number = parse_uint(thread).value_or(0);
    if (number != 0 && pages_of(static_cast<long>(number)).resident > 0) lives = static_cast<long>(number);
  });
  return lives;
}

// A file of "Name:   123 kB" lines.
class Table {
 public:
  Table(long process, const char* file) {
    ProcPath path;
    path.add("/proc/").add(process).add(file);
    const int fd = ::open(path.text(), O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : ::read(fd, m_space, sizeof m_space);
    if (fd >= 0) ::close(fd);
    m_text = std::string_view(m_space, n > 0 ? static_cast<size_t>(n) : 0);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  bool has(std::string_view key) const { return contains(m_text, key); }
  std::uint64_t bytes(std::string_view key) const { return bytes_behind(m_text, key); }

 private:
  char m_space[4096];
  std::string_view m_text;
};

void reap_all_but(const Keep& keep) {
  if (keep.count == 0) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    return;
  }
  each_child(::getpid(), [&](long child) {
    if (!keep.holds(child)) ::waitpid(static_cast<pid_t>(child), nullptr, WNOHANG);
  });
}

}  // namespace

bool Keep::holds(long pid) const {
  for (unsigned long i = 0; i < count; ++i) {
    if (pids[i] == pid) return true;
  }
  return false;
}

int signal_tree(long pid, int signal, const Keep& keep, long spared) {
  return signal_below(pid, signal, keep, spared, 0);
}

void kill_tree(const Keep& keep) {
  const long self = ::getpid();
  for (int round = 0; round < 10'000; ++round) {
    signal_tree(self, SIGSTOP, keep);
    const int left = signal_tree(self, SIGKILL, keep);
    reap_all_but(keep);
    if (left == 0) return;
    const timespec pause{0, 1'000'000};
    ::nanosleep(&pause, nullptr);
  }
}

TreeUse measure_tree(long pid, std::uint64_t task_limit) {
  TreeUse use;
  std::uint64_t pages = 0;
  std::vector<long> open{pid};
  for (size_t at = 0; at < open.size() && use.tasks + (open.size() - at) <= task_limit + 1; ++at) {
    long lives = open[at];
    const std::uint64_t threads = each_child(open[at], [&](long child) { open.push_back(child); });
    if (at == 0) continue;
    use.tasks += threads;
    auto memory = pages_of(lives);
    if (memory.resident == 0 && threads > 1) {
      lives = living_thread(open[at]);
      memory = pages_of(lives);
    }
    pages += memory.own;
    use.processes.push_back(lives);
  }
  // Found and not yet visited: each is a task at least.
  use.tasks = std::max<std::uint64_t>(use.tasks, open.size() - 1);
  use.memory = pages * page_size();
  return use;
}

MappedMemory proportional_memory(const std::vector<long>& processes) {
  MappedMemory sum;
  for (const long process : processes) {
    const Table rollup(process, "/smaps_rollup");
    if (!rollup.has("\nPss:")) {  // a process that hides: count what is known
      sum.own += pages_of(process).own * page_size();
      continue;
    }
    sum.own += rollup.bytes("\nPss_Anon:") + rollup.bytes("\nSwapPss:");
    sum.shared += rollup.bytes("\nPss_Shmem:");
  }
  return sum;
}

ProcessStatus status_of(const std::vector<long>& processes) {
  ProcessStatus sum;
  for (const long process : processes) {
    const Table status(process, "/status");
    sum.shared += status.bytes("\nRssShmem:");
    sum.swapped += status.bytes("\nVmSwap:");
    sum.page_tables += status.bytes("\nVmPTE:");
  }
  return sum;
}

}  // namespace assay::os
