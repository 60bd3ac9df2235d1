#include "plan/criteria.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "base/utf8.h"

namespace assay::plan {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::StartsWith;

constexpr const char* k_base = "The requested slice is implemented in a coherent, runnable state.";

// "fbtd": which families a prompt holds, in the order of the criteria.
std::string families(std::string_view prompt) {
  const Topics topics = topics_of(prompt);
  std::string out;
  if (topics.frontend) out += 'f';
  if (topics.backend) out += 'b';
  if (topics.testing) out += 't';
  if (topics.documentation) out += 'd';
  return out;
}

TEST(Criteria, a_prompt_that_says_nothing_to_look_at_has_the_base_criterion) {
  EXPECT_THAT(criteria_for("Rename the thing"), ElementsAre(k_base));
  EXPECT_THAT(criteria_for(""), ElementsAre(k_base));
  EXPECT_TRUE(is_general(k_base));
}

TEST(Criteria, what_the_prompt_says_takes_the_place_of_the_general_sentences) {
  const auto criteria = criteria_for("Update the API docs.\n- GET /a returns 200\n- make it nice\n");
  EXPECT_THAT(criteria, ElementsAre("GET /a returns 200", "make it nice"));
  for (const auto& criterion : criteria) EXPECT_FALSE(is_general(criterion));
}

TEST(Criteria, each_family_adds_its_sentence_in_order) {
  EXPECT_THAT(criteria_for("Update the README, test the API and the UI"),
              ElementsAre(k_base, "User-facing behavior is understandable and coherent for the requested flow.",
                          "Backend and contract behavior match the requested implementation scope.",
                          "There is at least one practical validation path for the delivered work.",
                          "The repo explains how to run or understand the delivered slice."));
}

TEST(Criteria, every_word_of_the_four_families_counts) {
  for (const auto* word : {"ui", "ux", "frontend", "design", "screen", "page", "component", "layout"})
    EXPECT_EQ(families(cat("improve the ", word, " now")), "f") << word;
  for (const auto* word : {"api", "backend", "server", "database", "worker", "queue", "contract", "schema"})
    EXPECT_EQ(families(cat("improve the ", word, " now")), "b") << word;
  for (const auto* word : {"test", "smoke", "verify", "validation", "qa", "review"})
    EXPECT_EQ(families(cat("improve the ", word, " now")), "t") << word;
  for (const auto* word : {"readme", "docs", "documentation", "onboard", "setup"})
    EXPECT_EQ(families(cat("improve the ", word, " now")), "d") << word;
}

TEST(Criteria, case_and_plural_do_not_matter) {
  for (const auto* prompt : {"two APIs", "Queues", "SERVERS!", "databases", "Schemas", "API", "Api's", "workers'"})
    EXPECT_EQ(families(prompt), "b") << prompt;
  for (const auto* prompt : {"components", "UIs", "Pages", "LAYOUTS", "screens."}) EXPECT_EQ(families(prompt), "f");
  for (const auto* prompt : {"Tests", "reviews", "verifies", "testing", "verified"}) EXPECT_EQ(families(prompt), "t");
  for (const auto* prompt : {"READMEs", "Docs", "setups", "onboarding"}) EXPECT_EQ(families(prompt), "d");
}

TEST(Criteria, words_inside_words_do_not_count) {
  for (const auto* prompt :
       {"build",       "capital",     "guide",          "rapid",    "therapist", "latest",    "contest",
        "attestation", "preview",     "pager",          "observer", "aqua",      "luxury",    "queued",
        "designate",   "contractor",  "subcomponentry", "docker",   "documents", "schematic", "suit",
        "fruit",       "requirement", "quit",           "apiary",   "api2",      "uid",       "homepage"})
    EXPECT_EQ(families(prompt), "") << prompt;
}

TEST(Criteria, hyphen_slash_and_underscore_part_words) {
  EXPECT_EQ(families("ui/ux"), "f");
  EXPECT_EQ(families("api-server"), "b");
  EXPECT_EQ(families("user_api"), "b");
  EXPECT_EQ(families("src/components/login.ts"), "f");
  EXPECT_EQ(families("self-test"), "t");
  EXPECT_EQ(families("`README.md`"), "d");
  EXPECT_EQ(families("(API)"), "b");
  EXPECT_EQ(families("re-build"), "");
}

TEST(Criteria, front_end_and_back_end_in_two_pieces) {
  EXPECT_EQ(families("front-end"), "f");
  EXPECT_EQ(families("the Front End"), "f");
  EXPECT_EQ(families("back-end"), "b");
  EXPECT_EQ(families("both back_ends"), "b");
  EXPECT_EQ(families("come back. End of story"), "");
  EXPECT_EQ(families("in front, end it"), "");
  EXPECT_EQ(families("front of the end"), "");
}

TEST(Criteria, letters_beyond_ascii_join_and_other_signs_part) {
  EXPECT_EQ(families("“API”—done"), "b");
  EXPECT_EQ(families("为API编写"), "b");
  EXPECT_EQ(families("🚀api🚀"), "b");
  EXPECT_EQ(families("ה-API החדש"), "b");
  EXPECT_EQ(families("éapi"), "");
  EXPECT_EQ(families("uiñ"), "");
  EXPECT_EQ(families("тестapi"), "");
  EXPECT_EQ(families("ui\xCC\x81"), "");  // an accent on the i
  EXPECT_EQ(families("\xFF"
                     "api\xC3"),
            "b");
}

TEST(Criteria, nul_bytes_part_words_and_end_nothing) {
  EXPECT_EQ(families(std::string_view("x\0api\0y", 7)), "b");
  EXPECT_EQ(families(std::string_view("a\0pi", 4)), "");
}

TEST(Criteria, a_megabyte_of_anything_is_read_to_its_end) {
  std::string prompt;
  while (prompt.size() < (1u << 20)) prompt += "capital building \xF0\x9F\x98\x80 ";
  EXPECT_EQ(families(prompt), "");
  EXPECT_EQ(families(prompt + "queue"), "b");
  EXPECT_EQ(families(std::string(1u << 20, 'a') + " queue"), "b");
  EXPECT_EQ(families(std::string(1u << 20, '\xC3') + "queue"), "b");
}

TEST(Title, is_the_first_sentence_or_line) {
  EXPECT_EQ(title_for("Add a login page. Then test it."), "Add a login page");
  EXPECT_EQ(title_for("\n\n  # Fix the queue\nIt hangs."), "Fix the queue");
  EXPECT_EQ(title_for("Move to v1.2 of the API, e.g. for retries"), "Move to v1.2 of the API, e.g. for retries");
  EXPECT_EQ(title_for("Why does it hang? Find out."), "Why does it hang?");
  EXPECT_EQ(title_for("Wait..."), "Wait...");
  EXPECT_EQ(title_for("- [ ] `make test` passes\n- GET /a returns 200\n"), "`make test` passes");
  EXPECT_EQ(title_for(" \n\t\n###\n"), "Untitled");
  EXPECT_EQ(title_for(""), "Untitled");
}

size_t characters(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); at += utf8_at(text, at).size) ++count;
  return count;
}

TEST(Title, has_at_most_80_characters_cut_between_words) {
  const std::string eighty(80, 'x');
  EXPECT_EQ(title_for(eighty), eighty);
  const std::string long_title = title_for(eighty + "y");
  EXPECT_EQ(characters(long_title), 80u);
  EXPECT_THAT(long_title, EndsWith("x…"));
  std::string words;
  for (int i = 0; i < 30; ++i) words += "word" + std::to_string(i) + " ";
  EXPECT_LE(characters(title_for(words)), 80u);
  EXPECT_THAT(title_for(words), EndsWith("word11…"));
  std::string emoji;
  for (int i = 0; i < 100; ++i) emoji += "👩‍💻";
  EXPECT_LE(characters(title_for(emoji)), 80u);
  EXPECT_THAT(title_for(emoji), EndsWith("💻…"));
  EXPECT_THAT(title_for(emoji), StartsWith("👩‍💻"));
}

TEST(Title, holds_no_controls_and_nothing_broken) {
  EXPECT_EQ(title_for(std::string_view("a\0b\x1B[31m\tc", 10)), "a b [31m c");
  EXPECT_EQ(title_for("x\xE2\x80\xAEy"), "xy");
  EXPECT_EQ(title_for("a\xFF"), "a\xEF\xBF\xBD");
  EXPECT_EQ(title_for("אבג API"), "אבג API");
}

}  // namespace
}  // namespace assay::plan
