#include "variants/assertions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::variants {
namespace {

struct AssertionCase {
  std::string_view path, written, weakened, rewritten;
};

TEST(Assertions, AreWeakenedAndRewritten) {
  const AssertionCase cases[] = {
      {"test_a.py", "self.assertEqual(total(1, 2), 3)\n", "self.assertIsNotNone(total(1, 2))\n",
       "self.assertEqual(total(1, 2), total(1, 2))\n"},
      {"test_a.py", "self.assertEqual(3, total)\n", "self.assertIsNotNone(total)\n",
       "self.assertEqual(total, total)\n"},
      {"test_a.py", "    assert f(a)[0] == 'x'  # why\n", "    assert f(a)[0] is not None  # why\n",
       "    assert f(a)[0] == f(a)[0]  # why\n"},
      {"test_a.py", "assert [1] == f(a), 'text'\n", "assert f(a) is not None, 'text'\n",
       "assert f(a) == f(a), 'text'\n"},
      {"a.test.ts", "  expect(f(1)).toEqual({ a: 2 });\n", "  expect(f(1)).toBeDefined();\n",
       "  expect(f(1)).toEqual(f(1));\n"},
      {"a.test.js", "expect(f).to.deep.equal([1])\n", "expect(f).to.not.equal(undefined)\n",
       "expect(f).to.deep.equal(f)\n"},
      {"a.test.js", "assert.strictEqual(f(1), 2)\n", "assert.notStrictEqual(f(1), undefined)\n",
       "assert.strictEqual(f(1), f(1))\n"},
      {"a_test.go", "\tassert.Equal(t, 3, Add(1, 2))\n", "\tassert.NotNil(t, Add(1, 2))\n",
       "\tassert.Equal(t, Add(1, 2), Add(1, 2))\n"},
      {"a_test.go", "\tif got := 1; got != 2 {\n", "", ""},
      {"a_test.go", "\tif Add(1) != 2 {\n\t\tt.Fatalf(\"x\")\n\t}\n", "\tif Add(1) != 2 {\n\t\tt.Logf(\"x\")\n\t}\n",
       "\tif Add(1) != Add(1) {\n\t\tt.Fatalf(\"x\")\n\t}\n"},
      {"tests/a.rs", "    assert_eq!(add(1), 2);\n", "    assert!(true);\n", "    assert_eq!(add(1), add(1));\n"},
      {"a_test.rb", "    assert_equal 2, add(1)\n", "    refute_nil(add(1))\n", "    assert_equal add(1), add(1)\n"},
      {"a_spec.rb", "    expect(add(1)).to eq(2)\n", "    expect(add(1)).not_to be_nil\n",
       "    expect(add(1)).to eq(add(1))\n"},
      {"a_spec.rb", "    expect(add(1)).to eq 2\n", "    expect(add(1)).not_to be_nil\n",
       "    expect(add(1)).to eq add(1)\n"},
      {"ATest.java", "assertEquals(2, add(1));\n", "assertNotNull(add(1));\n", "assertEquals(add(1), add(1));\n"},
      {"ATest.java", "assertThat(add(1)).isEqualTo(2);\n", "assertThat(add(1)).isNotNull();\n",
       "assertThat(add(1)).isEqualTo(add(1));\n"},
      {"ATest.php", "<?php\n$this->assertSame(2, $a->add(1));\n", "<?php\n$this->assertNotNull($a->add(1));\n",
       "<?php\n$this->assertSame($a->add(1), $a->add(1));\n"},
      {"a_test.cc", "  EXPECT_EQ(add(1), 2);\n", "  EXPECT_TRUE(true);\n", "  EXPECT_EQ(add(1), add(1));\n"},
      {"a_test.cc", "  CHECK(add(1) == 2);\n", "  CHECK(true);\n", "  CHECK(add(1) == add(1));\n"},
  };
  for (const auto& each : cases) {
    const auto found = assertions_of(each.path, each.written);
    if (each.weakened.empty()) {
      EXPECT_TRUE(found.empty()) << each.written;
      continue;
    }
    ASSERT_EQ(found.size(), 1U) << each.written;
    const auto with = [&](const std::string& text) {
      return cat(each.written.substr(0, found[0].offset), text, each.written.substr(found[0].offset + found[0].length));
    };
    EXPECT_EQ(with(found[0].weakened), each.weakened);
    EXPECT_EQ(with(found[0].rewritten), each.rewritten);
  }
}

TEST(Assertions, ThatAreNoEqualityAreLeftAlone) {
  for (const auto& [path, written] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"test_a.py", "assert a\n"},
           {"test_a.py", "assert a == b or c\n"},
           {"test_a.py", "x = 'assert a == b'\n"},
           {"test_a.py", "self.assertEqual(a)\n"},
           {"a.test.js", "expect(a).not.toBe(1)\n"},
           {"a.test.js", "// expect(a).toBe(1)\n"},
           {"a_test.go", "\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"},
           {"a_test.cc", "CHECK(a < 2);\n"},
           {"a.txt", "assert a == b\n"},
           {"test_a.py", "self.assertEqual(\n"}}) {
    EXPECT_TRUE(assertions_of(path, written).empty()) << written;
  }
}

}  // namespace
}  // namespace assay::variants
