// Where a repository is hosted: which service, by which name, at which address its API answers. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::forge {

enum class Service { github, gitlab };
std::string_view name_of(Service service);                        // "github"
std::string_view words_for_change(Service service);               // "pull request", "merge request"
std::string reference_to(Service service, std::uint64_t number);  // "#7", "!7"

// What the environment says of services besides the public ones; empty: nothing.
struct Servers {
  std::string github_api;  // GITHUB_API_URL
  std::string github_web;  // GITHUB_SERVER_URL
  std::string gitlab_api;  // CI_API_V4_URL
  std::string gitlab_web;  // CI_SERVER_URL
};

struct Place {
  Service service = Service::github;
  std::string host;  // of its pages and of git: "github.com"; with a port where one is named
  std::string name;  // "owner/name", on GitLab with any number of groups
  std::string api;   // "https://api.github.com", no slash at the end
  friend bool operator==(const Place&, const Place&) = default;
};

// From the url of a remote (https://…, ssh://…, git@host:owner/name.git). Error not_found: no service that is known.
Result<Place> place_of_url(std::string_view url, const Servers& servers);
// From "owner/name" or a url, as a person names it. A bare name is on the service of the environment, else on GitHub.
Result<Place> place_named(std::string_view name, const Servers& servers);

// Scheme, host and port of an address: what a token is bound to. "https://api.github.com"
std::string origin_of(std::string_view url);
bool is_loopback(std::string_view origin);

}  // namespace assay::forge
