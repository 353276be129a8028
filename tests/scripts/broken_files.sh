#!/bin/bash
# Broken files of a course and its labs: one message with the file, the place and what to write, exit status
# 2 before anything is graded, and no crash whatever stands in them.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.."
. tests/scripts/shell_test.bash
tests=("a batch with a broken lab.json grades nothing" "a batch with a broken bench.json grades nothing"
  "a batch with a contract of another type grades nothing" "a batch with a broken course file grades nothing"
  "a batch with a tolerance that zeros would pass grades nothing"
  "a list that is missing in bench.json is no crash" "a course file is told in the words of a course"
  "course check reads the labs" "no broken file ends in a crash" "a batch on the CPU without the check is warned")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tree=$tmp/tree
mkdir "$tree" && ln -s "$PWD"/* "$tree" && rm "$tree/labs" && cp -r labs "$tree/labs"
[ ! -e .deps ] || ln -s "$PWD/.deps" "$tree"
export WARPGRADE_ROOT=$tree
lab=$tree/labs/dot
for student in ada bob; do
  mkdir -p "$tmp/class/$student"
  cp tests/submissions/dot/wrong_one_term_each_thread/dot.cu "$tmp/class/$student"
done

run() {
  output=$(build/warpgrade "$@" 2>&1 </dev/null)
  status=$?
}
batch() { run batch --submissions "$tmp/class" --lab dot --out "$tmp/out" --backend cpu --no-check --no-nvcc --quiet "$@"; }
restore() { cp labs/dot/* "$lab"; }
# refused TEXT: by one message, and nothing is graded
refused() {
  [ $status = 2 ] && says "$1" && [ ! -e "$tmp/out/grades.csv" ] && ! says open pending &&
    [ "$(grep -c '^warpgrade: [^w]' <<<"$output")" = 1 ]
}

sed -i 's/"points": 13/"points": thirty/' "$lab/lab.json"
batch
refused "lab.json:31:17: thirty is not a JSON value; write a number, or text in double quotes: \"thirty\""
ok "${tests[0]}"
restore
sed -i 's/"dimensions": \[\[\["n"\]\]\]/"dimensions": [[["n"]], [["block_size"]]]/' "$lab/bench.json"
batch
refused "bench.json: at /dimensions/1: there is 1 list here; 2 numbers after --size need 2 lists."
ok "${tests[1]}"
run run dot --size 1000x256 --backend cpu
bench_status=$status
restore
sed -i 's/const real\* A/const short* A/' "$lab/dot.h"
batch
refused "dot.h:32: the parameter \`const short* A\` of dot_mutex has a type that contracts do not have. Write"
ok "${tests[2]}"
restore
sed -i 's/"c": 4/"c": 1e9/' "$lab/lab.json"
batch
refused "lab.json: the tolerance of dot_mutex would let an answer of zeros pass"
ok "${tests[4]}"
restore
echo '{"title": "t", "labs": {"dot": {"due": "2026-05-07"}}}' >"$tmp/bad.json"
batch --course "$tmp/bad.json"
refused "at /labs/dot/due: 2026-05-07 is not a time. Write 2026-05-07T23:59."
ok "${tests[3]}"
[ $bench_status = 3 ]
ok "${tests[5]}"

echo '{"title": "t", "late_penalty": 10, "holidays": {}, "labs": {"dot": {}}}' >"$tmp/bad.json"
run --course "$tmp/bad.json" course check
[ $status = 1 ] && says 'at /late_penalty: 10 is not an amount; write "10" (points) or "10%"' \
  'there is no key "holidays"; the keys are accommodations, aliases, backend,'
ok "${tests[6]}"
echo '{"title": "t", "labs": {"dot": {}}}' >"$tmp/good.json"
sed -i 's/"c": 4/"c": "four"/' "$lab/lab.json"
run --course "$tmp/good.json" course check
[ $status = 1 ] && says 'lab.json: at /tolerance/c: "four" is text; write a number above 0.'
ok "${tests[7]}"
restore

# A word of the file is taken out, doubled or replaced.
bad=0 RANDOM=39
others=('' '[' '}' '"x"' '-1' '1e99' null true '[]' '{}' '""' "'")
for file in lab.json hidden.json bench.json; do
  words=$(grep -oE '"[^"]*"|[0-9.]+|[][{}:,]' "$lab/$file" | wc -l)
  for ((i = 0; i < 14; ++i)); do
    word=$((RANDOM * words / 32768))
    by=${others[RANDOM % ${#others[@]}]}
    W=$word BY=$by perl -0pi -e 's/("[^"]*"|[0-9.]+|[][{}:,])/$n++ == $ENV{W} ? $ENV{BY} : $1/ge' "$lab/$file"
    run --course "$tmp/good.json" course check
    [ $status -le 1 ] && ! says constraint "json.exception" || {
      bad=1
      echo "  $file, word $word for $by: status $status: $output"
    }
    restore
  done
done
[ $bad = 0 ]
ok "${tests[8]}"

rm -rf "$tmp/class/bob"
batch
says "with --no-check on the CPU, races are not detected"
ok "${tests[9]}"
summary
