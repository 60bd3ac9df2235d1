// Who really sent a request that came through a proxy. Only a proxy that was named is believed: everybody can write
// X-Forwarded-For.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/http/message.h"

namespace assay::serve {

// An IPv4 or IPv6 address; an IPv4 one inside IPv6 (::ffff:192.0.2.1) is the IPv4 one.
class IpAddress {
 public:
  // "192.0.2.1", "2001:db8::1", "[2001:db8::1]"; a zone ("%eth0") is left out.
  static std::optional<IpAddress> read(std::string_view text);

  bool is_v4() const;
  bool is_loopback() const;
  // The first `bits` of it, counted within IPv4 for an IPv4 address; the rest is zero.
  IpAddress network(unsigned bits) const;
  std::string text() const;
  friend bool operator==(const IpAddress&, const IpAddress&) = default;

 private:
  std::array<unsigned char, 16> m_bytes{};
};

// "10.0.0.7", "10.0.0.0/8", "2001:db8::/32"
struct Network {
  IpAddress address;
  unsigned bits = 0;
  bool holds(const IpAddress& other) const;
};
Result<Network> network_named(std::string_view text);

// What counts as one client: an IPv4 address, or the first 64 bits of an IPv6 one, which one machine has to itself.
std::string client_network(std::string_view address);

// What the proxies say of a request. Empty: they do not.
struct Sender {
  bool by_proxy = false;  // by one that was named
  std::string address;
  std::string scheme;  // "https"
  std::string host;
};
// `peer`: the other end of the connection. X-Forwarded-*, else Forwarded (RFC 7239), read from the end: the last
// address that is no named proxy is the client.
Sender sender_of(const Request& request, std::string_view peer, const std::vector<Network>& proxies);

}  // namespace assay::serve
