// Who may come in, decided from the head of a request alone: the name it was sent to, the page that
// sent it, and what it carries to show who it is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "serve/access/credentials.h"
#include "serve/access/server_sites.h"
#include "serve/access/throttle.h"
#include "serve/http/forwarded.h"
#include "serve/http/message.h"
#include "serve/routes/routes.h"

namespace assay::serve {

class Guard {
 public:
  Guard(ServerSites sites, std::vector<Network> proxies, Credentials& credentials, Clock& clock)
      : m_sites(std::move(sites)), m_proxies(std::move(proxies)), m_credentials(credentials), m_clock(clock) {}

  // First of all: who sent it (behind a named proxy: the client), under which name, and the path without the one
  // that everything here lies below. The answer is for an address that only lacks its last slash.
  std::optional<Response> locate(Request& request) const;
  // Nothing when the request may go on; else the answer that refuses it. Names that are not ours
  // (DNS rebinding) are 421, pages of other sites 403.
  std::optional<Response> refuse_place(const Request& request) const;
  // The visitor, or the answer: 401 without a good token or cookie (429 when many wrong tokens came from there), 403
  // for a role that may not.
  struct Admitted {
    std::optional<Visitor> visitor;
    std::optional<Response> refusal;
  };
  Admitted admit(const Request& request, Needs needs) const;
  // For whoever shows a wrong token or login code elsewhere: 429 when it is too often, else nothing.
  std::optional<Response> refuse_guessing(const Request& request) const;

  // The visitor that the cookie of a request stands for.
  std::optional<Visitor> by_cookie(const Request& request) const;
  std::string cookie_header(const Request& request, std::string_view value, std::int64_t seconds) const;
  Credentials& credentials() const { return m_credentials; }
  Time now() const { return m_clock.now(); }

 private:
  ServerSites m_sites;
  std::vector<Network> m_proxies;
  Credentials& m_credentials;
  Clock& m_clock;
  mutable Throttle m_throttle;
};

// The value of a cookie in a Cookie header.
std::optional<std::string_view> cookie_in(std::string_view header, std::string_view name);

}  // namespace assay::serve
