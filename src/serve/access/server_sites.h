// The names and addresses under which this server is reached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::serve {

struct Site {
  std::string host;       // "127.0.0.1:7411", "assay.example.com"
  std::string origin;     // "http://127.0.0.1:7411", "https://assay.example.com"
  std::string base = {};  // "/assay" for one that is reached below a path; else empty
  bool secure = false;    // https
};

struct ServerSites {
  std::vector<Site> sites;  // those of --url first
  std::string cookie;       // its name: cookies do not tell ports apart
  size_t named = 0;         // how many of the sites are from --url

  const Site* at_host(std::string_view host) const;
  bool has_origin(std::string_view origin) const;
  // The path that this target lies below; empty when it lies below none.
  std::string_view base_of(std::string_view target) const;
};

// `addresses`: those people use, "https://assay.example.com/tools". Error: not an address.
Result<ServerSites> server_sites_of(std::string_view bound, std::uint16_t port,
                                    const std::vector<std::string>& addresses);

// "https://assay.example.com/tools", without a slash at its end.
std::string address_of(const Site& site);

// Whether it is wise to listen there: the server speaks no TLS itself. Error: other machines would send tokens in
// clear text, and nobody said that this is meant. The text is a warning, or empty.
enum class PlainText { refused, allowed };
Result<std::string> exposure_of(std::string_view bound, const std::vector<std::string>& addresses, PlainText plain);

}  // namespace assay::serve
