#include "serve/http/message.h"

#include <algorithm>

#include "base/text.h"

namespace assay::serve {

namespace {

// Nothing of the page comes from elsewhere, nothing in it is a script but our own files, and nobody
// may put it in a frame. Documents and logs are data: they may not load or run anything at all.
constexpr std::string_view k_page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view k_data_policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

constexpr std::pair<int, std::string_view> k_phrases[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {303, "See Other"},
    {304, "Not Modified"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

bool is_page(std::string_view type) { return type.starts_with("text/html"); }

bool has(const Response& response, std::string_view name) {
  return std::any_of(response.headers.begin(), response.headers.end(),
                     [&](const auto& header) { return header.first == name; });
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const auto& header : headers) {
    if (header.name == name) return header.value;
  }
  return {};
}

size_t Request::count(std::string_view name) const {
  return static_cast<size_t>(
      std::count_if(headers.begin(), headers.end(), [&](const Header& header) { return header.name == name; }));
}

Response text_response(int status, std::string_view type, std::string body) {
  Response response;
  response.status = status;
  response.type = type;
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

std::string_view reason_phrase(int status) {
  for (const auto& [code, phrase] : k_phrases) {
    if (code == status) return phrase;
  }
  return "Unknown";
}

std::string head_of(const Response& response, std::string_view request_id, After after) {
  std::string out;
  out.reserve(640);
  out += cat("HTTP/1.1 ", response.status, " ", reason_phrase(response.status), "\r\n");
  const bool bare = response.status == 204 || response.status == 304;
  if (!bare && response.followed) {
    out += cat("Content-Type: ", response.type, "\r\n");  // it ends with the connection
  } else if (!bare) {
    const std::uint64_t length = response.file ? response.file->length : response.body ? response.body->size() : 0;
    if (response.file || response.body) out += cat("Content-Type: ", response.type, "\r\n");
    out += cat("Content-Length: ", length, "\r\n");
  }
  out += cat("X-Request-Id: ", request_id,
             "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
             "Cross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: ",
             is_page(response.type) ? k_page_policy : k_data_policy, "\r\n");
  if (is_page(response.type)) out += "Cross-Origin-Opener-Policy: same-origin\r\n";
  if (!has(response, "Cache-Control")) out += "Cache-Control: no-store\r\n";
  for (const auto& [name, value] : response.headers) out += cat(name, ": ", value, "\r\n");
  if (after == After::close) out += "Connection: close\r\n";
  out += "\r\n";
  return out;
}

}  // namespace assay::serve
