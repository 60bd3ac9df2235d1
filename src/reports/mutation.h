// What a mutation tool wrote of its run: which small wrong versions of the code its tests noticed, and which not. The
// readers trust nothing: counts and sizes are bounded, and what cannot be understood is said in `problem`. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::reports {

enum class MutationTool : std::uint8_t { stryker, pit, cargo_mutants, mutmut };
std::string_view name(MutationTool tool);

struct ReportedMutant {
  enum class Outcome : std::uint8_t { noticed, unnoticed, unreached };
  std::string file{};  // as the tool names it; of PIT its package and name: "org/example/Cart.java"
  std::uint32_t first = 0, last = 0;
  Outcome outcome = Outcome::noticed;
  std::string words{};  // "`<` instead of `<=`", as far as the tool says; one line
  std::string test{};   // that noticed it; may be empty
};

struct MutationReport {
  MutationTool tool = MutationTool::stryker;
  std::vector<ReportedMutant> mutants{};  // those that say something: no time-outs, crashes, builds that failed
  std::string problem{};                  // why it was not read whole; empty: it was
};

constexpr std::size_t k_most_mutants = 100'000;
constexpr std::size_t k_most_mutation_bytes = 64u << 20;

MutationReport read_mutation_report(MutationTool tool, std::string_view bytes);

// Where the tool leaves its report, relative to the tree: a folder and a pattern of names below it.
struct MutationPlace {
  MutationTool tool = MutationTool::stryker;
  std::string_view folder{}, pattern{};
};
// Of the tools that the command is seen to start, itself or in a script of package.json.
std::vector<MutationPlace> mutation_places(std::string_view command);

}  // namespace assay::reports
