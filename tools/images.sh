#!/bin/bash
# `make images`: the pictures in docs/images/, of pages that are made here.
#   student.png      the page of a submission of the test suite, with a race and the change that mends it
#   class.png        the page of a class of 12, who handed in two labs: submissions of the test suite
#   leaderboard.png  the board that grader/tests/board_test.cpp makes, since speed needs a GPU
# All inputs come from one seed, so that a change in a picture is a change of a page.
set -euo pipefail
cd "$(dirname "$0")/.."
out=docs/images
for browser in chromium chromium-browser google-chrome ''; do
  [ -z "$browser" ] || command -v "$browser" >/dev/null || continue
  break
done
[ -n "$browser" ] || { echo "images: there is no Chromium: apt-get install chromium" >&2; exit 3; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# picture PAGE NAME: as a window of 1100 × 1000 shows it.
picture() {
  timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run --hide-scrollbars \
    --user-data-dir="$tmp/profile" --virtual-time-budget=10000 --window-size=1100,1000 --screenshot="$tmp/picture.png" "file://$1" 2>"$tmp/log" ||
    { cat "$tmp/log" >&2; exit 3; }
  mv "$tmp/picture.png" "$out/$2.png"
  echo "wrote $out/$2.png"
}

seed=20260301
build/warpgrade grade matmul --submission grader/testsuite/matmul/race_student_tile_overwritten_too_early --task matmul_tiled \
  --backend cpu --seed $seed --no-history --html "$tmp/student.html" >"$tmp/log" || [ $? = 1 ] || { cat "$tmp/log" >&2; exit 3; }
picture "$tmp/student.html" student

# Every so many-th of the entries that were written as students write, and some who have solved it all.
for lab in dot matmul; do
  mapfile -t entries < <(find grader/testsuite/$lab -mindepth 1 -maxdepth 1 -name '*student*' | sort)
  for ((i = 0; i < 12; ++i)); do
    name=$(printf 'student%02d' "$i")
    mkdir -p "$tmp/class/$name"
    from=${entries[i * ${#entries[@]} / 12]}
    [ $((i % 4)) != 3 ] || from=solutions/$lab
    cp "$from/$lab.cu" "$tmp/class/$name"
  done
done
build/warpgrade --course none batch --submissions "$tmp/class" --out "$tmp/graded" --backend cpu --seed $seed >"$tmp/log" 2>&1 ||
  { cat "$tmp/log" >&2; exit 3; }
picture "$tmp/graded/class.html" class

CLASS_PAGES=$tmp build/unit_tests 'a board for the browser' >"$tmp/log" || { cat "$tmp/log" >&2; exit 3; }
picture "$tmp/board.html" leaderboard
