#!/bin/bash
# Puts our sources into the project's format, or with --check names those that are not (exit status 1).
# Other versions of clang-format break lines elsewhere, so the version is pinned; without it, --check
# exits with 77: skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
version=14

find_tool() {
  local tool
  for tool in clang-format-$version build/clang-format/bin/clang-format clang-format; do
    if "$tool" --version 2>/dev/null | grep "version $version\." >/dev/null; then
      echo "$tool"
      return
    fi
  done
}

# The submissions of the test suite, hostile ones and the students' files are as their authors wrote them.
files() {
  find grader labs $(ls -d solutions tests research 2>/dev/null) -path tests/submissions -prune -o \
    -path tests/exploits -prune -o \
    -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' -o -name '*.inc' -o -name '*.c' \) -print0
}

tool=$(find_tool)
if [ "${1:-}" = --check ]; then
  if [ -z "$tool" ]; then
    echo "there is no clang-format $version"
    exit 77
  fi
  wrong=$(files | xargs -0 -r -n 40 "$tool" --style=file --dry-run 2>&1 | sed -n 's/^\([^: ]*\):[0-9:]* warning: .*clang-format.*/\1/p' | sort -u)
  [ -z "$wrong" ] && exit
  printf '%s\n' $wrong "put right by: make format"
  exit 1
fi

if [ -z "$tool" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing clang-format-$version with apt-get"
    apt-get install -y -qq clang-format-$version >/dev/null || { apt-get update -qq && apt-get install -y -qq clang-format-$version; } >/dev/null
  else
    echo "installing clang-format $version with pip into build/clang-format"
    python3 -m venv build/clang-format && build/clang-format/bin/pip -q install "clang-format==$version.0.6"
  fi
  tool=$(find_tool)
  [ -n "$tool" ] || { echo "clang-format $version cannot be installed here" >&2; exit 3; }
fi
files | xargs -0 -r "$tool" --style=file -i
