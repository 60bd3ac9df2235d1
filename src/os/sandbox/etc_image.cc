#include "os/sandbox/etc_image.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/sandbox/toolchains.h"

namespace assay::os {

namespace {

// No accounts, no keys, no proxies, no settings that may hold a token.
constexpr std::string_view k_wanted[] = {
    "alternatives",  "crypto-policies", "dotnet",    "fonts",    "fpc.cfg",    "gnucobol",        "groovy", "java",
    "ld.so.cache",   "ld.so.conf",      "localtime", "maven",    "mime.types", "os-release",      "perl",   "php",
    "pki/tls/certs", "protocols",       "python3",   "services", "ssl/certs",  "ssl/openssl.cnf", "static", "timezone"};
constexpr std::string_view k_wanted_prefixes[] = {"java-", "python3", "fpc-"};
constexpr std::time_t k_lifetime = 600;
constexpr std::time_t k_grace = 2 * 24 * 3600;  // longer than any sandbox lasts that has an old one mounted

std::string cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  return cache != nullptr && *cache == '/' ? join_path(cache, "assay") : join_path(home_folder(), ".cache/assay");
}

// Changes when an entry comes, goes, or is replaced.
std::string fingerprint(const EtcIdentity& identity) {
  std::uint64_t hash = 1469598103934665603U;
  const auto mix = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  };
  mix(cat("1 ", identity.user, " ", identity.group, " ", identity.home, identity.uses_network ? " net" : ""));
  for (const auto& name : wanted_in_etc()) {
    struct stat st {};
    if (::stat(cat("/etc/", name).c_str(), &st) != 0) continue;
    mix(cat(name, " ", st.st_ino, " ", st.st_mtim.tv_sec, " ", st.st_mtim.tv_nsec, ";"));
  }
  return cat("etc-", hash);
}

bool is_fresh(const std::string& folder) {
  struct stat st {};
  if (::lstat(folder.c_str(), &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != ::geteuid()) return false;
  return std::time(nullptr) - st.st_mtim.tv_sec < k_lifetime;
}

bool swap_names(const std::string& a, const std::string& b) {
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
}

// What was replaced, and what a process that was killed had begun.
void remove_outdated(const std::string& cache) {
  const auto names = list_folder(cache);
  for (const auto& name : names.value_or(std::vector<std::string>())) {
    if (!name.starts_with("new-") && !name.starts_with("old-")) continue;
    const auto path = join_path(cache, name);
    struct stat st {};
    if (::lstat(path.c_str(), &st) == 0 && std::time(nullptr) - st.st_mtim.tv_sec > k_grace) remove_tree(path);
  }
}

// A copy without what the reader may not see; links stay links.
bool copy_public(const std::string& from, const std::string& to, int depth) {
  struct stat st {};
  if (depth > 8 || ::lstat(from.c_str(), &st) != 0) return false;
  if (S_ISLNK(st.st_mode)) {
    char target[4096];
    const ssize_t n = ::readlink(from.c_str(), target, sizeof target - 1);
    if (n <= 0) return false;
    target[n] = 0;
    return ::symlink(target, to.c_str()) == 0;
  }
  if ((st.st_mode & S_IROTH) == 0) return false;
  if (S_ISREG(st.st_mode)) {
    const auto content = read_file(from, 8 << 20);
    return content && write_file(to, *content);
  }
  if (!S_ISDIR(st.st_mode) || ::mkdir(to.c_str(), 0755) != 0) return false;
  const auto names = list_folder(from);
  for (const auto& name : names.value_or(std::vector<std::string>()))
    copy_public(join_path(from, name), join_path(to, name), depth + 1);
  return true;
}

// Links at the top lead elsewhere in the system (localtime) or out of it (resolv.conf into /run).
void copy_wanted(const std::string& name, const std::string& folder) {
  const auto real = real_path(cat("/etc/", name));
  const auto to = join_path(folder, name);
  if (!real || !make_folders(parent_path(to))) return;
  copy_public(*real, to, 0);
}

}  // namespace

std::vector<std::string> wanted_in_etc() {
  std::vector<std::string> wanted(std::begin(k_wanted), std::end(k_wanted));
  const auto names = list_folder("/etc");
  for (const auto& name : names.value_or(std::vector<std::string>())) {
    for (const auto prefix : k_wanted_prefixes) {
      if (name.starts_with(prefix) && name != "python3") wanted.push_back(name);
    }
  }
  std::sort(wanted.begin(), wanted.end());
  return wanted;
}

bool make_etc(const EtcIdentity& identity, const std::string& folder) {
  for (const auto& name : wanted_in_etc()) copy_wanted(name, folder);
  if (identity.uses_network) copy_wanted("resolv.conf", folder);
  if (identity.uses_network) copy_wanted("hosts", folder);
  const auto put = [&](std::string_view name, std::string_view content) {
    return write_file(join_path(folder, name), content).has_value();
  };
  const bool has_hosts =
      exists(join_path(folder, "hosts")) || put("hosts", "127.0.0.1 localhost assay\n::1 localhost\n");
  return has_hosts &&
         put("passwd", cat("assay:x:", identity.user, ":", identity.group, ":assay:", identity.home,
                           ":/bin/sh\nroot:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n")) &&
         put("group", cat("assay:x:", identity.group, ":\nroot:x:0:\nnogroup:x:65534:\n")) &&
         put("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\nservices: files\n");
}

std::optional<std::string> etc_image(const EtcIdentity& identity, const std::vector<std::string>& writable) {
  const auto cache = cache_folder();
  for (const auto& folder : writable) {
    if (cache.starts_with(folder)) return std::nullopt;
  }
  const auto image = join_path(cache, fingerprint(identity));
  if (is_fresh(image)) return image;
  if (!make_folders(cache)) return std::nullopt;
  std::string made = join_path(cache, "new-XXXXXX");
  if (::mkdtemp(made.data()) == nullptr || ::chmod(made.c_str(), 0755) != 0) return std::nullopt;
  if (!make_etc(identity, made)) {
    remove_tree(made);
    return std::nullopt;
  }
  remove_outdated(cache);
  // Others may be about to mount what is there: at no moment is there nothing, and one as new as ours stays.
  if (is_fresh(image) || ::rename(made.c_str(), image.c_str()) == 0 || is_fresh(image) || !swap_names(made, image)) {
    remove_tree(made);  // nothing, when it has become the image
  } else {
    ::utimensat(AT_FDCWD, made.c_str(), nullptr, 0);  // now the old one; its time of grace begins
  }
  return is_fresh(image) ? std::optional(image) : std::nullopt;
}

}  // namespace assay::os
