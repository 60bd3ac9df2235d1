// What lies around an agent or checks that run without a sandbox: refs, hooks and settings of git, other checkouts, the
// operator's files, the store. Looked at before the run and after it. In the sandbox none of that can be
// written, and nobody has to look.
//
// Others work at the same time. What Assay itself moved is known from the store (landings, tasks that run);
// what the operator committed is known by an identity that the agent or the checks do not have. All else is charged to
// them, and nothing is put back: that is for a person.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "audit/chain.h"
#include "base/result.h"
#include "engine/surroundings/watched_place.h"
#include "git/git_setup.h"

namespace assay::engine {

struct OutsideChanges {
  std::vector<std::string> lines;     // what was changed where, and how to put it back
  std::vector<std::string> moved;     // the same of refs and of HEADs of checkouts
  std::vector<std::string> settings;  // the same of git's hooks and settings, which package managers write to as well
  std::vector<std::string> notices;   // what was changed meanwhile and is not charged
  bool store_is_lost = false;         // its file was removed or replaced: nothing can be recorded
  std::vector<std::string> charged() const;  // lines and moved
};

class Surroundings {
 public:
  struct Own {
    std::string who;            // "the agent", "the checks"
    std::string branch;         // its own, without refs/heads/; empty: it has none
    std::string folder;         // its work tree
    bool has_identity = false;  // the operator's git settings are its own too
    // Whether uncommitted changes in the main checkout are charged to it. A person may work there meanwhile.
    enum class Edits { charged, left } edits = Edits::charged;
  };
  static Result<Surroundings> read(const WatchedPlace& context, Own own);

  // What became of them since. Never an error: what could not be looked at again was changed.
  OutsideChanges changes(const WatchedPlace& context) const;

 private:
  struct Picture {
    git::GitSetup git;
    std::map<std::string, std::string> files;   // path -> digest: the operator's and Assay's own
    std::map<std::string, std::string> heads;   // HEAD of a checkout -> what it says
    std::map<std::string, std::string> edited;  // uncommitted file of the main checkout -> size and time
  };
  static Result<Picture> take(const WatchedPlace& context, const Own& own);

  void compare_refs(const WatchedPlace& context, const Picture& now, OutsideChanges& out) const;
  void compare_files(const Picture& now, OutsideChanges& out) const;
  void compare_edits(const WatchedPlace& context, OutsideChanges& out) const;
  void compare_checkouts(const WatchedPlace& context, const Picture& now, OutsideChanges& out) const;
  void compare_store(const WatchedPlace& context, OutsideChanges& out) const;

  Own m_own;
  Time m_at;
  std::string m_operator;  // "Name <mail>"; empty: what runs has the same, or there is none
  Picture m_before;
  std::vector<audit::Head> m_histories;
  std::vector<std::string> m_faults;  // that the store had before
};

// The store's file has lost its name; this process still has it open. Keeps a copy, which `in_copy` may change, and
// tells with `why` where it is and how to put it back.
Error keep_lost_store(const WatchedPlace& place, const std::string& why,
                      const std::function<void(store::Store&)>& in_copy);

}  // namespace assay::engine
