"""Files in folders that others can write to: no link that lies there is followed."""

from __future__ import annotations

import os
import stat
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from playout.algorithms import saving
from playout.arena.storage.store import Store
from playout.errors import PlayoutError
from playout.files import open_lock, open_plain, write_whole
from playout.native import cache
from playout.web.matches.storage import Storage
from playout.web.server.ownership import Ownership
from playout.web.settings import data_folder

CONTENT = b"worth keeping\n"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file of the user's that no link may reach."""
    path = tmp_path / "victim"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which somebody else can make links."""
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o777)
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(folder))
    return folder


def test_a_link_in_the_place_of_a_lock_of_the_cache_is_not_followed(
    shared: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shared / "one.lock").symlink_to(victim)
    with cache.lock("one"):
        assert victim.read_bytes() == CONTENT
    assert victim.read_bytes() == CONTENT
    assert "one.lock is not your own file, so it is not used as a lock; remove it" in capsys.readouterr().err


def test_a_link_to_nothing_makes_no_file(shared: Path, tmp_path: Path) -> None:
    (shared / "one.lock").symlink_to(tmp_path / "made")
    with cache.lock("one"):
        pass
    assert not (tmp_path / "made").exists()


def test_a_lock_of_somebody_else_is_not_waited_for(
    shared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be held for ever."""
    user = os.getuid()
    with cache.lock("one"):
        monkeypatch.setattr(os, "getuid", lambda: user + 1)
        with cache.lock("one"):
            assert "one.lock is not your own file" in capsys.readouterr().err


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(shared: Path) -> None:
    for name in ("one.lock", "key"):
        os.mkfifo(shared / name)

    def use() -> None:
        with cache.lock("one"):
            done.append(cache.read("two"))

    done: list[bytes | None] = []
    thread = threading.Thread(target=use, daemon=True)
    thread.start()
    thread.join(20)
    assert done == [None]


@pytest.mark.parametrize("name", ["key", "entry"])
def test_a_link_in_the_place_of_a_key_or_an_entry_is_not_followed(shared: Path, victim: Path, name: str) -> None:
    cache.write("one", CONTENT)
    place = shared / "key" if name == "key" else next(shared.glob("*" + cache.SUFFIX))
    place.rename(victim)
    place.symlink_to(victim)
    before = victim.read_bytes()
    assert cache.read("one") is None  # the content is right, and still: whoever made the link chose it
    if name == "key":
        with pytest.raises(PermissionError, match="its file `key` is not yours alone"):
            cache.write("one", b"other")
    else:
        cache.write("one", b"other")
        assert cache.read("one") == b"other" and not place.is_symlink()
    assert victim.read_bytes() == before


def test_a_link_in_the_place_of_a_store_s_lock_is_refused(shared: Path, victim: Path) -> None:
    link = shared / "store.sqlite.lock"
    link.symlink_to(victim)
    with pytest.raises(PlayoutError, match="lock is a link, which is not followed; remove it"):
        Store(shared / "store.sqlite", write=True)
    link.unlink()
    Store(shared / "store.sqlite", write=True).close()
    assert not link.exists() and victim.read_bytes() == CONTENT


NOT_PLAIN = pytest.mark.parametrize("kind", ["link", "link to nothing", "link to a pipe", "pipe", "folder"])


def put(place: Path, kind: str, victim: Path) -> None:
    """Put what is no plain file in the place of a file."""
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    elif kind == "link to a pipe":
        os.mkfifo(place.with_name("pipe"))
        place.symlink_to(place.with_name("pipe"))
    else:
        place.symlink_to(victim if kind == "link" else place.with_name("made"))


def refusal(attempt: Callable[[], object]) -> str:
    """The sentence by which it is refused, within 20 seconds."""

    def attempting() -> None:
        with pytest.raises(PlayoutError) as caught:
            attempt()
        said.append(str(caught.value))

    said: list[str] = []
    thread = threading.Thread(target=attempting, daemon=True)
    thread.start()
    thread.join(20)
    assert said, "it neither refused nor came back in time"
    return said[0]


@NOT_PLAIN
def test_only_a_plain_file_is_a_server_s_lock(shared: Path, victim: Path, kind: str) -> None:
    put(shared / "web.lock", kind, victim)
    said = refusal(lambda: Ownership(shared))
    assert said == (
        f"{shared / 'web.lock'} is not a plain file that only you can write, so it is no lock: remove it, or name "
        f"another folder by --data"
    )
    assert victim.read_bytes() == CONTENT and not (shared / "made").exists()


def test_a_server_s_lock_with_a_second_name_is_not_written(shared: Path, victim: Path) -> None:
    os.link(victim, shared / "web.lock")
    with pytest.raises(PlayoutError, match=r"web\.lock is not a plain file that only you can write"):
        Ownership(shared)
    assert victim.read_bytes() == CONTENT


def test_a_server_s_lock_of_somebody_else_is_refused(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its text would be shown as the owner's name, and the lock may be held for ever."""
    user = os.getuid()
    (shared / "web.lock").write_bytes(CONTENT)
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: user + 1)
        with pytest.raises(PlayoutError, match=r"web\.lock is not a plain file that only you can write"):
            Ownership(shared)
    assert (shared / "web.lock").read_bytes() == CONTENT


def test_a_server_s_lock_names_its_latest_owner(tmp_path: Path) -> None:
    for owner in ("the first server", "second"):
        held = Ownership(tmp_path, owner)
        assert (tmp_path / "web.lock").read_text() == owner
        with pytest.raises(PlayoutError, match=f"{owner} already uses"):
            Ownership(tmp_path)
        held.release()


@NOT_PLAIN
def test_only_a_plain_file_is_the_matches_database(shared: Path, victim: Path, kind: str) -> None:
    """SQLite follows a link."""
    victim.write_bytes(b"")  # SQLite refuses a file with other content; it would make an empty one a database
    put(shared / "web.sqlite", kind, victim)
    said = refusal(lambda: Storage(shared / "web.sqlite"))
    assert said == f"{shared / 'web.sqlite'} is not a plain file; move it away, or name another folder by --data"
    assert victim.read_bytes() == b"" and not (shared / "made").exists()


def test_a_saved_search_is_not_written_through_a_link(shared: Path, victim: Path) -> None:
    """The name beside it that was written first could be foreseen: it had the number of the process."""
    (shared / f".saved.{os.getpid()}").symlink_to(victim)
    (shared / "saved").symlink_to(victim)
    saving.write(shared / "saved", b"search")
    assert victim.read_bytes() == CONTENT and (shared / "saved").read_bytes() == b"search"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"first", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"second")
    assert path.read_bytes() == b"first" and [item.name for item in tmp_path.iterdir()] == ["file"]


def test_only_a_plain_file_is_opened(tmp_path: Path, victim: Path) -> None:
    (tmp_path / "link").symlink_to(victim)
    for opened in (open_lock, open_plain):
        with pytest.raises(OSError, match=r"link|loop|symbolic"):
            opened(tmp_path / "link")
        with pytest.raises(OSError, match=r"directory|plain"):
            opened(tmp_path)
    with open_plain(victim) as file:
        assert file.read() == CONTENT


def test_without_a_home_the_temporary_folder_is_the_user_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    for name in ("PLAYOUT_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "PLAYOUT_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = tmp_path / f"playout-{os.getuid()}"
    assert cache.folder() == folder == data_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o777)
    with pytest.raises(PlayoutError, match="belongs to somebody else; set PLAYOUT_DATA"):
        data_folder()
