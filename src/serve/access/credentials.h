// The keys and sessions as this server knows them. Both files may be changed by commands and by other servers at any
// time; before each answer it is looked whether they are still the ones that were read (two calls of stat), so that a
// new token opens, and a revoked one or an ended session is refused, at once. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "engine/access/keyring.h"
#include "engine/access/sessions.h"
#include "os/files.h"

namespace assay::serve {

using engine::k_access_day_ms;
using engine::k_coarse_ms;
using engine::k_session_ms;
using engine::Keyring;
using engine::KeyringFile;
using engine::Role;
using engine::Session;
using engine::SessionFile;
using engine::Sessions;
using engine::Visitor;

class Credentials {
 public:
  // `folder`: the user's state folder for this repository.
  Credentials(const std::string& folder, Clock& clock) : m_keys_file(folder), m_sessions_file(folder), m_clock(clock) {}

  // Error: a file is there and cannot be used. Later on such a file leaves things as they were.
  Result<void> load();

  std::optional<Visitor> by_token(std::string_view token);
  std::optional<Visitor> by_cookie(std::string_view cookie);
  // Whether who came in earlier would still come in.
  bool still_holds(const Visitor& visitor);

  // These write to disk.
  struct LoggedIn {
    Visitor visitor;
    std::string cookie;
  };
  Result<LoggedIn> open_session(const Visitor& visitor);
  struct ByLink {
    Sessions::Link link = Sessions::Link::unknown;
    std::optional<LoggedIn> who;  // for a good one
  };
  Result<ByLink> redeem(std::string_view code);
  Result<void> end_session(std::string_view id);
  // Writes down which sessions were used, when that is not known to the hour.
  void keep_uses();

 private:
  // Tells a file that is only ever replaced from the one that took its place. The one that was read is held open, so
  // that no other gets its number.
  struct Version {
    std::uint64_t device = 0, number = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    friend bool operator==(const Version&, const Version&) = default;
  };
  template <class T>
  struct Read {
    T value;
    Version version;
    os::Fd held;
    std::optional<Time> again_at;  // it could not be read, which may pass: when to try once more
  };
  static Version version_at(const std::string& path);
  template <class T, class File>
  Result<void> read_again(Read<T>& read, const File& file);
  void refresh() REQUIRES(m_mutex);
  std::optional<Visitor> visitor_of(const Session& session, Time now) const REQUIRES(m_mutex);

  KeyringFile m_keys_file;
  SessionFile m_sessions_file;
  Clock& m_clock;
  Mutex m_mutex;
  Read<Keyring> m_keys GUARDED_BY(m_mutex);
  Read<Sessions> m_sessions GUARDED_BY(m_mutex);
  std::set<std::string> m_used GUARDED_BY(m_mutex);  // sessions whose last use is to be written down
};

}  // namespace assay::serve
