// Tells whether a store has changed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace assay::store {

// What the store was at one moment; equal ones hold the same content.
using StoreVersion = std::array<std::uint32_t, 12>;

class VersionWatch {
 public:
  static Result<std::unique_ptr<VersionWatch>> open(const std::string& store, Time now);
  virtual ~VersionWatch() = default;

  // Without asking the database, by any thread: it never waits, so a server may ask before every answer. Nothing in the
  // instant in which somebody writes it, and always where the database would have to be asked: take the store for
  // changed.
  virtual std::optional<StoreVersion> now() const = 0;
  // As the database says; it may wait. One thread. Nothing: ask again later.
  virtual std::optional<StoreVersion> look() = 0;
};

}  // namespace assay::store
