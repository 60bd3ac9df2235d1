// What lies around an agent that runs without a sandbox: refs, hooks and settings of git, other checkouts, the
// operator's files, the store. Looked at before the run and after it. In the sandbox none of that can be
// written, and nobody has to look.
//
// Others work at the same time. What Assay itself moved is known from the store (landings, tasks that run);
// what the operator committed is known by an identity that the agent does not have. All else is charged to the
// agent, and nothing is put back: that is for a person.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "audit/chain.h"
#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "git/git_setup.h"

namespace assay::engine {

struct OutsideChanges {
  std::vector<std::string> lines;    // what was changed where, and how to put it back
  std::vector<std::string> notices;  // what was changed meanwhile and is not charged
  bool store_is_lost = false;        // its file was removed or replaced: nothing can be recorded
};

class Surroundings {
 public:
  struct Own {
    std::string branch;         // the agent's, without refs/heads/; empty: it has none
    std::string folder;         // its work tree
    bool has_identity = false;  // the operator's git settings are the agent's too
  };
  static Result<Surroundings> read(const WorkContext& context, Own own);

  // What became of them since. Never an error: what could not be looked at again was changed.
  OutsideChanges changes(const WorkContext& context) const;

 private:
  struct Picture {
    git::GitSetup git;
    std::map<std::string, std::string> files;   // path -> digest: the operator's and Assay's own
    std::map<std::string, std::string> heads;   // HEAD of a checkout -> what it says
    std::map<std::string, std::string> edited;  // uncommitted file of the main checkout -> size and time
  };
  static Result<Picture> take(const WorkContext& context, const Own& own);

  void compare_refs(const WorkContext& context, const Picture& now, OutsideChanges& out) const;
  void compare_files(const Picture& now, OutsideChanges& out) const;
  void compare_checkouts(const WorkContext& context, const Picture& now, OutsideChanges& out) const;
  void compare_store(const WorkContext& context, OutsideChanges& out) const;

  Own m_own;
  Time m_at;
  std::string m_operator;  // "Name <mail>"; empty: the agent has the same, or there is none
  Picture m_before;
  std::vector<audit::Head> m_histories;
  std::vector<std::string> m_faults;  // that the store had before
};

}  // namespace assay::engine
