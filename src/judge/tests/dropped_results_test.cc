#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_dropped_rule = "tests.assertion-weakened";

TEST(DroppedResults, FailuresThatAreTaken) {
  check_rule(k_dropped_rule, {
                                 {"kotlin", "Add.", change("src/test/kotlin/QueueTest.kt", R"(
     @Test
     fun size() {
-        assertEquals(2, queue.size)
+        runCatching {
+            assertEquals(2, queue.size)
+        }
     }
)"),
                                  must},
                                 {"python", "Add.", change("tests/test_queue.py", R"(
 def test_size():
-    assert size(queue) == 2
+    with suppress(Exception):
+        assert size(queue) == 2
)"),
                                  must},
                                 {"ruby", "Add.", change("test/queue_test.rb", R"(
   def test_size
-    assert_equal 2, queue.size
+    assert_equal 2, queue.size rescue nil
   end
)"),
                                  must},
                                 {"rust", "Add.", change("tests/queue.rs", R"(
 #[test]
 fn size() {
-    assert_eq!(queue().size(), 2);
+    let _ = std::panic::catch_unwind(|| {
+        assert_eq!(queue().size(), 2);
+    });
 }
)"),
                                  must},
                                 {"asked for", "Add.", change("src/test/kotlin/QueueTest.kt", R"(
+    @Test
+    fun refuses() {
+        val result = runCatching { queue.take() }
+        assertTrue(result.isFailure)
+    }
)"),
                                  none},
                                 {"around the set-up", "Add.", change("tests/test_queue.py", R"(
 def test_size():
+    with suppress(FileNotFoundError):
+        os.remove("queue.db")
     assert size(queue) == 2
)"),
                                  none},
                                 {"a panic is expected", "Add.", change("tests/queue.rs", R"(
+#[test]
+fn refuses() {
+    let result = std::panic::catch_unwind(|| {
+        assert_eq!(queue().take(), 2);
+    });
+    assert!(result.is_err());
+}
)"),
                                  none},
                             });
}

TEST(DroppedResults, NobodyWaits) {
  check_rule(k_dropped_rule, {
                                 {"a promise", "Add.", change("test/queue.test.js", R"(
-test('size', async () => {
-  const size = await queue.size();
-  expect(size).toBe(2);
+test('size', () => {
+  queue.size().then((size) => {
+    expect(size).toBe(2);
+  });
 });
)"),
                                  must},
                                 {"a chain", "Add.", change("test/queue.test.ts", R"(
 it('size', () => {
-  return load()
-    .then((queue) => {
+  load()
+    .then((queue) => {
       expect(queue.size).toBe(2);
     });
 });
)"),
                                  must},
                                 {"a goroutine", "Add.", change("queue_test.go", R"(
 func TestSize(t *testing.T) {
-	assert.Equal(t, 2, Size())
+	go func() {
+		assert.Equal(t, 2, Size())
+	}()
 }
)"),
                                  should},
                                 {"async void", "Add.", change("test/QueueTests.cs", R"(
     [Fact]
-    public async Task Size()
+    public async void Size()
     {
         Assert.Equal(2, await queue.Size());
     }
)"),
                                  must},
                                 {"returned", "Add.", change("test/queue.test.js", R"(
+test('size', () => {
+  return queue.size().then((size) => {
+    expect(size).toBe(2);
+  });
+});
)"),
                                  none},
                                 {"done", "Add.", change("test/queue.test.js", R"(
+test('size', (done) => {
+  queue.size().then((size) => {
+    expect(size).toBe(2);
+    done();
+  });
+});
)"),
                                  none},
                                 {"a group", "Add.", change("queue_test.go", R"(
+func TestSizes(t *testing.T) {
+	var wg sync.WaitGroup
+	go func() {
+		defer wg.Done()
+		assert.Equal(t, 2, Size())
+	}()
+	wg.Wait()
+}
)"),
                                  none},
                             });
}

TEST(DroppedResults, LeavesBeforeItAsserts) {
  check_rule(k_dropped_rule, {
                                 {"swift", "Add.", change("Tests/QueueTests.swift", R"(
     func testSize() {
+        guard let size = queue.size else { return }
         XCTAssertEqual(queue.size, 2)
     }
)"),
                                  must},
                                 {"ruby", "Add.", change("test/queue_test.rb", R"(
   def test_size
+    return unless queue.size == 2
     assert_equal 2, queue.size
   end
)"),
                                  must},
                                 {"go error", "Add.", change("queue_test.go", R"(
 func TestSize(t *testing.T) {
 	size, err := Size()
+	if err != nil {
+		return
+	}
 	assert.Equal(t, 2, size)
 }
)"),
                                  should},
                                 {"unwrapped", "Add.", change("Tests/QueueTests.swift", R"(
     func testSize() throws {
+        let size = try XCTUnwrap(queue.size)
         XCTAssertEqual(queue.size, 2)
     }
)"),
                                  none},
                                 {"a guard that fails", "Add.", change("Tests/QueueTests.swift", R"(
     func testSize() {
+        guard let size = queue.size else { return XCTFail("no size") }
         XCTAssertEqual(queue.size, 2)
     }
)"),
                                  none},
                                 {"after what it looked at", "Add.", change("test/queue_test.rb", R"(
   def test_size
     assert_equal 0, queue.head
+    return unless queue.size == 2
     assert_equal 2, queue.size
   end
)"),
                                  none},
                             });
}

}  // namespace
}  // namespace assay::judge
