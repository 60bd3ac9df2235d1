// Calls of the API of GitHub or GitLab: with a token of the environment, or through the program gh, which has one of
// its own. A token is sent to the server it was made for and nowhere else, redirects are not followed, and no error
// holds it. One thread.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "forge/change.h"
#include "forge/place.h"
#include "os/cancel_token.h"
#include "os/http.h"

namespace assay::engine {

// GITHUB_TOKEN, GH_TOKEN, GITLAB_TOKEN, CI_JOB_TOKEN, and where they belong. Taken out of our environment when they are
// read, so that no command of a change can have them.
struct ForgeEnvironment {
  forge::Servers servers;
  std::string github_token;
  std::string gitlab_token;
  std::string job_token;
  std::string timeout;  // ASSAY_FORGE_TIMEOUT, as it is written; empty: not set
};
ForgeEnvironment take_forge_environment();
// A variable that a job is told something by, without blanks around it; empty: it is not set.
std::string job_variable(const char* name);

class ForgeConnection {
 public:
  // Error unavailable: no token for this place and no gh that is logged in; it says what to set.
  static Result<ForgeConnection> open(const forge::Place& place, const ForgeEnvironment& environment,
                                      const os::CancelToken* cancel);

  const forge::Place& place() const { return m_place; }

  // The body of an answer of 2xx; `what` begins the error otherwise. What fails on their side (5xx) is tried three
  // times.
  Result<std::string> get(std::string_view path, std::string_view what) const;
  // `again`: whether the same call twice does no harm.
  enum class Again { no, yes };
  Result<std::string> send(std::string_view method, std::string_view path, std::string_view body, Again again,
                           std::string_view what) const;
  // The pages of a list, each as its text. Error unavailable: more than fifty, for a part of a list decides nothing.
  Result<std::vector<std::string>> pages(std::string_view path, std::string_view what) const;
  // Of the last answer; 0: there was none.
  int last_status() const { return m_last_status; }
  // The name of whom the token belongs to.
  Result<std::string> user() const;

  // For git to fetch over https from this place: "NAME=value" of the environment of a call. Empty: nothing to add.
  std::vector<std::string> git_credentials(std::string_view remote_url) const;

 private:
  ForgeConnection() = default;
  Result<os::HttpAnswer> call(std::string_view method, std::string_view path, std::string_view body) const;
  Result<os::HttpAnswer> by_http(std::string_view method, std::string_view address, std::string_view body) const;
  Result<os::HttpAnswer> by_gh(std::string_view method, std::string_view path, std::string_view body) const;
  Error without_token(Error error) const;

  forge::Place m_place;
  std::string m_graphql;
  std::string m_token;  // empty: by gh
  std::string m_token_header;
  std::string m_web;                  // scheme and host of git and pages, as the token knows it
  std::chrono::seconds m_patience{};  // with one call
  const os::CancelToken* m_cancel = nullptr;
  mutable int m_last_status = 0;
};

// "HTTP/2.0 200 OK", headers, a blank line, a body: what `gh api --include` prints.
Result<os::HttpAnswer> read_included(std::string_view text);

}  // namespace assay::engine
