// Tokens that open the server: who may look, and who may decide. For people alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/access/keyring.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct TokenDocument {
  engine::Key key;
  void fields(Fields& f);
};

struct ListTokens {
  struct Request {
    void fields(Fields&) {}
  };
  struct Row {
    TokenDocument token;
    std::uint64_t sessions = 0;
    bool over = false;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<Row> tokens;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListTokens::Response& answer, const Terminal& terminal);

struct MakeToken {
  struct Request {
    std::string name;
    std::optional<engine::Role> role;
    std::optional<std::string> expires;
    void fields(Fields& f);
  };
  struct Response {
    TokenDocument made;
    std::string token;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const MakeToken::Response& answer, const Terminal& terminal);

struct RevokeToken {
  struct Request {
    std::string token;
    void fields(Fields& f);
  };
  struct Response {
    std::uint64_t revoked = 0;
    std::uint64_t sessions = 0;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const RevokeToken::Response& answer, const Terminal& terminal);

// "until 2026-12-31T00:00:00Z", "ended …", "never ends"
std::string until_of(const std::optional<Time>& time, Time now);

extern const Operation k_token_list_operation;
extern const Operation k_token_new_operation;
extern const Operation k_token_revoke_operation;

}  // namespace assay::ops
