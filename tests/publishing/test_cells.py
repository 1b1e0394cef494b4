from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import CourseError
from autograder.publishing.exports.cells import harmless, number, value_of
from autograder.publishing.exports.table import line, read_table, write_file


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=cmd()", "'=cmd()"),
        ("+49 30 1234", "'+49 30 1234"),
        ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\tx", "'\tx"),
        ("\r=1", "'\r'=1"),
        ("  =1", "'  =1"),
        ('"=1"', '\'"=1"'),
        ("＝1", "'＝1"),
        ("a;=cmd()", "a;'=cmd()"),
        ("a\n=cmd()", "a\n'=cmd()"),
        ("'=cmd()", "'=cmd()"),
        ("-", "-"),
        ("Anne-Marie", "Anne-Marie"),
        ("O'Neil, Jr.", "O'Neil, Jr."),
        ("ada@example.org", "ada@example.org"),
        ("", ""),
    ],
)
def test_harmless(text: str, safe: str) -> None:
    assert harmless(text) == safe


@given(st.text(alphabet="=+-@;\t\r\n \"'ab,"))
def test_nothing_that_runs_is_left_and_nothing_is_lost(text: str) -> None:
    safe = harmless(text)
    begins = [piece.strip(' "') for piece in re.split(r"[;\t\r\n]", safe)]
    assert not any(begin.startswith(("=", "+", "-", "@")) for begin in begins) or not text.strip(" -\t\r\n")
    assert safe.replace("'", "") == text.replace("'", "")
    assert harmless(safe) == safe


@pytest.mark.parametrize(
    ("value", "text"),
    [(20.0, "20"), (15.25, "15.25"), (0.1 + 0.2, "0.3"), (0.0, "0"), (-0.0, "0"), (None, ""), (1 / 3, "0.333333")],
)
def test_number(value: float | None, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("20.00", 20.0),
        (" 20,50 ", 20.5),
        ("1,234.50", 1234.5),
        ("1.234,50", 1234.5),
        ("-1", -1.0),
        ("", None),
        ("-", None),
        ("(read only)", None),
        ("nan", None),
        ("1e5", None),
    ],
)
def test_value_of(text: str, value: float | None) -> None:
    assert value_of(text) == value


@given(st.lists(st.text(alphabet='a",;\r\n é='), min_size=1, max_size=4), st.sampled_from(",;"))
def test_a_line_is_read_as_it_was_written(cells: list[str], delimiter: str) -> None:
    (back,) = csv.reader(io.StringIO(line(cells, delimiter), newline=""), delimiter=delimiter, strict=True)
    assert back == cells


@given(
    st.lists(st.lists(st.text(alphabet='ab", ;\né'), min_size=3, max_size=3), max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    st.sampled_from(["", "\ufeff"]),
    st.booleans(),
)
def test_only_what_is_filled_in_changes(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], ending: str, quoting: int, mark: str, end: bool
) -> None:
    with io.StringIO(newline="") as text:
        writer = csv.writer(text, lineterminator=ending, quoting=quoting)  # type: ignore[arg-type]
        writer.writerows([["A", "B", "C"], *rows])
        whole = mark + (text.getvalue() if end else text.getvalue().removesuffix(ending))
    path = tmp_path_factory.getbasetemp() / "table.csv"
    path.write_bytes(whole.encode())
    table = read_table(path)
    assert table.header == ("A", "B", "C")
    assert [list(row.cells) for row in table.rows] == rows
    assert table.text({}) == whole
    assert table.text({n: {0: row[0]} for n, row in enumerate(rows)}) == whole
    if rows:
        changed = table.text({0: {1: '5,"'}})
        assert changed.startswith(mark)
        back = list(csv.reader(io.StringIO(changed.removeprefix(mark), newline=""), strict=True))
        assert back == [["A", "B", "C"], [rows[0][0], '5,"', rows[0][2]], *rows[1:]]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty. Download it again."),
        (
            "A,B\n\xe9".encode("latin-1"),
            "it is not UTF-8 text. Download it again, and give it as it came: spreadsheets",
        ),
        (b'A,B\n"x"y,1\n', "it is no CSV file: ',' expected after '\"'. Download it again."),
        (b"A,B\n1,2,3\n", "a row has 3 cells, and the header 2: 1,2,3. Download it again, and give it as it came."),
    ],
)
def test_no_table(tmp_path_factory: pytest.TempPathFactory, data: bytes, why: str) -> None:
    path = tmp_path_factory.mktemp("t") / "t.csv"
    path.write_bytes(data)
    with pytest.raises(CourseError) as caught:
        read_table(path)
    assert str(caught.value).startswith(f"{path}: {why}")


def test_no_such_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("t") / "t.csv"
    with pytest.raises(CourseError, match=r"it cannot be read: No such file or directory\. Check --from"):
        read_table(path)


def test_a_file_is_written_whole_and_not_over_the_one_that_is_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("w")
    template, link = folder / "from.csv", folder / "link.csv"
    template.write_bytes(b"old")
    link.symlink_to(template)
    for path in (template, link):
        with pytest.raises(CourseError, match=r"it is the file that is read\. Name another with --into"):
            write_file(path, b"new", keep=template)
    write_file(folder / "out.csv", b"new", keep=template)
    assert template.read_bytes() == b"old"
    assert (folder / "out.csv").read_bytes() == b"new"
    assert sorted(path.name for path in folder.iterdir()) == ["from.csv", "link.csv", "out.csv"]
