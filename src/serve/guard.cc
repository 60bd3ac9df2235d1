// A browser sends our cookie with whatever page asks it to, and resolves any name to our address. So a
// request must name us (Host), a changing one that is trusted for its cookie must come from our own page
// (Origin, which no page can forge), and the cookie is SameSite=Strict besides. A bearer token is never
// sent by itself, so it needs no origin; one that is there must still be ours.
#include "serve/guard.h"

#include <algorithm>

#include "base/text.h"
#include "serve/problem.h"

namespace assay::serve {

namespace {

bool holds(const std::vector<std::string>& list, std::string_view what) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& each) { return iequals(each, what); });
}

bool changes(std::string_view method) { return method != "GET" && method != "HEAD"; }

// Of a page that is not ours, as the browser says and no page can change. "same-site" is another port of this machine.
bool is_foreign(const Request& request) {
  const auto site = request.header("sec-fetch-site");
  return !site.empty() && site != "same-origin" && site != "none";
}

void add_place(Places& places, std::string_view host, std::uint16_t port) {
  const std::string name = cat(host, ":", port);
  places.hosts.push_back(name);
  places.origins.push_back(cat("http://", name));
  if (port == 80) {
    places.hosts.emplace_back(host);
    places.origins.push_back(cat("http://", host));
  }
}

}  // namespace

Result<Places> places_of(std::string_view bound, std::uint16_t port, const std::vector<std::string>& addresses) {
  Places places;
  for (const std::string_view host : {"127.0.0.1", "localhost", "[::1]"}) add_place(places, host, port);
  const bool everywhere = bound == "0.0.0.0" || bound == "::";
  if (!everywhere) add_place(places, contains(bound, ":") ? cat("[", bound, "]") : std::string(bound), port);
  for (const auto& address : addresses) {
    const bool https = istarts_with(address, "https://");
    const std::string_view rest = std::string_view(address).substr(std::min<size_t>(address.size(), https ? 8 : 7));
    if ((!https && !istarts_with(address, "http://")) || rest.empty() ||
        contains_any(rest, {"/", " ", "@", "?", "#"})) {
      return invalid_input(cat("--url takes an address such as https://assay.example.com, not ", excerpt(address, 80)));
    }
    places.hosts.emplace_back(rest);
    places.origins.push_back(lower(address));
    places.secure = places.secure || https;
  }
  places.cookie = cat("assay_", port);
  return places;
}

std::optional<std::string_view> cookie_in(std::string_view header, std::string_view name) {
  for (const auto part : split(header, ';')) {
    const auto pair = trim(part);
    const size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return std::nullopt;
}

void Guard::use(std::shared_ptr<const Keyring> keyring) {
  const std::lock_guard lock(m_mutex);
  m_keyring = std::move(keyring);
}

std::shared_ptr<const Keyring> Guard::keyring() const {
  const std::lock_guard lock(m_mutex);
  return m_keyring;
}

std::optional<Response> Guard::refuse_place(const Request& request) const {
  const auto host = request.header("host");
  if (!holds(m_places.hosts, host)) {
    return problem(421, cat("this server is not \"", excerpt(to_utf8(host), 80),
                            "\"; if people reach it by that name, start it with --url"));
  }
  const auto origin = request.header("origin");
  if (request.count("origin") > 0 && !holds(m_places.origins, origin)) {
    return problem(403, cat("requests from pages of ", excerpt(to_utf8(origin), 80), " are not taken"));
  }
  if (changes(request.method) && is_foreign(request)) {
    return problem(403, "requests from pages of other sites are not taken");
  }
  return std::nullopt;
}

Guard::Admitted Guard::admit(const Request& request, Needs needs) const {
  if (needs == Needs::nobody) return {};
  const auto keys = keyring();
  const auto authorization = request.header("authorization");
  Admitted out;
  if (istarts_with(authorization, "bearer ")) {
    out.visitor = keys->by_token(trim(authorization.substr(7)), m_clock.now());
  } else if (const auto cookie = cookie_in(request.header("cookie"), m_places.cookie)) {
    out.visitor = keys->by_cookie(*cookie, m_clock.now());
    if (out.visitor && is_foreign(request)) {
      out.refusal = problem(403, "a page of another site may not use your login here; open the address yourself");
      return out;
    }
    if (out.visitor && changes(request.method) && request.header("origin").empty()) {
      out.refusal = problem(403, "a change that is asked for with a cookie must say which page it comes from (Origin)");
      return out;
    }
  }
  if (!out.visitor) {
    out.refusal = problem(401,
                          "log in first: open the address that `assay serve` or `assay token new` printed, or send "
                          "its token as Authorization: Bearer");
    out.refusal->headers.emplace_back("WWW-Authenticate", "Bearer realm=\"assay\"");
  } else if (needs == Needs::operator_ && out.visitor->role != Role::operator_) {
    out.refusal =
        problem(403, "a viewer may look, not change; ask for an operator's token (assay token new --role operator)");
  }
  return out;
}

std::string Guard::cookie_header(std::string_view value, std::int64_t seconds) const {
  return cat(m_places.cookie, "=", value, "; Path=/; Max-Age=", seconds, "; HttpOnly; SameSite=Strict",
             m_places.secure ? "; Secure" : "");
}

}  // namespace assay::serve
