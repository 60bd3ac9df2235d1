// The durable state: missions, tasks, packs, checkpoints. Every change is one transaction that holds
// the new facts, the derived status and the checkpoints that tell of it; when a call has returned a
// value, it is on disk. Several processes may work on one store. One object per thread.
//
// It is split by subject, each in a header of its own that includes this one (store/missions.h,
// store/jobs.h, …):
//
//   store.missions().find(id)                             reads
//   store.change("person:anna").missions().close(id)      changes, and records who did
//
// All changes go through Store::change; nothing else writes. What only reads takes a const Store&.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace assay::store {

class Database;
class Expectation;

class Comments;
class Figures;
class History;
class Jobs;
class Landings;
class Missions;
class Notices;
class Plans;
class Questions;
class Queue;
class Rounds;
class Runs;
class Tasks;
class Verifications;

class CommentChanges;
class HistoryChanges;
class JobChanges;
class LandingChanges;
class MissionChanges;
class NoticeChanges;
class PackChanges;
class PlanChanges;
class QuestionChanges;
class QueueChanges;
class ReplyChanges;
class RunChanges;
class TaskChanges;
class VerificationChanges;
class WaiverChanges;
class Waivers;

constexpr std::uint32_t k_largest_page = 1000;  // of any list

// The changes that one actor makes, by subject. Each call of a subject is one transaction of its own, or a part of
// Store::together.
class Changes {
 public:
  Changes(Database& database, Clock& clock, std::string_view actor, std::shared_ptr<Expectation> expected);

  CommentChanges comments() const;
  HistoryChanges history() const;
  JobChanges jobs() const;
  LandingChanges landings() const;
  MissionChanges missions() const;
  NoticeChanges notices() const;
  PackChanges packs() const;
  PlanChanges plans() const;
  QuestionChanges questions() const;
  QueueChanges queue() const;
  ReplyChanges replies() const;
  RunChanges runs() const;
  TaskChanges tasks() const;
  VerificationChanges verifications() const;
  WaiverChanges waivers() const;

  // For the subjects.
  Changes as(std::string_view actor) const;
  Database& database() const { return m_database; }
  Time now() const { return m_clock.now(); }
  // Runs `work(Change&)` in one write transaction; defined in store/change.h.
  template <class Work>
  auto make(Work&& work) const;

 private:
  Database& m_database;
  Clock& m_clock;
  std::string m_actor;
  std::shared_ptr<Expectation> m_expected;
};

class Store {
 public:
  // Opens or makes the store. Errors: no such folder, read-only, a newer schema (says which program
  // version wrote it), not a store, disk full.
  static Result<std::unique_ptr<Store>> open(const std::string& path, Clock& clock);
  ~Store();

  // ---- reading
  Comments comments() const;
  Figures figures() const;
  History history() const;
  Jobs jobs() const;
  Landings landings() const;
  Missions missions() const;
  Notices notices() const;
  Plans plans() const;
  Questions questions() const;
  Queue queue() const;
  Rounds rounds() const;
  Runs runs() const;
  Tasks tasks() const;
  Verifications verifications() const;
  Waivers waivers() const;

  // ---- changing
  Changes change(std::string_view actor);  // "person:anna", "worker:host-4711"
  Changes change();                        // by Assay itself
  // Everything `work` asks of this store in one transaction, on disk when this returns: for many small
  // changes at once. A change that is refused undoes itself and not the others.
  Result<void> together(const std::function<Result<void>()>& work);
  // What somebody saw who decided what is done from now on; see store/expectation.h. nullptr: nobody did.
  void expect(std::shared_ptr<Expectation> expected);

  // ---- the store itself
  struct Health {
    std::string driver;  // "sqlite 3.40.1"
    int schema = 0;
    std::uint64_t missions = 0, tasks = 0, checkpoints = 0;
    std::vector<std::string> faults;  // integrity, counters or statuses that disagree with the facts
  };
  Result<std::string> id() const;  // made with the store; another one has another
  Result<Health> examine() const;  // recomputes every counter and status from the facts
  // Error corrupt: the file was removed or replaced since it was opened; all changes are refused then.
  Result<void> check_in_place() const;
  Result<void> copy_to(const std::string& file) const;  // works even then

 private:
  explicit Store(std::unique_ptr<Database> database, Clock& clock);

  std::unique_ptr<Database> m_database;
  Clock& m_clock;
  std::shared_ptr<Expectation> m_expected;
};

}  // namespace assay::store
