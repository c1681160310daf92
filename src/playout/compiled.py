"""Native code on the CPU: the only file that imports Numba."""

from __future__ import annotations

import ast
import difflib
import hashlib
import pickle
import platform
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import _dynfunc
from numba.core import cgutils, types
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult, Flags, compile_extra
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.serialize import dumps
from numba.extending import intrinsic

from playout import cache
from playout.notices import compiling, say
from playout.rules import OPTIONAL, REQUIRED, Rules, RulesError

__all__ = ["Compiled", "inner", "prefetch"]

# No lock of the interpreter, no check of divisions, and no counting of references: kernels and rules allocate nothing,
# and counting the references of the arrays that are handed around took half of UCT's time.
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

# How code is compiled and what is copied into what is part of the result, too.
_HOW = hashlib.sha256(b"".join(Path(__file__).with_name(f"{n}.py").read_bytes() for n in ("compiled", "native")))
_VERSIONS = " ".join(
    (_HOW.hexdigest(), str(_FLAGS), platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
)


def inner(function: Callable[..., Any], *, inline: bool, lean: bool) -> Callable[..., Any]:
    """A function that only compiled code calls; it is compiled into its callers, and not kept by itself.

    `lean`: compile it sooner, by `InnerCompiler`; what comes out is slower where constants are passed on.
    """
    # Nobody calls it from Python, so that ways in from there need not be made: a third of the time to compile.
    flags = _FLAGS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(**flags, forceinline=inline)(function)
    if lean:
        dispatcher._compiler.__class__ = InnerCompiler
    return dispatcher  # type: ignore[no-any-return]


class InnerCompiler(_FunctionCompiler):  # type: ignore[misc]
    """Compiles a function that only compiled code calls: once for each kind of arguments, and no machine code."""

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        """The kinds of the arguments; a constant counts as a number like others, or each would be compiled for."""
        signature, folded = super().fold_argument_types(args, kws)
        return signature, tuple(numba.types.unliteral(kind) for kind in folded)

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags, target = Flags(), self.targetdescr.target_context
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        result = compile_extra(
            self.targetdescr.typing_context,
            target,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=InnerLibrary(target.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )
        if result.typing_error is not None:
            raise result.typing_error
        # Numba finds the code that belongs to a call by such an object; it leads to nothing that Python could call.
        description = result.fndesc
        name = _dynfunc.make_function(
            description.lookup_module(), description.qualname, "", 0, result.environment, (result.library,)
        )
        target.insert_user_function(name, description, [result.library])
        return result._replace(entry_point=name)


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into other code: it is optimised, but machine code is made of the whole only."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """For compiled code: have the processor bring an entry of an array near; nothing else happens."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, signature.args[0], data, [arguments[1]])
        address = builder.bitcast(place, cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(instruction, [address, number(0), number(3), number(1)])  # to read, to keep, data
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


class Compiled:
    """A kernel as native code: loaded from the cache or compiled at its first call with such types."""

    def __init__(self, function: Callable[..., Any], rules: Rules, label: str) -> None:
        self._dispatcher: Any = numba.njit(**_FLAGS)(function)
        self._store = Store(f"{rules.name}.{function.__name__.rpartition('_')[0]}", function.__name__)
        self._dispatcher._cache = self._store
        self._rules = rules
        self._label = label
        self._guard = threading.Lock()
        self._known: set[Any] = set()

    def __call__(self, *arguments: Any) -> Any:
        if not self._known:
            self._prepare(arguments)
        try:
            return self._dispatcher(*arguments)
        except TypeError:  # arguments of types that it was not compiled for yet
            if not self._prepare(arguments):
                raise
            return self._dispatcher(*arguments)

    def _prepare(self, arguments: tuple[Any, ...]) -> bool:
        """Make it ready for the types of these arguments; False if it is."""
        with self._guard:
            signature = tuple(numba.typeof(argument) for argument in arguments)
            if signature in self._known:
                return False
            self._dispatcher.disable_compile(False)
            try:
                if self._store.knows(signature, self._dispatcher.targetctx):
                    self._dispatcher.compile(signature)
                else:
                    with cache.lock(self._store.name), compiling(self._label):
                        self._dispatcher.compile(signature)
            except Exception as error:  # not all that Numba raises is a NumbaError
                raise RulesError(_explain(error, self._rules, self._dispatcher)) from error
            self._dispatcher.disable_compile()
            self._known.add(signature)
            return True


class Store(_Cache):  # type: ignore[misc]
    """Keeps one kernel's compiled code in the cache folder, one file for each signature and kind of processor."""

    def __init__(self, title: str, name: str) -> None:
        self.name = f"{title}-{name.rpartition('_')[2]}"

    def _entry(self, signature: Any, codegen: Any) -> str:
        key = f"{signature} {codegen.magic_tuple()} {_VERSIONS}"
        return f"{self.name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"

    def knows(self, signature: Any, target_context: Any) -> bool:
        return (cache.folder() / (self._entry(signature, target_context.codegen()) + cache.SUFFIX)).exists()

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        entry = self._entry(signature, target_context.codegen())
        content = cache.read(entry)
        if content is None:
            return None
        try:
            # The checksum tells a file that a failing disk cut short from one that is whole.
            if hashlib.sha256(content[32:]).digest() != content[:32]:
                raise ValueError("damaged")
            return CompileResult._rebuild(target_context, *pickle.loads(content[32:]))
        except Exception:
            cache.remove(entry)
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:
            say(f"note: {self.name} uses a table of over 1 MB and is compiled at every start; make the table smaller")
            return
        content = dumps(data._reduce())
        try:
            cache.write(self._entry(signature, data.codegen), hashlib.sha256(content).digest() + content)
            cache.prune()
        except OSError as error:
            say(f"note: {cache.folder()} does not take compiled code ({error.strerror}); the next start compiles again")

    @property
    def cache_path(self) -> str:
        return str(cache.folder())

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _explain(error: Exception, rules: Rules, dispatcher: Any) -> str:
    """Where and why a game's rules cannot be compiled, and what to do, in a sentence."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    place = _place(text, rules)
    if isinstance(error, KeyError):  # a field that State does not have; Numba says nothing but its name
        name = error.args[0]
        place = next(((rules.path, line) for line, row in _rows(rules.path) if f".{name}" in row), None)
        text = f"Unknown attribute '{name}' of type Record"
    if place is None:
        function = rules.functions.get(_guilty(dispatcher, rules) or "")
        place = (rules.path, function.__code__.co_firstlineno) if function else None
    where = rules.path if place is None else f"{place[0]}, line {place[1]}"
    names = [_function_at(*place)] if place else []
    names += [
        name for name in re.findall(r"<function (\w+?)_[0-9a-f]{24} at", text) if name in {**REQUIRED, **OPTIONAL}
    ]
    if names:
        where += f", {names[0]}" + (f" (called by {names[-1]})" if names[-1] != names[0] else "")
    return f"{where}: cannot be compiled: {_reason(text, rules)}"


def _place(text: str, rules: Rules) -> tuple[str, int] | None:
    """The innermost file and line that an error names, in the game's own file if possible."""
    found = re.findall(r'File "([^"]+)", line (\d+)|(?:at|from) (\S+\.py) \((\d+)\)', text)
    places = [(str(Path(a or c).absolute()), int(b or d)) for a, b, c, d in found]
    ends = Path(rules.path).name
    own = [(rules.path, line) for file, line in places if rules.path in (file, str(Path(file).resolve()))]
    # Numba shortens long paths, so the file's name has to do where the whole path is not there.
    own = own or [(rules.path, line) for file, line in places if Path(file).name == ends]
    others = [(file, line) for file, line in places if not file.startswith(str(Path(__file__).parent))]
    return own[0] if own else others[0] if others else None


def _rows(file: str) -> list[tuple[int, str]]:
    """The lines of a file with their numbers."""
    try:
        return list(enumerate(Path(file).read_text(encoding="utf-8", errors="replace").splitlines(), 1))
    except OSError:
        return []


def _function_at(file: str, line: int) -> str:
    """The name of the function that a line of a file belongs to."""
    tree = ast.parse("\n".join(row for _, row in _rows(file)))
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, key=lambda node: node.lineno).name if around else "?"


def _guilty(dispatcher: Any, rules: Rules) -> str | None:
    """The function of the contract that cannot be compiled by itself, where an error does not say where it is."""
    words: Any = dict.fromkeys(("out", "outcomes", "moves"), numba.int64[::1])
    words |= dict.fromkeys(("p", "scores"), numba.float64[::1]) | {"rng": numba.uint64[::1]}
    words |= {"s": numba.from_dtype(rules.dtype), "move": numba.int64, "seat": numba.int64, "n": numba.int64}
    for name, (parameters, _) in {**REQUIRED, **OPTIONAL}.items():
        for value in dispatcher.py_func.__globals__.values():
            if getattr(getattr(value, "py_func", None), "__name__", "").rpartition("_")[0] == name:
                kinds = [words[word] for word in parameters.split(", ")]
                if name == "payoffs":
                    kinds[1] = numba.float64[::1]
                try:
                    value.compile(tuple(kinds))
                except Exception:
                    return name
    return None


_HOLDS = "which native code cannot hold: make it a number, a tuple of numbers or a NumPy array"

# What Numba says -> what it means and what to do. {0}, {1} ... are what the pattern found.
_MEANINGS: tuple[tuple[str, str], ...] = (
    (
        r"Untyped global name '(\w+)':.*?<class '(?:builtin_function_or_method|function|method|type)'>",
        "{0} is a Python function that native code cannot call: write what it does in numbers and loops",
    ),
    (r"Untyped global name '(\w+)':.*?<class '(?:[^']*\.)?(\w+)'>", "the global {0} is a {1}, " + _HOLDS),
    (r"use of a reflected (\w+)\(.*?assigned to variable '(\w+)' in globals", "the global {1} is a {0}, " + _HOLDS),
    (r"Unknown attribute '(\w+)' of type Record", "State has no field {0}{near}; its fields are {fields}"),
    (r"Cannot resolve setattr: \(Record.*\)\.(\w+) = ", "State has no field {0}{near}; its fields are {fields}"),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", "native code does not know {0} of {1}: write it out"),
    (r"Use of unsupported NumPy function '([\w.]+)'", "{0} is not available in native code: write a loop instead"),
    (
        r"Can't unify return type from the following types: ([^\n]+)",
        "it returns values of different kinds ({0}): return the same kind on every way out",
    ),
    (
        r"Cannot unify (.+) and (.+) for '([^'.]+)",
        "the variable {2} is {0} at one time and {1} at another: use two variables, or one kind of value",
    ),
    (
        r"No implementation of function Function\(<[^>]*?(\w+)'?>\) found for signature:\s+>>> ([^\n]+)",
        "{0} does not work on such values in native code ({1}): write it out with numbers and loops",
    ),
    (r"unsupported opcode \(IMPORT_NAME\)", "an import inside a function: put it at the top of the file"),
    (r"unsupported opcode \((?:MATCH|GET_LEN)", "match with a pattern: use if and elif"),
    (r"unsupported opcode \((\w+)\)", "it uses a part of Python that native code does not have ({0})"),
    (r"Exception object|[Uu]nsupported.*(?:try|raise|except)", "it catches errors: test with if before, instead"),
    (r"yield in a closure", "a generator expression: write a loop"),
    (r"f-string|[Ff]ormat spec", "it makes text: rules compute with numbers; text belongs into show, format and parse"),
    (
        r"invalid type in signature|[Kk]eyword arguments are not",
        "a call with keyword arguments: pass them by their place",
    ),
    (r"with \(context manager\)", "it uses with: leave that out"),
    (r"Illegal IR, del found", "it uses del: leave that out"),
)


def _reason(text: str, rules: Rules) -> str:
    for pattern, meaning in _MEANINGS:
        found = re.search(pattern, text, re.DOTALL if ".*?" in pattern else 0)
        if found:
            fields = rules.dtype.names or ()
            words = [_plain(word) for word in found.groups()]
            close = difflib.get_close_matches(words[0], fields, 1, 0.6) if words else []
            near = f" (did you mean {close[0]}?)" if close else ""
            return meaning.format(*words, near=near, fields=", ".join(fields))
    rows = [row.strip() for row in text.splitlines()]
    return next((row for row in rows if row and not row.startswith(("Failed in", "Traceback", "During"))), text)


def _plain(kind: str) -> str:
    """Numba's name of a type, as a person would say it."""
    for pattern, name in (
        (r"Record\(.*?\)(?=[,)]|$)", "State"),
        (r"Literal\[(\w+)\]\([^)]*\)", r"\1"),
        (r"<iv=[^>]*>", ""),
        (r"type\(CPUDispatcher\(<function (?:\S+\.)?(\w+)[^>]*>\)\)", r"\1"),
        (r"Tuple\(([^()]*)\)", r"a tuple (\1)"),
        (r"UniTuple\((\w+) x (\d+)\)", r"a tuple of \2 \1"),
        (r"reflected ", ""),
        (r"unicode_type", "str"),
        (r"\bnone\b", "None"),
    ):
        kind = re.sub(pattern, name, kind)
    return kind
