// The bundle is one blob (tools/pack_files.cc): for each file a line "NAME SIZE\n" and its bytes.
#include "serve/page.h"

#include <algorithm>

#include "base/hash.h"
#include "base/packed.h"
#include "base/text.h"
#include "os/files.h"
#include "serve/http/compress.h"
#include "serve/http/problem.h"

extern "C" {
extern const char assay_page_begin[];
extern const char assay_page_end[];
}

namespace assay::serve {

namespace {

constexpr std::uint64_t k_largest_file = 16 << 20;
constexpr std::string_view k_start = "index.html";

struct TypeOf {
  std::string_view ending, type;
};
constexpr TypeOf k_types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

std::string_view type_of(std::string_view name) {
  for (const auto& each : k_types) {
    if (name.ends_with(each.ending)) return each.type;
  }
  return "application/octet-stream";
}

// Files under assets/ carry the hash of their content in their name. The page itself is kept nowhere, so that the
// browser's back button asks for it anew.
std::string_view caching_of(std::string_view name) {
  if (name.starts_with("assets/")) return "public, max-age=31536000, immutable";
  return name == k_start ? "no-store" : "no-cache";
}

std::string name_of(const std::vector<std::string>& path) {
  std::string out;
  for (const auto& part : path) {
    if (contains(part, "/") || contains(part, "\\")) return "/";  // an escaped slash names no file
    out += cat(out.empty() ? "" : "/", part);
  }
  return out;
}

bool looks_like_a_file(std::string_view name) {
  const size_t slash = name.rfind('/');
  return contains(slash == std::string_view::npos ? name : name.substr(slash), ".");
}

}  // namespace

Page::Page(std::string folder) : m_folder(std::move(folder)) {
  for (const auto& file : unpack({assay_page_begin, static_cast<size_t>(assay_page_end - assay_page_begin)}))
    m_files.push_back({std::string(file.name), std::make_shared<const std::string>(file.content),
                       cat("\"", sha256_hex(file.content).substr(0, 20), "\"")});
}

const Page::File* Page::find(std::string_view name) const {
  for (const auto& file : m_files) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

Response Page::file(const std::vector<std::string>& path, const Request& request) const {
  std::string name = name_of(path);
  if (name.empty()) name = k_start;
  auto response = m_folder.empty() ? embedded(name, request) : from_folder(name, request);
  if (path.size() > 1 && response.type == type_of(k_start) && response.status == 200)
    return below(path.size() - 1, request);
  return response;
}

// The start names its files from where it lies ("./assets/…"), since it may lie below any path. For an address that
// goes deeper they lie as many steps up.
Response Page::below(size_t depth, const Request& request) const {
  Request plain = request;
  std::erase_if(plain.headers, [](const Header& header) { return header.name == "accept-encoding"; });
  auto response = m_folder.empty() ? embedded(k_start, plain) : from_folder(std::string(k_start), plain);
  if (!response.body) return response;
  std::string up;
  for (size_t i = 0; i < depth; ++i) up += "../";
  response.body = std::make_shared<const std::string>(replace_all(*response.body, "\"./", cat("\"", up)));
  std::erase_if(response.headers, [](const auto& header) { return header.first == "ETag"; });
  return response;
}

Response Page::embedded(std::string_view name, const Request& request) const {
  const File* file = find(name);
  if (file == nullptr) {
    if (looks_like_a_file(name) || find(k_start) == nullptr) return problem(404, "there is no such file");
    return embedded(k_start, request);
  }
  Response response;
  response.type = type_of(name);
  response.headers.emplace_back("Cache-Control", caching_of(name));
  const File* packed = accepts_gzip(request.header("accept-encoding")) ? find(cat(name, ".gz")) : nullptr;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (packed != nullptr) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    file = packed;
  }
  response.headers.emplace_back("ETag", file->etag);
  if (request.header("if-none-match") == file->etag) {
    response.status = 304;
    return response;
  }
  response.body = file->content;
  return response;
}

Response Page::from_folder(const std::string& name, const Request& request) const {
  const auto path = os::inside(m_folder, name);
  if (!path) return problem(404, "there is no such file");
  auto content =
      os::is_folder(*path) ? Result<std::string>(not_found("a folder")) : os::read_file(*path, k_largest_file);
  if (!content) {
    if (looks_like_a_file(name) || name == k_start) return problem(404, "there is no such file");
    return from_folder(std::string(k_start), request);
  }
  auto response = text_response(200, type_of(name), std::move(*content));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace assay::serve
