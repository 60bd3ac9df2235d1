#include "judge/outcome/test_name.h"

#include "base/text.h"

namespace assay::judge {

namespace {

std::string_view after_last(std::string_view text, std::string_view separator) {
  const auto at = text.rfind(separator);
  return at == std::string_view::npos ? text : text.substr(at + separator.size());
}

}  // namespace

std::string_view own_name(std::string_view name) {
  for (const std::string_view separator : {"::", " > ", " › ", " » ", "#"}) name = after_last(name, separator);
  if (const auto bracket = name.find('['); bracket != std::string_view::npos && bracket > 0) {
    name = name.substr(0, bracket);
  }
  if (name.find(' ') == std::string_view::npos) {
    name = name.substr(0, name.find('/'));
    name = after_last(name, ".");
  }
  return trim(name);
}

}  // namespace assay::judge
