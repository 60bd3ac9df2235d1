// Targeted coverage: did a passing test of this very area run? A summary ("all tests passed") is no
// answer, nor is any sentence of the builder; a named test, test file or suite is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/rule.h"

namespace assay::judge {

enum class Area : std::uint8_t { auth, secrets, billing, database, destructive };
constexpr size_t k_areas = 5;
std::string_view area_id(Area);    // "risk.auth"
std::string_view area_name(Area);  // "authentication or authorization"

// What a test must be about to cover a changed line.
struct Subject {
  std::string function;            // enclosing function, empty when unknown
  std::vector<std::string> words;  // of the file's name and the changed line: names, route strings
  bool removed_check = false;      // then a test must show that the check still denies
};

class Coverage {
 public:
  explicit Coverage(const std::vector<const logs::Facts*>& logs);
  bool covers(Area area, const Subject& subject) const;
  // Whether a test that passed is named after the function: by a word that not every other function has.
  bool names(std::string_view function) const;

 private:
  void note_failure(std::string_view name);
  struct Evidence {
    std::vector<std::string> words;  // lower case
    bool suite = false;              // speaks for a file, package or suite, not for one test
  };
  std::vector<Evidence> m_evidence;                // what passed and names some area
  std::vector<std::vector<std::string>> m_others;  // words of the tests that passed and name no area
  bool m_failed[k_areas] = {};                     // a test of the area failed: what passed beside it proves nothing
};

// Does the task say that the area's checks must stay as they are? ("keep authorization intact",
// "both must require an admin session")
bool task_protects(Area area, std::string_view task);

}  // namespace assay::judge
