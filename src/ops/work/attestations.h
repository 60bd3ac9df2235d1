// What is attested of a landed commit, as a document; and a landing signed that is not yet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/bundle.h"
#include "base/json.h"
#include "base/result.h"
#include "ops/context.h"
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

// Signs a landing that was recorded and not signed: a run was killed between the two. Done again it changes nothing.
struct SignLanding {
  struct Request {
    std::string mission;
    void fields(Fields& f);
  };
  struct Response {
    std::string mission;
    std::string commit;
    bool written = false;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const SignLanding::Response& answer, const Terminal& terminal);

extern const Operation k_sign_operation;

}  // namespace assay::ops
