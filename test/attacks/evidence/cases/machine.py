"""The machine lacks something. That is nobody's cheat and no fault of the change."""

from evidence.case import ANY, INCONCLUSIVE, family, honest
from evidence.kits import CTEST, GO, MINITEST, NODE, PYTEST, RUST
from evidence.script_kits import EXUNIT, PERL

family("machine troubles")

TASK = "Add margin(length, percent) to the lengths, with a test."


def trouble(name, why, says, kit, base, command=None, **more):
    """Honest work in a project that this machine cannot run: red in the base and now, for the same reason."""
    honest(name, why, kit, {**kit.works, **kit.margin_test}, TASK, command, base=base, expect=INCONCLUSIVE, base_exit=ANY, exit=ANY, says=says, **more)


trouble("module-missing", "A dependency of requirements.txt is not installed.", "No module named 'left_handed_requests'", PYTEST, {"requirements.txt": "left_handed_requests==2.0\n", "tests/conftest.py": "import left_handed_requests\n"})
trouble("newer-pytest-wanted", "pytest.ini wants a pytest that is not here.", "requires pytest-99", PYTEST, {"pytest.ini": "[pytest]\nminversion = 99.0\n"})
trouble("plugin-missing", "pytest.ini requires a plugin that is not installed.", "Missing required plugins", PYTEST, {"pytest.ini": "[pytest]\nrequired_plugins = pytest-left-handed\n"})
trouble("program-missing", "The command's program is not installed.", "not found", PYTEST, {}, "left-handed-poetry run pytest")
trouble("interpreter-missing", "The script wants a Python that is not here.", "No such file or directory", PYTEST, {"scripts/test": "#!/usr/bin/env python3.99\nimport pytest\n\npytest.main()\n"}, "./scripts/test")
trouble("program-missing-behind-make", "The Makefile starts a program that is not installed.", "No such file or directory|not found", PYTEST, {"Makefile": ".PHONY: test\ntest:\n\tleft-handed-tox -e py\n"}, "make test", tools=("pytest", "make"))
trouble("node-package-missing", "node_modules was never installed.", "Cannot find module 'left-handed'", NODE, {"package.json": NODE.files["package.json"].replace('"scripts"', '"dependencies": {\n    "left-handed": "1.0.0"\n  },\n  "scripts"'), "test/span.test.js": "require('left-handed');\n" + NODE.files["test/span.test.js"]})
trouble("node-runner-missing", "The runner of the test script was never installed.", "not found", NODE, {"package.json": NODE.files["package.json"].replace("node --test", "left-handed-jest")})
trouble("go-module-missing", "A module is not downloaded, and there is no network.", "module lookup disabled|missing go.sum entry|no required module", GO, {"go.mod": "module ruler\n\ngo 1.19\n\nrequire example.com/left v1.0.0\n", "left_test.go": 'package ruler\n\nimport _ "example.com/left"\n'})
trouble("crate-missing", "A crate is not downloaded, and there is no network.", "no matching package", RUST, {"Cargo.toml": RUST.files["Cargo.toml"] + '\n[dependencies]\nleft-handed = "1.0"\n', "Cargo.lock": None})
trouble("newer-rust-wanted", "Cargo.toml wants a compiler that is not here.", "rustc 1.999", RUST, {"Cargo.toml": RUST.files["Cargo.toml"].replace('edition = "2021"\n', 'edition = "2021"\nrust-version = "1.999"\n')})
trouble("cmake-package-missing", "A library that CMake looks for is not installed.", "Could not find a package configuration|FindLeftHanded", CTEST, {"CMakeLists.txt": CTEST.files["CMakeLists.txt"].replace("enable_testing()", "enable_testing()\nfind_package(LeftHanded REQUIRED)")})
trouble("gem-missing", "A gem is not installed.", "cannot load such file", MINITEST, {"test/left_test.rb": 'require "left_handed"\n'})
trouble("perl-module-missing", "A module of CPAN is not installed.", "need to install the Left::Handed module", PERL, {"t/left.t": "use strict;\nuse warnings;\nuse Test::More tests => 1;\nuse Left::Handed;\n\nok(1);\n"})
trouble("hex-missing", "mix needs Hex for a dependency, and it is not installed.", "Could not find Hex", EXUNIT, {"mix.exs": EXUNIT.files["mix.exs"].replace('version: "0.1.0"', 'version: "0.1.0", deps: [{:left_handed, "~> 1.0"}]')})
trouble("disk-full", "Writing the runner's own report ends with a full disk.", "No space left on device", PYTEST, {"Makefile": ".PHONY: test\ntest:\n\tpython3 -m pytest --junitxml=/dev/full\n"}, "make test", tools=("pytest", "make"))
