#include "os/detached.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::os {

namespace {

// In the child: only calls that are safe after a fork.
[[noreturn]] void become(char* const* argv, const char* folder) {
  if (::setsid() < 0 || ::chdir(folder) != 0) ::_exit(127);
  if (::fork() != 0) ::_exit(0);  // so that it has no terminal to come back to, and no parent to wait for it
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
  ::close_range(3, ~0U, 0);
  ::execv(argv[0], argv);
  ::_exit(127);
}

}  // namespace

bool start_detached(const std::vector<std::string>& argv, const std::string& folder) {
  std::vector<char*> words;
  words.reserve(argv.size() + 1);
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) become(words.data(), folder.c_str());
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace assay::os
