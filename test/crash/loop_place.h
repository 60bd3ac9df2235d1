// A repository with missions and an agent that is a shell script, in a folder of its own.
#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "git/repository.h"
#include "model/ids.h"
#include "store/store.h"

class LoopPlace {
 public:
  LoopPlace();
  ~LoopPlace();
  LoopPlace(const LoopPlace&) = delete;
  LoopPlace& operator=(const LoopPlace&) = delete;

  std::string root() const { return m_folder + "/repo"; }
  std::string home() const { return root() + "/.assay"; }
  std::string store() const { return home() + "/assay.db"; }
  std::string base() const { return m_base; }
  std::string ledger() const { return m_folder + "/ledger"; }  // what the agents told of their cost

  // A mission of `tasks` tasks, each third one waiting for the one before.
  assay::Result<assay::model::MissionId> open_mission(assay::store::Store& store, int tasks) const;

 private:
  std::string m_folder;
  std::string m_base;
};
