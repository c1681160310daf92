"""The device of a training run. Missing devices and libraries are refused."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from playout.rules import OptionError, PlayoutError

__all__ = ["chosen_device", "device_name", "free_memory", "is_out_of_memory", "refuse_without_torch", "working"]

DEVICES = ("auto", "cuda", "cpu")


def refuse_without_torch() -> None:
    """Raise an error that says what to install if PyTorch or ONNX is missing."""
    for module, name in (("torch", "PyTorch"), ("onnx", "ONNX")):
        if find_spec(module) is None:
            raise PlayoutError(f"learning needs {name}, which is not installed here: pip install playout[learn]")


def chosen_device(asked: str) -> str:
    """The device to use, `cuda` or `cpu`. Raises an error if a GPU is asked for and none is usable."""
    import torch

    from playout.native import cuda

    if asked not in DEVICES:
        raise OptionError(f"there is no device {asked!r}; there are {', '.join(DEVICES)}")
    if asked == "cpu":
        return "cpu"
    reason = cuda.why_missing()
    if not reason and not torch.cuda.is_available():
        reason = "PyTorch cannot use the GPU that is here: install its build for CUDA"
    if not reason:
        return "cuda"
    if asked == "cuda":
        raise PlayoutError(f"there is no GPU to learn on: {reason}")
    return "cpu"


def device_name(device: str) -> str:
    """The device's name, for messages."""
    if device == "cuda":
        import torch

        return str(torch.cuda.get_device_name())
    return f"the CPU ({platform.machine()})"


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that the machine or its GPU has too little memory."""
    import torch

    return isinstance(error, (MemoryError, torch.OutOfMemoryError)) or getattr(error, "is_out_of_memory", False)


def free_memory(device: str) -> None:
    """Give the memory of tensors that no longer exist back to the device."""
    import torch

    if device == "cuda":
        torch.cuda.empty_cache()


@contextmanager
def working(device: str, threads: int) -> Iterator[None]:
    """Set up PyTorch for a run. On the CPU it uses this number of threads, because its results depend on the number.

    On a GPU, all work goes to one stream, in which graphs can be captured.
    """
    import torch

    if device == "cuda":
        chooses = torch.backends.cudnn.benchmark
        torch.backends.cudnn.benchmark = True
        try:
            with torch.cuda.stream(torch.cuda.Stream()):
                yield
                torch.cuda.synchronize()
        finally:
            torch.backends.cudnn.benchmark = chooses
        return
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)
