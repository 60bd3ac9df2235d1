// A browser sends our cookie with whatever page asks it to, and resolves any name to our address. So a
// request must name us (Host), a changing one that is trusted for its cookie must come from our own page
// (Origin, which no page can forge), and the cookie is SameSite=Strict besides. A bearer token is never
// sent by itself, so it needs no origin; one that is there must still be ours.
#include "serve/access/guard.h"

#include "base/text.h"
#include "serve/http/problem.h"

namespace assay::serve {

namespace {

bool changes(std::string_view method) { return method != "GET" && method != "HEAD"; }

// Of a page that is not ours, as the browser says and no page can change. "same-site" is another port of this machine.
bool is_foreign(const Request& request) {
  const auto site = request.header("sec-fetch-site");
  return !site.empty() && site != "same-origin" && site != "none";
}

Response moved_to(std::string address) {
  Response response;
  response.status = 308;
  response.headers.emplace_back("Location", std::move(address));
  return response;
}

}  // namespace

std::optional<std::string_view> cookie_in(std::string_view header, std::string_view name) {
  for (const auto part : split(header, ';')) {
    const auto pair = trim(part);
    const size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return std::nullopt;
}

std::optional<Response> Guard::locate(Request& request) const {
  const auto sender = sender_of(request, request.remote, m_proxies);
  if (!sender.address.empty()) request.remote = sender.address;
  request.host = sender.host.empty() ? std::string(request.header("host")) : sender.host;
  const Site* site = m_sites.at_host(request.host);
  const bool is_named = site != nullptr && site < m_sites.sites.data() + m_sites.named;
  if (sender.by_proxy && !is_named && m_sites.named > 0) site = m_sites.sites.data();  // it does not say the name
  request.secure = sender.scheme.empty() ? site != nullptr && site->secure : sender.scheme == "https";
  if (site != nullptr) request.base = site->base;
  const std::string base(m_sites.base_of(request.target));
  if (base.empty()) return std::nullopt;  // there is none, or the proxy took it off
  request.base = base;
  request.target.erase(0, base.size());
  if (!request.target.starts_with('/')) return moved_to(cat(base, "/", request.target));
  return std::nullopt;
}

std::optional<Response> Guard::refuse_place(const Request& request) const {
  if (m_sites.at_host(request.host) == nullptr) {
    return problem(421, cat("this server is not \"", excerpt(to_utf8(request.host), 80),
                            "\"; if people reach it by that name, start it with --url"));
  }
  const auto origin = request.header("origin");
  if (request.count("origin") > 0 && !m_sites.has_origin(origin)) {
    return problem(403, cat("requests from pages of ", excerpt(to_utf8(origin), 80), " are not taken"));
  }
  if (changes(request.method) && is_foreign(request)) {
    return problem(403, "requests from pages of other sites are not taken");
  }
  return std::nullopt;
}

std::optional<Response> Guard::refuse_guessing(const Request& request) const {
  const auto wait = m_throttle.wrong(request.remote, m_clock.now());
  if (!wait) return std::nullopt;
  auto refusal = problem(429, cat("too many wrong tokens came from your address; try again in ",
                                  plural(*wait, "second"), ". Tokens are made with: assay token new"));
  refusal.headers.emplace_back("Retry-After", cat(*wait));
  return refusal;
}

std::optional<Visitor> Guard::by_cookie(const Request& request) const {
  const auto cookie = cookie_in(request.header("cookie"), m_sites.cookie);
  return cookie ? m_credentials.by_cookie(*cookie) : std::nullopt;
}

Guard::Admitted Guard::admit(const Request& request, Needs needs) const {
  if (needs == Needs::nobody) return {};
  const auto authorization = request.header("authorization");
  Admitted out;
  if (istarts_with(authorization, "bearer ")) {
    out.visitor = m_credentials.by_token(trim(authorization.substr(7)));
    if (!out.visitor && (out.refusal = refuse_guessing(request))) return out;
  } else if ((out.visitor = by_cookie(request))) {
    if (is_foreign(request)) {
      out.refusal = problem(403, "a page of another site may not use your login here; open the address yourself");
      return out;
    }
    if (changes(request.method) && request.header("origin").empty()) {
      out.refusal = problem(403, "a change that is asked for with a cookie must say which page it comes from (Origin)");
      return out;
    }
  }
  if (!out.visitor) {
    out.refusal = problem(401,
                          "log in first: open an address that `assay token link` prints, or send a token "
                          "(assay token new) as Authorization: Bearer");
    out.refusal->headers.emplace_back("WWW-Authenticate", "Bearer realm=\"assay\"");
  } else if (needs == Needs::operator_ && out.visitor->role != Role::operator_) {
    out.refusal =
        problem(403, "a viewer may look, not change; ask for an operator's token (assay token new --role operator)");
  }
  return out;
}

std::string Guard::cookie_header(const Request& request, std::string_view value, std::int64_t seconds) const {
  return cat(m_sites.cookie, "=", value, "; Path=", request.base.empty() ? "/" : request.base, "; Max-Age=", seconds,
             "; HttpOnly; SameSite=Strict", request.secure ? "; Secure" : "");
}

}  // namespace assay::serve
