#!/bin/bash
# Makes a class to grade: what N students might hand in, from the solutions and the test suite, each
# changed a little. The same arguments make the same class.
# Needs: solutions tests/submissions
#   make_class.sh OUT N [SAME] [LAB]...     SAME: so many of them copies of others (default 0);
#                                           LAB: of these labs (default: all)
set -eu
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
out=$1 n=$2 same=${3:-0}
shift $(($# < 3 ? $# : 3))
labs=("$@")
if [ ${#labs[@]} = 0 ]; then
  for folder in solutions/*/; do labs+=("$(basename "$folder")"); done
fi
mkdir -p "$out"

# Every fourth is a solution, in which one thing is often wrong; the rest go through the test suite:
# wrong values, races, overruns, hangs, what does not compile.
sources=()
for lab in "${labs[@]}"; do
  for entry in tests/submissions/"$lab"/*/; do [ ! -f "$entry$lab.cu" ] || sources+=("$lab $entry"); done
done
# In an order that mixes the labs.
mapfile -t sources < <(printf '%s\n' "${sources[@]}" | awk '{print NR * 7919 % 1009, $0}' | sort -n | cut -d' ' -f2-)

student() { printf '%s/student%04d' "$out" "$1"; }
different=$((n - same))
for ((i = 0; i < different; ++i)); do
  if [ $((i % 4)) = 3 ]; then
    lab=${labs[i / 4 % ${#labs[@]}]} folder=solutions/$lab
  else
    read -r lab folder <<<"${sources[(i - i / 4) % ${#sources[@]}]}"
  fi
  to=$(student $i)
  mkdir -p "$to"
  find "$folder" -maxdepth 1 -type f ! -name expect.json -exec cp {} "$to" \;
  # A comment, a renamed variable; in some a constant or a comparison.
  change='s/\bsum\b/sum_'$i'/g'
  case $((i % 12)) in
    7) change+='; 0,/ < n)/s/ < n)/ <= n)/' ;;
    11) change+='; 0,/__syncthreads();/s/__syncthreads();//' ;;
    3) change+='; 0,/ 0\.\?;/s/ 0\.\?;/ 1;/' ;;
  esac
  grep -qI . "$to/$lab.cu" || change='' # some entries hold anything but text
  [ -z "$change" ] || sed -i -e "$change" "$to/$lab.cu"
  [ -z "$change" ] || printf '// student %d\n' "$i" >>"$to/$lab.cu"
done
for ((i = different; i < n; ++i)); do cp -r "$(student $((i * 7 % different)))" "$(student "$i")"; done
