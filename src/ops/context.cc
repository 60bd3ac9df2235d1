#include "ops/context.h"

#include <exception>
#include <limits>

#include <unistd.h>

#include "base/text.h"
#include "engine/known_histories.h"
#include "os/users.h"
#include "os/variables.h"
#include "store/history.h"

namespace assay::ops {

namespace {

constexpr size_t k_longest_actor = 200;

std::string login_name() {
  const auto user = os::user_of(::getuid());
  if (user && !user->name.empty()) return user->name;
  return cat("uid-", ::getuid());
}

// Names in git's configuration may hold anything; what cannot be a name is passed over.
std::string configured_name(const git::Repository& repository) {
  for (const char* key : {"user.name", "user.email"}) {
    const auto answer = repository.ask({"config", "--get", key});
    if (!answer || answer->exit_code != 0) continue;
    if (const auto who = person(trim(answer->output))) return *who;
  }
  return {};
}

}  // namespace

Result<std::string> person(std::string_view given) {
  const std::string_view name = trim(given);
  if (name.empty()) return invalid_input("the name of who does this is empty; give --as NAME");
  if (name.size() > k_longest_actor) return invalid_input(cat("a name has at most ", k_longest_actor, " bytes"));
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return invalid_input("a name holds no control characters");
  }
  if (!is_utf8(name)) return invalid_input("a name must be UTF-8");
  return name.starts_with("person:") ? std::string(name) : cat("person:", name);
}

Result<const engine::Home*> Context::home() {
  if (!m_home) {
    TRY_ASSIGN(m_home, engine::find_home(m_setup.folder));
  }
  return &*m_home;
}

Result<const git::Repository*> Context::repository() {
  if (!m_repository) {
    TRY_ASSIGN(const auto* where, home());
    TRY_ASSIGN(m_repository, git::Repository::open(where->work_tree));
  }
  return &*m_repository;
}

Context::~Context() {
  try {
    note_histories();
  } catch (const std::exception&) {
    return;  // memory ran out: less is known, and what the command did is done
  }
}

void Context::act_as(std::string actor) {
  note_histories();
  expect(nullptr);
  m_setup.actor = std::move(actor);
}

void Context::expect(std::shared_ptr<store::Expectation> expected) {
  m_expected = std::move(expected);
  if (m_store) m_store->expect(m_expected);
}

Result<store::Store*> Context::open_store(const engine::Home& home) {
  TRY_ASSIGN(m_store, store::Store::open(home.store, m_clock));
  m_store->expect(m_expected);
  m_loss = engine::quick_loss(home.git_folder, *m_store);
  TRY_ASSIGN(const auto written, m_store->history().written_after(std::numeric_limits<std::int64_t>::max()));
  m_place = written.place;
  return m_store.get();
}

void Context::note_histories() {
  if (!m_store || !m_home) return;
  const auto written = m_store->history().written_after(std::numeric_limits<std::int64_t>::max());
  if (!written || written->place == m_place) return;
  m_place = written->place;
  engine::note_histories(m_home->git_folder, *m_store);
}

Result<store::Store*> Context::make_store() {
  if (m_store) return m_store.get();
  TRY_ASSIGN(const auto* where, home());
  m_made_store = !engine::is_made(*where);
  TRY(engine::make_home(*where));
  return open_store(*where);
}

Result<store::Store*> Context::store_if_made() {
  if (m_store) return m_store.get();
  TRY_ASSIGN(const auto* where, home());
  if (!engine::is_made(*where)) return static_cast<store::Store*>(nullptr);
  return open_store(*where);
}

Result<store::Store*> Context::store() {
  TRY_ASSIGN(auto* there, store_if_made());
  if (there != nullptr) return there;
  TRY_ASSIGN(const auto* where, home());
  if (m_setup.missing_store == Missing::make) return make_store();
  return not_found(cat("there are no missions in ", where->top,
                       " yet; start with `assay mission new \"what you want\"` (or `assay init`)"));
}

Result<std::string> Context::actor() {
  if (!m_setup.actor.empty()) return m_setup.actor;
  std::string who;
  if (const auto given = os::variable("ASSAY_ACTOR"); !given.empty()) {
    TRY_ASSIGN(who, person(given));
  } else {
    const auto here = repository();
    if (here) who = configured_name(**here);
    if (who.empty()) {
      TRY_ASSIGN(who, person(login_name()));
    }
  }
  m_setup.actor = who;
  return who;
}

}  // namespace assay::ops
