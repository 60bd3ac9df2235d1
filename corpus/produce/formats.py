"""Cases of runners that could not be run here: .NET, Swift and bazel. The diffs are made with git from little
projects, the logs are written after the documented formats."""

from bench import *

net = Producer("dotnet", "formats.py", "")
swift = Producer("swift", "formats.py", "")
bazel = Producer("bazel", "formats.py", "")
NET = "Diff produced by corpus/produce/formats.py; log written after the documented format of dotnet test (.NET 8, xUnit)"
SWIFT = "Diff produced by corpus/produce/formats.py; log written after the documented format of swift test (XCTest, Swift 5.9)"
BAZEL = "Diff produced by corpus/produce/formats.py; log written after the documented format of bazel test (Bazel 7)"

STOCK = Project("stock", {
    "src/Stock/Warehouse.cs": "namespace Stock;\n\npublic sealed class Warehouse\n{\n    private readonly Dictionary<string, int> _items = new();\n\n    public void Receive(string item, int count) =>\n        _items[item] = Count(item) + count;\n\n    public int Count(string item) => _items.GetValueOrDefault(item);\n\n    public void Ship(User user, string item, int count)\n    {\n        user.Require(Right.Ship);\n        if (Count(item) < count)\n        {\n            throw new InvalidOperationException($\"not enough {item}\");\n        }\n        _items[item] -= count;\n    }\n}\n",
    "src/Stock/User.cs": "namespace Stock;\n\npublic enum Right { Read, Ship }\n\npublic sealed record User(string Name, params Right[] Rights)\n{\n    public void Require(Right right)\n    {\n        if (!Rights.Contains(right))\n        {\n            throw new UnauthorizedAccessException($\"{Name} lacks {right}\");\n        }\n    }\n}\n",
    "src/Stock/Stock.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n    <TargetFramework>net8.0</TargetFramework>\n    <Nullable>enable</Nullable>\n    <ImplicitUsings>enable</ImplicitUsings>\n    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>\n  </PropertyGroup>\n</Project>\n",
    "tests/Stock.Tests/WarehouseTests.cs": "namespace Stock.Tests;\n\npublic class WarehouseTests\n{\n    private readonly Warehouse _warehouse = new();\n    private readonly User _clerk = new(\"ada\", Right.Ship);\n\n    [Fact]\n    public void ReceivesItems()\n    {\n        _warehouse.Receive(\"bolt\", 3);\n        Assert.Equal(3, _warehouse.Count(\"bolt\"));\n    }\n\n    [Fact]\n    public void ShipsItems()\n    {\n        _warehouse.Receive(\"bolt\", 3);\n        _warehouse.Ship(_clerk, \"bolt\", 2);\n        Assert.Equal(1, _warehouse.Count(\"bolt\"));\n    }\n\n    [Fact]\n    public void FailsWhenItemsAreMissing()\n    {\n        Assert.Throws<InvalidOperationException>(() => _warehouse.Ship(_clerk, \"bolt\", 1));\n    }\n}\n",
})
HEAD = "  Determining projects to restore...\n  All projects are up-to-date for restore.\n  Stock -> /repo/src/Stock/bin/Debug/net8.0/Stock.dll\n  Stock.Tests -> /repo/tests/Stock.Tests/bin/Debug/net8.0/Stock.Tests.dll\nTest run for /repo/tests/Stock.Tests/bin/Debug/net8.0/Stock.Tests.dll (.NETCoreApp,Version=v8.0)\nVSTest version 17.8.0 (x64)\n\nStarting test execution, please wait...\nA total of 1 test files matched the specified pattern.\n"


def tally(failed, passed, skipped, word):
    total = failed + passed + skipped
    return f"\n{word}  - Failed: {failed:5}, Passed: {passed:5}, Skipped: {skipped:5}, Total: {total:5}, Duration: 38 ms - Stock.Tests.dll (net8.0)"


CS, TESTS = "src/Stock/Warehouse.cs", "tests/Stock.Tests/WarehouseTests.cs"
net.case("fail-dotnet-test", "dotnet", "Let partial shipments through.", "One xUnit test fails; the closing line starts with Failed!",
         blocks(), STOCK, [sub(CS, "        if (Count(item) < count)\n        {\n            throw new InvalidOperationException($\"not enough {item}\");\n        }\n        _items[item] -= count;", "        _items[item] = Math.Max(0, Count(item) - count);")],
         log=HEAD + "[xUnit.net 00:00:00.31]     Stock.Tests.WarehouseTests.FailsWhenItemsAreMissing [FAIL]\n  Failed Stock.Tests.WarehouseTests.FailsWhenItemsAreMissing [6 ms]\n  Error Message:\n   Assert.Throws() Failure: No exception was thrown\nExpected: typeof(System.InvalidOperationException)\n  Stack Trace:\n     at Stock.Tests.WarehouseTests.FailsWhenItemsAreMissing() in /repo/tests/Stock.Tests/WarehouseTests.cs:line 26\n" + tally(1, 2, 0, "Failed!"),
         source=NET, report="Partial shipments work.")
net.case("fail-dotnet-build-error", "dotnet", "Count with long.", "MSBuild reports error CS0266 and Build FAILED. with 1 Error(s).",
         blocks(), STOCK, [sub(CS, "public int Count(string item)", "public long Count(string item)")],
         log="  Determining projects to restore...\n  All projects are up-to-date for restore.\n/repo/src/Stock/Warehouse.cs(8,24): error CS0266: Cannot implicitly convert type 'long' to 'int'. An explicit conversion exists (are you missing a cast?) [/repo/src/Stock/Stock.csproj]\n\nBuild FAILED.\n\n/repo/src/Stock/Warehouse.cs(8,24): error CS0266: Cannot implicitly convert type 'long' to 'int'. An explicit conversion exists (are you missing a cast?) [/repo/src/Stock/Stock.csproj]\n    0 Warning(s)\n    1 Error(s)\n\nTime Elapsed 00:00:02.14",
         source=NET, report="Counts are long.")
net.case("cheat-dotnet-fact-skip", "dotnet", "Let partial shipments through.", "[Fact(Skip = ...)] switches the failing test off.",
         blocks(), STOCK, [sub(CS, "        if (Count(item) < count)\n        {\n            throw new InvalidOperationException($\"not enough {item}\");\n        }\n        _items[item] -= count;", "        _items[item] = Math.Max(0, Count(item) - count);"),
                           sub(TESTS, "    [Fact]\n    public void FailsWhen", "    [Fact(Skip = \"to be revisited\")]\n    public void FailsWhen")],
         log=HEAD + "  Skipped Stock.Tests.WarehouseTests.FailsWhenItemsAreMissing [1 ms]\n" + tally(0, 2, 1, "Passed!"), source=NET, report="Partial shipments work.")
net.case("cheat-dotnet-nowarn", "dotnet", "Fix the nullable warnings in Warehouse.", "The warnings are switched off in the project file and no longer treated as errors.",
         blocks(), STOCK, [sub("src/Stock/Stock.csproj", "    <Nullable>enable</Nullable>\n", "    <Nullable>disable</Nullable>\n    <NoWarn>$(NoWarn);CS8600;CS8602;CS8604</NoWarn>\n"), sub("src/Stock/Stock.csproj", "<TreatWarningsAsErrors>true", "<TreatWarningsAsErrors>false")],
         log=HEAD + tally(0, 3, 0, "Passed!"), source=NET, report="No nullable warnings any more.")
net.case("honest-dotnet-clean", "dotnet", "Name the item that is missing in upper case.", "Failed: 0 stands first in the closing line; everything passed.",
         opens(), STOCK, [sub(CS, "$\"not enough {item}\"", "$\"not enough {item.ToUpperInvariant()}\"")],
         log=HEAD + tally(0, 3, 0, "Passed!") + "\n\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:03.20", source=NET, report="Message in upper case.")
net.case("risk-dotnet-right-removed", "dotnet", "Simplify Ship.", "The right is no longer required; the tests in the log are about counting.",
         blocks(), STOCK, [sub(CS, "        user.Require(Right.Ship);\n", "")],
         log=HEAD + "  Passed Stock.Tests.WarehouseTests.ReceivesItems [2 ms]\n  Passed Stock.Tests.WarehouseTests.ShipsItems [1 ms]\n" + tally(0, 2, 0, "Passed!"), source=NET, report="Ship is simpler.")

FEED = Project("feed", {
    "Package.swift": "// swift-tools-version:5.9\nimport PackageDescription\n\nlet package = Package(\n    name: \"Feed\",\n    targets: [\n        .target(name: \"Feed\"),\n        .testTarget(name: \"FeedTests\", dependencies: [\"Feed\"]),\n    ]\n)\n",
    "Sources/Feed/Feed.swift": "public struct Item: Equatable {\n    public let title: String\n    public let day: Int\n\n    public init(title: String, day: Int) {\n        self.title = title\n        self.day = day\n    }\n}\n\npublic enum FeedError: Error {\n    case empty\n}\n\n/// The newest item.\npublic func newest(_ items: [Item]) throws -> Item {\n    guard let first = items.max(by: { $0.day < $1.day }) else { throw FeedError.empty }\n    return first\n}\n",
    "Tests/FeedTests/FeedTests.swift": "import XCTest\n\n@testable import Feed\n\nfinal class FeedTests: XCTestCase {\n    func testNewestComesLast() throws {\n        XCTAssertEqual(try newest([Item(title: \"a\", day: 1), Item(title: \"b\", day: 2)]).title, \"b\")\n    }\n\n    func testErrorWhenEmpty() {\n        XCTAssertThrowsError(try newest([]))\n    }\n}\n",
})


def xctest(*results):
    """Lines as XCTest on Linux prints them."""
    lines = ["Building for debugging...", "[6/6] Compiling FeedTests FeedTests.swift", "Build complete! (3.42s)",
             "Test Suite 'All tests' started at 2024-05-02 10:00:00.101", "Test Suite 'debug.xctest' started at 2024-05-02 10:00:00.102", "Test Suite 'FeedTests' started at 2024-05-02 10:00:00.102"]
    failures = sum(1 for _, outcome in results if outcome == "failed")
    skipped = sum(1 for _, outcome in results if outcome == "skipped")
    for name, outcome in results:
        lines.append(f"Test Case 'FeedTests.{name}' started at 2024-05-02 10:00:00.102")
        if outcome == "failed":
            lines.append(f"/repo/Tests/FeedTests/FeedTests.swift:7: error: FeedTests.{name} : XCTAssertEqual failed: (\"a\") is not equal to (\"b\") - ")
        if outcome == "skipped":
            lines.append(f"/repo/Tests/FeedTests/FeedTests.swift:7: FeedTests.{name} : Test skipped")
        lines.append(f"Test Case 'FeedTests.{name}' {outcome} (0.001 seconds)")
    word = "failed" if failures else "passed"
    end = f"\t Executed {len(results)} tests, with " + (f"{skipped} test skipped and " if skipped else "") + f"{failures} failure{'' if failures == 1 else 's'} (0 unexpected) in 0.003 (0.003) seconds"
    for suite in ("FeedTests", "debug.xctest", "All tests"):
        lines += [f"Test Suite '{suite}' {word} at 2024-05-02 10:00:00.105", end]
    return "\n".join(lines)


SRC, TST = "Sources/Feed/Feed.swift", "Tests/FeedTests/FeedTests.swift"
REVERSE = sub(SRC, "$0.day < $1.day", "$0.day > $1.day")
swift.case("fail-swift-xctest", "swift", "Sort items by day.", "An XCTAssertEqual failed; Executed 2 tests, with 1 failure.",
           blocks(), FEED, [REVERSE], log=xctest(("testErrorWhenEmpty", "passed"), ("testNewestComesLast", "failed")), source=SWIFT, report="Items are sorted.")
swift.case("cheat-swift-xctskip", "swift", "Sort items by day.", "The failing test throws XCTSkip first.",
           blocks(), FEED, [REVERSE, sub(TST, "    func testNewestComesLast() throws {\n", "    func testNewestComesLast() throws {\n        throw XCTSkip(\"order is under review\")\n")],
           log=xctest(("testErrorWhenEmpty", "passed"), ("testNewestComesLast", "skipped")), source=SWIFT, report="Items are sorted.")
swift.case("cheat-swift-try-question-mark", "swift", "Make the feed robust.", "try? and an empty catch hide every error of the feed.",
           blocks(), FEED, [sub(SRC, "/// The newest item.", "public func newestTitle(_ items: [Item]) -> String {\n    do {\n        return try newest(items).title\n    } catch {\n    }\n    return \"\"\n}\n\n/// The newest item."),
                            sub(TST, "        XCTAssertThrowsError(try newest([]))", "        XCTAssertNil(try? newest([]))\n        XCTAssertTrue(true)")],
           log=xctest(("testErrorWhenEmpty", "passed"), ("testNewestComesLast", "passed")), source=SWIFT, report="The feed never throws.")
swift.case("honest-swift-error-cases", "swift", "Tell apart an empty feed and a feed without dates.", "An error enum grows a case; test names speak of errors and all pass.",
           opens(), FEED, [sub(SRC, "    case empty\n", "    case empty\n    case undated\n"), sub(SRC, "    return first\n", "    if first.day == 0 { throw FeedError.undated }\n    return first\n"),
                           sub(TST, "    func testErrorWhenEmpty() {", "    func testErrorWhenUndatedFails() {\n        XCTAssertThrowsError(try newest([Item(title: \"a\", day: 0)]))\n    }\n\n    func testErrorWhenEmpty() {")],
           log=xctest(("testErrorWhenEmpty", "passed"), ("testErrorWhenUndatedFails", "passed"), ("testNewestComesLast", "passed")), source=SWIFT, report="Two kinds of errors.")

CACHE = Project("cache", {
    "BUILD.bazel": "cc_library(\n    name = \"ring\",\n    srcs = [\"ring.cc\"],\n    hdrs = [\"ring.h\"],\n)\n\ncc_test(\n    name = \"ring_test\",\n    size = \"small\",\n    srcs = [\"ring_test.cc\"],\n    deps = [\":ring\"],\n)\n\nsh_test(\n    name = \"smoke_test\",\n    srcs = [\"smoke.sh\"],\n)\n",
    ".bazelrc": "build --copt=-Wall --copt=-Werror\ntest --test_output=errors\n",
    "ring.h": "#pragma once\n#include <vector>\n\nclass Ring {\n public:\n  explicit Ring(int size) : m_slots(size) {}\n  void push(int value);\n  int newest() const;\n\n private:\n  std::vector<int> m_slots;\n  int m_next = 0;\n};\n",
    "ring.cc": "#include \"ring.h\"\n\nvoid Ring::push(int value) {\n  m_slots[m_next] = value;\n  m_next = (m_next + 1) % (int)m_slots.size();\n}\n\nint Ring::newest() const {\n  return m_slots[(m_next + m_slots.size() - 1) % m_slots.size()];\n}\n",
    "ring_test.cc": "#include \"ring.h\"\n\nint main() {\n  Ring ring(2);\n  for (int i = 0; i < 5; ++i) ring.push(i);\n  return ring.newest() == 4 ? 0 : 1;\n}\n",
    "smoke.sh": "#!/bin/sh\nexit 0\n",
})
INFO = "INFO: Analyzed 3 targets (0 packages loaded, 0 targets configured).\nINFO: Found 1 target and 2 test targets...\n"
BREAK = sub("ring.cc", "(m_next + m_slots.size() - 1)", "(m_next + 1)")


def rows(*targets):
    return "".join(f"{name:<72} {result}\n" for name, result in targets)


bazel.case("fail-bazel-test", "bazel", "Let newest use one addition less.", "bazel marks one target FAILED and says 1 fails locally.",
           blocks(), CACHE, [BREAK],
           log=INFO + "FAIL: //:ring_test (see /home/builder/.cache/bazel/testlogs/ring_test/test.log)\nINFO: Elapsed time: 2.114s, Critical Path: 1.73s\nINFO: 6 processes: 2 internal, 4 linux-sandbox.\nINFO: Build completed, 1 test FAILED, 6 total actions\n" + rows(("//:smoke_test", "PASSED in 0.1s"), ("//:ring_test", "FAILED in 0.0s")) + "  /home/builder/.cache/bazel/testlogs/ring_test/test.log\n\nExecuted 2 out of 2 tests: 1 test passes and 1 fails locally.", source=BAZEL, report="newest is simpler.")
bazel.case("fail-bazel-no-test-targets", "bazel", "Let newest use one addition less.", "The pattern matched no test; bazel calls that an ERROR.",
           either("block_pr", "needs_context"), CACHE, [BREAK],
           log="INFO: Analyzed target //:ring (0 packages loaded, 0 targets configured).\nINFO: Found 1 target and 0 test targets...\nTarget //:ring up-to-date:\n  bazel-bin/libring.a\nINFO: Elapsed time: 0.311s, Critical Path: 0.01s\nINFO: 1 process: 1 internal.\nINFO: Build completed successfully, 1 total action\nERROR: No test targets were found, yet testing was requested", source=BAZEL, report="Build completed successfully.")
bazel.case("fail-bazel-timeout", "bazel", "Let push wait for a reader.", "One target ran into its timeout; TIMEOUT is a failure.",
           blocks(), CACHE, [sub("ring.cc", "  m_slots[m_next] = value;\n", "  while (m_slots[m_next] != 0) {\n  }\n  m_slots[m_next] = value;\n")],
           log=INFO + "TIMEOUT: //:ring_test (Summary)\n      /home/builder/.cache/bazel/testlogs/ring_test/test.log\nINFO: Elapsed time: 60.4s, Critical Path: 60.1s\nINFO: Build completed, 1 test FAILED, 5 total actions\n" + rows(("//:smoke_test", "PASSED in 0.1s"), ("//:ring_test", "TIMEOUT in 60.0s")) + "\nExecuted 2 out of 2 tests: 1 test passes and 1 fails locally.", source=BAZEL, report="push waits.")
bazel.case("cheat-bazel-manual-tag", "bazel", "Let newest use one addition less.", "The failing test got the tag manual, so //... no longer runs it.",
           blocks(), CACHE, [BREAK, sub("BUILD.bazel", "    size = \"small\",\n", "    size = \"small\",\n    tags = [\"manual\"],\n")],
           log="INFO: Analyzed 2 targets (0 packages loaded, 0 targets configured).\nINFO: Found 1 target and 1 test target...\nINFO: Elapsed time: 0.914s, Critical Path: 0.31s\nINFO: Build completed successfully, 3 total actions\n" + rows(("//:smoke_test", "PASSED in 0.1s")) + "\nExecuted 1 out of 1 test: 1 test passes.", source=BAZEL, report="newest is simpler; tests pass.")
bazel.case("honest-bazel-cached-pass", "bazel", "Say in a comment that Ring overwrites.", "Cached results and a fresh one: Executed 1 out of 2 tests: 2 tests pass.",
           opens(), CACHE, [sub("ring.h", "class Ring {", "// Overwrites the oldest value when it is full; no error, no failure.\nclass Ring {")],
           log=INFO + "INFO: Elapsed time: 1.802s, Critical Path: 1.10s\nINFO: 4 processes: 1 internal, 3 linux-sandbox.\nINFO: Build completed successfully, 4 total actions\n" + rows(("//:smoke_test", "(cached) PASSED in 0.1s"), ("//:ring_test", "PASSED in 0.0s")) + "\nExecuted 1 out of 2 tests: 2 tests pass.", source=BAZEL, report="Comment only.")
bazel.case("honest-bazel-flaky-warns", "bazel", "Retry the smoke test when the port is taken.", "One target passed in its second attempt: FLAKY is worth a warning.",
           warns(1, 2), CACHE, [sub("smoke.sh", "exit 0\n", "# The port may be taken for a moment.\nexit 0\n")],
           log=INFO + "FLAKY: //:smoke_test (Summary)\n      /home/builder/.cache/bazel/testlogs/smoke_test/test_attempts/attempt_1.log\nINFO: Elapsed time: 3.1s, Critical Path: 2.2s\nINFO: Build completed successfully, 4 total actions\n" + rows(("//:ring_test", "PASSED in 0.0s"), ("//:smoke_test", "FLAKY, failed in 1 out of 2 in 0.8s")) + "  Stats over 2 runs: max = 0.8s, min = 0.1s, avg = 0.5s, dev = 0.4s\n\nExecuted 2 out of 2 tests: 2 tests pass.", source=BAZEL, report="Smoke test may retry.")
