// What an operation works with: the repository, its store, the clock, who asks. Each is opened when
// it is first asked for, so that a command pays only for what it uses. One context per thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "engine/home.h"
#include "git/repository.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::ops {

// Who is allowed to make the store when there is none.
enum class Missing { refuse, make };

// How commands of a change are run that an operation runs: as its request and the settings say, or in a sandbox, and
// not at all where none works.
enum class Commands { as_set, in_sandbox };

class Context {
 public:
  struct Setup {
    std::string folder = ".";  // somewhere in the repository
    std::string actor;         // "person:anna"; empty: looked up
    Missing missing_store = Missing::refuse;
    Commands commands = Commands::as_set;
    std::function<void(std::string_view)> progress = {};  // told what goes on, a line each; from any thread
    const os::CancelToken* cancel = nullptr;              // ends what runs for this operation; outlives the context
  };
  Context(Setup setup, Clock& clock) : m_setup(std::move(setup)), m_clock(clock) {}
  ~Context();  // what was written is known from now on (engine/known_histories.h)
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Clock& clock() { return m_clock; }
  const std::string& folder() const { return m_setup.folder; }
  Commands commands() const { return m_setup.commands; }
  const std::function<void(std::string_view)>& progress() const { return m_setup.progress; }
  const os::CancelToken* cancel() const { return m_setup.cancel; }
  bool has_opened_store() const { return m_store != nullptr; }
  Result<const engine::Home*> home();
  Result<const git::Repository*> repository();  // the work tree we stand in
  Result<store::Store*> store();
  Result<store::Store*> store_if_made();  // nullptr when there is none yet
  // As given, else $ASSAY_ACTOR, else git's user.name or user.email, else the login name.
  Result<std::string> actor();
  // Who asks from now on: a server's context serves one after the other. Nothing is expected of what he does.
  void act_as(std::string actor);
  // What whoever asks saw when he decided: his changes are held to it (store/expectation.h), until nullptr.
  void expect(std::shared_ptr<store::Expectation> expected);
  // That the store has lost something, in a sentence; nothing when it was not opened or nothing is known against it.
  const std::optional<std::string>& loss() const { return m_loss; }

  // Whether this context made the store.
  bool made_store() const { return m_made_store; }
  // Makes the store when there is none, whatever the setup says.
  Result<store::Store*> make_store();

 private:
  Result<store::Store*> open_store(const engine::Home& home);
  void note_histories();

  Setup m_setup;
  Clock& m_clock;
  std::optional<engine::Home> m_home;
  std::optional<git::Repository> m_repository;
  std::unique_ptr<store::Store> m_store;
  std::shared_ptr<store::Expectation> m_expected;
  bool m_made_store = false;
  std::optional<std::string> m_loss;
  std::int64_t m_place = 0;  // in the store: up to where its histories are noted
};

// "person:NAME" of a name that somebody gave; an error when it is empty or holds control characters.
Result<std::string> person(std::string_view name);

}  // namespace assay::ops
