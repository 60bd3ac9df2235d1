#include "os/usage/proc_text.h"

#include <algorithm>

#include "base/text.h"

namespace assay::os {

namespace {

constexpr std::string_view k_deleted = " (deleted)";
constexpr std::string_view k_only_in_memory[] = {"/memfd:", "/dev/zero", "/SYSV", "/anon_hugepage", "/[aio]"};

// What stands behind the key, to the end of its line.
std::string_view rest_behind(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == std::string_view::npos) return {};
  const auto rest = text.substr(at + key.size());
  return rest.substr(0, rest.find('\n'));
}

}  // namespace

std::uint64_t bytes_behind(std::string_view text, std::string_view key) {
  const auto digits = trim_left(rest_behind(text, key));
  return parse_uint(digits.substr(0, digits.find(' '))).value_or(0) * 1024;
}

bool is_first_of_namespace(std::string_view status) { return rest_behind(status, "\nNSpid:").ends_with("\t1"); }

bool has_waiting_descriptors(std::string_view fdinfo) {
  const auto count = trim(rest_behind(fdinfo, "scm_fds:"));
  return !count.empty() && count != "0";
}

bool maps_nameless_file(std::string_view line) { return line.ends_with(k_deleted); }

bool maps_nameless_disk_file(std::string_view line) {
  if (!maps_nameless_file(line)) return false;
  const auto path = line.substr(std::min(line.find('/'), line.size()));
  return std::none_of(std::begin(k_only_in_memory), std::end(k_only_in_memory),
                      [&](std::string_view prefix) { return path.starts_with(prefix); });
}

}  // namespace assay::os
