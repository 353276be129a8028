#!/bin/bash
# `make screenshots`: the pictures in docs/images/, of pages that are made here.
#   tools/screenshots.sh [student] [class] [leaderboard]      these; without a name all of them
#
#   student.png      the page of a submission of the test suite, with a race and the change that mends it
#   class.png        the page of a class: submissions of the test suite, and four solutions
#   leaderboard.png  the board that tests/unit/class_pages/board_test.cpp makes, since speed needs a GPU
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

student() {
  build/warpgrade grade dot --submission tests/submissions/dot/race_student_warp_sums_without_barrier --task dot_shuffle \
    --backend cpu --seed $seed --no-history --html "$tmp/student.html" || [ $? = 1 ]
  picture "$tmp/student.html" student
}

# What was written as students write, and some who have solved it all.
class() {
  local from number=0 folder
  for from in tests/submissions/dot/*student* solutions/dot{,,,}; do
    number=$((number + 1))
    folder=$tmp/class/$(printf 'student%02d' $number)
    mkdir -p "$folder"
    cp "$from/dot.cu" "$folder"
  done
  build/warpgrade --course none batch --submissions "$tmp/class" --out "$tmp/graded" --backend cpu --seed $seed
  picture "$tmp/graded/class.html" class
}

leaderboard() {
  CLASS_PAGES=$tmp build/unit_tests 'a board for the browser'
  picture "$tmp/board.html" leaderboard
}

[ $# != 0 ] || set -- student class leaderboard
for name; do
  case $name in
    student | class | leaderboard) "$name" ;;
    *) echo "images: there is no picture $name" >&2; exit 2 ;;
  esac
done
