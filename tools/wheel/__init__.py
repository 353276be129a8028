"""Starts Warpgrade, the program in this wheel.

It runs in a copy of kit/ in the user's cache: site-packages may be read-only, and the headers that are precompiled
there fit one machine's compiler.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KIT = "@KIT@"  # version and checksum
THAT_COMPILE = {"bench", "check", "doctor", "grade", "profile", "run", "watch"}
DAY = 86400


def cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "warpgrade"


def copied_kit() -> Path:
    """The copy of kit/, made if it is not there."""
    folder = cache()
    home = folder / KIT
    if home.is_dir():
        os.utime(home)
        return home
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():  # of other versions
        if time.time() - old.stat().st_mtime > 30 * DAY:
            shutil.rmtree(old, ignore_errors=True)
    part = tempfile.mkdtemp(prefix=".", dir=folder)
    try:
        shutil.copytree(Path(__file__).with_name("kit"), part, dirs_exist_ok=True)
        os.rename(part, home)
        os.utime(home)
    except OSError:  # another process was first
        if not home.is_dir():
            raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return home


def main() -> None:
    try:
        home = copied_kit()
    except OSError as error:
        sys.exit(f"warpgrade: {cache()} cannot be written: {error.strerror}. XDG_CACHE_HOME names another folder.")
    words = set(sys.argv[1:])
    if words & THAT_COMPILE and not words & {"help", "--help", "-h"}:
        status = subprocess.run(["bash", home / "tools/prepare.sh"]).returncode
        if status:
            sys.exit(status)
    os.execv(home / "build/warpgrade", ["warpgrade", *sys.argv[1:]])
