"""The folder of compiled code: an entry that its user did not write is never loaded, for to load it is to run it."""

from __future__ import annotations

import os
import pickle
import stat
import threading
import time
from pathlib import Path

import pytest

from playout import loading
from playout.native import cache
from playout.native.compiled import Compiled

KEY = b"k" * 32


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(place))
    return place


def entry(folder: Path) -> Path:
    (found,) = folder.glob("*" + cache.SUFFIX)
    return found


def test_an_entry_is_found_again(folder: Path) -> None:
    assert not cache.has("one") and cache.read("one") is None
    cache.write("one", b"content")
    assert cache.has("one") and cache.read("one") == b"content"
    cache.remove("one")
    assert not cache.has("one")
    cache.remove("one")


def test_only_its_user_can_read_the_key_or_an_entry(folder: Path) -> None:
    cache.write("one", b"content")
    for path in (folder / "key", entry(folder)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len((folder / "key").read_bytes()) == 32
    key = (folder / "key").read_bytes()
    cache.write("two", b"content")
    assert (folder / "key").read_bytes() == key


@pytest.mark.parametrize("place", [0, 31, 32, -1])
def test_a_changed_byte_is_noticed(folder: Path, place: int) -> None:
    cache.write("one", b"content")
    content = bytearray(entry(folder).read_bytes())
    content[place] ^= 1
    entry(folder).write_bytes(content)
    assert cache.read("one") is None


@pytest.mark.parametrize("length", [0, 10, 32, 35])
def test_an_entry_that_was_cut_short_is_noticed(folder: Path, length: int) -> None:
    cache.write("one", b"content")
    entry(folder).write_bytes(entry(folder).read_bytes()[:length])
    assert cache.read("one") is None


def test_an_entry_does_not_pass_for_another(folder: Path) -> None:
    cache.write("one", b"content")
    first = entry(folder)
    first.rename(first.with_name(first.name.replace("one", "two")))
    assert cache.has("two") and cache.read("two") is None


class Bomb:
    """Something whose unpickling is seen."""

    exploded = False

    def __reduce__(self) -> tuple[object, ...]:
        return _explode, ()


def _explode() -> None:
    Bomb.exploded = True


def test_what_another_user_has_signed_is_not_unpickled(folder: Path) -> None:
    """Somebody who can write into the folder, but does not have the key, puts a pickle in an entry's place."""
    kernel = Compiled(lambda: nothing, loading.read("tic_tac_toe"), "game", "kernel", "0" * 64, {})
    cache.write(kernel._entry(()), pickle.dumps("harmless"))
    place = entry(folder)
    content = pickle.dumps(Bomb())
    place.write_bytes(cache._sign(KEY, place, content) + content)
    assert kernel._load(()) is None
    exploded = Bomb.exploded
    assert not exploded
    key = (folder / "key").read_bytes()  # the same, signed by whoever has the key, is unpickled: the test can fail
    place.write_bytes(cache._sign(key, place, content) + content)
    assert kernel._load(()) is None
    assert Bomb.exploded
    assert not list(folder.glob("*" + cache.SUFFIX)), "what is not machine code is removed"


def nothing() -> None:
    """Kernel: of no matter, since it is not compiled."""


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o606, 0o644])
def test_a_key_that_others_can_read_or_write_is_not_used(folder: Path, mode: int) -> None:
    cache.write("one", b"content")
    (folder / "key").chmod(mode)
    assert not cache.has("one") and cache.read("one") is None
    with pytest.raises(PermissionError, match="its file `key` is not yours alone; remove it"):
        cache.write("two", b"content")


def test_a_key_of_another_user_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("one", b"content")
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    assert not cache.has("one") and cache.read("one") is None
    with pytest.raises(PermissionError, match="its file `key` is not yours alone"):
        cache.write("two", b"content")


def test_a_key_of_another_length_is_not_used(folder: Path) -> None:
    folder.mkdir()
    (folder / "key").touch(mode=0o600)
    with pytest.raises(PermissionError, match="its file `key` is not yours alone"):
        cache.write("one", b"content")


def test_two_users_of_one_folder_keep_their_own(folder: Path) -> None:
    cache.write("one", b"mine")
    mine = (folder / "key").read_bytes()
    (folder / "key").unlink()
    cache.write("one", b"yours")
    assert cache.read("one") == b"yours"
    (folder / "key").write_bytes(mine)
    assert cache.read("one") == b"mine"


def test_threads_make_one_key_and_hold_a_lock_one_at_a_time(folder: Path) -> None:
    inside: list[int] = []
    most = []

    def work(number: int) -> None:
        cache.write(f"entry{number}", b"%d" % number)
        with cache.lock("one"):
            inside.append(number)
            most.append(len(inside))
            time.sleep(0.005)
            inside.remove(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1
    assert [cache.read(f"entry{number}") for number in range(8)] == [b"%d" % number for number in range(8)]


def test_another_user_s_files_do_not_stop_pruning(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("one", b"content")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert cache.prune(days=-1) == (0, 0)
