// Who may come in, decided from the head of a request alone: the name it was sent to, the page that
// sent it, and what it carries to show who it is.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "serve/keyring.h"
#include "serve/message.h"
#include "serve/routes.h"

namespace assay::serve {

// The names under which this server is reached.
struct Places {
  std::vector<std::string> hosts;    // "127.0.0.1:7411", "localhost:7411", "assay.example.com"
  std::vector<std::string> origins;  // "http://127.0.0.1:7411", "https://assay.example.com"
  std::string cookie;                // its name: cookies do not tell ports apart
  bool secure = false;               // reached by https
};
// `addresses`: further ones people use, "https://assay.example.com". Error: not an address.
Result<Places> places_of(std::string_view bound, std::uint16_t port, const std::vector<std::string>& addresses);

class Guard {
 public:
  Guard(Places places, Clock& clock) : m_places(std::move(places)), m_clock(clock) {}

  // Any thread.
  void use(std::shared_ptr<const Keyring> keyring);
  std::shared_ptr<const Keyring> keyring() const;

  // Nothing when the request may go on; else the answer that refuses it. Names that are not ours
  // (DNS rebinding) are 421, pages of other sites 403.
  std::optional<Response> refuse_place(const Request& request) const;
  // The visitor, or the answer: 401 without a good token or cookie, 403 for a role that may not.
  struct Admitted {
    std::optional<Visitor> visitor;
    std::optional<Response> refusal;
  };
  Admitted admit(const Request& request, Needs needs) const;

  const Places& places() const { return m_places; }
  std::string cookie_header(std::string_view value, std::int64_t seconds) const;
  Time now() const { return m_clock.now(); }

 private:
  Places m_places;
  Clock& m_clock;
  mutable std::mutex m_mutex;
  std::shared_ptr<const Keyring> m_keyring = std::make_shared<const Keyring>();
};

// The value of a cookie in a Cookie header.
std::optional<std::string_view> cookie_in(std::string_view header, std::string_view name);

}  // namespace assay::serve
