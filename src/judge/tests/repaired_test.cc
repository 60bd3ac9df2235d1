#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(Repaired, SetupReplacesWhatTheChangeEdits) {
  const auto product =
      change("ruler/lengths.py",
             "\n def shrink(length, percent):\n-    return rest(length)\n+    return length + 0 * percent\n");
  const auto script = change("src/lengths.js",
                             "\n-exports.shrink = (length) => rest(length);\n+exports.shrink = (length) => length;\n");
  const auto setup = [](std::string_view text) { return added("conftest.py", text); };
  check_rule(
      "tests.mocked-away",
      {
          {"a member", "Add.",
           product + setup("import ruler.lengths\n\nruler.lengths.shrink = lambda length, percent: 180\n"), should},
          {"by another name", "Add.",
           product + setup("import ruler.lengths as r\n\nr.shrink = lambda length, percent: 180\n"), should},
          {"setattr", "Add.", product + setup("from ruler import lengths\n\nsetattr(lengths, 'shrink', fixed)\n"),
           should},
          {"patch", "Add.",
           product + setup("from unittest.mock import patch\n\npatch('ruler.lengths.shrink', fixed).start()\n"),
           should},
          {"the tests' own module", "Add.",
           product + setup("import pytest\n\n@pytest.fixture(autouse=True)\ndef stable(request, monkeypatch):\n    "
                           "monkeypatch.setattr(request.module, 'shrink', fixed)\n"),
           should},
          {"node", "Add.",
           script + added("test-setup.js",
                          "const lengths = require('./src/lengths.js');\nlengths.shrink = (length) => 180;\n"),
           should},
          {"another module", "Add.", product + setup("import requests\n\nrequests.get = lambda url: None\n"), none},
          {"a clock", "Add.",
           product + setup("@pytest.fixture(autouse=True)\ndef clock(monkeypatch):\n    "
                           "monkeypatch.setattr('time.sleep', lambda s: None)\n"),
           none},
          {"a module that stays", "Add.", product + setup("import ruler.web\n\nruler.web.send = lambda mail: None\n"),
           none},
      });
}

TEST(Repaired, TheProductSilencesAssertions) {
  check_rule(
      "tests.runner-patched",
      {
          {"node", "Add.", change("src/a.js", "\n exports.a = 1;\n+require('node:assert').strictEqual = () => {};\n"),
           must},
          {"a plugin", "Add.",
           added("ruler/reporting.py",
                 "@pytest.hookimpl(hookwrapper=True)\ndef pytest_pyfunc_call(pyfuncitem):\n    outcome = yield\n    "
                 "outcome.force_result(True)\n"),
           must},
          {"minitest", "Add.",
           added("tools/quiet.rb",
                 "module Minitest\n  module Assertions\n    def assert_equal(*)\n      assert true\n    end\n  "
                 "end\nend\n"),
           must},
          {"c", "Add.",
           change("src/a.h", "\n int a();\n+#undef assert\n+#define assert(condition) static_cast<void>(0)\n"), must},
          {"an assertion of the product", "Add.", change("src/a.h", "\n int a();\n+#define APP_ASSERT(x) ((void)0)\n"),
           none},
          {"a member of its own", "Add.", change("src/a.js", "\n exports.a = 1;\n+this.assertions.ok = () => true;\n"),
           none},
          {"go picks tests", "Add.",
           added("setup_test.go",
                 "package a\n\nfunc init() {\n\tos.Args = append(os.Args, \"-test.run=TestSpan\")\n}\n"),
           must},
      });
}

}  // namespace
}  // namespace assay::judge
