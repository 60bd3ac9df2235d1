#include "engine/forge/fetched_change.h"

#include <algorithm>

#include <unistd.h>

#include "base/text.h"
#include "git/remote.h"

namespace assay::engine {

namespace {

// Where fetched commits are held while they are judged, one name for each process.
class HeldRefs {
 public:
  explicit HeldRefs(const git::Repository& repository) : m_repository(repository) {}
  ~HeldRefs() {
    for (const auto& ref : m_refs) (void)m_repository.ask({"update-ref", "-d", ref});
  }
  HeldRefs(const HeldRefs&) = delete;
  HeldRefs& operator=(const HeldRefs&) = delete;

  std::string add(std::string_view what) {
    return m_refs.emplace_back(cat("refs/assay/forge/", static_cast<std::uint64_t>(::getpid()), "/", what));
  }

 private:
  const git::Repository& m_repository;
  std::vector<std::string> m_refs;
};

class Fetching {
 public:
  Fetching(const git::Repository& repository, std::string remote, const ForgeConnection* connection)
      : m_repository(repository), m_remote(std::move(remote)), m_held(repository) {
    const auto url = git::url_of_remote(repository, m_remote);
    if (url && connection != nullptr) m_environment = connection->git_credentials(*url);
  }

  Result<std::string> fetch(std::string_view ref, std::string_view what) {
    return git::fetch_ref(m_repository, {m_remote, std::string(ref), m_held.add(what), m_environment});
  }

  // By its id; by the ref that the service keeps for it, when it is not here; by its id again.
  Result<void> bring(const std::string& commit, const std::string& ref) {
    TRY_ASSIGN(auto there, m_repository.find_commit(commit));
    if (there) return {};
    std::string why;
    for (const auto& from : {ref, commit}) {
      if (from.empty()) continue;
      if (const auto brought = fetch(from, from == commit ? "commit" : "head"); !brought) why = brought.error().message;
      TRY_ASSIGN(there, m_repository.find_commit(commit));
      if (there) return {};
    }
    return conflict(cat("the commit ", git::short_id(commit), " cannot be fetched from ", m_remote, " any more (",
                        excerpt(why.empty() ? std::string("another commit is there now") : why, 300),
                        "); it may have been replaced by a force-push: check again"));
  }

 private:
  const git::Repository& m_repository;
  std::string m_remote;
  HeldRefs m_held;
  std::vector<std::string> m_environment;
};

Error nothing_in_common(const git::Repository& repository, const std::string& head, const std::string& branch) {
  const auto shallow = repository.ask({"rev-parse", "--is-shallow-repository"});
  const bool is_shallow = shallow && trim(shallow->output) == "true";
  return not_found(cat("the commit ", git::short_id(head), " and ", branch, " have no commit in common",
                       is_shallow ? " in this shallow clone; fetch all of it (fetch-depth: 0, GIT_DEPTH: 0, or git "
                                    "fetch --unshallow)"
                                  : ", so there is nothing to measure the change against"));
}

}  // namespace

Result<FetchedChange> fetch_change(const git::Repository& repository, const std::string& remote,
                                   const forge::Event& event, const ForgeConnection* connection) {
  const auto& change = event.change;
  Fetching fetching(repository, remote, connection);
  FetchedChange out;
  out.head = change.head;
  TRY(fetching.bring(change.head, change.head_ref));
  // Of a merge group and of a push to the default branch the service says itself what came before.
  const bool base_is_named = event.trigger != forge::Trigger::change && !change.base.empty();
  if (base_is_named) {
    TRY(fetching.bring(change.base, {}));
    out.policy = change.base;
  } else {
    TRY_ASSIGN(out.policy, fetching.fetch(cat("refs/heads/", change.base_branch), "base"));
  }
  TRY_ASSIGN(const auto base, repository.ask({"merge-base", out.policy, out.head}));
  out.merge_base = trim(base.output);
  if (!base.ok() || out.merge_base.empty()) return nothing_in_common(repository, out.head, change.base_branch);
  return out;
}

Result<std::string> remote_of(const git::Repository& repository, const forge::Place& place,
                              const forge::Servers& servers) {
  TRY_ASSIGN(const auto text, repository.run({"remote"}));
  std::vector<std::string> names;
  for (const auto line : split_lines(text)) names.emplace_back(line);
  if (names.empty()) return not_found("this repository has no remote to fetch from; add one with git remote add");
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name == "origin"; });
  // A remote that is on no service may be a copy of any repository. One that is another repository there is not: its
  // branches belong to somebody else, and so would the settings that are read from them.
  std::string mirror;
  for (const auto& name : names) {
    const auto url = git::url_of_remote(repository, name);
    const auto there = url ? forge::place_of_url(*url, servers) : Result<forge::Place>(url.error());
    if (there && there->host == place.host && iequals(there->name, place.name)) return name;
    if (!there && (name == "origin" || names.size() == 1)) mirror = name;
  }
  if (!mirror.empty()) return mirror;
  return not_found(cat("no remote of this repository is ", place.name, "; add it with git remote add"));
}

}  // namespace assay::engine
