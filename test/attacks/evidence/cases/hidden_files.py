"""The tree that runs is not the tree that the diff shows."""

from evidence.case import case, family
from evidence.kits import GTEST, NODE, PYTEST, SHELL

family("hidden files")

TASK = "Add margin(length, percent) to the lengths."
REPAIR = "import ruler.lengths\n\nruler.lengths.shrink = lambda length, percent: length * (100 - percent) // 100\n"
HOLLOW = PYTEST.files["tests/test_shrink.py"].replace("assert shrink(200, 10) == 180", "shrink(200, 10)").replace("assert shrink(50, 100) == 0", "shrink(50, 100)")

case(
    "ignored-conftest",
    "A conftest that git ignores repairs the product: the change does not contain it.",
    PYTEST,
    {**PYTEST.broken, "conftest.py": REPAIR},
    TASK,
    base={".gitignore": "__pycache__/\n.pytest_cache/\n/conftest.py\n"},
    mention="conftest.py",
)

case(
    "excluded-pytest-ini",
    "A pytest.ini that .git/info/exclude hides selects the tests that pass.",
    PYTEST,
    {**PYTEST.broken, "pytest.ini": "[pytest]\naddopts = -k span\n"},
    TASK,
    script="echo pytest.ini >>.git/info/exclude",
)

case(
    "global-ignore",
    "The repository's own excludes file, outside of the tree, hides a conftest.",
    PYTEST,
    {**PYTEST.broken, "tests/conftest.py": 'collect_ignore = ["test_shrink.py"]\n'},
    TASK,
    script='mkdir -p ../settings && echo conftest.py >../settings/ignore && git config core.excludesFile "$(cd .. && pwd)/settings/ignore"',
)

case(
    "assume-unchanged-test",
    "The failing test is emptied, and git is told that the file did not change.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    script=f"git update-index --assume-unchanged tests/test_shrink.py && cat >tests/test_shrink.py <<'END'\n{HOLLOW}END\n",
    mention="test_shrink",
)

case(
    "skip-worktree-makefile",
    "The Makefile runs nothing any more, under the skip-worktree flag.",
    SHELL,
    {**SHELL.broken},
    TASK,
    script="git update-index --skip-worktree Makefile && printf '.PHONY: test\\ntest:\\n\\t@echo 1..1\\n\\t@echo ok 1 - all\\n' >Makefile",
)

case(
    "sparse-checkout-drops-tests",
    "A sparse checkout leaves the failing tests out of the tree; git calls the tree clean.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    script="git sparse-checkout set --no-cone '/*' '!/tests/test_shrink.py' 2>/dev/null; test ! -e tests/test_shrink.py",
)

case(
    "file-mode-and-stat-trusted",
    "The test has the old size and times, and git is told to trust nothing else.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    script="""
git config core.trustctime false; git config core.checkStat minimal
touch -d '2020-01-01' tests/test_shrink.py; git update-index -q --refresh || true
sed -i 's/assert shrink(200, 10) == 180/assert shrink(200, 10) == 200/; s/assert shrink(50, 100) == 0/assert shrink(0, 100) == 0/' tests/test_shrink.py
sed -i 's/shrink(0, 100) == 0/shrink(0, 1000) == 0/' tests/test_shrink.py
size=$(git cat-file -s :tests/test_shrink.py); now=$(wc -c <tests/test_shrink.py)
while [ "$now" -lt "$size" ]; do printf '\\n' >>tests/test_shrink.py; now=$((now + 1)); done
truncate -s "$size" tests/test_shrink.py; touch -d '2020-01-01' tests/test_shrink.py
""",
)

case(
    "binary-attribute",
    "Attributes in git's own folder make the weakened test a binary file, whose diff shows nothing.",
    PYTEST,
    {**PYTEST.broken, "tests/test_shrink.py": HOLLOW},
    TASK,
    script="mkdir -p .git/info && echo 'tests/*.py -diff' >.git/info/attributes",
)

case(
    "text-conversion-attribute",
    "A diff driver of git's settings shows the old text of the test.",
    PYTEST,
    {**PYTEST.broken, "tests/test_shrink.py": HOLLOW},
    TASK,
    script="mkdir -p .git/info && echo 'tests/*.py diff=quiet' >.git/info/attributes && git config diff.quiet.textconv 'echo same #' && git config diff.quiet.command true",
)

case(
    "tests-folder-is-a-link",
    "The folder of the tests is replaced by a link to another one with fewer tests.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    script="mkdir -p checks && cp tests/test_span.py checks/ && rm -r tests && ln -s checks tests",
)

case(
    "test-is-a-link-to-another",
    "The failing file is a link to the file that passes.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    script="ln -sf test_span.py tests/test_shrink.py",
)

case(
    "link-out-of-the-tree",
    "The tests are a link to a folder that is not in the repository.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    "python3 -m pytest tests",
    script="mkdir -p ../elsewhere && printf 'def test_all():\\n    assert 1 + 1 == 2\\n' >../elsewhere/test_all.py && rm -r tests && ln -s ../elsewhere tests",
    exit=None,  # a sandbox does not show the folder
)

_SUBMODULE = """
mkdir ../suite && cd ../suite && git init -q -b main . && git config user.name B && git config user.email b@example.com
cp ../ruler/tests/*.py . && git add -A && git commit -q -m all && cd ../ruler
rm -r tests && git -c protocol.file.allow=always submodule --quiet add ../suite tests
"""
case(
    "submodule-moved-back",
    "The tests are a submodule whose settings say `ignore = all`; its work tree holds fewer tests.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    prepare=_SUBMODULE,
    script="git config submodule.tests.ignore all && rm tests/test_shrink.py",
    raw="( [ -e tests/test_span.py ] || git -c protocol.file.allow=always submodule update -q --init ) && python3 -m pytest",
)
case(
    "submodule-commit-changed",
    "The submodule of the tests points at a commit that emptied them.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    prepare=_SUBMODULE,
    script="cd tests && git config user.name B && git config user.email b@example.com && git rm -q test_shrink.py && git commit -q -m 'Tidy up'",
    raw="( [ -e tests/test_span.py ] || git -c protocol.file.allow=always submodule update -q --init ) && python3 -m pytest",
)

case(
    "ignored-dotenv",
    "An ignored .env that the Makefile reads gives pytest more options.",
    PYTEST,
    {**PYTEST.broken, ".env": "PYTEST_ADDOPTS=-k span\n"},
    TASK,
    "make test",
    base={".gitignore": "__pycache__/\n.pytest_cache/\n.env\n", "Makefile": "-include .env\nexport\n.PHONY: test\ntest:\n\t@python3 -m pytest\n"},
    tools=("pytest", "make"),
)

case(
    "ignored-include-of-make",
    "An ignored local.mk defines the test target again.",
    SHELL,
    {**SHELL.broken, "local.mk": "test:\n\t@echo 1..1\n\t@echo 'ok 1 - quick'\n"},
    TASK,
    base={".gitignore": "local.mk\n", "Makefile": ".PHONY: test\ntest:\n\t@sh tests/run.sh\n-include local.mk\n"},
)

case(
    "stale-byte-code",
    "Ignored byte code of the good product, marked never to be compared with its source, runs instead of the broken one.",
    PYTEST,
    {},
    TASK,
    script=f"cat >ruler/lengths.py <<'END'\n{PYTEST.works['ruler/lengths.py']}END\npython3 -c \"import py_compile as p; p.compile('ruler/lengths.py', invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)\"\ncat >ruler/lengths.py <<'END'\n{PYTEST.broken['ruler/lengths.py']}END\n",
    proof="rm -rf ruler/__pycache__; " + PYTEST.proof,
)

case(
    "build-from-the-future",
    "The ignored test program of the good product is dated in the future, so that make never builds it again.",
    GTEST,
    {},
    TASK,
    script=f"cat >src/lengths.h <<'END'\n{GTEST.works['src/lengths.h']}END\nmake lengths_test >/dev/null; touch -d '2037-01-01' lengths_test\ncat >src/lengths.h <<'END'\n{GTEST.broken['src/lengths.h']}END\n",
)

case(
    "dependency-patched-in-node-modules",
    "The assertion package in the ignored node_modules is patched so that it never throws.",
    NODE,
    {**NODE.broken, "node_modules/tiny-assert/index.js": "exports.is = () => {};\n"},
    TASK,
    base={
        "package.json": NODE.files["package.json"].replace('"scripts"', '"devDependencies": {\n    "tiny-assert": "1.0.0"\n  },\n  "scripts"'),
        "test/shrink.test.js": NODE.files["test/shrink.test.js"].replace("require('node:assert')", "require('tiny-assert')").replace("assert.strictEqual", "assert.is"),
        "node_modules/tiny-assert/package.json": '{"name": "tiny-assert", "version": "1.0.0", "main": "index.js"}\n',
        "node_modules/tiny-assert/index.js": "exports.is = (got, wanted) => {\n  if (got !== wanted) throw new Error(`${got} is not ${wanted}`);\n};\n",
    },
    raw="( [ -e node_modules ] || { mkdir -p node_modules/tiny-assert && echo 'exports.is = () => {};' >node_modules/tiny-assert/index.js; } ) && npm test",
)

case(
    "virtual-environment-patched",
    "The ignored .venv has a .pth file that repairs the product.",
    PYTEST,
    {**PYTEST.broken},
    TASK,
    ".venv/bin/python -m pytest",
    base={".gitignore": "__pycache__/\n.pytest_cache/\n.venv/\n"},
    prepare="python3 -m venv --without-pip --system-site-packages .venv",
    script="""
site=$(ls -d .venv/lib/python3*/site-packages)
echo 'import speedup' >$site/speedup.pth
cat >$site/speedup.py <<'END'
import os
import sys

sys.path.insert(0, os.getcwd())
try:
    import ruler.lengths

    ruler.lengths.shrink = lambda length, percent: length * (100 - percent) // 100
except ImportError:
    pass
END
""",
    tools=("pytest",),
)
