#include "engine/access/sessions.h"

#include <algorithm>
#include <utility>

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/json_time.h"
#include "base/text.h"
#include "os/files.h"
#include "os/private_file.h"
#include "os/secret_file.h"

namespace assay::engine {

namespace {

constexpr size_t k_cookie_letters = 40;  // 200 bits
constexpr size_t k_code_letters = 40;
// The one used longest ago makes room: first among those of the same key, so that no token pushes out others.
constexpr size_t k_most_of_key = 50;
constexpr size_t k_most_sessions = 1000;
constexpr size_t k_most_links = 200;
constexpr std::uint64_t k_largest = 4 << 20;
constexpr std::int64_t k_remembered_ms = k_access_day_ms;  // how long an ended link is told from one that never was

bool holds(const Session& session, Time now) { return now < end_of(session); }

std::optional<Time> time_at(const json::object& from, std::string_view name) {
  return time_from_iso(text_at(from, name));
}

std::optional<Session> session_from(const json::object& from) {
  const auto created = time_at(from, "createdAt"), used = time_at(from, "usedAt"), ends = time_at(from, "endsAt");
  Session session{text_at(from, "id"), text_at(from, "key"), text_at(from, "hash"), {}, {}, {}};
  if (session.id.empty() || session.key.empty() || session.hash.size() != 64 || !created || !used || !ends)
    return std::nullopt;
  session.created_at = *created;
  session.used_at = *used;
  session.ends_at = *ends;
  return session;
}

std::optional<LoginLink> link_from(const json::object& from) {
  const auto ends = time_at(from, "endsAt");
  LoginLink link{text_at(from, "key"), text_at(from, "hash"), {}, time_at(from, "usedAt")};
  if (link.key.empty() || link.hash.size() != 64 || !ends) return std::nullopt;
  link.ends_at = *ends;
  return link;
}

// What cannot be read is left out: that browser logs in again.
template <class T, class From>
std::vector<T> list_at(const json::value& document, std::string_view name, From from) {
  std::vector<T> out;
  const auto* list = document.is_object() ? document.get_object().if_contains(name) : nullptr;
  if (list == nullptr || !list->is_array()) return out;
  for (const auto& each : list->get_array()) {
    if (!each.is_object()) continue;
    if (auto one = from(each.get_object())) out.push_back(std::move(*one));
  }
  return out;
}

json::object document_of(const Session& session) {
  return {{"id", session.id},
          {"key", session.key},
          {"hash", session.hash},
          {"createdAt", to_iso(session.created_at)},
          {"usedAt", to_iso(session.used_at)},
          {"endsAt", to_iso(session.ends_at)}};
}

json::object document_of(const LoginLink& link) {
  return {
      {"key", link.key}, {"hash", link.hash}, {"endsAt", to_iso(link.ends_at)}, {"usedAt", time_or_null(link.used_at)}};
}

}  // namespace

Time end_of(const Session& session) { return std::min(session.ends_at, Time{session.used_at.ms + k_idle_ms}); }

const Session* Sessions::by_cookie(std::string_view cookie, Time now) const {
  if (cookie.size() != k_cookie_letters) return nullptr;
  const std::string hash = sha256_hex(cookie);
  for (const auto& session : m_sessions) {
    if (same_secret(session.hash, hash)) return holds(session, now) ? &session : nullptr;
  }
  return nullptr;
}

const Session* Sessions::by_id(std::string_view id, Time now) const {
  for (const auto& session : m_sessions) {
    if (session.id == id) return holds(session, now) ? &session : nullptr;
  }
  return nullptr;
}

Sessions::Opened Sessions::open(const std::string& key, Time now) {
  const auto is_of_key = [&](const Session& session) { return session.key == key; };
  if (std::count_if(m_sessions.begin(), m_sessions.end(), is_of_key) >= static_cast<std::ptrdiff_t>(k_most_of_key)) {
    m_sessions.erase(std::min_element(m_sessions.begin(), m_sessions.end(), [&](const Session& a, const Session& b) {
      return is_of_key(a) != is_of_key(b) ? is_of_key(a) : a.used_at < b.used_at;
    }));
  }
  std::string cookie = random_name(k_cookie_letters);
  Session session{cat("session-", random_name(8)), key, sha256_hex(cookie), now, now, Time{now.ms + k_session_ms}};
  m_sessions.push_back(session);
  return {std::move(cookie), std::move(session)};
}

void Sessions::use(std::string_view id, Time now) {
  for (auto& session : m_sessions) {
    if (session.id == id) session.used_at = std::max(session.used_at, now);
  }
}

size_t Sessions::end(std::string_view which) {
  std::erase_if(m_links, [&](const LoginLink& link) { return link.key == which; });
  return std::erase_if(m_sessions, [&](const Session& each) { return each.id == which || each.key == which; });
}

size_t Sessions::end_all() {
  m_links.clear();
  return std::exchange(m_sessions, {}).size();
}

std::string Sessions::make_link(const std::string& key, Time now) {
  std::string code = random_name(k_code_letters);
  m_links.push_back({key, sha256_hex(code), Time{now.ms + k_link_ms}});
  return code;
}

Sessions::Redeemed Sessions::look_at(std::string_view code, Time now) const {
  const std::string hash = sha256_hex(code);
  for (const auto& link : m_links) {
    if (!same_secret(link.hash, hash)) continue;
    if (link.used_at) return {Link::used, ""};
    return link.ends_at <= now ? Redeemed{Link::late, ""} : Redeemed{Link::good, link.key};
  }
  return {};
}

Sessions::Redeemed Sessions::redeem(std::string_view code, Time now) {
  auto out = look_at(code, now);
  if (out.link != Link::good) return out;
  const std::string hash = sha256_hex(code);
  for (auto& link : m_links) {
    if (link.hash == hash) link.used_at = now;
  }
  return out;
}

void Sessions::drop_ended(Time now) {
  std::erase_if(m_sessions, [&](const Session& session) { return !holds(session, now); });
  std::erase_if(m_links, [&](const LoginLink& link) { return link.ends_at.ms + k_remembered_ms <= now.ms; });
  if (m_links.size() > k_most_links) m_links.erase(m_links.begin(), m_links.end() - k_most_links);
  if (m_sessions.size() <= k_most_sessions) return;
  std::stable_sort(m_sessions.begin(), m_sessions.end(),
                   [](const Session& a, const Session& b) { return a.used_at < b.used_at; });
  m_sessions.erase(m_sessions.begin(), m_sessions.end() - k_most_sessions);
}

std::string SessionFile::path() const { return os::join_path(m_folder, "sessions.json"); }

Result<os::Lock> SessionFile::lock() const {
  TRY(os::make_private_folder(m_folder));
  return os::Lock::take(os::join_path(m_folder, "sessions.lock"));
}

Result<Sessions> SessionFile::load() const {
  Sessions out;
  if (!os::exists(path())) return out;
  TRY_ASSIGN(const auto text, os::read_secret(path(), k_largest));
  const auto document = parse_json(text, path());
  if (!document) return corrupt(cat(document.error().message, "; remove it: browsers then log in again"));
  out.m_sessions = list_at<Session>(*document, "sessions", session_from);
  out.m_links = list_at<LoginLink>(*document, "links", link_from);
  return out;
}

Result<void> SessionFile::save(Sessions& sessions, Time now) const {
  sessions.drop_ended(now);
  json::array list, links;
  for (const auto& each : sessions.m_sessions) list.push_back(document_of(each));
  for (const auto& each : sessions.m_links) links.push_back(document_of(each));
  const json::object document{{"schemaVersion", 1}, {"sessions", std::move(list)}, {"links", std::move(links)}};
  return os::write_private_file(path(), write_json(document, Indent::two_spaces) + "\n");
}

}  // namespace assay::engine
