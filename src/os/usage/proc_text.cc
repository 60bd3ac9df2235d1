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
  const auto path = mapped_path(line);
  return std::none_of(std::begin(k_only_in_memory), std::end(k_only_in_memory),
                      [&](std::string_view prefix) { return path.starts_with(prefix); });
}

std::string_view mapped_path(std::string_view line) { return line.substr(std::min(line.find('/'), line.size())); }

std::string_view mapped_file(std::string_view line) {
  constexpr int k_before = 3;  // addresses, rights, offset
  for (int i = 0; i < k_before && !line.empty(); ++i) line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
  return line;
}

// Addresses are filled up with zeros to eight digits in one place and not in the other.
std::string mapped_range(std::string_view line) {
  const auto range = line.substr(0, line.find(' '));
  std::string out;
  for (const auto address : split(range, '-')) {
    const auto first = std::min(address.find_first_not_of('0'), address.empty() ? 0 : address.size() - 1);
    out += cat(out.empty() ? "" : "-", address.substr(first));
  }
  return out;
}

}  // namespace assay::os
