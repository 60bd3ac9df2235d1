// Lines of a file as it was verified: what a place in an output or a finding speaks of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct ShowFile {
  struct Request {
    std::string mission;
    std::string path;
    std::uint64_t first = 1;
    std::uint64_t lines = 400;
    void fields(Fields& f);
  };
  struct Response {
    std::string mission;
    std::string path;  // in the repository, whatever was asked for
    std::string commit;
    std::uint64_t first = 1;
    std::uint64_t total = 0;
    std::vector<std::string> lines;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowFile::Response& answer, const Terminal& terminal);

extern const Operation k_mission_file_operation;

}  // namespace assay::ops
