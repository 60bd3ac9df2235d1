"""Waits until a test runner is imported, and then adds ours to it.

The runner's own modules are changed, not its options: a plugin named in PYTEST_ADDOPTS ends a run in which it cannot be
imported.
"""

import importlib.abc
import importlib.machinery
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
_hooks = {"_pytest.config": "assay_pytest", "unittest.runner": "assay_unittest"}
hidden_sitecustomize = None


def start(hidden):
    global hidden_sitecustomize
    hidden_sitecustomize = hidden
    sys.meta_path.insert(0, _Finder())


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name not in _hooks:
            return None
        try:
            spec = importlib.machinery.PathFinder.find_spec(name, path, target)
            if spec is None or spec.loader is None or not hasattr(spec.loader, "exec_module"):
                return None
            _run_after(spec.loader, name)
            return spec
        except Exception:
            return None


def _run_after(loader, name):
    run = loader.exec_module

    def exec_module(module):
        run(module)
        try:
            hook = _load(_hooks[name])
            hook.add_to(module)
        except Exception:
            pass

    loader.exec_module = exec_module


def _load(name):
    import importlib.util

    known = sys.modules.get("_" + name)
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location("_" + name, os.path.join(_here, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["_" + name] = module
    spec.loader.exec_module(module)
    return module


def events():
    return _load("assay_events")
