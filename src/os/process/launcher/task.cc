#include "os/process/launcher/task.h"

#include <cerrno>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/sandbox/confine.h"

namespace assay::os {

namespace {

constexpr unsigned k_most_words = 1024;  // of a script that the shell reads for want of a better reader

char** take_strings(char*& at, char**& table, unsigned count) {
  char** out = table;
  for (unsigned i = 0; i < count; ++i) {
    out[i] = at;
    while (*at != 0) ++at;
    ++at;
  }
  out[count] = nullptr;
  table += count + 1;
  return out;
}

// A script that does not say what reads it is read by the shell, as always.
void become_file(const char* file, const LaunchTask& task) {
  ::execve(file, task.argv, task.environment);
  if (errno != ENOEXEC) return;
  char shell[] = "/bin/sh";
  unsigned count = task.options->arguments;
  char* words[k_most_words + 2];
  if (count > k_most_words) return;
  words[0] = shell;
  words[1] = const_cast<char*>(file);
  for (unsigned i = 1; i <= count; ++i) words[i + 1] = task.argv[i];  // with the null at the end
  ::execve(shell, words, task.environment);
}

const char* path_of(const LaunchTask& task) {
  for (char** entry = task.environment; *entry != nullptr; ++entry) {
    const char* e = *entry;
    if (e[0] == 'P' && e[1] == 'A' && e[2] == 'T' && e[3] == 'H' && e[4] == '=') return e + 5;
  }
  return "/bin:/usr/bin";
}

// The first folder of `path` and `name`; what is left of the path, if anything.
const char* put_together(const char* path, const char* name, char* into, unsigned long space) {
  unsigned long n = 0;
  for (; *path != 0 && *path != ':'; ++path) {
    if (n + 1 < space) into[n++] = *path;
  }
  if (n > 0 && n + 1 < space) into[n++] = '/';  // an empty one is where we are
  for (; *name != 0; ++name) {
    if (n + 1 < space) into[n++] = *name;
  }
  into[n] = 0;
  return *path == ':' ? path + 1 : nullptr;
}

}  // namespace

// The strings are cut where they lie, behind a table of pointers to them.
bool read_task(int fd, LaunchTask& task) {
  struct stat st {};
  if (::fstat(fd, &st) != 0 || st.st_size < static_cast<off_t>(sizeof(LaunchOptions))) return false;
  LaunchOptions head;
  if (::pread(fd, &head, sizeof head, 0) != static_cast<ssize_t>(sizeof head)) return false;
  const unsigned long table = (static_cast<unsigned long>(head.arguments) + head.variables + 2) * sizeof(char*);
  const auto length = static_cast<unsigned long>(st.st_size);
  task.size = table + length + 1;
  task.memory = ::mmap(nullptr, task.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (task.memory == MAP_FAILED) return false;
  char* text = static_cast<char*>(task.memory) + table;
  if (::pread(fd, text, length, 0) != static_cast<ssize_t>(length)) return false;
  task.options = reinterpret_cast<const LaunchOptions*>(text);
  auto** pointers = static_cast<char**>(task.memory);
  text += sizeof(LaunchOptions);
  task.argv = take_strings(text, pointers, head.arguments);
  task.environment = take_strings(text, pointers, head.variables);
  return head.arguments > 0;
}

void forget_task(LaunchTask& task) {
  if (task.memory != nullptr && task.memory != MAP_FAILED) ::munmap(task.memory, task.size);
  task = {};
}

int confine_for(const LaunchTask& task) {
  Confinement confinement;
  confinement.sockets = static_cast<Sockets>(task.options->sockets);
  confinement.processes = task.options->processes;
  confinement.file_size = task.options->file_size;
  confinement.open_files = task.options->open_files;
  return confine(confinement);
}

void become_program(const LaunchTask& task) {
  const char* name = task.argv[0];
  for (const char* c = name; *c != 0; ++c) {
    if (*c == '/') return become_file(name, task);
  }
  const char* path = path_of(task);
  int refused = 0;
  do {
    char file[4096];
    path = put_together(path, name, file, sizeof file);
    become_file(file, task);
    if (errno == EACCES) refused = errno;  // it may still be found further along
  } while (path != nullptr);
  if (refused != 0) errno = refused;
}

}  // namespace assay::os
