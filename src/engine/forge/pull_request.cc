// The order matters: what is judged is fixed by the id of a commit before anything is fetched, the settings come from
// the branch that the change goes to as it is now (who opens a pull request chooses where it parted from that branch),
// the tokens are out of our environment before a command of the change runs, and whether the head moved is asked after
// it.
#include "engine/forge/pull_request.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/commit_check.h"
#include "engine/forge/fetched_change.h"
#include "engine/forge/posting.h"
#include "forge/calls.h"
#include "forge/event.h"
#include "git/remote.h"
#include "os/files.h"

namespace assay::engine {

using forge::Change;
using forge::Event;
using forge::Place;
using forge::Service;

namespace {

constexpr std::uint64_t k_largest_event = 32 << 20;
constexpr size_t k_message_bytes = 32 << 10;

// As it was named, else as the CI job says, else by the remote.
Result<Place> place_for(const git::Repository& repository, const std::string& named, bool of_this_job,
                        const forge::Servers& servers) {
  if (!named.empty()) return forge::place_named(named, servers);
  for (const char* name : {"GITHUB_REPOSITORY", "CI_MERGE_REQUEST_PROJECT_PATH", "CI_PROJECT_PATH"}) {
    if (of_this_job && !job_variable(name).empty()) return forge::place_named(job_variable(name), servers);
  }
  const auto remotes = repository.ask({"remote"});
  const auto first = remotes ? trim(std::string_view(remotes->output).substr(0, remotes->output.find('\n'))) : "";
  const auto has_origin = git::url_of_remote(repository, "origin").has_value();
  const auto url = git::url_of_remote(repository, has_origin ? "origin" : first);
  if (!url)
    return not_found("this repository has no remote that says where it is hosted; name it with --repo owner/name");
  return forge::place_of_url(*url, servers);
}

Result<Change> read_by_api(const ForgeConnection& connection, std::uint64_t number) {
  const auto& place = connection.place();
  const auto what = cat("reading ", forge::words_for_change(place.service), " ", number, " of ", place.name);
  TRY_ASSIGN(const auto text, connection.get(forge::change_path(place, number), what));
  return forge::read_change(text, place, number);
}

Result<Event> event_of_job(const Place& place) {
  if (place.service == Service::github) {
    const auto file = job_variable("GITHUB_EVENT_PATH");
    if (file.empty())
      return invalid_input(
          "GITHUB_EVENT_PATH is not set: --pr without a number is for jobs of GitHub Actions and GitLab CI; name the "
          "pull "
          "request with --pr N");
    TRY_ASSIGN(const auto text, os::read_file(file, k_largest_event));
    return forge::read_event(job_variable("GITHUB_EVENT_NAME"), text, place);
  }
  return forge::event_of(
      {job_variable("CI_MERGE_REQUEST_IID"), job_variable("CI_MERGE_REQUEST_TITLE"),
       job_variable("CI_MERGE_REQUEST_DESCRIPTION"), job_variable("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"),
       job_variable("CI_COMMIT_SHA"), job_variable("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
       job_variable("CI_MERGE_REQUEST_DIFF_BASE_SHA"), job_variable("CI_MERGE_REQUEST_SOURCE_PROJECT_ID"),
       job_variable("CI_MERGE_REQUEST_PROJECT_ID"), job_variable("CI_MERGE_REQUEST_PROJECT_URL")});
}

Result<void> refuse_what_is_over(const Place& place, const Change& change) {
  if (change.state == forge::State::open) return {};
  return conflict(cat(forge::words_for_change(place.service), " ", change.number, " of ", place.name, " is ",
                      change.state == forge::State::merged ? "merged" : "closed",
                      ", so nothing is judged and nothing is posted; to look at its commit, fetch it and run assay "
                      "check --base ",
                      change.base_branch));
}

std::string messages_of(const git::Repository& repository, const FetchedChange& fetched) {
  const auto log =
      repository.ask({"log", "--reverse", "--format=%B", "-n", "100", cat(fetched.merge_base, "..", fetched.head)});
  return log && log->ok() ? excerpt(trim(log->output), k_message_bytes) : std::string();
}

Result<forge::Issue> read_issue_by_api(const ForgeConnection& connection, std::uint64_t number) {
  const auto& place = connection.place();
  TRY_ASSIGN(const auto text,
             connection.get(forge::issue_path(place, number), cat("reading issue ", number, " of ", place.name)));
  return forge::read_issue(text, place, number);
}

class PullRequestCheck {
 public:
  PullRequestCheck(const git::Repository& repository, const ForgeRequest& request, const OnProgress& notice)
      : m_repository(repository), m_request(request), m_notice(notice), m_environment(take_forge_environment()) {}

  Result<ForgeResult> run() {
    TRY_ASSIGN(m_place, place_for(m_repository, m_request.repository, m_request.of_this_job, m_environment.servers));
    TRY(connect());
    TRY(find_change());
    if (!m_event.why_nothing.empty()) return conflict(cat(m_event.why_nothing, ", so nothing is judged"));
    TRY(refuse_what_is_over(m_place, m_event.change));
    TRY_ASSIGN(const auto remote, remote_of(m_repository, m_place, m_environment.servers));
    TRY_ASSIGN(const auto fetched, fetch(remote));
    TRY_ASSIGN(const auto task, task_for(fetched));
    ForgeResult out;
    TRY_ASSIGN(out.result, judge(fetched, task));
    auto account = account_of(fetched);
    look_again(account);
    if (m_request.posts) {
      if (const auto posted = post(out.result, account); !posted) {
        account.notes.push_back(cat("not posted: ", posted.error().message));
        out.not_posted = posted.error();
      }
    }
    out.result.check.pull_request = std::move(account);
    return out;
  }

 private:
  // A job knows what it was started for without asking anybody.
  Result<void> connect() {
    auto connection = ForgeConnection::open(m_place, m_environment, m_request.check.cancel);
    if (connection) {
      m_connection = std::move(*connection);
    } else if (!m_request.of_this_job) {
      return connection.error();
    } else {
      m_no_connection = connection.error();
    }
    return {};
  }
  const ForgeConnection* connection() const { return m_connection ? &*m_connection : nullptr; }

  Result<void> find_change() {
    if (m_request.of_this_job) {
      TRY_ASSIGN(m_event, event_of_job(m_place));
      return {};
    }
    TRY_ASSIGN(m_event.change, read_by_api(*m_connection, m_request.number));
    return {};
  }

  // Between asking and fetching the head may move, and a branch may get another name: asked once more then.
  Result<FetchedChange> fetch(const std::string& remote) {
    auto fetched = fetch_change(m_repository, remote, m_event, connection());
    const bool is_change = m_event.trigger == forge::Trigger::change;
    if (fetched || !is_change || connection() == nullptr) return fetched;
    const auto now = read_by_api(*m_connection, m_event.change.number);
    if (!now) return fetched;
    const bool has_moved = now->head != m_event.change.head;
    if (!has_moved && now->base_branch == m_event.change.base_branch) return fetched;
    if (has_moved && m_request.of_this_job) return fetched;  // a job of the newer commit will come
    m_event.change = *now;
    TRY(refuse_what_is_over(m_place, m_event.change));
    return fetch_change(m_repository, remote, m_event, connection());
  }

  Result<std::string> task_for(const FetchedChange& fetched) {
    auto change = m_event.change;
    if (m_event.trigger != forge::Trigger::change) change.body = messages_of(m_repository, fetched);
    const auto& numbers = m_request.issues;
    std::vector<forge::Issue> issues;
    for (const auto number : numbers) {
      if (connection() == nullptr) return *m_no_connection;
      TRY_ASSIGN(auto issue, read_issue_by_api(*m_connection, number));
      issues.push_back(std::move(issue));
    }
    for (const auto number : forge::closed_issues(cat(change.title, "\n", change.body), m_place)) {
      const bool is_named = std::find(numbers.begin(), numbers.end(), number) != numbers.end();
      if (connection() == nullptr || is_named) continue;
      const auto issue = read_issue_by_api(*m_connection, number);
      if (issue)
        issues.push_back(*issue);
      else
        m_notes.push_back(cat("not part of the task: ", issue.error().message));
    }
    auto task = forge::task_of(change, issues);
    if (m_request.check.intent) task = cat(trim(*m_request.check.intent), "\n\n", task);
    return task;
  }

  Result<WorkspaceResult> judge(const FetchedChange& fetched, const std::string& task) {
    auto request = m_request.check;
    request.intent = task;
    request.policy_commit = fetched.policy;
    request.sandbox_otherwise = SandboxMode::on;
    if (m_request.of_this_job) request.fail_on_otherwise = FailOn::conditional;
    TRY_ASSIGN(auto out, check_commit(m_repository, fetched.merge_base, fetched.head, std::move(request), m_notice));
    // It was judged in a repository of its own, whose commits nobody knows.
    if (auto& run = out.check.run) {
      run->base_ref = m_event.change.base_branch;
      run->base_commit = fetched.merge_base;
      run->head_ref = git::short_id(fetched.head);
      run->head_commit = fetched.head;
    }
    return out;
  }

  model::PullRequest account_of(const FetchedChange& fetched) {
    const auto& change = m_event.change;
    model::PullRequest out;
    out.service = forge::name_of(m_place.service);
    out.repository = m_place.name;
    out.number = change.number;
    out.url = change.url;
    out.head_commit = fetched.head;
    out.base_branch = change.base_branch;
    out.policy_commit = fetched.policy;
    out.merge_base = fetched.merge_base;
    out.from_fork = change.from_fork;
    out.notes = m_notes;
    return out;
  }

  void look_again(model::PullRequest& account) {
    if (m_event.change.number == 0 || connection() == nullptr) return;
    const auto now = read_by_api(*m_connection, m_event.change.number);
    if (!now) {
      account.notes.push_back(cat("whether it moved meanwhile is not known: ", now.error().message));
    } else if (now->head != account.head_commit) {
      account.moved_to = now->head;
      account.notes.push_back(cat("it moved to ", git::short_id(now->head), " meanwhile; this verdict is on ",
                                  git::short_id(account.head_commit), " alone, check it again"));
    } else if (now->base_branch != account.base_branch) {
      m_goes_elsewhere = now->base_branch;
      account.notes.push_back(cat("it goes to ", now->base_branch, " now; check it again"));
    }
  }

  Result<void> post(const WorkspaceResult& result, model::PullRequest& account) {
    // A status says nothing of the branch that it was measured against.
    if (!m_goes_elsewhere.empty())
      return conflict(cat("it was judged for ", account.base_branch, " and goes to ", m_goes_elsewhere, " now"));
    if (connection() != nullptr) return post_verdict(*m_connection, m_event.change, result, account);
    if (!m_event.change.from_fork) return *m_no_connection;
    account.notes.emplace_back("not posted: jobs of forks have no token");
    return {};
  }

  const git::Repository& m_repository;
  const ForgeRequest& m_request;
  const OnProgress& m_notice;
  ForgeEnvironment m_environment;
  Place m_place;
  std::optional<ForgeConnection> m_connection;
  std::optional<Error> m_no_connection;
  Event m_event;
  std::string m_goes_elsewhere;
  std::vector<std::string> m_notes;
};

}  // namespace

Result<ForgeResult> check_pull_request(const git::Repository& repository, const ForgeRequest& request,
                                       const OnProgress& notice) {
  return PullRequestCheck(repository, request, notice).run();
}

Result<std::string> text_of_issues(const git::Repository& repository, const std::string& named,
                                   const std::vector<std::uint64_t>& issues, const os::CancelToken* cancel) {
  const auto environment = take_forge_environment();
  TRY_ASSIGN(const auto place, place_for(repository, named, false, environment.servers));
  TRY_ASSIGN(const auto connection, ForgeConnection::open(place, environment, cancel));
  std::vector<forge::Issue> read;
  for (const auto number : issues) {
    TRY_ASSIGN(auto issue, read_issue_by_api(connection, number));
    read.push_back(std::move(issue));
  }
  return std::string(trim(forge::task_of({}, read)));
}

}  // namespace assay::engine
