#include "engine/evidence.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

namespace {

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<std::string> digest_of_file(const std::string& path) {
  TRY_ASSIGN(const auto source, os::FileSource::open(path));
  Sha256 hash;
  std::vector<char> buffer(size_t{256} << 10);
  for (;;) {
    TRY_ASSIGN(const size_t n, source->read(buffer));
    if (n == 0) return hash.hex();
    hash.add({buffer.data(), n});
  }
}

}  // namespace

std::string Evidence::place_of(std::string_view digest) const {
  return os::join_path(os::join_path(m_folder, digest.substr(0, 2)), digest.substr(2));
}

Result<std::string> Evidence::keep_file(const std::string& path) const {
  TRY_ASSIGN(const auto digest, digest_of_file(path));
  const std::string place = place_of(digest);
  if (os::exists(place)) {
    ::unlink(path.c_str());
    return digest;
  }
  TRY(os::make_folders(os::parent_path(place)));
  ::chmod(path.c_str(), 0400);
  if (std::rename(path.c_str(), place.c_str()) == 0) return digest;
  if (errno != EXDEV) return unavailable(cat("cannot keep evidence in ", place, ": ", std::strerror(errno)));
  TRY(os::copy_tree(path, place));
  ::unlink(path.c_str());
  return digest;
}

Result<std::string> Evidence::keep(std::string_view content) const {
  auto digest = sha256_hex(content);
  const std::string place = place_of(digest);
  if (os::exists(place)) return digest;
  TRY(os::make_folders(os::parent_path(place)));
  TRY(os::write_file(place, content));
  return digest;
}

Result<std::string> Evidence::path_of(std::string_view digest) const {
  if (!is_digest(digest)) return invalid_input(cat("not a digest (64 hex digits): ", excerpt(digest, 80)));
  auto place = place_of(digest);
  if (!os::exists(place)) return not_found(cat("no evidence ", digest, " in ", m_folder));
  return place;
}

Result<std::string> Evidence::read(std::string_view digest, std::uint64_t limit) const {
  TRY_ASSIGN(const auto path, path_of(digest));
  TRY_ASSIGN(auto content, os::read_file(path, limit));
  if (sha256_hex(content) != digest) return corrupt(cat(path, " was changed: its content is not what its name says"));
  return content;
}

}  // namespace assay::engine
