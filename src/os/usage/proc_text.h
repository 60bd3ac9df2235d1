// What the kernel writes in /proc, taken apart. Names of processes and files in it are chosen by whoever runs there.
// Internal to os.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::os {

// Bytes, from a line "<key>   123 kB"; 0 when there is none. A key that stands at the beginning of a line, and not in
// somebody's name, begins with a line end: "\nVmPTE:".
std::uint64_t bytes_behind(std::string_view text, std::string_view key);

// Of /proc/<process>/status: "NSpid:	4711	1" is the first process of a namespace.
bool is_first_of_namespace(std::string_view status);

// Of /proc/<process>/fdinfo/<number>: "scm_fds:	3" descriptors wait in a socket to be received.
bool has_waiting_descriptors(std::string_view fdinfo);

// A line of /proc/<process>/maps, "7f…-7f… rw-s 00000000 00:01 1027   /memfd:x (deleted)": a file that is held without
// a name, and perhaps without a descriptor.
bool maps_nameless_file(std::string_view line);
// The same, but none that is always in memory.
bool maps_nameless_disk_file(std::string_view line);
// What such a line ends with, "/memfd:x (deleted)", which many files may be called; the same with the numbers of device
// and file before it, "00:01 1027   /memfd:x (deleted)"; and the name of its place in /proc/<process>/map_files.
std::string_view mapped_path(std::string_view line);
std::string_view mapped_file(std::string_view line);
std::string mapped_range(std::string_view line);

}  // namespace assay::os
