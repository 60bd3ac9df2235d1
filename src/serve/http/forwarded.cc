#include "serve/http/forwarded.h"

#include <algorithm>

#include <arpa/inet.h>

#include "base/text.h"

namespace assay::serve {

namespace {

constexpr std::array<unsigned char, 12> k_v4_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr size_t k_most_hops = 64;

// All headers of that name as one list, as HTTP has it.
std::string joined(const Request& request, std::string_view name) {
  std::string out;
  for (const auto& header : request.headers) {
    if (header.name == name) out += cat(out.empty() ? "" : ",", header.value);
  }
  return out;
}

// "192.0.2.1:4711" and "[2001:db8::1]:4711" without the port.
std::string_view without_port(std::string_view text) {
  if (text.starts_with('[')) return text.substr(0, text.find(']') + 1);
  const size_t colon = text.find(':');
  const bool one = colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos;
  return one ? text.substr(0, colon) : text;
}

std::string_view unquoted(std::string_view text) {
  text = trim(text);
  return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

// Cut at separators that do not stand in quotes, the last piece first. Quotes pair up from the end: what stands there
// is a named proxy's, and a quote that the client left open before it must not swallow it.
std::vector<std::string_view> pieces_from_end(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  bool quoted = false;
  size_t end = text.size();
  for (size_t i = text.size(); i > 0; --i) {
    const char c = text[i - 1];
    if (c == '"') quoted = !quoted;
    if (c != separator || quoted) continue;
    out.push_back(text.substr(i, end - i));
    end = i - 1;
  }
  out.push_back(text.substr(0, end));
  return out;
}

std::string_view last_of(std::string_view list) {
  const size_t comma = list.rfind(',');
  return trim(comma == std::string_view::npos ? list : list.substr(comma + 1));
}

struct Hop {
  std::string_view address, scheme, host;
};

// The last one first, as they are asked.
std::vector<Hop> hops_of(std::string_view forwarded) {
  std::vector<Hop> out;
  for (const auto element : pieces_from_end(forwarded, ',')) {
    Hop hop;
    for (const auto pair : pieces_from_end(element, ';')) {
      const size_t equals = pair.find('=');
      if (equals == std::string_view::npos) continue;
      const auto name = trim(pair.substr(0, equals)), value = unquoted(pair.substr(equals + 1));
      if (iequals(name, "for")) hop.address = value;
      if (iequals(name, "proto")) hop.scheme = value;
      if (iequals(name, "host")) hop.host = value;
    }
    out.push_back(hop);
  }
  return out;
}

bool is_named(const std::vector<Network>& proxies, const IpAddress& address) {
  return std::any_of(proxies.begin(), proxies.end(), [&](const Network& each) { return each.holds(address); });
}

// `hops`: the last one first. Back to the first that is no proxy of ours. One that cannot be read ends it: what stands
// before it may be anybody's.
const Hop* client_of(const std::vector<Hop>& hops, const std::vector<Network>& proxies, std::string& address) {
  const Hop* at = nullptr;
  for (size_t i = 0; i < hops.size() && i < k_most_hops; ++i) {
    const auto read = IpAddress::read(without_port(trim(hops[i].address)));
    if (!read) return at;
    at = &hops[i];
    address = read->text();
    if (!is_named(proxies, *read)) return at;
  }
  return at;
}

}  // namespace

std::optional<IpAddress> IpAddress::read(std::string_view text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  const std::string copy(text.substr(0, text.find('%')));
  IpAddress out;
  if (copy.find('\0') != std::string::npos) return std::nullopt;
  if (::inet_pton(AF_INET6, copy.c_str(), out.m_bytes.data()) == 1) return out;
  if (::inet_pton(AF_INET, copy.c_str(), out.m_bytes.data() + k_v4_prefix.size()) != 1) return std::nullopt;
  std::copy(k_v4_prefix.begin(), k_v4_prefix.end(), out.m_bytes.begin());
  return out;
}

bool IpAddress::is_v4() const { return std::equal(k_v4_prefix.begin(), k_v4_prefix.end(), m_bytes.begin()); }

bool IpAddress::is_loopback() const { return is_v4() ? m_bytes[12] == 127 : text() == "::1"; }

IpAddress IpAddress::network(unsigned bits) const {
  IpAddress out = *this;
  const unsigned whole = bits + (is_v4() ? 96 : 0);
  for (unsigned i = 0; i < out.m_bytes.size(); ++i) {
    const unsigned kept = whole <= i * 8 ? 0 : std::min(8U, whole - i * 8);
    out.m_bytes[i] &= static_cast<unsigned char>(0xff00U >> kept);
  }
  return out;
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (is_v4()) {
    ::inet_ntop(AF_INET, m_bytes.data() + k_v4_prefix.size(), out.data(), out.size());
  } else {
    ::inet_ntop(AF_INET6, m_bytes.data(), out.data(), out.size());
  }
  return out.data();
}

bool Network::holds(const IpAddress& other) const {
  return address.is_v4() == other.is_v4() && other.network(bits) == address.network(bits);
}

Result<Network> network_named(std::string_view text) {
  const size_t slash = text.find('/');
  const auto address = IpAddress::read(text.substr(0, slash));
  const unsigned most = address && address->is_v4() ? 32 : 128;
  const auto bits =
      slash == std::string_view::npos ? std::optional<std::uint64_t>(most) : parse_uint(text.substr(slash + 1));
  if (!address || !bits || *bits > most) {
    return invalid_input(cat("--proxy takes an address such as 10.0.0.7 or 10.0.0.0/24, not ", excerpt(text, 60)));
  }
  return Network{*address, static_cast<unsigned>(*bits)};
}

std::string client_network(std::string_view address) {
  const auto read = IpAddress::read(address);
  if (!read) return std::string(address);
  return read->is_v4() ? read->text() : read->network(64).text();
}

Sender sender_of(const Request& request, std::string_view peer, const std::vector<Network>& proxies) {
  Sender out;
  const auto from = IpAddress::read(peer);
  if (!from || !is_named(proxies, *from)) return out;
  out.by_proxy = true;
  const auto addresses = joined(request, "x-forwarded-for"), schemes = joined(request, "x-forwarded-proto"),
             hosts = joined(request, "x-forwarded-host");
  if (!addresses.empty() || !schemes.empty() || !hosts.empty()) {
    std::vector<Hop> hops;
    for (const auto each : pieces_from_end(addresses, ',')) hops.push_back({each, {}, {}});
    client_of(hops, proxies, out.address);
    out.scheme = lower(last_of(schemes));
    out.host = std::string(last_of(hosts));
    return out;
  }
  const auto forwarded = joined(request, "forwarded");
  if (forwarded.empty()) return out;
  const auto hops = hops_of(forwarded);
  if (const Hop* hop = client_of(hops, proxies, out.address)) {
    out.scheme = lower(hop->scheme);
    out.host = std::string(hop->host);
  }
  return out;
}

}  // namespace assay::serve
