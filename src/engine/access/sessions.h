// Browsers that are logged in, and the links that log one in. A session is a random id in a cookie, a link a random
// code in an address; the file holds their hashes alone, so who can read it cannot come in. Both belong to a key
// (engine/access/keyring.h) and end with it.
//
// The file is the only place that knows sessions: several servers of one repository, and `assay token`, share it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/access/keyring.h"

namespace assay::engine {

constexpr std::int64_t k_session_ms = 14 * k_access_day_ms;      // from login, whatever is done
constexpr std::int64_t k_idle_ms = 4 * k_access_day_ms;          // without a request
constexpr std::int64_t k_link_ms = std::int64_t{10} * 60'000;    // for a login link
constexpr std::int64_t k_coarse_ms = std::int64_t{60} * 60'000;  // how exactly the last use is kept

struct Session {
  std::string id;    // "session-…", for people; it opens nothing
  std::string key;   // the id of the key it was opened with
  std::string hash;  // SHA-256 of what the cookie holds
  Time created_at;
  Time used_at;  // within an hour
  Time ends_at;  // at the latest
};

struct LoginLink {
  std::string key;
  std::string hash;  // SHA-256 of its code
  Time ends_at;
  std::optional<Time> used_at = {};
};

// When it ends if nothing more is done with it.
Time end_of(const Session& session);

// One state of the file. A value.
class Sessions {
 public:
  const std::vector<Session>& all() const { return m_sessions; }

  // Those that hold.
  const Session* by_cookie(std::string_view cookie, Time now) const;
  const Session* by_id(std::string_view id, Time now) const;

  // Opens one and gives what the cookie is to hold, which is kept nowhere.
  struct Opened {
    std::string cookie;
    Session session;
  };
  Opened open(const std::string& key, Time now);
  void use(std::string_view id, Time now);
  // By id of a session, or of its key: then its links go too. How many sessions went.
  size_t end(std::string_view which);
  size_t end_all();

  // The code of a new link.
  std::string make_link(const std::string& key, Time now);
  enum class Link { good, used, late, unknown };
  struct Redeemed {
    Link link = Link::unknown;
    std::string key;  // of a good one
  };
  Redeemed look_at(std::string_view code, Time now) const;
  // The same; a good link is used by this.
  Redeemed redeem(std::string_view code, Time now);

 private:
  friend class SessionFile;
  void drop_ended(Time now);
  std::vector<Session> m_sessions;
  std::vector<LoginLink> m_links;
};

// Where they are kept: 0600, replaced as a whole, changed by one process at a time.
class SessionFile {
 public:
  explicit SessionFile(std::string folder) : m_folder(std::move(folder)) {}

  std::string path() const;
  // Empty when there is no file yet. Refused when others than its owner can read or write it.
  Result<Sessions> load() const;
  // Loads, lets `change` change it, and saves. Nobody else changes it meanwhile.
  template <class Change>
  Result<void> change(Time now, Change change) const {
    TRY_ASSIGN(const auto held, lock());
    TRY_ASSIGN(auto sessions, load());
    change(sessions);
    return save(sessions, now);
  }

 private:
  Result<os::Lock> lock() const;
  Result<void> save(Sessions& sessions, Time now) const;
  std::string m_folder;
};

}  // namespace assay::engine
