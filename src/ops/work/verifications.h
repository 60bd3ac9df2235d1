// What was verified of a mission, and whether that still holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/verify/verify.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/fields.h"

namespace assay::ops {

struct ShowVerification {
  struct Request {
    std::string mission;
    void fields(Fields& f) {
      f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
    }
  };
  struct Response {
    std::string mission;
    std::string report;        // digest of the document
    std::string stale;         // why it holds no more; empty: it holds
    json::value verification;  // docs/formats/verification.md; null: there was none
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowVerification::Response& answer, const Terminal& terminal);

// Why work may land although nothing proves it: for people to say.
void accept_unproven_field(Fields& f, std::optional<std::string>& reason);
// Without blanks around it; empty: not given. Error: a reason that says nothing.
Result<std::string> reason_of(const std::optional<std::string>& accept_unproven);

// Asks for a verification and does not wait for it: a worker does it. Conflict when work is open, when
// it has landed, and while one is asked for or goes on.
struct AskToVerify {
  struct Request {
    std::string mission;
    bool fresh = false;
    std::optional<std::string> accept_unproven;
    void fields(Fields& f) {
      f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
      f.field(flag("fresh", "run every check, use no earlier result"), fresh);
      accept_unproven_field(f, accept_unproven);
    }
  };
  using Response = MissionDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// A verification that was made, with how it ends the command that asked for it.
struct VerificationDocument {
  model::Verification verification;
  static const NamedSchema k_schema;
  json::value document() const;
  std::string brief() const;  // what failed, with the end of what it printed
  Ending ending() const;
};
std::string present(const VerificationDocument& answer, const Terminal& terminal);

// Verifies it here and now.
struct VerifyMission {
  struct Request {
    std::string mission;
    std::vector<std::string> branches;
    bool fresh = false;
    std::optional<std::string> accept_unproven;
    std::optional<std::uint64_t> jobs;
    void fields(Fields& f);
  };
  using Response = VerificationDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// The same with somebody who watches, and with the sandbox off when a person at this machine says so.
struct VerifyWatch {
  engine::VerifyEvents& events;
  bool sandbox_off = false;
};
Result<VerificationDocument> verify_watched(Context& context, const VerifyMission::Request& request,
                                            const VerifyWatch& watch);

// Has a worker verify it again, whatever came of the last time.
enum class Results { kept_too, fresh };
struct WishToVerify {
  std::string who;
  Results results = Results::kept_too;
  std::string accept_unproven{};  // why; empty: it is not accepted
};
Result<void> queue_verification(store::Store& store, const model::MissionId& mission, const WishToVerify& wish);

extern const Operation k_mission_verification_operation;
extern const Operation k_mission_verify_operation;
extern const Operation k_verify_operation;

}  // namespace assay::ops
