#include "base/version.h"

#include <algorithm>
#include <climits>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "git/repository.h"
#include "os/files.h"

namespace assay::cli {

namespace {

constexpr Flag k_version_table[] = {{"--json", "", Takes::nothing, "", "print the build and runtime facts as JSON"}};

std::string program_folder() {
  char buffer[PATH_MAX];
  const ssize_t n = ::readlink("/proc/self/exe", buffer, sizeof buffer);
  return n > 0 ? os::parent_path({buffer, static_cast<size_t>(n)}) : std::string("/");
}

// The source checkout the program lies in (build/assay of a clone), empty when installed elsewhere.
std::string checkout_of(std::string folder) {
  for (; folder != "/"; folder = os::parent_path(folder)) {
    if (os::exists(os::join_path(folder, "src/judge/outcome/judge.h")) && os::exists(os::join_path(folder, ".git")))
      return folder;
  }
  return {};
}

struct Runtime {
  std::string root;
  std::string commit;
  bool dirty = false;
};

// What the program would be if it were built now. An installed program is what it was built as.
Runtime runtime() {
  Runtime out{program_folder(), std::string(build_commit()), build_dirty()};
  const std::string checkout = checkout_of(out.root);
  if (checkout.empty()) return out;
  out.root = checkout;
  const auto repository = git::Repository::open(checkout);
  if (!repository) return out;
  const auto head = repository->head();
  out.commit = head && *head ? **head : "";
  const auto changes = repository->run({"status", "--porcelain", "--untracked-files=no"});
  out.dirty = changes && !changes->empty();
  return out;
}

json::value text_or_null(std::string_view s) { return s.empty() ? json::value(nullptr) : json::value(s); }

json::value version_json() {
  const Runtime now = runtime();
  const bool known = !build_commit().empty() && !now.commit.empty();
  const bool stale = known && (now.commit != build_commit() || now.dirty != build_dirty());
  json::object out;
  out["name"] = "verifier";
  out["version"] = version();
  out["status"] = !known ? "unverifiable" : stale ? "stale" : "current";
  out["stale"] = known ? json::value(stale) : json::value(nullptr);
  out["build"] = json::object{
      {"commit", text_or_null(build_commit())}, {"builtAt", text_or_null(build_time())}, {"dirty", build_dirty()}};
  out["runtime"] = json::object{{"commit", text_or_null(now.commit)}, {"dirty", now.dirty}, {"packageRoot", now.root}};
  return out;
}

}  // namespace

const std::span<const Flag> k_version_flags = k_version_table;

Result<int> run_version(const Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  const bool as_json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  TRY(print(as_json ? write_json(version_json(), Indent::two_spaces) + "\n" : cat(version(), "\n")));
  return k_exit_ok;
}

}  // namespace assay::cli
