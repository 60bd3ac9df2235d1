// A notice as a mail: a plain text, in the form of RFC 5322 and MIME. No text of an agent can add a header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "messages/notice_text.h"

namespace assay::messages {

struct MailAddresses {
  std::string from;
  std::vector<std::string> to;
};

// Whether a text is an address that a header and an SMTP command can hold: user@host, nothing else.
bool is_mail_address(std::string_view text);

// The message with its headers, lines ended by CRLF. `id`: the notice's; a server that gets the mail twice can tell.
std::string mail_of(const NoticeText& text, const MailAddresses& addresses, std::string_view id, Time at);

}  // namespace assay::messages
