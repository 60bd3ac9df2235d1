// A story is a mission seen through the ship gate. Operations on it: look, ship, deploy again, close, mend.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/mission.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/missions/missions.h"

namespace assay::ops {

struct StoryDocument {
  model::Mission mission;
  std::string waits_for;          // while it is shipped: what others have to do first
  std::vector<std::string> next;  // what a person can do now: commands
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const StoryDocument& answer, const Terminal& terminal);

// What a person can do with a story now, what is likeliest first.
std::vector<std::string> next_of(const model::Mission& mission);

// A task as stories show it: its state in capitals.
struct StoryTask {
  model::Task task;
  void fields(Fields& f);
};

struct ListStories {
  struct Request {
    std::optional<model::StoryState> state;
    std::string text;
    std::string before;
    std::uint32_t limit = 50;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<StoryDocument> stories;
    std::optional<std::string> next;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListStories::Response& answer, const Terminal& terminal);

// Every request about one story.
struct StoryRequest {
  std::string story;
  void fields(Fields& f);
};

struct ShowStory {
  using Request = StoryRequest;
  struct Response {
    StoryDocument story;
    std::vector<StoryTask> tasks;  // top-level ones and validations
    std::vector<Needed> needed;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowStory::Response& answer, const Terminal& terminal);

// Accepted at once, done by a worker; the command line does it itself unless it is told not to.
struct Ship {
  struct Request {
    std::string story;
    bool detach = false;
    void fields(Fields& f);
  };
  struct Response {
    bool accepted = true;
    std::string reason;  // why it was not shipped
    StoryDocument story;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const Ship::Response& answer, const Terminal& terminal);

struct Redeploy {
  using Request = Ship::Request;
  using Response = Ship::Response;
  static Result<Response> run(Context& context, const Request& request);
};

struct CloseStory {
  struct Request {
    std::string story;
    std::string reason;
    void fields(Fields& f);
  };
  using Response = StoryDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// Opens a mission that mends what a deploy or its validation found.
struct FixStory {
  struct Request {
    std::string story;
    std::string prompt;
    void fields(Fields& f);
  };
  using Response = NewMission::Response;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_story_new_operation;
extern const Operation k_story_list_operation;
extern const Operation k_story_show_operation;
extern const Operation k_ship_operation;
extern const Operation k_redeploy_operation;
extern const Operation k_close_operation;
extern const Operation k_fix_operation;

}  // namespace assay::ops
