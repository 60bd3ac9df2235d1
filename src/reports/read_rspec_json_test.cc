#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

Report read_rspec(std::string_view text) { return read(Format::rspec_json, logs::Runner::rspec, text); }

// RSpec 3.12, its backtrace shortened
constexpr std::string_view k_examples =
    R"({"id":"./a_spec.rb[1:1]","description":"denies","full_description":"Auth denies","status":"passed","file_path":"./a_spec.rb","line_number":2,"run_time":0.00034504,"pending_message":null},{"id":"./a_spec.rb[1:2]","description":"fails","full_description":"Auth fails","status":"failed","file_path":"./a_spec.rb","line_number":3,"run_time":0.031795034,"pending_message":null,"exception":{"class":"RSpec::Expectations::ExpectationNotMetError","message":"\nexpected: 2\n     got: 1\n\n(compared using ==)\n","backtrace":["/w/a_spec.rb:3:in `block (2 levels) in <top (required)>'"]}},{"id":"./a_spec.rb[1:3]","description":"later","full_description":"Auth later","status":"pending","file_path":"./a_spec.rb","line_number":4,"run_time":9.465e-06,"pending_message":"Temporarily skipped with xit"},{"id":"./a_spec.rb[1:5:1]","description":"ok","full_description":"Auth inner ok","status":"passed","file_path":"./a_spec.rb","line_number":6,"run_time":4.2031e-05,"pending_message":null})";
constexpr std::string_view k_summary =
    R"("summary":{"duration":0.033336835,"example_count":4,"failure_count":1,"pending_count":1,"errors_outside_of_examples_count":0},"summary_line":"4 examples, 1 failure, 1 pending"})";

std::string rspec(std::string_view examples, std::string_view summary) {
  return cat(R"({"version":"3.12.0","examples":[)", examples, "],", summary);
}

TEST(ReadRspecJson, ReadsExamples) {
  const Report report = read_rspec(rspec(k_examples, k_summary));
  EXPECT_EQ(tests_of(report),
            "passed  a_spec.rb | Auth | Auth denies\n"
            "failed  a_spec.rb | Auth | Auth fails [expected: 2]\n"
            "skipped a_spec.rb | Auth | Auth later [Temporarily skipped with xit]\n"
            "passed  a_spec.rb | Auth inner | Auth inner ok\n");
  EXPECT_EQ(counts_of(report), "2 passed, 1 failed, 1 skipped");
  EXPECT_DOUBLE_EQ(report.tests[1].seconds, 0.031795034);
  EXPECT_EQ(report.problem, "");
}

TEST(ReadRspecJson, AnErrorWhileLoadingIsAFailure) {
  const Report report = read_rspec(
      R"({"version":"3.12.0","messages":["\nAn error occurred while loading ./b_spec.rb.\nFailure/Error: raise \"load broke\"\n","No examples found."],"examples":[],"summary":{"duration":4.7747e-05,"example_count":0,"failure_count":0,"pending_count":0,"errors_outside_of_examples_count":1},"summary_line":"0 examples, 0 failures, 1 error occurred outside of examples"})");
  EXPECT_EQ(tests_of(report),
            "failed   |  | (outside of examples) [1 error outside of examples: An error occurred while loading "
            "./b_spec.rb.]\n");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadRspecJson, TotalsThatDisagreeAreAProblem) {
  const Report report = read_rspec(rspec("", k_summary));
  EXPECT_EQ(report.problem, "its summary says 4 examples, 1 failures, 1 pending; it has 0, 0, 0");
}

TEST(ReadRspecJson, WhatIsCutKeepsWhatCameBefore) {
  const std::string whole = rspec(k_examples, k_summary);
  std::size_t most = 0;
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const Report report = read_rspec(std::string_view(whole).substr(0, size));
    EXPECT_FALSE(report.finished) << size;
    EXPECT_FALSE(report.problem.empty()) << size;
    EXPECT_GE(report.tests.size(), most) << size;
    most = report.tests.size();
  }
  EXPECT_EQ(most, 4u);
}

TEST(ReadRspecJson, WhatIsNotSoundIsAProblem) {
  const std::string whole = rspec(k_examples, k_summary);
  for (const auto& [text, problem] : std::initializer_list<std::pair<std::string, std::string_view>>{
           {whole + "{}", "more follows the JSON object"},
           {rspec(k_examples, cat("\"examples\":[],", k_summary)), "a key is given twice"},
           {rspec(k_examples, cat("\"summary\":{},", k_summary)), "a key is given twice"},
           {rspec("{\"full_description\":\"a\",\"status\":\"failed\",\"status\":\"passed\"}", k_summary),
            "example 1: a key is given twice"},
           {rspec("{\"full_description\":\"a\",\"status\":\"fine\"}", k_summary), "example 1: its status is \"fine\""},
           {rspec("7", k_summary), "example 1: not a JSON object"},
           {"{\"examples\":[]}", "it has no summary"},
           {"{\"examples\":{}}", "cut off or malformed"},
           {"[]", "it does not begin with a JSON object"},
       }) {
    const Report report = read_rspec(text);
    EXPECT_TRUE(contains(report.problem, problem)) << text << ": " << report.problem;
    EXPECT_FALSE(report.finished) << text;
  }
}

}  // namespace
}  // namespace assay::reports
