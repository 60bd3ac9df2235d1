// One reader for each format. None fails: what cannot be read is noted in the draft.
#pragma once

#include <string_view>

#include "reports/draft.h"

namespace assay::reports {

void read_events(std::string_view text, Draft& draft);
void read_junit_xml(std::string_view text, Draft& draft);
void read_go_json(std::string_view text, Draft& draft);
void read_trx(std::string_view text, Draft& draft);
void read_rspec_json(std::string_view text, Draft& draft);
void read_cpp_xml(std::string_view text, Draft& draft);

}  // namespace assay::reports
