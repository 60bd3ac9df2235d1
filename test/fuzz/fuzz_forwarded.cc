// Whatever a client writes about itself, who it is is said by the proxy that was named and wrote behind it. Addresses,
// networks and the server's own addresses take any text.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "drip.h"
#include "serve/access/server_sites.h"
#include "serve/http/forwarded.h"

namespace {

using namespace assay;
using namespace assay::serve;
using fuzz::require;

constexpr const char* k_proxy = "10.0.0.7";

Sender sender(std::vector<Header> headers, const std::vector<Network>& proxies) {
  Request request;
  request.headers = std::move(headers);
  auto out = sender_of(request, k_proxy, proxies);
  const auto address = IpAddress::read(out.address);
  require(out.address.empty() || (address && address->text() == out.address));
  require(out.by_proxy || (out.address.empty() && out.scheme.empty() && out.host.empty()));
  return out;
}

void read_headers(const std::string& text) {
  static const std::vector<Network> named{*network_named("10.0.0.0/24")};
  require(!sender({{"x-forwarded-for", text}, {"forwarded", text}}, {}).by_proxy);
  for (const std::string own : {"192.0.2.1", "2001:db8::1"}) {
    require(sender({{"x-forwarded-for", text}, {"x-forwarded-for", own}}, named).address == own);
    require(sender({{"x-forwarded-for", cat(text, ", ", own)}}, named).address == own);
    const auto element =
        cat("for=\"", contains(own, ":") ? cat("[", own, "]:4711") : own, "\";proto=https;host=\"a.example\"");
    for (const auto& said : {sender({{"forwarded", text}, {"forwarded", element}}, named),
                             sender({{"forwarded", cat(text, ", ", element)}}, named)}) {
      require(said.address == own && said.scheme == "https" && said.host == "a.example");
    }
  }
  (void)sender({{"forwarded", text}}, named);
}

void read_network(std::string_view text) {
  const auto client = client_network(text);
  require(client_network(client) == client);
  const auto network = network_named(text);
  if (!network) return;
  require(network->holds(network->address));
  const auto whole = network->address.network(network->bits);
  require(whole.network(network->bits) == whole);
}

void read_address(const std::string& text) {
  const auto sites = server_sites_of("127.0.0.1", 7411, {text});
  if (!sites) return;
  const auto& site = sites->sites.front();
  require(sites->at_host(site.host) != nullptr && sites->has_origin(site.origin));
  require(sites->base_of(cat(site.base, "/api")) == site.base);
  const auto again = server_sites_of("127.0.0.1", 7411, {address_of(site)});
  require(again && address_of(again->sites.front()) == address_of(site));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_headers(text);
  read_network(text);
  read_address(text);
  return 0;
}
