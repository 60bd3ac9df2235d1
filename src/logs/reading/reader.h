// Reads a log of any size in bounded memory and says what it holds.
//
//   bytes ─ decode ─ strip terminal controls ─ needles ─ cut CI prefixes ─ runner readers ─ words
//
// Every line with a needle goes to the runner readers (one small class per family, registered in
// runners.cc); a line that none of them claims goes to the word rules in words.h. What a runner
// says outranks words: word signals inside the span of a recognised run that has a summary are
// dropped when the log ends.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/source.h"
#include "logs/facts.h"

namespace assay::logs {

Result<Facts> read_log(ByteSource& source);
Facts read_log_text(std::string_view text);

// Prose by a person or agent ("Fixed the error in retry; schema check skipped"): word rules only,
// in their prose form, plus any runner summaries pasted into it.
Facts read_prose(std::string_view text);

}  // namespace assay::logs
