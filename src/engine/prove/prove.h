// What is shown of a change beyond that its tests pass: the change is tried in other forms, in trees made from the base
// and the change, and the same commands have to notice. Nothing of the person's tree is touched.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/prove/lab.h"
#include "engine/verify_policy.h"
#include "git/repository.h"
#include "judge/outcome/evidence.h"
#include "model/proof.h"

namespace assay::engine {

struct ProofRequest {
  const git::Repository& repository;
  std::string base{};  // ids of commits or trees
  std::string changed{};
  std::string diff_file{};  // between the two
  ProofPolicy policy{};
  bool names_limits = false;     // the task says where something begins or ends: "at least", "exactly"
  bool keeps_behaviour = false;  // the task asks for none: that the change were absent is nothing to notice
  const std::vector<judge::CommandRun>& after;   // what ran on the change
  const std::vector<judge::CommandRun>& before;  // the same on the base; empty: it was not run
  std::uint64_t timeout_ms = 0;                  // of one command
  bool has_setup = true;                         // a command may need those before it, in the same tree
  Lab& lab;
  bool uses_kept = true;  // false: nothing is looked up, and nothing kept
  std::function<void(std::string_view)> progress{};
};

Result<model::Proof> prove(const ProofRequest& request);

}  // namespace assay::engine
