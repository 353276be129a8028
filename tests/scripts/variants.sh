#!/bin/bash
# Every variant of every lab is right on the CPU engine, and its file
# begins by saying what it teaches; what `warpgrade run` says of mistakes on its command line.
# Needs: solutions
# Long
set -u
cd "$(dirname "$0")/../.."
passed=0 failed=0
report=$(mktemp)
trap 'rm -f "$report"' EXIT
check() { # NAME STATUS
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "failed: $1" && head -c 3000 "$report"; fi
}
run() { build/warpgrade run "$@" >"$report" 2>&1; }

for manifest in labs/*/lab.json; do
  lab=$(basename "$(dirname "$manifest")")
  folder=solutions/$lab/variants
  mapfile -t variants < <(build/warpgrade run "$lab" --list --backend cpu 2>"$report")
  [ ${#variants[@]} -gt 0 ]
  check "$lab has variants" $?
  # Compiling is what takes long: in double only where a lab lives in it.
  case $lab in poisson | cholesky) reals='float double' ;; *) reals=float ;; esac
  for real in $reals; do
    run "$lab" --backend cpu --real $real --seconds 0
    check "all variants of $lab are right in $real" $?
    for variant in "${variants[@]}"; do
      grep -Eq "^  $variant( \(.*\))? +(ok|pending) " "$report"
      check "$lab: $variant in $real" $?
    done
  done
  for variant in "${variants[@]}"; do
    file=$(ls "$folder/$variant".{cu,cpp} 2>/dev/null)
    [ "$(head -c 3 "$file")" = "// " ]
    check "$file begins with a comment" $?
  done
done

# Large enough for threads that carry panels, and for the tensor cores of double.
run matmul --backend cpu --variant streamed --real double --size m=610,n=630,k=650 --seconds 0
grep -Eq '^  streamed +ok ' "$report"
check "matmul: a product that is worth carrying in panels" $?

says() { # NAME STATUS TEXT: of the last run
  [ "$status" = "$2" ] && tr -s "\n " " " <"$report" | grep -qF -- "$3"
  check "$1" $?
}
run matmul --backend cpu --variant tield; status=$?
says "a variant that is not there" 2 "The variants are: cpu-blas"
run matmul --backend cpu --variant naive --size 2x3x4x5; status=$?
says "dimensions that do not fit" 2 "k would be both 3 and 4"
run matmul --backend cpu --variant naive --size m=2,q=3; status=$?
says "a size that is not there" 2 "no size 'q'"
run matmul --backend cpu --variant naive --set tile=16; status=$?
says "an argument that the variant lacks" 2 "has an argument 'tile'"
run matmul --backend cpu --variant tiled --set tile=7; status=$?
says "a value that is not built" 1 "crashed"
run matmul --backend cpu --variant tiled --set tile=8,4 --size 33x17x5 --seconds 0; status=$?
says "two values are two runs" 0 "tiled (tile = 4)"
run matmul --backend cpu --variant naive --size 1000 --seconds 0 --time-limit 0.05; status=$?
says "a call has as much time as a grade gives it" 1 "Allow more time with --time-limit"
run matmul --backend cpu --variant tiled --variant cpu-blas --seconds 0 --no-sandbox; status=$?
[ $status = 0 ] && grep -Eq '^  tiled .* ok ' "$report" && grep -Eq '^  cpu-blas +ok ' "$report"
check "without isolation" $?

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
