// Refs that moved while something ran without a sandbox, and who moved them. Inside surroundings only.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/surroundings/watched_place.h"

namespace assay::engine {

struct RefMove {
  std::string ref;
  std::string from;  // empty: it is new
  std::string to;    // empty: it was removed
};
std::vector<RefMove> ref_changes(const std::map<std::string, std::string>& before,
                                 const std::map<std::string, std::string>& after);
std::string in_words(const RefMove& move);  // "refs/heads/main (from 1a2b… to 3c4d…)"
std::string undo_of(const RefMove& move);   // the git command that takes it back

// Who the operator is in his commits ("Name <mail>"), when only his own settings say so; empty when the
// repository's settings say it to everyone who uses git there.
std::string operator_identity(const git::Repository& repository);

class MovedRefs {
 public:
  MovedRefs(const WatchedPlace& context, Time since, const std::string& person)
      : m_context(context), m_since(since), m_person(person) {}

  enum class By { assay, person, watched };  // watched: nobody else is known to have done it
  By by_whom(const RefMove& move) const;
  // The last move of a checkout's HEAD.
  bool is_of_person(const std::string& head_file) const;

 private:
  bool is_of_task(std::string_view ref) const;
  bool was_touched(std::string_view mission) const;
  bool is_landing(const std::string& commit) const;
  bool adds_to_notes(const RefMove& move) const;
  By by_reflog(const RefMove& move) const;

  const WatchedPlace& m_context;
  Time m_since;
  const std::string& m_person;
};

}  // namespace assay::engine
