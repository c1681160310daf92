"""What `import playout` offers is what it lists."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from types import FunctionType

import pytest

import playout

MODULES = sorted(info.name for info in pkgutil.walk_packages(playout.__path__, "playout."))
LISTED = [name for name in MODULES if name != "playout.__main__" and ".games" not in name]


def test_all_is_what_is_visible() -> None:
    visible = {name for name in dir(playout) if not name.startswith("_")}
    assert visible == set(playout.__all__)
    for name in playout.__all__:
        assert getattr(playout, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = playout.nothing


@pytest.mark.parametrize("name", LISTED)
def test_a_module_lists_what_others_may_use(name: str) -> None:
    """Whatever one module imports from another is in the other's `__all__`, and every name there exists."""
    if name.startswith("playout.learning."):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            assert error.name == "torch"
            pytest.skip("it needs PyTorch: pip install 'playout[learn]'")
    module = importlib.import_module(name)
    listed = getattr(module, "__all__", [])
    assert all(hasattr(module, item) for item in listed)
    for item, value in vars(module).items():
        home = getattr(value, "__module__", None)
        if isinstance(value, (FunctionType, type)) and home in LISTED and home != name and not item.startswith("_"):
            assert item in importlib.import_module(home).__all__, f"{name} uses {home}.{item}"


def test_importing_playout_is_light() -> None:
    """`--help` answers at once because nothing heavy is imported for it."""
    script = "import sys, playout.cli; print([name for name in ('numba', 'numpy', 'rich') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
