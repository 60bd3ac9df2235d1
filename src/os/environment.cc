#include "os/environment.h"

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

// Nothing here may carry a secret, name a socket, or make a program load something.
constexpr std::string_view k_let_through[] = {
    "PATH",         "LANG",       "LANGUAGE",         "LC_*",         "TZ",         "USER",
    "LOGNAME",      "JAVA_HOME",  "GOROOT",           "RUSTUP_HOME",  "PYENV_ROOT", "NVM_DIR",
    "DOTNET_ROOT",  "SDKMAN_DIR", "SSL_CERT_FILE",    "SSL_CERT_DIR", "NO_COLOR",   "SOURCE_DATE_EPOCH",
    "ANDROID_HOME", "GEM_HOME",   "NIX_SSL_CERT_FILE"};
constexpr std::string_view k_default_path = "/usr/local/bin:/usr/bin:/bin";

std::string_view name_part(std::string_view entry) { return entry.substr(0, entry.find('=')); }

bool matches(std::string_view name, std::string_view pattern) {
  if (pattern.ends_with('*')) return name.starts_with(pattern.substr(0, pattern.size() - 1));
  return name == pattern;
}

template <class Patterns>
bool matches_any(std::string_view name, const Patterns& patterns) {
  return std::any_of(std::begin(patterns), std::end(patterns), [&](const auto& p) { return matches(name, p); });
}

// Absolute folders only: "." and "" would run whatever lies where the command happens to be.
std::string absolute_entries(std::string_view path) {
  std::string out;
  for (const auto entry : split(path, ':')) {
    if (entry.starts_with('/')) out += cat(out.empty() ? "" : ":", entry);
  }
  return out.empty() ? std::string(k_default_path) : out;
}

bool is_program(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::vector<std::string> make_environment(EnvironmentMode mode, const std::vector<std::string>& grants,
                                          const std::vector<std::string>& changes) {
  const bool scrub = mode == EnvironmentMode::scrubbed;
  std::vector<std::string> out;
  bool has_path = false;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = name_part(*entry);
    if (scrub && !matches_any(name, k_let_through) && !matches_any(name, grants)) continue;
    if (std::any_of(changes.begin(), changes.end(), [&](const auto& c) { return name_part(c) == name; })) continue;
    if (name == "ASSAY_STORE_URL") continue;  // whoever has it can write the store
    if (scrub && name == "TERM") continue;
    if (scrub && name == "PATH") {
      out.push_back(cat("PATH=", absolute_entries(std::string_view(*entry).substr(5))));
      has_path = true;
      continue;
    }
    out.emplace_back(*entry);
  }
  if (scrub) out.emplace_back("TERM=dumb");
  for (const auto& change : changes) {
    if (!contains(change, "=")) continue;
    const auto name = name_part(change);
    std::erase_if(out, [&](const auto& e) { return name_part(e) == name; });
    has_path = has_path || name == "PATH";
    out.push_back(change);
  }
  if (scrub && !has_path) out.push_back(cat("PATH=", k_default_path));
  return out;
}

std::string_view value_in(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string_view entry : environment) {
    if (name_part(entry) == name && entry.size() > name.size()) return entry.substr(name.size() + 1);
  }
  return {};
}

Result<std::string> find_program(const std::string& name, std::string_view path) {
  if (name.empty()) return invalid_input("no program was named");
  if (contains(name, "/")) return name;
  for (const auto folder : split(path.empty() ? k_default_path : path, ':')) {
    auto candidate = join_path(folder.empty() ? "." : folder, name);
    if (is_program(candidate)) return candidate;
  }
  return not_found(cat("there is no program ", excerpt(name, 80), " in PATH (", excerpt(path, 300), ")"));
}

}  // namespace assay::os
