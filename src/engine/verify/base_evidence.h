// What evidence says on the commit that a mission starts from, before any work: what holds there already proves nothing
// of the work. Files are looked up at once; what had to be run or searched was tried when the plan was made, and is
// kept.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/run/tool_identity.h"
#include "git/repository.h"
#include "git/snapshot.h"
#include "model/evidence_form.h"
#include "model/task.h"
#include "store/store.h"

namespace assay::engine {

struct BaseTrial {
  model::OnBase on_base = model::OnBase::not_tried;
  std::string found;  // a sentence
};

class BaseEvidence {
 public:
  // `store` may be nullptr: nothing was kept. It and the repository outlive this.
  static Result<BaseEvidence> open(const git::Repository& repository, const store::Store* store,
                                   std::string_view commit);

  Result<BaseTrial> of(const model::SuccessCriterion& criterion) const;
  // So that it is not tried again on this tree.
  Result<void> keep(store::Store& store, const model::SuccessCriterion& criterion, const BaseTrial& trial) const;

  const git::Tree& tree() const { return m_tree; }
  const std::string& tree_id() const { return m_tree_id; }

 private:
  // What a trial depends on beside the tree and the criterion, which decide also what is prepared for it.
  struct Machine {
    Tools tools;
    std::string rest;  // variables, and what the policy of the tree lets commands have
  };

  BaseEvidence(git::Tree tree, std::string tree_id, const store::Store* store, Machine machine)
      : m_tree(std::move(tree)), m_tree_id(std::move(tree_id)), m_store(store), m_machine(std::move(machine)) {}
  static Machine machine_for(const git::Tree& tree);
  std::string name_of(const model::SuccessCriterion& criterion) const;

  git::Tree m_tree;
  std::string m_tree_id;
  const store::Store* m_store;
  Machine m_machine;
};

}  // namespace assay::engine
