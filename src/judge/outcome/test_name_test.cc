#include "judge/outcome/test_name.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

TEST(TestName, IsWrittenDown) {
  EXPECT_TRUE(writes_test("def test_login():\n", "test_login"));
  EXPECT_FALSE(writes_test("def test_login_page():\n", "test_ghost_login"));
  EXPECT_FALSE(writes_test("def test_span():\n", "test_login"));
}

TEST(TestName, IsPutTogetherOfWordsThatAreWrittenDown) {
  EXPECT_TRUE(writes_test("for (const f of ['bmp', 'png']) it('handles ' + f, ...)", "handles bmp"));
  EXPECT_TRUE(writes_test("CASES = ['one']\nsetattr(T, 'test_' + name, check)", "test_one"));
  EXPECT_FALSE(writes_test("for (const f of ['png']) it('handles ' + f, ...)", "handles bmp"));
  EXPECT_FALSE(writes_test("it('handles')", "12"));  // no word to look for
  EXPECT_FALSE(writes_test("it('handles')", ""));
}

}  // namespace
}  // namespace assay::judge
