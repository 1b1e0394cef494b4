"""Zips from strangers: each attack, and what comes of it."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from handing_in import NOTEBOOK, make_zip, zipped
from hypothesis import given
from hypothesis import strategies as st

from autograder.collecting import archives, zips
from autograder.collecting.archives import Archive, Refusal, Refused
from autograder.collecting.downloads import opened
from autograder.errors import SubmissionError

ZEROS = bytes(1 << 22)


def info(name: str, mode: int = 0, **attributes: int) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = mode << 16
    for key, value in attributes.items():
        setattr(made, key, value)
    return made


def look(path: Path) -> tuple[dict[str, bytes], list[Refusal]]:
    """All that can be read in a download, and all that is refused."""
    found: dict[str, bytes] = {}
    with opened(path) as archive:
        refused = list(archive.refused)
        for entry in archive.entries:
            try:
                found[entry.name] = archive.read(entry)
            except Refused as error:
                refused.append(Refusal(entry.name, str(error)))
    return found, refused


def written(path: Path, *entries: tuple[zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("good.ipynb", NOTEBOOK)
        for entry, data in entries:
            archive.writestr(entry, data)
    return path


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../up.ipynb", "its name leads out of the folder"),
        ("a/../../up.ipynb", "its name leads out of the folder"),
        ("..", "its name leads out of the folder"),
        ("/etc/cron.d/x", "its name is absolute"),
        ("C:/x.ipynb", "its name is absolute"),
        ("c:x.ipynb", "its name is absolute"),
        ("a\\b.ipynb", "its name has a backslash"),
        ("..\\b.ipynb", "its name has a backslash"),
        ("a\nb.ipynb", "its name has control characters, or is no text"),
        ("a\x1b[2Jb.ipynb", "its name has control characters, or is no text"),
        ("a\0.ipynb", "its name has control characters, or is no text"),
        ("a//b.ipynb", "its name has a part without a name"),
        (".", "its name has a part without a name"),
        (f"{'x' * 256}.ipynb", "its name is too long"),
        (f"{'ä' * 128}.ipynb", "its name is too long"),
        (f"{'x/' * 600}y.ipynb", "its name is too long"),
    ],
)
def test_names_that_lead_elsewhere_are_refused_by_name(tmp_path: Path, name: str, why: str) -> None:
    raw = info("x")
    raw.filename = name  # not as ZipInfo tidies it up
    found, refused = look(written(tmp_path / "x.zip", (raw, b"")))
    assert found == {"good.ipynb": NOTEBOOK}
    assert refused == [Refusal(name[: archives.NAME_LIMIT], why)]


@pytest.mark.parametrize(
    ("entry", "data", "why"),
    [
        (info("x", stat.S_IFLNK | 0o777), b"/etc/passwd", "it is a link"),
        (info("x/", stat.S_IFLNK | 0o777), b"/etc", "it is a link"),
        (info("x", stat.S_IFIFO), b"", "it is a pipe"),
        (info("x", stat.S_IFBLK), b"", "it is no ordinary file"),
        (info("x", compress_type=zipfile.ZIP_BZIP2), ZEROS, "it is packed in a way that no LMS uses"),
        (info("x", compress_type=zipfile.ZIP_LZMA), ZEROS, "it is packed in a way that no LMS uses"),
        (
            info("x", compress_type=zipfile.ZIP_DEFLATED),
            ZEROS,
            "it is packed more than 250 times over, as no notebook is",
        ),
    ],
)
def test_what_is_no_file_or_packed_oddly_is_refused(
    tmp_path: Path, entry: zipfile.ZipInfo, data: bytes, why: str
) -> None:
    found, refused = look(written(tmp_path / "x.zip", (entry, data)))
    assert found == {"good.ipynb": NOTEBOOK}
    assert [one.why for one in refused] == [why]


def directory_at(data: bytes, number: int) -> int:
    """Where the entry of this number begins in the table of contents."""
    at = -1
    for _ in range(number + 1):
        at = data.index(b"PK\x01\x02", at + 1)
    return at


def claims(size: int, compressed: int | None = None, flags: int | None = None, offset: int | None = None) -> Callable:
    """Changes what the second entry says of itself."""

    def change(data: bytearray) -> bytearray:
        at = directory_at(data, 1)
        struct.pack_into("<L", data, at + 24, size)
        if compressed is not None:
            struct.pack_into("<L", data, at + 20, compressed)
        if flags is not None:
            struct.pack_into("<H", data, at + 8, flags)
        if offset is not None:
            struct.pack_into("<L", data, at + 42, offset)
        return data

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (claims(10), "it cannot be read: Bad CRC-32 for file 'x.csv'"),
        (claims(100, 100, offset=0), "it shares its bytes with another entry"),
        (claims(100, 1 << 30), "it shares its bytes with another entry"),
        (claims(100, flags=1), "it needs a password"),
    ],
)
def test_what_lies_about_itself_is_refused(tmp_path: Path, change: Callable, why: str) -> None:
    path = written(tmp_path / "x.zip", (info("x.csv"), b"0123456789" * 10))
    path.write_bytes(change(bytearray(path.read_bytes())))
    found, refused = look(path)
    assert list(found) == ["good.ipynb"]
    assert refused == [Refusal("x.csv", why)]


def test_a_size_that_is_declared_too_small_brings_no_more(tmp_path: Path) -> None:
    """zipfile reads no further than what is declared, and then misses the sum."""
    path = written(tmp_path / "x.zip", (info("x.csv", compress_type=zipfile.ZIP_DEFLATED), ZEROS))
    path.write_bytes(claims(5)(bytearray(path.read_bytes())))
    found, refused = look(path)
    assert list(found) == ["good.ipynb"]
    assert [one.name for one in refused] == ["x.csv"]


def test_bounds_on_one_file_and_on_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "SIZE_LIMIT", 1 << 20)
    path = make_zip(tmp_path / "x.zip", {"a.csv": b"x" * (1 << 20), "b.csv": bytes(range(256)) * 4097, "c.csv": b"y"})
    found, refused = look(path)
    assert list(found) == ["a.csv", "c.csv"]
    assert refused == [Refusal("b.csv", "it is larger than 1 MB")]
    monkeypatch.setattr(archives, "TOTAL_LIMIT", 1 << 20)
    found, refused = look(path)
    assert list(found) == ["a.csv"]
    assert [one.name for one in refused] == ["b.csv", "c.csv"]
    assert refused[1].why == "with it, the download would be larger than 0 GB"


def test_a_bound_on_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "ENTRIES_LIMIT", 3)
    monkeypatch.setattr(zips, "ENTRIES_LIMIT", 3)
    found, refused = look(make_zip(tmp_path / "x.zip", {f"{n}.csv": b"" for n in range(10)}))
    assert list(found) == ["0.csv", "1.csv", "2.csv"]
    assert refused == [Refusal("7 more entries", "a download may have 3")]


def test_a_table_of_contents_without_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "CONTENTS_LIMIT", 1 << 17)
    path = make_zip(tmp_path / "x.zip", {f"{n}{'x' * 200}": b"" for n in range(1000)})
    with pytest.raises(SubmissionError, match="its table of contents is too long"), opened(path):
        pass


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_entries_of_one_name_the_first_is_read(tmp_path: Path) -> None:
    """Letters with their accent apart are the same name."""
    path = written(tmp_path / "x.zip", (info("good.ipynb"), b"2"), (info("zo\u00eb"), b"3"), (info("zoe\u0308"), b"4"))
    found, refused = look(path)
    assert found == {"good.ipynb": NOTEBOOK, "zoë": b"3"}
    assert refused == [Refusal(name, "another entry has the same name") for name in ("good.ipynb", "zoe\u0308")]


@pytest.mark.parametrize("raw", ["zoë.csv".encode(), "zoë.csv".encode("cp437")])
def test_accents_in_names_that_are_not_marked_as_utf8(tmp_path: Path, raw: bytes) -> None:
    stand_in = b"Z" * len(raw)
    data = zipped({stand_in.decode(): b"1"}).replace(stand_in, raw)
    (tmp_path / "x.zip").write_bytes(data)
    assert look(tmp_path / "x.zip") == ({"zoë.csv": b"1"}, [])


def test_rubbish_is_passed_over_without_a_word(tmp_path: Path) -> None:
    names = ("__MACOSX/a/._x.ipynb", ".DS_Store", "a/Thumbs.db", "a/.ipynb_checkpoints/x.ipynb", "a/", "a/x.ipynb")
    assert look(make_zip(tmp_path / "x.zip", dict.fromkeys(names, b"1"))) == ({"a/x.ipynb": b"1"}, [])


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06", b"PK\x03\x04" * 20, b"{}" * 100])
def test_what_is_no_zip_is_an_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(SubmissionError, match=r"x\.zip: it is no zip that can be read: .*Name the zip"):
        look(tmp_path / "x.zip")


def test_a_zip_with_a_password_is_an_error(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", {"a.ipynb": b"1"})
    data = bytearray(path.read_bytes())
    data[directory_at(data, 0) + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(SubmissionError, match=r"it needs a password\. Unpack it and name the folder"):
        look(path)


def test_what_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match=r"x\.zip: it cannot be read: No such file or directory"):
        look(tmp_path / "x.zip")


@given(st.binary(max_size=400), st.integers(0, 1 << 20), st.binary(max_size=8))
def test_a_damaged_zip_raises_nothing_but_our_errors(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, at: int, damage: bytes
) -> None:
    made = bytearray(zipped({"a/x.ipynb": NOTEBOOK, "b.csv": data}))
    at %= len(made)
    made[at : at + len(damage)] = damage
    path = tmp_path_factory.getbasetemp() / "damaged.zip"
    path.write_bytes(made)
    try:
        found, _ = look(path)
    except SubmissionError:
        return
    assert all(len(content) <= len(NOTEBOOK) + 400 for content in found.values())


def test_reading_stops_at_the_bound() -> None:
    """However much more there would be."""
    given_out = 0

    def endless(_: archives.Entry) -> object:
        nonlocal given_out
        while True:
            given_out += 1 << 20
            yield bytes(1 << 20)

    archive = Archive(endless)  # type: ignore[arg-type]
    archive.add("x", None)
    with pytest.raises(Refused, match="it is larger than 64 MB"):
        archive.read(archive.entries[0])
    assert given_out == 65 << 20
