// A pattern that a user wrote: an RE2 expression, or a text that stands for itself. Never takes longer
// than the text it looks at is long.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

class Pattern {
 public:
  enum class Kind { expression, fixed };
  // `what` stands in errors: "SC-2: pattern".
  static Result<Pattern> make(std::string_view text, Kind kind, std::string_view what);

  bool matches(std::string_view line) const;  // somewhere in it
  const std::string& text() const { return m_text; }

 private:
  struct Compiled;
  Pattern() = default;
  std::string m_text;
  std::shared_ptr<const Compiled> m_compiled;  // none: fixed
};

}  // namespace assay
