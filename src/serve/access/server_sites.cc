#include "serve/access/server_sites.h"

#include <algorithm>

#include "base/text.h"
#include "serve/http/forwarded.h"

namespace assay::serve {

namespace {

Site local_site(std::string_view host, std::uint16_t port) {
  const std::string name = port == 80 ? std::string(host) : cat(host, ":", port);
  return {name, cat("http://", name)};
}

std::string_view usual_port(bool secure) { return secure ? ":443" : ":80"; }

Error not_an_address(std::string_view address) {
  return invalid_input(
      cat("--url takes an address such as https://assay.example.com or https://example.com/assay, not ",
          excerpt(address, 80)));
}

// A path of plain names that is not one of our own: a proxy may take the path off or leave it on.
bool is_base(std::string_view path) {
  if (path.empty()) return true;
  const auto parts = split(path.substr(1), '/');
  for (const std::string_view own : {"api", "assets", "login", "metrics", "openapi.json", "problems"}) {
    if (parts.front() == own) return false;
  }
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return !part.empty() && part != "." && part != ".." && std::all_of(part.begin(), part.end(), [](char c) {
      return is_alnum(c) || contains("-._~", {&c, 1});
    });
  });
}

Result<Site> site_of(std::string_view address) {
  const bool https = istarts_with(address, "https://");
  if (!https && !istarts_with(address, "http://")) return not_an_address(address);
  std::string_view rest = address.substr(https ? 8 : 7);
  const size_t slash = rest.find('/');
  std::string_view base = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  rest = rest.substr(0, slash);
  while (base.ends_with('/')) base.remove_suffix(1);
  const auto usual = usual_port(https);  // browsers leave it out
  if (rest.ends_with(usual)) rest.remove_suffix(usual.size());
  if (rest.empty() || contains_any(rest, {" ", "@", "?", "#", "\\", "\r", "\n", "\t"}) || !is_base(base)) {
    return not_an_address(address);
  }
  const std::string host = lower(rest);
  return Site{host, cat(https ? "https://" : "http://", host), std::string(base), https};
}

}  // namespace

// Some write the port that everybody else leaves out.
const Site* ServerSites::at_host(std::string_view host) const {
  const auto found = std::find_if(sites.begin(), sites.end(), [&](const Site& each) {
    return iequals(each.host, host) || iequals(cat(each.host, usual_port(each.secure)), host);
  });
  return found == sites.end() ? nullptr : &*found;
}

bool ServerSites::has_origin(std::string_view origin) const {
  return std::any_of(sites.begin(), sites.end(), [&](const Site& each) { return iequals(each.origin, origin); });
}

std::string_view ServerSites::base_of(std::string_view target) const {
  std::string_view best;
  for (const auto& site : sites) {
    const std::string_view base = site.base;
    if (base.size() <= best.size() || !target.starts_with(base)) continue;
    if (target.size() == base.size() || target[base.size()] == '/' || target[base.size()] == '?') best = base;
  }
  return best;
}

Result<ServerSites> server_sites_of(std::string_view bound, std::uint16_t port,
                                    const std::vector<std::string>& addresses) {
  ServerSites sites;
  for (const auto& address : addresses) {
    TRY_ASSIGN(auto site, site_of(address));
    sites.sites.push_back(std::move(site));
  }
  sites.named = sites.sites.size();
  for (const std::string_view host : {"127.0.0.1", "localhost", "[::1]"}) sites.sites.push_back(local_site(host, port));
  const bool everywhere = bound == "0.0.0.0" || bound == "::";
  if (!everywhere)
    sites.sites.push_back(local_site(contains(bound, ":") ? cat("[", bound, "]") : std::string(bound), port));
  sites.cookie = cat("assay_", port);
  return sites;
}

std::string address_of(const Site& site) { return cat(site.origin, site.base); }

Result<std::string> exposure_of(std::string_view bound, const std::vector<std::string>& addresses, PlainText plain) {
  const auto address = IpAddress::read(bound);
  if (!address || address->is_loopback()) return std::string();  // what is no address is refused where it is used
  const bool proxied = std::any_of(addresses.begin(), addresses.end(),
                                   [](const std::string& each) { return istarts_with(each, "https://"); });
  if (proxied) {
    return cat("Warning: other machines can reach ", bound,
               " without TLS. Let only your proxy reach this port, or listen on 127.0.0.1 when it runs here.\n");
  }
  if (plain == PlainText::allowed) {
    return cat("Warning: other machines can reach ", bound,
               ", and tokens travel in clear text (--insecure). Use this only in a network that you trust.\n");
  }
  return invalid_input(cat("--bind ", bound,
                           " lets other machines in, and this server speaks no TLS: tokens would travel in clear text. "
                           "Put a proxy with TLS in front and name its address (--url https://assay.example.com), "
                           "or say --insecure when you trust the network"));
}

}  // namespace assay::serve
