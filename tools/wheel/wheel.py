#!/usr/bin/env python3
"""Makes wheels of a student's kit, for `pip install`: one for each processor that it has programs for.

    tools/wheel/wheel.py KIT TO     KIT: the kit's folder; TO: the folder for warpgrade-VERSION-….whl

A wheel contains what `tools/install.sh` copies from the kit, and __init__.py of this folder, which starts the
program. Its platform is the oldest C library that has every symbol the programs ask for. The same kit gives the
same bytes.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say


def glibc(folder: Path) -> tuple[int, int]:
    """The newest version of glibc that a program or shared library in the folder asks for."""
    newest = (2, 17)
    for file in folder.rglob("*"):
        if file.suffix in (".o", ".a") or not file.is_file() or file.read_bytes()[:4] != b"\x7fELF":
            continue
        said = subprocess.run(["readelf", "-W", "--version-info", file], capture_output=True, text=True, check=True)
        for version in re.findall(r"Name: GLIBC_2\.(\d+)", said.stdout):
            newest = max(newest, (2, int(version)))
    return newest


def add(archive: zipfile.ZipFile, record: list[str], name: str, content: bytes, mode: int = 0o644) -> None:
    info = zipfile.ZipInfo(name, TIME)
    info.external_attr = (0o100000 | mode) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, content, compresslevel=9)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    record.append(f"{name},sha256={digest},{len(content)}")


def make_wheel(kit: Path, processor: str, to: Path) -> None:
    version = re.match(r"Warpgrade ([0-9.]+),", (kit / "KIT").read_text())[1]
    labs = sorted(file.parent.name for file in kit.glob("labs/*/lab.json"))
    with tempfile.TemporaryDirectory() as stage:
        content = Path(stage)
        subprocess.run(["bash", kit / "tools/install.sh", content, processor], check=True)
        major, minor = glibc(content)
        tag = f"py3-none-manylinux_{major}_{minor}_{processor}"
        wheel = to / f"warpgrade-{version}-{tag}.whl"
        info = f"warpgrade-{version}.dist-info"
        files = sorted(file for file in content.rglob("*") if file.is_file())
        texts = {file: file.read_bytes() for file in files}
        digest = hashlib.sha256()
        for file in files:
            digest.update(f"{file.relative_to(content)} {len(texts[file])}\n".encode() + texts[file])
        start = (HERE / "__init__.py").read_text().replace("@KIT@", f"{version}-{digest.hexdigest()[:8]}")
        record: list[str] = []
        part = wheel.with_suffix(".part")
        with zipfile.ZipFile(part, "w") as archive:
            add(archive, record, "warpgrade/__init__.py", start.encode())
            add(archive, record, "warpgrade/__main__.py", b"from . import main\n\nmain()\n")
            for file in files:
                mode = 0o755 if os.access(file, os.X_OK) else 0o644
                add(archive, record, f"warpgrade/kit/{file.relative_to(content)}", texts[file], mode)
            add(archive, record, f"{info}/entry_points.txt", b"[console_scripts]\nwarpgrade = warpgrade:main\n")
            add(archive, record, f"{info}/WHEEL",
                f"Wheel-Version: 1.0\nGenerator: tools/wheel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
            add(archive, record, f"{info}/METADATA",
                f"Metadata-Version: 2.1\nName: warpgrade\nVersion: {version}\nLicense: MIT\n"
                f"Summary: Labs in GPU programming and their grader: {', '.join(labs)}\n"
                "Requires-Python: >=3.8\n".encode())
            for file in sorted((kit / "prebuilt/licenses").iterdir()) + [kit / "LICENSE"]:
                add(archive, record, f"{info}/licenses/{file.name}", file.read_bytes())
            record.append(f"{info}/RECORD,,")
            archive.writestr(zipfile.ZipInfo(f"{info}/RECORD", TIME), "\n".join(record) + "\n")
        part.replace(wheel)
    print(f"wrote {wheel}")


def main(kit: Path, to: Path) -> None:
    processors = sorted(folder.parent.name for folder in kit.glob("prebuilt/*/build"))
    if not processors:
        sys.exit("wheel: there are no programs to put into it: they are made on x86-64 and AArch64, with libopenblas.a")
    for processor in processors:
        make_wheel(kit, processor, to)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
