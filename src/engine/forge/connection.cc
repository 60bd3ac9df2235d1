#include "engine/forge/connection.h"

#include <chrono>
#include <cstdlib>

#include <boost/json.hpp>
#include <poll.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/redact.h"
#include "base/text.h"
#include "base/version.h"
#include "forge/calls.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::engine {

using forge::Service;

namespace {

constexpr std::uint64_t k_patience_s = 20;
constexpr std::uint64_t k_longest_patience_s = 600;
constexpr std::chrono::milliseconds k_pauses[] = {std::chrono::milliseconds(300), std::chrono::milliseconds(1200)};
constexpr std::uint64_t k_largest_answer = 16 << 20;
constexpr std::uint64_t k_most_pages = 50;

std::string taken(const char* name) {
  auto value = job_variable(name);
  ::unsetenv(name);
  return value;
}

Result<std::chrono::seconds> patience_in(const std::string& text) {
  if (text.empty()) return std::chrono::seconds(k_patience_s);
  const auto seconds = parse_uint(text);
  if (!seconds || *seconds == 0 || *seconds > k_longest_patience_s)
    return invalid_input(cat("ASSAY_FORGE_TIMEOUT is \"", printable(excerpt(text, 40)),
                             "\"; it takes seconds, from 1 to ", k_longest_patience_s));
  return std::chrono::seconds(*seconds);
}

std::string first_of(std::string a, std::string b) { return a.empty() ? b : a; }

// The addresses that a token of the environment is for.
std::string token_origin(Service service, const forge::Servers& servers) {
  const auto& own = service == Service::github ? servers.github_api : servers.gitlab_api;
  if (!own.empty()) return forge::origin_of(own);
  return service == Service::github ? "https://api.github.com" : "https://gitlab.com";
}

std::string web_of(const forge::Place& place, const forge::Servers& servers) {
  const auto& own = place.service == Service::github ? servers.github_web : servers.gitlab_web;
  const auto origin = forge::origin_of(own);
  return origin.ends_with(cat("/", place.host)) ? origin : cat("https://", place.host);
}

Error no_token(const forge::Place& place, const std::string& origin) {
  const bool is_github = place.service == Service::github;
  const auto what = is_github ? "GITHUB_TOKEN or GH_TOKEN, or install gh and log in (gh auth login)" : "GITLAB_TOKEN";
  const bool elsewhere = forge::origin_of(place.api) != origin;
  return unavailable(
      cat("there is no token for ", forge::origin_of(place.api), ", so ", place.name, " cannot be asked; set ", what,
          elsewhere ? cat(", with the address of its server in ", is_github ? "GITHUB_API_URL" : "CI_API_V4_URL")
                    : std::string()));
}

bool gh_is_there() { return os::find_program("gh", job_variable("PATH")).has_value(); }

bool failed_there(const Result<os::HttpAnswer>& answer) { return answer && answer->status >= 500; }

void pause(std::chrono::milliseconds time, const os::CancelToken* cancel) {
  pollfd wait{cancel != nullptr ? cancel->wake_fd() : -1, POLLIN, 0};
  ::poll(&wait, 1, static_cast<int>(time.count()));
}

}  // namespace

std::string job_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::string(trim(value)) : std::string();
}

ForgeEnvironment take_forge_environment() {
  ForgeEnvironment out;
  out.servers = {job_variable("GITHUB_API_URL"), job_variable("GITHUB_SERVER_URL"), job_variable("CI_API_V4_URL"),
                 job_variable("CI_SERVER_URL")};
  auto second = taken("GH_TOKEN");
  out.github_token = first_of(taken("GITHUB_TOKEN"), std::move(second));
  out.gitlab_token = taken("GITLAB_TOKEN");
  out.job_token = taken("CI_JOB_TOKEN");
  out.timeout = job_variable("ASSAY_FORGE_TIMEOUT");
  return out;
}

Result<ForgeConnection> ForgeConnection::open(const forge::Place& place, const ForgeEnvironment& environment,
                                              const os::CancelToken* cancel) {
  ForgeConnection out;
  out.m_place = place;
  out.m_cancel = cancel;
  TRY_ASSIGN(out.m_patience, patience_in(environment.timeout));
  out.m_web = web_of(place, environment.servers);
  const auto api = forge::origin_of(place.api);
  const auto origin = token_origin(place.service, environment.servers);
  if (place.service == Service::github) {
    out.m_graphql = first_of(job_variable("GITHUB_GRAPHQL_URL"),
                             place.api.ends_with("/v3") ? cat(place.api.substr(0, place.api.size() - 3), "/graphql")
                                                        : cat(place.api, "/graphql"));
    if (forge::origin_of(out.m_graphql) != api) out.m_graphql.clear();
  }
  if (api == origin) {
    out.m_token = place.service == Service::github ? environment.github_token
                                                   : first_of(environment.gitlab_token, environment.job_token);
    out.m_token_header = place.service == Service::github   ? "Authorization"
                         : environment.gitlab_token.empty() ? "JOB-TOKEN"
                                                            : "PRIVATE-TOKEN";
  }
  if (!out.m_token.empty()) {
    if (!api.starts_with("https://") && !forge::is_loopback(api))
      return invalid_input(cat("a token is not sent to ", api, ", which is not https"));
    return out;
  }
  if (place.service == Service::github && gh_is_there()) return out;
  return no_token(place, origin);
}

Error ForgeConnection::without_token(Error error) const {
  if (!m_token.empty()) error.message = replace_all(std::move(error.message), m_token, "[token]");
  return error;
}

Result<os::HttpAnswer> ForgeConnection::by_http(std::string_view method, std::string_view address,
                                                std::string_view body) const {
  os::HttpRequest request;
  request.method = method;
  request.url = address;
  const bool is_github = m_place.service == Service::github;
  request.headers = {{"Accept", is_github ? "application/vnd.github+json" : "application/json"},
                     {"User-Agent", cat("assay/", version())},
                     {m_token_header, is_github ? cat("Bearer ", m_token) : m_token}};
  if (is_github) request.headers.emplace_back("X-GitHub-Api-Version", "2022-11-28");
  if (!body.empty()) request.headers.emplace_back("Content-Type", "application/json");
  request.body = body;
  request.timeout = m_patience;
  request.most_body = k_largest_answer;
  return os::http(request, m_cancel);
}

Result<os::HttpAnswer> ForgeConnection::by_gh(std::string_view method, std::string_view path,
                                              std::string_view body) const {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-gh"));
  os::Command command;
  command.argv = {"gh", "api", "--include", "--hostname", m_place.host, "--method", std::string(method)};
  command.stdin_file = os::join_path(scratch.path(), "body.json");
  TRY(os::write_file(command.stdin_file, body));
  if (!body.empty()) command.argv.insert(command.argv.end(), {"--input", "-"});
  command.argv.emplace_back(path);
  command.timeout = m_patience;
  command.environment_changes = {"GH_PROMPT_DISABLED=1", "NO_COLOR=1", "GH_NO_UPDATE_NOTIFIER=1"};
  command.cancel = m_cancel;
  std::string errors;
  command.on_errors = [&](std::string_view more) { errors += more.substr(0, std::min<size_t>(more.size(), 4000)); };
  TRY_ASSIGN(const auto captured, os::capture(command, k_largest_answer));
  auto answer = read_included(captured.output);
  if (answer) return answer;
  if (captured.outcome.ended == os::Ended::timed_out)
    return unavailable(cat("gh did not answer within ", m_patience.count(), " s"));
  return unavailable(cat("gh could not ask: ", redact(excerpt(trim(errors), 300)),
                         "; log in with gh auth login, or set GITHUB_TOKEN"));
}

Result<os::HttpAnswer> ForgeConnection::call(std::string_view method, std::string_view path,
                                             std::string_view body) const {
  if (m_token.empty()) return by_gh(method, path, body);
  return by_http(method, path == "graphql" ? m_graphql : cat(m_place.api, "/", path), body);
}

Result<std::string> ForgeConnection::send(std::string_view method, std::string_view path, std::string_view body,
                                          Again again, std::string_view what) const {
  auto answer = call(method, path, body);
  for (const auto time : k_pauses) {
    if (again == Again::no || !failed_there(answer)) break;
    pause(time, m_cancel);
    answer = call(method, path, body);
  }
  m_last_status = answer ? answer->status : 0;
  if (!answer)
    return without_token({answer.error().code, cat(what, ": ", forge::origin_of(m_place.api),
                                                   " could not be asked: ", answer.error().message)});
  if (answer->status < 200 || answer->status >= 300) {
    return without_token(forge::refusal_of(
        {answer->status, answer->body, answer->header("retry-after"),
         first_of(std::string(answer->header("x-ratelimit-remaining")),
                  std::string(answer->header("ratelimit-remaining"))),
         first_of(std::string(answer->header("x-ratelimit-reset")), std::string(answer->header("ratelimit-reset"))),
         answer->header("location")},
        what, m_place));
  }
  if (answer->truncated) return unavailable(cat(what, ": the answer is longer than 16 MiB or was cut off"));
  return std::move(answer->body);
}

Result<std::string> ForgeConnection::get(std::string_view path, std::string_view what) const {
  return send("GET", path, {}, Again::yes, what);
}

Result<std::vector<std::string>> ForgeConnection::pages(std::string_view path, std::string_view what) const {
  std::vector<std::string> out;
  for (std::uint64_t page = 1; page <= k_most_pages; ++page) {
    TRY_ASSIGN(auto body, get(forge::page_of(path, page), what));
    TRY_ASSIGN(const auto list, parse_json(body, what));
    if (!list.is_array()) return corrupt(cat(what, ": a list is wanted"));
    const auto size = list.get_array().size();
    out.push_back(std::move(body));
    if (size < forge::k_page) return out;
  }
  return unavailable(cat(what, ": more than ", k_most_pages * forge::k_page, " entries"));
}

Result<std::string> ForgeConnection::user() const {
  constexpr std::string_view k_what = "asking whose token this is";
  auto answer = get("user", k_what);
  // Tokens of apps have no user; GraphQL knows the name under which they write.
  if (!answer && m_place.service == Service::github && !m_graphql.empty())
    answer = send("POST", "graphql", R"({"query":"query { viewer { login } }"})", Again::yes, k_what);
  if (!answer) return answer.error();
  return forge::read_user(*answer, m_place.service);
}

std::vector<std::string> ForgeConnection::git_credentials(std::string_view remote_url) const {
  if (m_token.empty() || forge::origin_of(remote_url) != m_web || contains(remote_url, "@")) return {};
  if (!m_web.starts_with("https://") && !forge::is_loopback(m_web)) return {};
  const auto user = m_place.service == Service::github ? "x-access-token:"
                    : m_token_header == "JOB-TOKEN"    ? "gitlab-ci-token:"
                                                       : "oauth2:";
  // The whole address makes it outrank what the configuration says for the server.
  return {"GIT_CONFIG_COUNT=1", cat("GIT_CONFIG_KEY_0=http.", remote_url, ".extraheader"),
          cat("GIT_CONFIG_VALUE_0=Authorization: Basic ", to_base64(cat(user, m_token)))};
}

Result<os::HttpAnswer> read_included(std::string_view text) {
  const auto no_answer = [] { return corrupt("gh printed no answer"); };
  if (!text.starts_with("HTTP/")) return no_answer();
  os::HttpAnswer out;
  const size_t space = text.find(' ');
  const auto status = space == std::string_view::npos ? std::nullopt : parse_uint(text.substr(space + 1, 3));
  if (!status || *status < 100) return no_answer();
  out.status = static_cast<int>(*status);
  bool first = true;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return no_answer();
    const auto line = trim(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (line.empty()) break;
    const size_t colon = line.find(':');
    if (!first && colon != std::string_view::npos)
      out.headers.emplace_back(lower(trim(line.substr(0, colon))), trim(line.substr(colon + 1)));
    first = false;
  }
  out.body = text;
  return out;
}

}  // namespace assay::engine
