// Tells whether a store has changed, without asking the database: a look at 48 bytes of shared memory.
// It never blocks, so a server may ask before every answer. now() may be called by any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace assay::store {

class SqliteDatabase;

// What the store was at one moment; equal ones hold the same content.
using StoreVersion = std::array<std::uint32_t, 12>;

class VersionWatch {
 public:
  static Result<std::unique_ptr<VersionWatch>> open(const std::string& store, Time now);
  ~VersionWatch();

  // Nothing in the instant in which somebody writes it; ask again, or take the store for changed.
  std::optional<StoreVersion> now() const;

 private:
  VersionWatch(std::unique_ptr<SqliteDatabase> database, const std::uint32_t* header);
  std::unique_ptr<SqliteDatabase> m_database;  // keeps the memory mapped
  const std::uint32_t* m_header;
};

}  // namespace assay::store
