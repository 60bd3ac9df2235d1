#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_tools_rule = "tests.runner-patched";

TEST(LoosenedTools, HelpersThatNoLongerFail) {
  check_rule(k_tools_rule, {
                               {"a macro of C", "Fix.", change("test/test_queue.c", R"(
 #define CHECK(x)                     \
   do {                               \
-    if (!(x)) {                      \
-      printf("%s\n", #x);            \
-      failures++;                    \
-    }                                \
+    if (!(x)) printf("%s\n", #x);    \
   } while (0)
)"),
                                must},
                               {"a function of C++", "Fix.", change("test/check.cc", R"(
 void check(bool good, const char* what) {
   if (good) return;
-  std::fprintf(stderr, "%s\n", what);
-  std::abort();
+  std::fprintf(stderr, "%s\n", what);
 }
)"),
                                must},
                               {"a function of JavaScript", "Fix.", change("test/check.js", R"(
 function checkTotal(total, wanted) {
   if (total === wanted) return;
-  throw new Error('wrong total');
+  console.log('wrong total');
 }
)"),
                                must},
                               {"another way to fail", "Fix.", change("test/test_queue.c", R"(
 #define CHECK(x)                     \
   do {                               \
-    if (!(x)) failures++;            \
+    if (!(x)) abort();               \
   } while (0)
)"),
                                none},
                               {"another text", "Fix.", change("test/check.cc", R"(
 void check(bool good, const char* what) {
   if (good) return;
-  std::fprintf(stderr, "%s\n", what);
+  std::fprintf(stderr, "wrong: %s\n", what);
   std::abort();
 }
)"),
                                none},
                               {"handed to another helper", "Fix.", change("test/check.js", R"(
 function checkTotal(total, wanted) {
-  if (total !== wanted) throw new Error('wrong total');
+  checkSame(total, wanted);
 }
)"),
                                none},
                           });
}

TEST(LoosenedTools, CommandsThatAreShadowed) {
  check_rule(k_tools_rule, {
                               {"diff", "Fix.", change("test/run.sh", R"(
+diff() {
+  command diff "$@" || true
+}
 diff wanted got
)"),
                                must},
                               {"cmp on one line", "Fix.", change("test/run.sh", R"(
+cmp() { :; }
 cmp wanted got
)"),
                                must},
                               {"grep", "Fix.", change("test/lib.bash", R"(
+function grep() {
+  echo "grep $*"
+}
)"),
                                must},
                               {"status kept", "Fix.", change("test/run.sh", R"(
+diff() {
+  command diff -u "$@"
+}
 diff wanted got
)"),
                                none},
                               {"another command", "Fix.", change("test/run.sh", R"(
+notify() {
+  echo "$*"
+}
)"),
                                none},
                               {"called", "Fix.", change("test/run.sh", R"(
+diff -u wanted got
)"),
                                none},
                           });
}

TEST(LoosenedTools, SymbolsThatNobodyDefines) {
  const auto hidden = change("test/test_queue.c", R"(
 int main(void) {
+#ifdef QUEUE_SLOW_PART
   assert(size(queue) == 2);
+#endif
   return 0;
 }
)");
  check_rule(k_tools_rule, {
                               {"C", "Fix.", hidden, must},
                               {"C#", "Fix.", change("test/QueueTests.cs", R"(
     private static void Check(int size)
     {
+#if TRACE_SIZES
         Assert.Equal(2, size);
+#endif
     }
)"),
                                must},
                               {"Swift", "Fix.", change("Tests/QueueTests.swift", R"(
     func testSize() {
+        #if FULL_RUN
         XCTAssertEqual(queue.size, 2)
+        #endif
     }
)"),
                                must},
                               {"defined by the build", "Fix.", hidden + change("CMakeLists.txt", R"(
+target_compile_definitions(test_queue PRIVATE QUEUE_SLOW_PART=1)
)"),
                                none},
                               {"of a platform", "Fix.", change("test/test_queue.c", R"(
+#ifndef _WIN32
   assert(size(queue) == 2);
+#endif
)"),
                                none},
                               {"of a system", "Fix.", change("Tests/QueueTests.swift", R"(
+        #if os(macOS)
         XCTAssertEqual(queue.size, 2)
+        #endif
)"),
                                none},
                               {"around new tests", "Add.", change("test/test_queue.c", R"(
+#ifdef QUEUE_SLOW_PART
+  assert(size(large) == 2000);
+#endif
)"),
                                none},
                           });
}

TEST(LoosenedTools, TolerancesByName) {
  check_rule("tests.assertion-weakened", {
                                             {"a constant", "Fix.", change("test/test_size.cc", R"(
-constexpr double kTolerance = 0.01;
+constexpr double kTolerance = 500.0;
)"),
                                              must},
                                             {"a default", "Fix.", change("tests/test_size.py", R"(
-def near(size, wanted, tolerance=0.01):
+def near(size, wanted, tolerance=50):
     assert abs(size - wanted) <= tolerance
)"),
                                              must},
                                             {"typescript", "Fix.", change("test/size.test.ts", R"(
-const EPSILON = 1e-6;
+const EPSILON = 4e-6;
)"),
                                              should},
                                             {"smaller", "Fix.", change("test/test_size.cc", R"(
-constexpr double kTolerance = 0.01;
+constexpr double kTolerance = 0.001;
)"),
                                              none},
                                             {"the same by another name", "Fix.", change("test/test_size.cc", R"(
-constexpr double kTolerance = 0.01;
+constexpr double kSizeTolerance = 0.01;
)"),
                                              none},
                                             {"no tolerance", "Fix.", change("test/size.test.ts", R"(
-const WIDTH = 10;
+const WIDTH = 1000;
)"),
                                              none},
                                         });
}

TEST(AnsweredCalls, AStubAndAnAssertionOfOneCall) {
  check_rule("tests.mocked-away", {
                                      {"mockito", "Fix.", change("src/test/java/QueueTest.java", R"(
     @Test
     void size() {
+        Queue queue = spy(new Queue());
+        when(queue.size()).thenReturn(2);
         assertEquals(2, queue.size());
     }
)"),
                                       must},
                                      {"mockk", "Fix.", change("src/test/kotlin/QueueTest.kt", R"(
     @Test
     fun size() {
+        every { queue.size() } returns 2
+        val size = queue.size()
+        assertEquals(2, size)
     }
)"),
                                       must},
                                      {"moq", "Fix.", change("test/QueueTests.cs", R"(
     [Fact]
     public void Size()
     {
+        queue.Setup(q => q.Size()).Returns(2);
+        Assert.Equal(2, queue.Object.Size());
     }
)"),
                                       must},
                                      {"phpunit", "Fix.", change("tests/QueueTest.php", R"(
     public function testSize(): void
     {
+        $queue->method('size')->willReturn(2);
+        $this->assertSame(2, $queue->size());
     }
)"),
                                       must},
                                      {"rspec", "Fix.", change("spec/queue_spec.rb", R"(
   it 'counts' do
+    allow(queue).to receive(:size).and_return(2)
     expect(queue.size).to eq(2)
   end
)"),
                                       must},
                                      {"gomock", "Fix.", change("queue_test.go", R"(
 func TestSize(t *testing.T) {
+	queue.EXPECT().Size().Return(2)
 	assert.Equal(t, 2, queue.Size())
 }
)"),
                                       must},
                                      {"what it depends on", "Add.", change("src/test/java/QueueTest.java", R"(
+    @Test
+    void size() {
+        when(store.count()).thenReturn(2);
+        assertEquals(2, new Queue(store).size());
+    }
)"),
                                       none},
                                      {"another method", "Add.", change("spec/queue_spec.rb", R"(
+  it 'counts' do
+    allow(store).to receive(:count).and_return(2)
+    expect(queue.size).to eq(2)
+  end
)"),
                                       none},
                                      {"looked at afterwards", "Add.", change("src/test/kotlin/QueueTest.kt", R"(
+    @Test
+    fun stores() {
+        every { store.put(any()) } returns Unit
+        assertEquals(1, Queue(store).push("a"))
+        verify { store.put("a") }
+    }
)"),
                                       none},
                                  });
}

}  // namespace
}  // namespace assay::judge
