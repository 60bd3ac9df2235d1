#include "prove/known_values.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::prove {

namespace {

// In lower case.
constexpr std::string_view k_words[] = {
    // HTTP and files
    "get", "head", "post", "put", "patch", "delete", "options", "connect", "trace", "http", "https", "ftp", "file",
    "localhost", "utf-8", "utf8", "ascii", "latin1", "base64", "hex", "binary", "gzip", "identity", "keep-alive",
    "close", "bearer", "basic", "content-type", "authorization", "stdin", "stdout", "stderr",
    // types and values as words
    "string", "number", "object", "function", "undefined", "boolean", "symbol", "bigint", "integer", "float", "array",
    "null", "none", "nil", "nan", "true", "false", "yes", "no", "on", "off", "default", "all", "any", "auto", "other",
    "unknown", "error", "warning", "info", "debug", "success", "failure", "ok", "production", "development", "test",
    "asc", "desc", "left", "right", "top", "bottom", "admin", "root", "user", "guest", "owner", "member",
    // keys of a keyboard, events
    "enter", "escape", "tab", "backspace", "space", "shift", "control", "alt", "meta", "arrowup", "arrowdown",
    "arrowleft", "arrowright", "home", "end", "pageup", "pagedown", "click", "change", "input", "submit", "keydown",
    // formats
    "json", "xml", "yaml", "toml", "csv", "tsv", "html", "text", "markdown", "pdf", "svg", "png", "jpg", "jpeg", "gif",
    // time
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
    "april", "june", "july", "august", "september", "october", "november", "december", "second", "minute", "hour",
    "day", "week", "month", "year", "seconds", "minutes", "hours", "days", "weeks", "months", "years", "utc", "gmt",
    "linux", "windows", "darwin", "win32", "macos"};

constexpr std::string_view k_media[] = {"application/", "text/", "image/", "audio/", "video/", "multipart/", "font/"};

bool are_all(std::string_view text, bool (*fits)(char)) { return std::all_of(text.begin(), text.end(), fits); }

// "de", "en-US", "EUR", "ENOENT", ".txt", "--help", "TypeError"
bool has_known_shape(std::string_view text) {
  if (text.size() <= 3 && are_all(text, is_upper)) return true;
  if (text.size() == 2 && are_all(text, is_lower)) return true;
  if (text.size() == 5 && (text[2] == '-' || text[2] == '_') && is_upper(text[3])) return true;
  if (text.size() > 3 && text[0] == 'E' && are_all(text, is_upper)) return true;
  const auto rest = text.substr(1);
  if (text[0] == '.' && text.size() <= 6 && are_all(rest, [](char c) { return is_lower(c) || is_digit(c); }))
    return true;
  if (text[0] == '-' && text.size() >= 2 && (is_alpha(text[1]) || text[1] == '-')) return true;
  return text.ends_with("Error") || text.ends_with("Exception");
}

}  // namespace

bool is_known_text(std::string_view text) {
  if (std::count_if(text.begin(), text.end(), is_alnum) < 2) return true;
  const auto low = lower(text);
  if (std::find(std::begin(k_words), std::end(k_words), low) != std::end(k_words)) return true;
  if (std::any_of(std::begin(k_media), std::end(k_media), [&](auto start) { return low.starts_with(start); }))
    return true;
  return has_known_shape(text);
}

bool is_known_number(std::string_view number) {
  constexpr std::array<std::string_view, 16> plain = {"0.0", "1.0",  "0.5",  "3600", "1000", "10000", "86400", "1024",
                                                      "365", "1e-9", "1e-6", "1900", "2000", "4096",  "65535", "8080"};
  if (number.size() <= 2 && number.find('.') == std::string_view::npos) return true;
  // Statuses of HTTP, sizes of machines.
  const bool three = number.size() == 3 && are_all(number, is_digit);
  if (three && number[0] >= '1' && number[0] <= '5' && (number[1] == '0' || number[1] == '1' || number[1] == '2'))
    return true;
  return std::find(plain.begin(), plain.end(), number) != plain.end() || number == "256" || number == "255" ||
         number == "360" || number == "366" || number == "180" || number == "127" || number == "128";
}

}  // namespace assay::prove
