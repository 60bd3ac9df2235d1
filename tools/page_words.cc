// Prints web/src/api/checkpoint_kinds.ts: what the page says and draws of each kind of checkpoint, as the model has it.
// ./dev schema-generate writes that file, and the tests compare it.
#include <algorithm>
#include <cstdio>
#include <string>

#include "model/checkpoint.h"

namespace {

using namespace assay::model;

const char* name_of(CheckpointTone tone) {
  switch (tone) {
    case CheckpointTone::plain: return "plain";
    case CheckpointTone::good: return "good";
    case CheckpointTone::bad: return "bad";
    case CheckpointTone::attention: return "attention";
  }
  return "";
}

const char* name_of(AttemptMark mark) {
  switch (mark) {
    case AttemptMark::none: return "none";
    case AttemptMark::begins: return "begins";
    case AttemptMark::succeeds: return "succeeds";
    case AttemptMark::fails: return "fails";
    case AttemptMark::ends: return "ends";
  }
  return "";
}

}  // namespace

int main() {
  std::puts("// Written by tools/page_words.cc from src/model/checkpoint.h; do not edit.");
  std::puts("export const checkpointKinds = {");
  for (const auto& row : k_checkpoint_kinds) {
    const std::string key(row.name);
    std::string words = key;
    std::replace(words.begin(), words.end(), '_', ' ');
    std::printf("  %s: { words: \"%s\", tone: \"%s\", attempt: \"%s\" },\n", key.c_str(), words.c_str(),
                name_of(row.tone), name_of(row.attempt));
  }
  std::puts("} as const;");
  return std::ferror(stdout) != 0 ? 1 : 0;
}
