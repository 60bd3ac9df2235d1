// For the tests of risks: small changes written as tables, shown to the risk rules alone.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "judge/risk/rules.h"

namespace assay::judge {

struct FileChange {
  std::string_view path;
  std::string_view body;  // hunk lines with their signs
};
std::string diff_of(const FileChange& change);

std::vector<model::Finding> risk_findings(std::string_view diff, std::string_view log = "", std::string_view task = "");

// "must_fix risk.auth, should_fix risk.billing"
std::string summary(const std::vector<model::Finding>& found);

// Each of at least a dozen changes blocks for this area alone, or says nothing, where no test of its area passed.
void expect_risky(Area area, std::initializer_list<FileChange> changes);
void expect_calm(std::initializer_list<FileChange> changes);

}  // namespace assay::judge
