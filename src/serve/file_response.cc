#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "serve/api.h"
#include "serve/http/problem.h"

namespace assay::serve {

namespace {

struct Wanted {
  bool partial = false;
  bool possible = true;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// "bytes=0-99", "bytes=100-", "bytes=-100". Several ranges, other units and nonsense count as none given.
Wanted wanted_of(std::string_view header, std::uint64_t size) {
  Wanted whole{false, true, 0, size};
  if (!header.starts_with("bytes=") || contains(header, ",")) return whole;
  header.remove_prefix(6);
  const size_t dash = header.find('-');
  if (dash == std::string_view::npos) return whole;
  const auto first = parse_uint(trim(header.substr(0, dash)));
  const auto last = parse_uint(trim(header.substr(dash + 1)));
  if (!first && !last) return whole;
  if (!first) {  // the last so many
    const std::uint64_t length = std::min(*last, size);
    return {true, length > 0, size - length, length};
  }
  if (*first >= size) return {true, false, 0, 0};
  if (last && *last < *first) return whole;
  const std::uint64_t end = last ? std::min(*last, size - 1) : size - 1;
  return {true, true, *first, end - *first + 1};
}

}  // namespace

Response file_response(os::Fd fd, std::string_view type, const Request& request) {
  struct stat st {};
  if (::fstat(fd.get(), &st) != 0 || !S_ISREG(st.st_mode)) return problem(404, "there is no such file");
  const auto size = static_cast<std::uint64_t>(st.st_size);
  const Wanted wanted = wanted_of(request.header("range"), size);
  if (!wanted.possible) {
    auto response = problem(416, cat("there are ", size, " bytes"));
    response.headers.emplace_back("Content-Range", cat("bytes */", size));
    return response;
  }
  Response response;
  response.type = type;
  response.status = wanted.partial ? 206 : 200;
  response.headers.emplace_back("Accept-Ranges", "bytes");
  if (wanted.partial) {
    response.headers.emplace_back("Content-Range",
                                  cat("bytes ", wanted.offset, "-", wanted.offset + wanted.length - 1, "/", size));
  }
  response.file = std::make_shared<FilePiece>();
  response.file->fd = std::move(fd);
  response.file->offset = wanted.offset;
  response.file->length = wanted.length;
  return response;
}

}  // namespace assay::serve
