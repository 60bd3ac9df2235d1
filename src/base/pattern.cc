#include "base/pattern.h"

#include <re2/re2.h>

#include "base/text.h"

namespace assay {

struct Pattern::Compiled {
  re2::RE2 expression;
  Compiled(std::string_view text, const re2::RE2::Options& options)
      : expression(re2::StringPiece(text.data(), text.size()), options) {}
};

Result<Pattern> Pattern::make(std::string_view text, Kind kind, std::string_view what) {
  if (text.empty()) return invalid_input(cat(what, " is empty"));
  Pattern out;
  out.m_text = text;
  if (kind == Kind::fixed) return out;
  re2::RE2::Options options;
  options.set_log_errors(false);
  // Bytes where the text is not UTF-8, so that no file of a repository stops a search.
  options.set_encoding(is_utf8(text) ? re2::RE2::Options::EncodingUTF8 : re2::RE2::Options::EncodingLatin1);
  options.set_max_mem(16 << 20);
  auto compiled = std::make_shared<const Compiled>(text, options);
  if (!compiled->expression.ok()) {
    return invalid_input(cat(what, " is no expression that RE2 knows: ", compiled->expression.error(),
                             "; see https://github.com/google/re2/wiki/Syntax"));
  }
  out.m_compiled = std::move(compiled);
  return out;
}

bool Pattern::matches(std::string_view line) const {
  if (!m_compiled) return contains(line, m_text);
  return re2::RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), m_compiled->expression);
}

}  // namespace assay
