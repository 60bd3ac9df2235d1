// The format is in git's own Documentation/gitformat-index.txt: a header, entries of fixed fields
// with a name padded to eight bytes, optional extensions, a checksum over all of it.
#include "git/checkout/index_file.h"

#include <algorithm>

#include <sys/stat.h>

#include "base/text.h"
#include "git/checkout/checksum.h"
#include "os/files.h"

namespace assay::git {

namespace {

constexpr size_t k_header = 12;
constexpr size_t k_stat_fields = 40;

size_t id_size(std::string_view object_format) { return object_format == "sha256" ? 32 : 20; }

std::uint32_t get32(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return std::uint32_t{static_cast<unsigned char>(bytes[at + i])}; };
  return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

void put32(std::string& out, std::uint32_t value) {
  const char bytes[] = {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
                        static_cast<char>(value)};
  out.append(bytes, sizeof bytes);
}

unsigned char nibble(char c) { return static_cast<unsigned char>(is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10); }

// Size of an entry whose name ends `used` bytes after its start: one to eight zero bytes follow.
size_t padded(size_t used) { return (used + 8) & ~size_t{7}; }

constexpr std::uint16_t k_flag_hidden = 0x8000, k_flag_extended = 0x4000, k_stage = 0x3000;

// Where the stamp's file mode is: git keeps the kind and the executable bit only, so the index
// cannot tell a stamp's full mode. Stamps read from an index have the entry's mode instead.
FileStamp read_stamp(std::string_view bytes, size_t at) {
  FileStamp stamp;
  stamp.changed_s = get32(bytes, at);
  stamp.changed_ns = get32(bytes, at + 4);
  stamp.modified_s = get32(bytes, at + 8);
  stamp.modified_ns = get32(bytes, at + 12);
  stamp.inode = get32(bytes, at + 20);
  stamp.mode = get32(bytes, at + 24);
  stamp.user = get32(bytes, at + 28);
  stamp.group = get32(bytes, at + 32);
  stamp.size = get32(bytes, at + 36);
  return stamp;
}

}  // namespace

FileStamp FileStamp::of(const struct stat& st) {
  FileStamp stamp;
  stamp.changed_s = static_cast<std::uint32_t>(st.st_ctim.tv_sec);
  stamp.changed_ns = static_cast<std::uint32_t>(st.st_ctim.tv_nsec);
  stamp.modified_s = static_cast<std::uint32_t>(st.st_mtim.tv_sec);
  stamp.modified_ns = static_cast<std::uint32_t>(st.st_mtim.tv_nsec);
  stamp.inode = static_cast<std::uint32_t>(st.st_ino);
  stamp.user = static_cast<std::uint32_t>(st.st_uid);
  stamp.group = static_cast<std::uint32_t>(st.st_gid);
  stamp.size = static_cast<std::uint32_t>(st.st_size);
  if (S_ISLNK(st.st_mode)) {
    stamp.mode = k_mode_symlink;
  } else if (S_ISREG(st.st_mode)) {
    stamp.mode = (st.st_mode & S_IXUSR) != 0 ? k_mode_executable : k_mode_file;
  }
  return stamp;
}

void IndexEntry::set_id(std::string_view hex) {
  id = {};
  for (size_t i = 0; i + 1 < hex.size() && i / 2 < id.size(); i += 2) {
    id[i / 2] = static_cast<unsigned char>(nibble(hex[i]) << 4 | nibble(hex[i + 1]));
  }
}

std::string IndexEntry::hex_id(size_t digits) const {
  static constexpr char k_digits[] = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < digits / 2; ++i) {
    out.push_back(k_digits[id[i] >> 4]);
    out.push_back(k_digits[id[i] & 15]);
  }
  return out;
}

const IndexEntry* find(const Index& index, std::string_view path) {
  const auto at = std::lower_bound(index.begin(), index.end(), path,
                                   [](const IndexEntry& entry, std::string_view p) { return entry.path < p; });
  return at != index.end() && at->path == path ? &*at : nullptr;
}

bool has_below(const Index& index, std::string_view folder) {
  const std::string prefix = cat(folder, "/");
  const auto at = std::lower_bound(index.begin(), index.end(), prefix,
                                   [](const IndexEntry& entry, const std::string& p) { return entry.path < p; });
  return at != index.end() && at->path.starts_with(prefix);
}

Result<Index> parse_index(std::string_view bytes, std::string_view object_format, std::string_view what) {
  const auto broken = [&](std::string_view why) { return corrupt(cat("the index ", what, " ", why)); };
  const size_t ids = id_size(object_format);
  if (bytes.size() < k_header + ids || !bytes.starts_with("DIRC")) return broken("is not an index");
  const std::uint32_t version = get32(bytes, 4);
  if (version != 2 && version != 3) return broken(cat("has version ", version, ", not 2 or 3"));
  if (checksum(bytes.substr(0, bytes.size() - ids), object_format) != bytes.substr(bytes.size() - ids)) {
    return broken("does not match its checksum");
  }

  const std::uint32_t count = get32(bytes, 8);
  Index out;
  out.reserve(std::min<size_t>(count, bytes.size() / 64));
  size_t at = k_header;
  for (std::uint32_t i = 0; i < count; ++i) {
    const size_t flags_at = at + k_stat_fields + ids;
    if (flags_at + 2 > bytes.size()) return broken("ends too early");
    const auto flags = static_cast<std::uint16_t>(get32(bytes, flags_at - 2) & 0xffff);
    if ((flags & (k_flag_hidden | k_flag_extended | k_stage)) != 0) return broken("has entries with flags");
    const size_t name_at = flags_at + 2;
    const size_t end = bytes.find('\0', name_at);
    if (end == std::string_view::npos) return broken("ends too early");
    IndexEntry& entry = out.emplace_back();
    entry.stamp = read_stamp(bytes, at);
    entry.mode = entry.stamp.mode;
    std::copy_n(bytes.data() + at + k_stat_fields, ids, entry.id.begin());
    entry.path = bytes.substr(name_at, end - name_at);
    if (i > 0 && out[i - 1].path >= entry.path) return broken("is not in order");
    at += padded(end - at);
  }
  return out;
}

Result<Index> read_index(const std::string& file, std::string_view object_format) {
  TRY_ASSIGN(const auto bytes, os::read_file(file, std::uint64_t{2} << 30));
  return parse_index(bytes, object_format, file);
}

std::string index_bytes(const Index& index, std::string_view object_format) {
  const size_t ids = id_size(object_format);
  std::string out = "DIRC";
  size_t size = k_header + ids;
  for (const auto& entry : index) size += padded(k_stat_fields + ids + 2 + entry.path.size());
  out.reserve(size);
  put32(out, 2);
  put32(out, static_cast<std::uint32_t>(index.size()));
  for (const auto& entry : index) {
    const size_t start = out.size();
    const auto& stamp = entry.stamp;
    for (const std::uint32_t field : {stamp.changed_s, stamp.changed_ns, stamp.modified_s, stamp.modified_ns,
                                      std::uint32_t{0}, stamp.inode, entry.mode, stamp.user, stamp.group, stamp.size}) {
      put32(out, field);
    }
    out.append(reinterpret_cast<const char*>(entry.id.data()), ids);
    const auto flags = static_cast<std::uint16_t>(std::min<size_t>(entry.path.size(), 0xfff));
    out.push_back(static_cast<char>(flags >> 8));
    out.push_back(static_cast<char>(flags));
    out.append(entry.path);
    out.append(padded(out.size() - start) - (out.size() - start), '\0');
  }
  out += checksum(out, object_format);
  return out;
}

Result<void> write_index(const std::string& file, const Index& index, std::string_view object_format) {
  return os::write_file(file, index_bytes(index, object_format));
}

}  // namespace assay::git
