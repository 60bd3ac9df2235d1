// Comments of persons on work, and the lines of a change that they are about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/comment.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct CommentDocument {
  model::Comment comment;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const CommentDocument& answer, const Terminal& terminal);

struct AddComment {
  struct Request {
    std::string text;
    std::string task;
    std::string mission;
    std::string path;
    std::uint64_t line = 0;
    std::optional<model::DiffSide> side;
    void fields(Fields& f);
  };
  using Response = CommentDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct ListComments {
  struct Request {
    std::string task;
    std::string mission;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<CommentDocument> comments;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListComments::Response& answer, const Terminal& terminal);

struct RemoveComment {
  struct Request {
    std::string comment;
    void fields(Fields& f);
  };
  using Response = CommentDocument;  // as it was
  static Result<Response> run(Context& context, const Request& request);
};

// Lines of a file as the change of a task or a mission has it, before or after: what a diff leaves out.
struct ShowLines {
  struct Request {
    std::string task;
    std::string mission;
    std::string path;
    std::uint64_t first = 1;
    std::uint64_t last = 0;
    std::optional<model::DiffSide> side;
    void fields(Fields& f);
  };
  struct Response {
    std::string path;
    std::string commit;
    std::uint64_t first = 0;  // of those that are here
    std::uint64_t total = 0;
    std::vector<std::string> lines;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowLines::Response& answer, const Terminal& terminal);

extern const Operation k_comment_add_operation;
extern const Operation k_comment_list_operation;
extern const Operation k_comment_remove_operation;
extern const Operation k_lines_operation;

}  // namespace assay::ops
