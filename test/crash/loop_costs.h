// What agents told of their cost, beside what the store has of it. An agent writes into the ledger after it has
// told: when it was killed in between, the store may know of one step more, and of no second one.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "loop_place.h"
#include "store/store.h"

using Cents = std::map<std::string, long>;  // by session

Cents read_ledger(const std::string& path);
size_t count_told(const std::string& path);  // lines of the ledger

// Error: what is lost, or counted twice.
assay::Result<void> compare_costs(const Cents& told, const Cents& stored);

// Error when compare_costs does not notice a cost that is lost, counted twice, or counted and never told.
assay::Result<void> prove_comparison(const Cents& told, const Cents& stored);

// Waits until nobody writes down any more what killed workers' agents said, and has it counted.
assay::Result<void> settle_all(const LoopPlace& place, assay::store::Store& store);
