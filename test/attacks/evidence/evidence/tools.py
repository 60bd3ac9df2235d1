"""The programs that cases need, looked for where Debian puts them, so that every machine runs the same ones."""

import os
import shutil
import subprocess

PATH = "/usr/local/bin:/usr/bin:/bin"


def _runs(*argv):
    try:
        environment = {**os.environ, "PATH": PATH}
        return subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=20, env=environment).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _there(*names):
    return lambda: all(shutil.which(name, path=PATH) for name in names)


def sandbox_works():
    return _runs("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "--unshare-net", "true")


def node_modules():
    """Of jest, vitest and mocha the folder that has it, where ASSAY_NODE_MODULES (folders with `:` between) names one."""
    folders = [folder for folder in os.environ.get("ASSAY_NODE_MODULES", "").split(":") if folder]
    return {name: folder for name in ("jest", "vitest", "mocha") for folder in folders if os.path.exists(os.path.join(folder, name))}


def _node_package(name):
    return lambda: _there("node", "npm")() and name in node_modules()


# name -> (is it there, Debian package, must CI have it)
TOOLS = {
    "python": (_there("python3"), "python3", True),
    "pytest": (lambda: _runs("python3", "-c", "import pytest"), "python3-pytest", True),
    "node": (_there("node"), "nodejs", True),
    "npm": (_there("npm"), "npm", True),
    "make": (_there("make"), "make", True),
    "c++": (_there("g++", "cmake", "ctest", "make"), "g++ cmake make", True),
    "gtest": (lambda: _there("g++", "cmake")() and os.path.exists("/usr/include/gtest/gtest.h"), "libgtest-dev", True),
    "catch2": (lambda: _there("g++")() and os.path.exists("/usr/include/catch2/catch.hpp"), "g++ catch2", False),
    "go": (_there("go"), "golang-go", False),
    "rust": (_there("cargo", "rustc"), "cargo", False),
    "ruby": (lambda: _runs("ruby", "-e", "require 'minitest'"), "ruby ruby-minitest", False),
    "rspec": (_there("rspec"), "ruby-rspec", False),
    "php": (_there("phpunit"), "phpunit", False),
    "perl": (_there("perl", "prove"), "perl", True),
    "bats": (_there("bats"), "bats", False),
    "meson": (_there("meson", "ninja"), "meson", False),
    "maven": (lambda: _there("mvn")() and os.path.exists("/usr/share/maven-repo/junit/junit/4.x"), "maven maven-debian-helper junit4 libsurefire-java", False),
    "elixir": (_there("mix"), "elixir", False),
    "jest": (_node_package("jest"), "none, set ASSAY_NODE_MODULES", False),
    "vitest": (_node_package("vitest"), "none, set ASSAY_NODE_MODULES", False),
    "mocha": (_node_package("mocha"), "none, set ASSAY_NODE_MODULES", False),
}


def missing(wanted):
    return [name for name in wanted if not _known(name)]


_seen: dict[str, bool] = {}


def _known(name):
    if name not in _seen:
        _seen[name] = TOOLS[name][0]()
    return _seen[name]
