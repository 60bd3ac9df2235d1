// Any bytes may be handed over as a bundle of attestations. Beyond not crashing: an envelope that is read
// is written the same way again, byte for byte; nothing that the key did not sign is found good; and a fault
// names a line that exists. The bytes signed by the key reach the readers behind the signature.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "audit/batch.h"
#include "audit/bundle.h"
#include "audit/sample_landing.h"
#include "base/source.h"
#include "base/text.h"
#include "drip.h"

namespace {

using namespace assay;
using fuzz::require;

const audit::SigningKey& key() {
  static const auto made = audit::sample_key();
  return made;
}

void check_line(std::string_view line) {
  if (const auto envelope = audit::read_envelope(line)) {
    require(audit::envelope_line(*envelope) == std::string(line) + "\n");
  }
}

// Digest and count are put right first, or nothing would get past them.
void put_right(json::value& predicate) {
  boost::system::error_code error;
  auto* batch = predicate.find_pointer("/batch", error);
  const auto* list = predicate.find_pointer("/batch/landings", error);
  if (list == nullptr || !list->is_array()) return;
  const auto text_at = [](const json::value& from, const char* pointer) {
    boost::system::error_code missing;
    const auto* found = from.find_pointer(pointer, missing);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
  };
  std::vector<audit::BatchLanding> landings;
  for (const auto& each : list->get_array()) {
    landings.push_back({text_at(each, "/mission"), text_at(each, "/commit"), text_at(each, "/tree")});
  }
  auto& object = batch->get_object();
  object["count"] = landings.size();
  object["digest"] = json::object{{"sha256", audit::digest_of(landings)}};
}

// A batch that is read is written the same way again, and stands in a bundle once.
void check_batch(std::string_view text) {
  auto predicate = parse_json(text, "fuzz");
  if (!predicate) return;
  put_right(*predicate);
  const auto subject = audit::sample_landing().approval.subject;
  const auto batch = audit::read_batch(*predicate, subject);
  if (!batch) return;
  require(batch->position >= 1 && batch->position <= batch->landings.size());
  json::object written{{"mission", batch->landings[batch->position - 1].mission}, {"batch", audit::batch_json(*batch)}};
  const auto again = audit::read_batch(written, subject);
  require(again && again->landings == batch->landings && again->position == batch->position);
  audit::BatchSequence sequence;
  const auto first = sequence.next(*batch);
  require(first.has_value() == (batch->position == 1));
  require(!first || !sequence.next(*batch));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto checked = audit::check_bundle(text, key().public_key(), std::nullopt);
  if (checked.fault) require(checked.fault->line <= count_newlines(text) + 1);
  if (!checked.fault) {
    for (const auto line : split_lines(text)) require(contains(audit::sample_bundle(), line));
  }
  for (const auto line : split(text, '\n')) check_line(line);
  const auto sealed = audit::envelope_line(audit::seal(audit::k_statement_type, text, key()));
  const auto own = audit::check_bundle(sealed, key().public_key(), std::nullopt);
  require(own.fault || own.attestations.size() == 1);
  check_batch(text);
  (void)audit::read_public_key(text, "key");
  return 0;
}
