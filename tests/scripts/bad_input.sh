#!/bin/bash
# What `warpgrade grade` says to bad input and in bad circumstances: command lines, broken manifests and
# data, a full disk, Ctrl-C, strange files. What a submission itself can do wrong stands in
# tests/submissions/. On the CPU backend.
# Needs: solutions tests/submissions
# Long
set -u
cd "$(dirname "$0")/../.." || exit
root=$PWD
program=$root/build/warpgrade
corpus=$root/tests/submissions
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
trap 'mountpoint -q "$tmp/disk" && umount "$tmp/disk"; rm -rf "$tmp"' EXIT
export TMPDIR=$tmp/work
mkdir "$TMPDIR"

skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1 ($2)"
}

# try COMMAND...: leaves $status and $output.
try() {
  output=$(timeout -k 5 120 "$@" 2>&1 </dev/null)
  status=$?
}

grade() { try "$program" grade "$@" --no-nvcc; }

# submission NAME LAB: an empty folder for one.
submission() {
  mkdir -p "$tmp/$1"
  echo "$tmp/$1"
}

cpu="--backend cpu"
honest="matmul --submission $corpus/matmul/ok_windows_line_ends --task matmul_naive $cpu"
wrong="matmul --submission $corpus/matmul/wrong_cheat_known_seed --task matmul_naive $cpu"
few="--case 1x1x1-integers --case 33x32x31-decimal"

# --- the command line: exit status 2, and what there is ------------------------------------------------
grade nolab --submission solutions/matmul
[ $status = 2 ] && says "no lab 'nolab'" jacobi matmul
ok "a lab that does not exist"
grade matmul
[ $status = 1 ] && says "skeletons/matmul"
ok "without --submission the skeleton is graded"
grade matmul --submission "$tmp/nowhere"
[ $status = 2 ] && says "$tmp/nowhere is not a folder" "the folder that holds matmul.cu"
ok "a submission that does not exist"
grade matmul --submission solutions/matmul/matmul.cu
[ $status = 2 ] && says "is not a folder"
ok "a file as submission"
grade matmul --submission solutions/matmul --task matmul_tilde
[ $status = 2 ] && says "no task 'matmul_tilde'" "Did you mean 'matmul_tiled'?" matmul_host
ok "a task that does not exist"
grade matmul --submission solutions/matmul --case 3x3
[ $status = 2 ] && says "no task has a case of that name" 1x1x1-integers
ok "a case that does not exist"
grade matmul --submission solutions/matmul --backend tpu
[ $status = 2 ] && says tpu cpu cuda
ok "a backend that does not exist"
grade matmul --submission solutions/matmul --real half
[ $status = 2 ] && says half float double
ok "a type that does not exist"
try "$program" grade --help
[ $status = 0 ] && says "Example:" "Exit status" "--json FILE"
ok "--help has an example"
try "$program" help grade
[ $status = 0 ] && says "Example:" "Exit status"
ok "help COMMAND is COMMAND --help"
try "$program" --version
[ $status = 0 ] && [[ $output =~ ^warpgrade\ [0-9]+\.[0-9]+ ]]
ok "--version says which"
try "$program" grad matmul
[ $status = 2 ] && says "no command 'grad'" "Did you mean 'grade'?"
ok "a command that does not exist"
grade matmul --submision solutions/matmul
[ $status = 2 ] && says "no option '--submision'" "Did you mean '--submission'?"
ok "an option that does not exist"
grade $honest --json "$tmp/nowhere/grade.json"
[ $status = 2 ] && says "there is no folder $tmp/nowhere" "mkdir -p" && ! says building
ok "a folder for results that does not exist, before anything is built"
grade $honest $few --json /proc/grade.json # where root may write, and nobody can
[ "$status" = 2 ] && says "--json /proc/grade.json cannot be written" && ! says building
ok "a --json that cannot be made there: said before anything is built"
grade $honest $few --no-nvcc --json "$tmp/grade.json"
[ $status = 0 ] && "$program" grade $honest $few --no-nvcc --json - 2>"$tmp/report" >"$tmp/printed.json" &&
  diff <(grep '"score"' "$tmp/grade.json") <(grep '"score"' "$tmp/printed.json") && [ "$(head -c 1 "$tmp/printed.json")" = "{" ] &&
  grep -q "Total  " "$tmp/report"
ok "--json - prints the JSON alone, and the report beside it"

# --- manifests and data: ours, exit status 3, with the place -------------------------------------------
tree=$tmp/tree
mkdir "$tree"
ln -s "$root"/* "$tree"
[ ! -e "$root/.deps" ] || ln -s "$root/.deps" "$tree"  # libraries of a set-up without root
rm "$tree/labs"
cp -r labs "$tree/labs"
manifest=$tree/labs/matmul/lab.json

# with_manifest SED-EXPRESSION: grades by a manifest that it changed.
with_manifest() {
  sed "$1" labs/matmul/lab.json >"$manifest"
  output="the expression $1 changes nothing" status=
  cmp -s labs/matmul/lab.json "$manifest" && return
  WARPGRADE_ROOT=$tree grade $honest $few
}

cp labs/matmul/lab.json "$manifest"
WARPGRADE_ROOT=$tree grade $honest $few
[ $status = 0 ] && says matmul_naive
ok "a tree elsewhere grades"
with_manifest '0,/"points": 10,/s//"points": "ten",/'
[ "$status" = 3 ] && says matmul/lab.json /tasks/0/points "not the submission"
ok "a manifest with a wrong type names file and pointer"
with_manifest 's/"entry": "matmul_naive"/"entri": "matmul_naive"/'
[ "$status" = 3 ] && says matmul/lab.json /tasks/0 entr
ok "a manifest with a misspelt key names file and pointer"
with_manifest '40,$d'
[ "$status" = 3 ] && says matmul/lab.json
ok "a manifest that ends too early"
with_manifest 's/"c": 4 }/"c": 1e7 }/'
[ "$status" = 3 ] && says tolerance
ok "a tolerance that zeros would pass is refused"

swap="jacobi --submission $corpus/jacobi/ok_plain --task jacobi_swap $cpu"
printf '2\n10\n9 1\n1 x\nsolution\n3 4\n' >"$tmp/bad.txt"
grade $swap --data "$tmp/bad.txt" --case bad.txt
[ $status = 3 ] && says "bad.txt:4:3"
ok "a data file with a word for a number names line and column"
printf '2\n10\n9 1\n1 9\nsolution\n3\n' >"$tmp/short.txt"
grade $swap --data "$tmp/short.txt" --case short.txt
[ $status = 3 ] && says "short.txt:"
ok "a data file that ends too early"
grade $swap --data "$tmp/none.txt" --case none.txt
[ $status = 3 ] && says none.txt "No such file"
ok "a data file that does not exist"
printf '\xef\xbb\xbf2 10\r\n9 1\r\n1 9\r\nsolution\r\n3 4' >"$tmp/windows.txt"
grade $swap --data "$tmp/windows.txt" --case windows.txt
[ $status = 0 ]
ok "a data file from Windows"
grade $honest --data "$root/data/8.txt" --case 8.txt
[ $status = 3 ] && says "8.txt:1:1: found '8', expected the name of the lab, 'matmul'"
ok "an N.txt file for a lab that reads none"
grade $swap --data "$root/data/matmul-6x5x7.txt" --case matmul-6x5x7.txt
[ $status = 3 ] && says "1:1: found 'matmul', expected the name of the lab, 'jacobi'"
ok "a data file of another lab"
printf 'matmul m 2 n 2 k 2\nA 2 2 1 2 3 4\nB 2 2 5 6 7 nan\n' >"$tmp/nan.txt"
grade $honest --data "$tmp/nan.txt" --case nan.txt
[ $status = 3 ] && says "nan.txt:3:13: found 'nan', expected a finite decimal number: number 4 of 4 of B"
ok "a lab's data file with NaN names line and column"
printf 'matmul m 2000000000 n 2000000000 k 2000000000\nA 2 2 1 2 3 4\n' >"$tmp/huge.txt"
grade $honest --data "$tmp/huge.txt" --case huge.txt
[ $status = 3 ] && says "huge.txt" "not enough memory"
ok "a lab's data file of absurd sizes"

# --- the machine: ours, exit status 3 ------------------------------------------------------------------
mkdir "$tmp/disk"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=64k warpgrade "$tmp/disk" 2>/dev/null; then
  TMPDIR=$tmp/disk grade $honest $few
  [ $status = 3 ] && says "is full" TMPDIR && ! says "/ 16"
  ok "a full disk is no fault of the submission"
  [ -z "$(ls -A "$tmp/disk")" ]
  ok "a full disk is left clean"
  umount "$tmp/disk"
else
  skip "a full disk" "needs root"
fi
TMPDIR=$tmp/nowhere grade $honest $few
[ $status = 3 ] && says "$tmp/nowhere" TMPDIR
ok "a TMPDIR that does not exist"
grade $honest $few --json /dev/full
[ $status = 3 ] && says "/dev/full" "matmul_naive"
ok "a --json that cannot be written: told, and the grade is seen"

# descendants PID: of a process, itself left out.
descendants() {
  local worker
  for child in $(pgrep -P "$1"); do
    echo "$child"
    descendants "$child"
  done
}

# interrupted NAME SIGNAL STATUS FOLDER COMM: signals a grade as soon as it has a process named COMM.
interrupted() {
  local pid tree alive i
  rm -rf "$tmp"/interrupted.* "${TMPDIR:?}"/*
  # What bash starts in the background ignores Ctrl-C.
  env --default-signal=INT "$program" grade matmul --submission "$4" --task matmul_naive $cpu --no-nvcc --time-limit 60 \
    --json "$tmp/interrupted.json" &>"$tmp/interrupted.log" </dev/null &
  pid=$!
  for ((i = 0; i < 600; ++i)); do
    tree=$(descendants $pid)
    [ -n "$tree" ] && ps -o comm= -p "$(tr '\n' , <<<"$tree" | sed 's/,$//')" | grep -x "$5" >/dev/null && break
    sleep 0.05
  done
  kill "-$2" $pid
  wait $pid
  status=$?
  output=$(cat "$tmp/interrupted.log")
  for ((i = 0; i < 40; ++i)); do
    alive=$(for p in $tree; do kill -0 "$p" 2>/dev/null && echo "$p"; done)
    [ -z "$alive" ] && break
    sleep 0.05
  done
  [ -n "$tree" ] && [ $status = "$3" ]
  ok "$1: exit status $3"
  [ -z "$alive" ]
  ok "$1: no process is left"
  [ -z "$(ls -A "$TMPDIR")" ]
  ok "$1: no work folder is left"
  [ -z "$(ls "$tmp"/interrupted.json* 2>/dev/null)" ]
  ok "$1: no --json is left"
}
interrupted "Ctrl-C while code runs" INT 130 "$corpus/matmul/timeout_sleeps" worker
# Compiling this takes longer than it may.
folder=$(submission endless)
cat >"$folder/matmul.cu" <<'END'
template <int N, int M> struct Sum { static const int value = Sum<N - 1, 2 * M>::value + Sum<N - 1, 2 * M + 1>::value; };
template <int M> struct Sum<0, M> { static const int value = M; };
int sum = Sum<30, 0>::value;
END
interrupted "Ctrl-C while the compiler runs" INT 130 "$folder" cc1plus
interrupted "SIGTERM while code runs" TERM 143 "$corpus/matmul/timeout_sleeps" worker

# --- strange submissions -------------------------------------------------------------------------------
folder=$(submission large)
{ echo '#include "matmul.h"' && yes '// nothing' | head -c 5M; } >"$folder/matmul.cu"
grade matmul --submission "$folder" --task matmul_naive $cpu
[ $status = 1 ] && says "5 MiB" "4 MiB at most"
ok "a file of 5 MiB"
folder=$(submission link)
ln -s /etc/passwd "$folder/matmul.cu"
grade matmul --submission "$folder" --task matmul_naive $cpu
[ $status = 1 ] && says "matmul.cu" && ! says "root:"
ok "a link to /etc/passwd"
folder=$(submission fifo)
mkfifo "$folder/matmul.cu"
grade matmul --submission "$folder" --task matmul_naive $cpu
[ $status = 1 ] && says "not a plain file"
ok "a named pipe"
folder=$(submission 'a "b" $(c)')
cp "$corpus/matmul/wrong_zeros/matmul.cu" "$folder"
grade matmul --submission "$folder" --task matmul_naive $cpu $few --verbose
[ $status = 1 ] && says "reproduce:"
ok "a folder with blanks and quotes"
command=$(sed -n 's/^ *reproduce: //p' <<<"$output" | head -n 1)
try bash -c "$command"
[ $status = 1 ] && says "is 0 and should be"
ok "the command to reproduce is fit for a shell"
folder=$(submission spy)
cat >"$folder/matmul.cu" <<'END'
#include <ftw.h>

#include <cstdio>
#include <cstring>

#include "matmul.h"

void matmul_naive(int, int, int, const real*, const real*, real*) {
  nftw("/", [](const char* path, const struct stat*, int, FTW*) {
    for (const char* secret : {"hidden.json", "lab.json", "reference.cpp", "/solutions", "expect.json", "matmul.cu"})
      if (strstr(path, secret) != nullptr) printf("found %s\n", path);
    return 0;
  }, 32, FTW_PHYS);
  printf("searched\n");
}
END
grade matmul --submission "$folder" --task matmul_naive $cpu $few
[ $status = 1 ] && says searched && ! says "found /"
ok "neither hidden cases nor solutions are to be found inside the sandbox"

# --- what is printed -----------------------------------------------------------------------------------
escape=$'\e'
grade $wrong $few
[ $status = 1 ] && says "wrong in" && ! says "$escape"
ok "a pipe gets no escape codes"
if command -v script >/dev/null; then
  try env -u NO_COLOR TERM=xterm script -qec "$program grade $wrong $few --no-nvcc 2>/dev/null" /dev/null
  says "$escape[" "wrong"
  ok "a terminal gets colours"
  try env NO_COLOR=1 TERM=xterm script -qec "$program grade $wrong $few --no-nvcc 2>/dev/null" /dev/null
  says "wrong" && ! says "$escape"
  ok "NO_COLOR is honoured"
else
  skip "colours on a terminal" "no script(1)"
fi
try env -u NO_COLOR "$program" grade $wrong $few --no-nvcc --color always
says "$escape[" "wrong"
ok "--color always colours a pipe, too"
try env -u NO_COLOR FORCE_COLOR=1 "$program" grade $wrong $few --no-nvcc
says "$escape[" "wrong"
ok "and so does FORCE_COLOR"

# seeded SEED: the report, without the progress that stands before it
seeded() { try env program="$program" bash -c '"$program" grade "$@" 2>/dev/null' grade $wrong $few --no-nvcc --verbose --try-remedies 0 --seed "$1"; }
seeded 7
first=$output
seeded 7
[ $status = 1 ] && [ "$output" = "$first" ] && says "--seed 7"
ok "the same seed says the same"
seeded 8
[ $status = 1 ] && [ "${output//seed 8/seed 7}" != "$first" ]
ok "another seed has other values"
grade $wrong $few --verbose
[ $status = 1 ] && [[ $output =~ --seed\ [0-9]{6,} ]]
ok "without --seed the seed is secret, and named afterwards"

grade $honest $few --no-sandbox
[ $status = 0 ]
ok "--no-sandbox grades"
grade $wrong $few --no-sandbox
[ $status = 1 ] && says "wrong in 1x1x1-integers"
ok "--no-sandbox finds what is wrong"

[ -z "$(ls -A "$TMPDIR")" ]
ok "no work folder is left"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
