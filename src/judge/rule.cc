#include "judge/rule.h"

#include "base/redact.h"
#include "base/text.h"

namespace assay::judge {

model::Span span_of(const diff::File& file, const diff::Line& line) {
  model::Span span;
  span.source = model::Source::diff;
  span.line = line.diff_line;
  span.path = line.sign == diff::Sign::removed && !file.old_path.empty() ? file.old_path : file.path();
  span.file_line = line.sign == diff::Sign::removed ? line.old_line : line.new_line;
  span.text = to_utf8(excerpt(redact(trim(line.text).substr(0, 4096))));
  return span;
}

}  // namespace assay::judge
