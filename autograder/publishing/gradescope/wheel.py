"""This package as a wheel, made from what is installed.

A wheel is a zip of the package's files and of their description (PEP 427), and both are here: from a wheel or from a
checkout, without network, compiler or build program, and with every file that this program itself runs on.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from autograder.errors import ToolError
from autograder.version import __version__

DISTRIBUTION = "transformer-input-autograder"
_PACKAGE = Path(__file__).parents[2]
_WHEEL = "Wheel-Version: 1.0\nGenerator: autograder\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def make_wheel() -> tuple[str, bytes]:
    """Its file's name, and the wheel. Raises ToolError where nothing says what this package needs."""
    about = _about()
    stem = f"{DISTRIBUTION.replace('-', '_')}-{__version__}"
    lines = ["Metadata-Version: 2.1", f"Name: {DISTRIBUTION}", f"Version: {__version__}"]
    lines += [f"Requires-Python: {about.python}", *(f"Requires-Dist: {need}" for need in about.needs)]
    files = dict(_files(_PACKAGE))
    for name, text in (
        ("METADATA", "\n".join(lines) + "\n"),
        ("WHEEL", _WHEEL),
        ("entry_points.txt", "[console_scripts]\nautograder = autograder.cli:main\n"),
        ("top_level.txt", "autograder\n"),
    ):
        files[f"{stem}.dist-info/{name}"] = text.encode()
    record = f"{stem}.dist-info/RECORD"
    files[record] = "".join([*(_entry(name, data) for name, data in files.items()), f"{record},,\n"]).encode()
    return f"{stem}-py3-none-any.whl", zipped(files)


def pins() -> str:
    """What this package needs, directly or not, as constraints for pip: the versions that are installed here."""
    found: dict[str, str] = {}
    waiting = _names(_about().needs)
    while waiting:
        try:
            about = metadata.distribution(waiting.pop())
        except metadata.PackageNotFoundError:  # not for this machine, and pip finds one for the other
            continue
        name = re.sub(r"[-_.]+", "-", about.metadata["Name"]).lower()
        if name not in found:
            found[name] = about.version.partition("+")[0]  # +cpu and the like name a build, the index's affair
            waiting += _names(about.requires or ())
    return "".join(f"{name}=={version}\n" for name, version in sorted(found.items()))


def zipped(files: Mapping[str, bytes], programs: frozenset[str] = frozenset()) -> bytes:
    """The same bytes for the same files. `programs`: those that can be run."""
    with io.BytesIO() as buffer:
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, data)
        return buffer.getvalue()


@dataclass(frozen=True)
class _About:
    """The Python and the packages that this one needs, as PEP 508 writes them."""

    python: str
    needs: tuple[str, ...]


def _about() -> _About:
    """In a checkout, what stands there: the description that was installed may be of an earlier day."""
    written = _PACKAGE.with_name("pyproject.toml")
    if written.is_file():
        project = tomllib.loads(written.read_text(encoding="utf-8"))["project"]
        return _About(project["requires-python"], tuple(project["dependencies"]))
    try:
        installed = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError as error:
        raise ToolError(
            f"{DISTRIBUTION} is not installed here, so that no wheel can be made of it",
            next_step="Install it: `pip install -e .` in a checkout.",
        ) from error
    needs = tuple(need for need in installed.requires or () if "extra ==" not in need)
    return _About(installed.metadata["Requires-Python"], needs)


def _names(needs: Iterable[str]) -> list[str]:
    """Of those that this machine needs."""
    found = map(Requirement, needs)
    return [need.name for need in found if not need.marker or need.marker.evaluate({"extra": ""})]


def _files(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path.relative_to(package.parent).as_posix(), path.read_bytes()


def _entry(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    quoted = f'"{name}"' if "," in name else name
    return f"{quoted},sha256={digest},{len(data)}\n"
