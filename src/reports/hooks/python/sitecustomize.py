# Loaded by every Python process of a run that sees this folder in PYTHONPATH. The module of this name that would have
# been loaded without us is loaded now; then we wait for a test runner to be imported, whose own modules are changed, not
# its options: a plugin named in PYTEST_ADDOPTS ends a run in which it cannot be imported. Whatever goes wrong stays here.
# Most processes are no runners, so nothing is imported that Python has not imported by itself.
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
_not_there = []  # ourselves, where there is no sitecustomize without us
_hooks = {"_pytest.config": "assay_pytest", "unittest.runner": "assay_unittest"}


def _step_aside():
    """Loads the sitecustomize that this one hides, and takes this folder from the path. Its file."""
    sys.path[:] = [each for each in sys.path if os.path.abspath(each or ".") != _here]
    ours = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize
    except ImportError as error:
        if getattr(error, "name", "sitecustomize") != "sitecustomize":
            raise
        sys.modules["sitecustomize"] = ours  # the import under way looks for it
        _not_there.append(ours)
        return None
    return getattr(sitecustomize, "__file__", None)


def load(name):
    """A module of this folder, which is not on the path."""
    known = sys.modules.get("_" + name)
    if known is not None:
        return known
    path = os.path.join(_here, name + ".py")
    module = type(sys)("_" + name)
    module.__file__ = path
    sys.modules["_" + name] = module
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)
    return module


class _Finder(object):
    @staticmethod
    def find_spec(name, path=None, target=None):
        if _not_there and sys.modules.get("sitecustomize") is _not_there.pop():
            del sys.modules["sitecustomize"]
        if name not in _hooks:
            return None
        try:
            for finder in sys.meta_path:
                if getattr(finder, "__name__", "") != "PathFinder":
                    continue
                spec = finder.find_spec(name, path, target)
                if spec is None or not hasattr(spec.loader, "exec_module"):
                    return None
                _run_after(spec.loader, _hooks[name])
                return spec
        except Exception:
            pass
        return None


def _run_after(loader, hook):
    run = loader.exec_module

    def exec_module(module):
        run(module)
        try:
            load(hook).add_to(module)
        except Exception:
            pass

    loader.exec_module = exec_module


hidden_sitecustomize = _step_aside()
try:
    if os.environ.get("ASSAY_REPORT") and sys.version_info >= (3, 6):
        _self = type(sys)("_assay_hooks")
        _self.load = load
        _self.hidden_sitecustomize = hidden_sitecustomize
        sys.modules["_assay_hooks"] = _self
        sys.meta_path.insert(0, _Finder)
    if os.environ.get("ASSAY_COVER") and sys.version_info >= (3, 6):
        load("assay_lines").start(os.environ["ASSAY_COVER"])
except Exception:
    pass
