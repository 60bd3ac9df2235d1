// What is attested of a landed commit, as a document.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/bundle.h"
#include "base/json.h"
#include "ops/fields.h"

namespace assay::ops {

struct AttestationsDocument {
  struct Entry {
    std::string type;
    std::string digest;
    json::value predicate;
    void fields(Fields& f);
  };
  struct Fault {
    std::optional<std::uint64_t> line;
    std::string message;
    void fields(Fields& f);
  };

  std::string commit;
  std::string tree;
  std::optional<std::string> key;  // nothing: signatures were not looked at
  bool intact = false;
  std::vector<Entry> attestations;
  std::optional<Fault> fault;
  std::vector<std::string> notes;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};

AttestationsDocument document_of(const audit::BundleAudit& checked, const audit::PublicKey& key);

}  // namespace assay::ops
