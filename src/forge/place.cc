#include "forge/place.h"

#include "base/text.h"

namespace assay::forge {

namespace {

constexpr std::string_view k_public_github = "github.com";
constexpr std::string_view k_public_gitlab = "gitlab.com";
constexpr size_t k_longest_name = 300;

std::string_view after_scheme(std::string_view url) {
  const size_t at = url.find("://");
  return at == std::string_view::npos ? std::string_view() : url.substr(at + 3);
}

// "github.com:8443" of "https://user@github.com:8443/x"
std::string_view authority_of(std::string_view url) {
  const auto rest = after_scheme(url);
  const auto authority = rest.substr(0, rest.find('/'));
  return authority.substr(authority.find('@') == std::string_view::npos ? 0 : authority.rfind('@') + 1);
}

std::string trimmed(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  return std::string(url);
}

bool is_name_part(std::string_view part) {
  if (part.empty() || part == "." || part == ".." || part.starts_with('-')) return false;
  for (const char c : part) {
    if (!is_alnum(c) && c != '-' && c != '_' && c != '.') return false;
  }
  return true;
}

Result<std::string> checked_name(std::string_view name, Service service) {
  if (name.ends_with(".git")) name.remove_suffix(4);
  const auto parts = split(name, '/');
  bool fits = name.size() <= k_longest_name && parts.size() >= 2 && (service == Service::gitlab || parts.size() == 2);
  for (const auto part : parts) fits = fits && is_name_part(part);
  if (fits) return std::string(name);
  return invalid_input(cat("\"", excerpt(name, 80), "\" is not the name of a repository; give it as owner/name"));
}

// Whether the service that the environment names is the one at this host. `own`: its page or its API.
bool is_at(std::string_view host, std::string_view web, std::string_view api) {
  return !host.empty() && (host == authority_of(web) || (web.empty() && host == authority_of(api)));
}

Result<Place> place_at(std::string_view host, std::string_view name, const Servers& servers) {
  Place out;
  out.host = lower(host);
  if (out.host == k_public_github || is_at(out.host, servers.github_web, servers.github_api)) {
    out.service = Service::github;
    const bool named = is_at(out.host, servers.github_web, servers.github_api) ||
                       (servers.github_web.empty() && !servers.github_api.empty());
    out.api = named && !servers.github_api.empty() ? trimmed(servers.github_api)
              : out.host == k_public_github        ? "https://api.github.com"
                                                   : cat("https://", out.host, "/api/v3");
  } else if (out.host == k_public_gitlab || is_at(out.host, servers.gitlab_web, servers.gitlab_api)) {
    out.service = Service::gitlab;
    const bool named = is_at(out.host, servers.gitlab_web, servers.gitlab_api) ||
                       (servers.gitlab_web.empty() && !servers.gitlab_api.empty());
    out.api = named && !servers.gitlab_api.empty() ? trimmed(servers.gitlab_api) : cat("https://", out.host, "/api/v4");
  } else {
    return not_found(cat(excerpt(out.host, 80),
                         " is not known as GitHub or GitLab; for a server of your own set GITHUB_SERVER_URL and "
                         "GITHUB_API_URL, or CI_SERVER_URL and CI_API_V4_URL"));
  }
  TRY_ASSIGN(out.name, checked_name(name, out.service));
  return out;
}

}  // namespace

std::string_view name_of(Service service) { return service == Service::github ? "github" : "gitlab"; }
std::string_view words_for_change(Service service) {
  return service == Service::github ? "pull request" : "merge request";
}
std::string reference_to(Service service, std::uint64_t number) {
  return cat(service == Service::github ? '#' : '!', number);
}

std::string origin_of(std::string_view url) {
  const size_t at = url.find("://");
  if (at == std::string_view::npos) return {};
  return lower(cat(url.substr(0, at), "://", authority_of(url)));
}

bool is_loopback(std::string_view origin) {
  const auto authority = authority_of(origin);
  if (authority.starts_with("[::1]")) return true;
  const auto host = authority.substr(0, authority.find(':'));
  return host == "127.0.0.1" || host == "localhost";
}

Result<Place> place_of_url(std::string_view url, const Servers& servers) {
  const auto rest = after_scheme(url);
  if (!rest.empty()) {
    const size_t slash = rest.find('/');
    auto host = authority_of(url);
    // The port of ssh says nothing of the pages.
    if (url.starts_with("ssh://")) host = host.substr(0, host.find(':'));
    return place_at(host, slash == std::string_view::npos ? "" : std::string_view(trimmed(rest.substr(slash + 1))),
                    servers);
  }
  const size_t colon = url.find(':');
  const auto before = url.substr(0, colon);
  if (colon == std::string_view::npos || before.find('/') != std::string_view::npos)
    return not_found(cat("the remote ", excerpt(url, 120), " is not on GitHub or GitLab; name it with --repo"));
  const size_t at = before.rfind('@');
  return place_at(before.substr(at == std::string_view::npos ? 0 : at + 1), url.substr(colon + 1), servers);
}

Result<Place> place_named(std::string_view name, const Servers& servers) {
  if (contains(name, "://") || contains(name, ":")) return place_of_url(name, servers);
  const auto host_of = [](std::string_view web, std::string_view api, std::string_view otherwise) {
    const auto host = authority_of(web.empty() ? api : web);
    return host.empty() || host == "api.github.com" ? std::string(otherwise) : std::string(host);
  };
  const bool is_gitlab = servers.github_api.empty() && !servers.gitlab_api.empty();
  return place_at(is_gitlab ? host_of(servers.gitlab_web, servers.gitlab_api, k_public_gitlab)
                            : host_of(servers.github_web, servers.github_api, k_public_github),
                  name, servers);
}

}  // namespace assay::forge
