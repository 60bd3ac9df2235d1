// What commands of a check change that is not theirs where they run without a sandbox: refs, the operator's files, the
// store. Looked at before the first command and after the last one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/surroundings/surroundings.h"
#include "git/repository.h"
#include "model/verdict.h"
#include "store/store.h"

namespace assay::engine {

class TrespassWatch {
 public:
  static Result<std::unique_ptr<TrespassWatch>> begin(const git::Repository& repository, const std::string& workspace);
  // What was changed since. Error corrupt: the store's file was removed or replaced.
  Result<std::vector<model::Finding>> findings();

 private:
  explicit TrespassWatch(const git::Repository& repository) : m_repository(repository) {}
  WatchedPlace place() const;

  const git::Repository& m_repository;
  std::string m_folder;
  std::unique_ptr<SystemClock> m_clock;
  std::unique_ptr<store::Store> m_store;  // nothing where none was made
  std::optional<Surroundings> m_before;
};

}  // namespace assay::engine
