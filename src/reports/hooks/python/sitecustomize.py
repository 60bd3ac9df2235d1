# Loaded by every Python process of a run that sees this folder in PYTHONPATH. The module of this name that would have
# been loaded without us is loaded now; then we wait for a test runner to be imported. Whatever goes wrong stays here.
import os
import sys


def _step_aside():
    """Loads the sitecustomize that this one hides, and takes this folder from the path."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [each for each in sys.path if os.path.abspath(each or ".") != here]
    ours = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize
    except ImportError as error:
        if getattr(error, "name", "sitecustomize") != "sitecustomize":
            raise
        sys.modules["sitecustomize"] = ours
        return here, None
    return here, getattr(sitecustomize, "__file__", None)


def _watch(here, hidden):
    import importlib.util

    spec = importlib.util.spec_from_file_location("_assay_watch", os.path.join(here, "assay_watch.py"))
    watch = importlib.util.module_from_spec(spec)
    sys.modules["_assay_watch"] = watch
    spec.loader.exec_module(watch)
    watch.start(hidden)


_here, _hidden = _step_aside()
try:
    if os.environ.get("ASSAY_REPORT") and sys.version_info >= (3, 6):
        _watch(_here, _hidden)
except Exception:
    pass
