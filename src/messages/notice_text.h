// A notice in the words that every receiver gets: what happened, to what, and what a person can do next. The texts come
// from agents, so secrets and characters that change how a line looks are taken out here.
#pragma once

#include <string>
#include <string_view>

#include "model/notice.h"

namespace assay::messages {

struct NoticeText {
  std::string headline;  // one line: what happened
  std::string title;     // one line: the mission's
  std::string detail;    // some lines, or nothing
  std::string next;      // a command; never empty
  std::string link;      // the page of it; empty when nobody said where the page is
  bool urgent = false;   // something stands still until a person acts
};

// `page`: the address of Assay's page, or nothing.
NoticeText text_of(const model::Notice& notice, std::string_view page);

// The command that is the next step.
std::string next_command(const model::Notice& notice);

}  // namespace assay::messages
