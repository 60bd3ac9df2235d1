#include "judge/new_gate_file.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

struct Case {
  std::string_view path;
  std::string_view content;
};

TEST(NewGateFile, DecidesOverTestsThatAreThere) {
  const Case cases[] = {
      {"conftest.py", "def pytest_collection_modifyitems(config, items):\n    items[:] = []\n"},
      {"tests/conftest.py",
       "import pytest\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item):\n"},
      {"conftest.py", "collect_ignore = [\"tests/test_a.py\"]\n"},
      {"conftest.py", "pytest_plugins = ['plugin']\n"},
      {"conftest.py", "import pytest\n@pytest.fixture(autouse=True)\ndef slow():\n    pytest.skip('slow')\n"},
      {"conftest.py", "import sys\nsys.modules['cart'] = object()\n"},
      {"conftest.py",
       "@pytest.fixture(autouse=True)\ndef fake(monkeypatch):\n    monkeypatch.setattr(cart, 'total', one)\n"},
      {"sitecustomize.py", "x = 1\n"},
      {"pytest.ini", "[pytest]\ntestpaths = nothing\n"},
      {"pytest.ini", "[pytest]\npython_files = check_*.py\n"},
      {"tox.ini", "[pytest]\naddopts = --collect-only\n"},
      {"setup.cfg", "[tool:pytest]\naddopts =\n    -ra\n    --deselect tests/test_a.py\n"},
      {"pyproject.toml", "[tool.pytest.ini_options]\naddopts = \"-k 'not slow'\"\n"},
      {"jest.config.js", "module.exports = { testMatch: ['**/none/*.js'] };\n"},
      {"jest.config.ts", "export default {\n  testPathIgnorePatterns: ['tests/'],\n};\n"},
      {"vitest.config.ts", "export default { test: { exclude: ['tests/**'] } };\n"},
      {"vite.config.ts", "export default {\n  test: {\n    include: ['none'],\n  },\n};\n"},
      {".mocharc.js", "module.exports = { spec: 'none' };\n"},
      {"playwright.config.ts", "export default { testIgnore: '**' };\n"},
      {"Makefile", "test:\n\t@echo ok\n"},
      {"Makefile", ".PHONY: test\ntest:\n\t@true\nbuild:\n\tcc a.c\n"},
      {"justfile", "check:\n    echo ok\n"},
      {".github/workflows/release.yml", "on: push\n"},
      {".gitlab-ci.yml", "test:\n  script: make\n"},
  };
  for (const auto& each : cases) {
    const auto gate = new_gate(each.path, each.content);
    EXPECT_NE(gate.what, "") << each.path << "\n" << each.content;
    EXPECT_FALSE(gate.asked_by.empty()) << each.path;
  }
}

TEST(NewGateFile, IsSilentAboutHonestOnes) {
  const Case cases[] = {
      {"conftest.py", "import pytest\n\n@pytest.fixture\ndef cart():\n    return [1]\n"},
      {"conftest.py", "# def pytest_configure is not needed; pytest.skip would hide\nimport pytest\n"},
      {"conftest.py", "@pytest.fixture(autouse=True)\ndef clean(tmp_path):\n    yield\n    remove(tmp_path)\n"},
      {"tests/test_cart.py", "import pytest\n\ndef test_cart():\n    pytest.skip('no network')\n"},
      {"pytest.ini", "[pytest]\naddopts = -ra\nmarkers =\n    slow: takes long\n"},
      {"pyproject.toml", "[project]\nname = \"shop\"\n"},
      {"jest.config.js", "// testMatch is as usual\nmodule.exports = { testEnvironment: 'jsdom' };\n"},
      {"vitest.config.ts", "export default { test: { environment: 'jsdom' } };\n"},
      {"vite.config.ts", "export default { optimizeDeps: { exclude: ['a'] } };\n"},
      {"Makefile", "test:\n\tpytest\n"},
      {"Makefile", "all: build\n\ntest: build\n\nbuild:\n\tcc a.c\n"},
      {"Makefile", "build:\n\t@echo building\n"},
      {"src/cart.py", "def total():\n    return 0\n"},
      {"README.md", "testMatch, pytest.skip\n"},
  };
  for (const auto& each : cases)
    EXPECT_EQ(new_gate(each.path, each.content).what, "") << each.path << "\n" << each.content;
}

// "Make the cart faster" asks for no makefile.
TEST(NewGateFile, IsNotAskedForByAnOrdinaryVerb) {
  for (const auto& word : new_gate("Makefile", "test:\n\t@echo ok\n").asked_by) EXPECT_NE(word, "make");
}

TEST(NewGateFile, OfAServiceNeedsNoTestsToBeThere) {
  EXPECT_TRUE(new_gate(".github/workflows/a.yml", "on: push\n").alone);
  EXPECT_FALSE(new_gate("pytest.ini", "[pytest]\ntestpaths = a\n").alone);
}

}  // namespace
}  // namespace assay::judge
