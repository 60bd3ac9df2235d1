// A mail handed to the server that the operator named, within a time. Done by libcurl, or where that cannot be
// opened by the curl program. Any thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/cancel_token.h"

namespace assay::os {

struct MailRequest {
  std::string url;  // "smtps://host[:465]", or "smtp://host[:587]" with STARTTLS, without it on this machine only
  std::string user;
  std::string password;
  std::string from;
  std::vector<std::string> to;
  std::string message;                        // headers and body, lines ended by CRLF
  std::chrono::milliseconds timeout{10'000};  // for all of it
};

// The server took it for everybody in `to`, or an error says why not.
Result<void> send_mail(const MailRequest& request, const CancelToken* cancel = nullptr);

// The same by the program.
Result<void> send_mail_by_program(const MailRequest& request, const CancelToken* cancel = nullptr);

}  // namespace assay::os
