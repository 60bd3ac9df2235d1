#include "serve/access/credentials.h"

#include <algorithm>

#include <sys/stat.h>

#include "os/private_file.h"

namespace assay::serve {

Credentials::Version Credentials::version_at(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) return {};
  return {st.st_dev, st.st_ino, static_cast<std::uint64_t>(st.st_size), st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
}

// The version is looked at first: what is replaced meanwhile is read once more. A file that cannot be read is tried
// again after a second and not with every request.
template <class T, class File>
Result<void> Credentials::read_again(Read<T>& read, const File& file) {
  const auto version = version_at(file.path());
  const auto now = m_clock.now();
  if (version == read.version && (!read.again_at || now < *read.again_at)) return {};
  auto held = os::open_to_read(file.path());
  read.held = held ? std::move(*held) : os::Fd();
  read.version = version;
  read.again_at = Time{now.ms + 1000};
  TRY_ASSIGN(read.value, file.load());
  read.again_at.reset();
  return {};
}

Result<void> Credentials::load() {
  const MutexLock lock(m_mutex);
  TRY(read_again(m_keys, m_keys_file));
  return read_again(m_sessions, m_sessions_file);
}

void Credentials::refresh() {
  (void)read_again(m_keys, m_keys_file);
  (void)read_again(m_sessions, m_sessions_file);
}

std::optional<Visitor> Credentials::by_token(std::string_view token) {
  const MutexLock lock(m_mutex);
  refresh();
  return m_keys.value.by_token(token, m_clock.now());
}

std::optional<Visitor> Credentials::visitor_of(const Session& session, Time now) const {
  auto visitor = m_keys.value.by_id(session.key, now);
  if (!visitor) return std::nullopt;
  visitor->session = session.id;
  visitor->expires_at = std::min(visitor->expires_at.value_or(session.ends_at), session.ends_at);
  return visitor;
}

std::optional<Visitor> Credentials::by_cookie(std::string_view cookie) {
  const MutexLock lock(m_mutex);
  refresh();
  const auto now = m_clock.now();
  const auto* session = m_sessions.value.by_cookie(cookie, now);
  if (session == nullptr) return std::nullopt;
  if (session->used_at.ms + k_coarse_ms <= now.ms) m_used.insert(session->id);
  return visitor_of(*session, now);
}

bool Credentials::still_holds(const Visitor& visitor) {
  const MutexLock lock(m_mutex);
  refresh();
  const auto now = m_clock.now();
  if (!visitor.session.empty() && m_sessions.value.by_id(visitor.session, now) == nullptr) return false;
  return m_keys.value.by_id(visitor.key, now).has_value();
}

Result<Credentials::LoggedIn> Credentials::open_session(const Visitor& visitor) {
  const auto now = m_clock.now();
  Sessions::Opened opened;
  TRY(m_sessions_file.change(now, [&](Sessions& sessions) { opened = sessions.open(visitor.key, now); }));
  const MutexLock lock(m_mutex);
  refresh();
  auto who = visitor_of(opened.session, now);
  if (!who) return unavailable("the token was revoked meanwhile; make one with: assay token new");
  return LoggedIn{std::move(*who), std::move(opened.cookie)};
}

Result<Credentials::ByLink> Credentials::redeem(std::string_view code) {
  const auto now = m_clock.now();
  {
    const MutexLock lock(m_mutex);
    refresh();
    const auto seen = m_sessions.value.look_at(code, now);
    if (seen.link != Sessions::Link::good) return ByLink{seen.link, {}};  // guesses write nothing
  }
  Sessions::Redeemed redeemed;
  Sessions::Opened opened;
  TRY(m_sessions_file.change(now, [&](Sessions& sessions) {
    redeemed = sessions.redeem(code, now);
    if (redeemed.link == Sessions::Link::good) opened = sessions.open(redeemed.key, now);
  }));
  ByLink out{redeemed.link, {}};
  if (out.link != Sessions::Link::good) return out;
  const MutexLock lock(m_mutex);
  refresh();
  if (auto who = visitor_of(opened.session, now)) {
    out.who = LoggedIn{std::move(*who), std::move(opened.cookie)};
  } else {
    out.link = Sessions::Link::unknown;  // its key was revoked
  }
  return out;
}

Result<void> Credentials::end_session(std::string_view id) {
  TRY(m_sessions_file.change(m_clock.now(), [&](Sessions& sessions) { sessions.end(id); }));
  const MutexLock lock(m_mutex);
  refresh();
  return {};
}

void Credentials::keep_uses() {
  std::set<std::string> used;
  {
    const MutexLock lock(m_mutex);
    used.swap(m_used);
  }
  if (used.empty()) return;
  const auto now = m_clock.now();
  (void)m_sessions_file.change(now, [&](Sessions& sessions) {
    for (const auto& id : used) sessions.use(id, now);
  });
}

}  // namespace assay::serve
