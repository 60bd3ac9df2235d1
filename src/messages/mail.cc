#include "messages/mail.h"

#include <array>
#include <ctime>

#include "base/base64.h"
#include "base/text.h"
#include "base/utf8.h"

namespace assay::messages {

namespace {

constexpr size_t k_word_bytes = 42;  // of a word of a header: 75 characters once encoded (RFC 2047)
constexpr size_t k_line = 76;        // of a body in base64 (RFC 2045)

// Whole characters only: a word that ends within one cannot be decoded.
size_t end_of_word(std::string_view text) {
  size_t end = 0;
  while (end < text.size()) {
    const size_t next = end + utf8_at(text, end).size;
    if (next > k_word_bytes) break;
    end = next;
  }
  return end;
}

// Always encoded, so that nothing in it can end the header.
std::string header_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = end_of_word(text);
    if (!out.empty()) out += "\r\n ";
    out += cat("=?utf-8?B?", to_base64(text.substr(0, end)), "?=");
    text.remove_prefix(end);
  }
  return out;
}

std::string in_lines(std::string_view base64) {
  std::string out;
  for (; !base64.empty(); base64.remove_prefix(std::min(k_line, base64.size()))) {
    out += cat(base64.substr(0, k_line), "\r\n");
  }
  return out;
}

// In English whatever the locale is, as the form of mails has it.
std::string date_of(Time at) {
  static constexpr std::array<const char*, 7> k_days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array<const char*, 12> k_months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto seconds = static_cast<std::time_t>(at.ms / 1000);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  const auto two = [](int number) { return cat(number < 10 ? "0" : "", number); };
  return cat(k_days[static_cast<size_t>(parts.tm_wday)], ", ", parts.tm_mday, " ",
             k_months[static_cast<size_t>(parts.tm_mon)], " ", parts.tm_year + 1900, " ", two(parts.tm_hour), ":",
             two(parts.tm_min), ":", two(parts.tm_sec), " +0000");
}

bool is_of_address(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte < 0x7f && !contains("<>()[],;:\\\"@", std::string_view(&c, 1));
}

}  // namespace

bool is_mail_address(std::string_view text) {
  const size_t at = text.find('@');
  if (at == 0 || at == std::string_view::npos || at + 1 == text.size() || text.size() > 254) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i != at && !is_of_address(text[i])) return false;
  }
  return true;
}

std::string mail_of(const NoticeText& text, const MailAddresses& addresses, std::string_view id, Time at) {
  std::string body = cat(text.headline, "\r\n", text.title, "\r\n");
  if (!text.detail.empty()) body += cat("\r\n", replace_all(text.detail, "\n", "\r\n"), "\r\n");
  body += cat("\r\nNext: ", text.next, "\r\n");
  if (!text.link.empty()) body += cat(text.link, "\r\n");
  const auto domain = std::string_view(addresses.from).substr(addresses.from.find('@') + 1);
  return cat("From: Assay <", addresses.from, ">\r\nTo: ", join(addresses.to, ",\r\n "),
             "\r\nSubject: ", header_text(text.headline), "\r\nDate: ", date_of(at), "\r\nMessage-ID: <", id, "@",
             domain,
             ">\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
             "Content-Transfer-Encoding: base64\r\n\r\n",
             in_lines(to_base64(body)));
}

}  // namespace assay::messages
