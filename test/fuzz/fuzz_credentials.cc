// The files of keys, sessions and webhooks may be damaged, or written by another program of the user. Any bytes are
// read or refused; without the right sum no key counts; what was read is written so that it reads the same; and nobody
// comes in with a word that nobody was given.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/access/keyring.h"
#include "engine/access/sessions.h"
#include "engine/webhooks.h"
#include "scratch.h"

namespace {

using namespace assay;
using fuzz::require;
using fuzz::Scratch;

constexpr Time k_now{1'794'787'200'000};

bool is_same(const engine::Key& a, const engine::Key& b) {
  return a.id == b.id && a.name == b.name && a.role == b.role && a.hash == b.hash && a.created_at == b.created_at &&
         a.expires_at == b.expires_at;
}

bool is_same(const engine::Session& a, const engine::Session& b) {
  return a.id == b.id && a.key == b.key && a.hash == b.hash && a.created_at == b.created_at && a.used_at == b.used_at &&
         a.ends_at == b.ends_at;
}

template <class T>
bool are_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return is_same(x, y); });
}

void read_keys(const Scratch& scratch, std::string_view text) {
  scratch.put("keys.json", text);
  const engine::KeyringFile file(scratch.at(""));
  if (const auto keys = file.load()) require(!keys->by_token("assay-nobody-was-given-this", k_now));
  // A file of an older version has no sum, so all of it is read.
  scratch.remove("keys.json");
  scratch.put("older.json", text);
  const auto taken = file.take_over(scratch.at("older.json"));
  if (!taken) return;
  const auto kept = file.load();
  require(kept && are_same(kept->keys(), *taken));
}

void read_sessions(const Scratch& scratch, std::string_view text) {
  scratch.put("sessions.json", text);
  const engine::SessionFile file(scratch.at(""));
  const auto read = file.load();
  if (!read) return;
  require(read->look_at("nobody was given this", k_now).link == engine::Sessions::Link::unknown);
  require(read->by_cookie("nobodynobodynobodynobodynobodynobodynobo", k_now) == nullptr);
  auto expected = read->all();
  std::erase_if(expected, [](const engine::Session& each) { return engine::end_of(each) <= k_now; });
  require(file.change(k_now, [](engine::Sessions&) {}).has_value());
  const auto again = file.load();
  require(again && (expected.size() > 1000 || are_same(again->all(), expected)));
}

// What was read is an address under an id that is no path, and reads the same when it was written again.
void read_webhooks(const Scratch& scratch, std::string_view text) {
  scratch.put("webhooks.json", text);
  const engine::WebhookFile file(scratch.at(""));
  const auto read = file.load();
  if (!read) return;
  for (const auto& each : *read) {
    require(!each.receiver.url.empty() && each.receiver.command.empty());
    require(each.id.find_first_of("/.") == std::string::npos);
  }
  if (read->empty()) return;
  const auto kept = file.edit(read->front().id, [](engine::Receiver&) -> Result<void> { return {}; });
  const auto again = file.load();
  require(kept && again && again->size() == read->size() && again->front().receiver.url == read->front().receiver.url);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  static const Scratch scratch;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_keys(scratch, text);
  read_sessions(scratch, text);
  read_webhooks(scratch, text);
  return 0;
}
