#include <string>

#include "base/source.h"
#include "base/text.h"
#include "logs/decode.h"
#include "reports/readers.h"

namespace assay::reports {

namespace {

void read_format(Format format, std::string_view text, Draft& draft) {
  switch (format) {
    case Format::events: return read_events(text, draft);
    case Format::junit_xml: return read_junit_xml(text, draft);
    case Format::go_json: return read_go_json(text, draft);
    case Format::trx: return read_trx(text, draft);
    case Format::rspec_json: return read_rspec_json(text, draft);
    case Format::cpp_xml: return read_cpp_xml(text, draft);
  }
}

// Windows tools write UTF-16; only its mark is believed, never a guess.
bool is_utf16(std::string_view bytes) { return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"); }

std::string from_utf16(std::string_view bytes) {
  TextSource source(bytes);
  logs::Decoder decoder(source);
  std::string text;
  std::string block(64 * 1024, '\0');
  for (auto got = decoder.read(block); got && *got > 0; got = decoder.read(block)) text.append(block, 0, *got);
  return text;
}

}  // namespace

Report read(Format format, logs::Runner runner, std::string_view bytes) {
  Draft draft(runner);
  if (bytes.size() > k_most_report_bytes) {
    draft.break_off(cat("the report has ", bytes.size(), " bytes; only the first ", k_most_report_bytes, " were read"));
    bytes = bytes.substr(0, k_most_report_bytes);
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (is_blank(bytes))
    draft.break_off("the report is empty");
  else if (is_utf16(bytes))
    read_format(format, from_utf16(bytes), draft);
  else
    read_format(format, bytes, draft);
  return draft.take();
}

Report merged(std::vector<Report> reports) {
  if (reports.empty()) return {};
  Draft draft(reports.front().runner);
  for (Report& report : reports) draft.absorb(std::move(report));
  return draft.take();
}

void merge(Report& into, Report more) {
  std::vector<Report> both;
  both.push_back(std::move(into));
  both.push_back(std::move(more));
  into = merged(std::move(both));
}

}  // namespace assay::reports
