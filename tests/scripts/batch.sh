#!/bin/bash
# `warpgrade batch`, on the CPU engine: six submissions, killed in the middle, resumed, stopped.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.."
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp/tmp
mkdir "$TMPDIR"

batch() { # OUT [OPTION]...
  build/warpgrade batch --submissions "$tmp/${class:-class}" --out "$tmp/$1" --lab dot "${@:2}" &>"$tmp/log" </dev/null
  status=$?
}
# What may differ from run to run are times, and wrong values whose sums atomics make in any order.
result() { # OUT
  cat "$tmp/$1/grades.csv"
  sed '/^  "seconds": {/,/^  }/d; /"seconds":/d; s,'"$tmp/$1"',OUT,g; /"detail"\|"evidence"\|"found"/s/-*[0-9][0-9.e+-]*/#/g' "$tmp/$1"/reports/*/*.json
  (cd "$tmp/$1" && ls reports/*/)
}
until_says() { # TEXT
  for ((i = 0; i < 600; ++i)); do says "$1" && return; sleep 0.05; done
  false
}
# The numbers of processes that mention this test's folder.
ours() { pgrep -f -- "$tmp/[a-z]*/content" | paste -sd ' '; }

i=0
for entry in ok_atomic_add_of_every_term wrong_one_term_each_thread race_tree_without_barrier wrong_result_not_zeroed \
  out-of-bounds_vector_tail wrong_one_term_each_thread; do
  i=$((i + 1))
  mkdir -p "$tmp/class/student$i"
  cp tests/submissions/dot/$entry/*.cu "$tmp/class/student$i"
done
run="--backend cpu --no-nvcc --no-check --seed 5"

batch whole $run
[ $status = 0 ] && says "6 grades of 6 students" "[6/6]" "1 handed in the same files"
ok "six are graded"
[ "$(wc -l <"$tmp/whole/grades.csv")" = 7 ] && [ "$(sed -n 's/^student2,//p' "$tmp/whole/grades.csv")" = "$(sed -n 's/^student6,//p' "$tmp/whole/grades.csv")" ]
ok "a line each, the same for the same files"
strangers() {
  local n
  for n in 1 2 3 4 5 6; do
    grep -q "student$n" "$tmp/whole/reports/student$n/dot.html" || echo "student$n's page does not name its student"
    grep -l "student[^$n]" "$tmp/whole/reports/student$n"/dot.*
    grep -l "$tmp\|content/\|<dd>$(hostname)<" "$tmp/whole/reports/student$n"/dot.html
  done
}
[ -s "$tmp/whole/reports/student6/dot.html" ] && [ -s "$tmp/whole/reports/student1/dot.json" ] && [ -z "$(strangers)" ]
ok "reports for each, that name this student alone, and nothing of the machine that graded"

(cd "$tmp/whole" && grep -o 'href="reports/[^"#]*' class.html | sort -u | sed 's/href="//' >links && [ "$(wc -l <links)" = 6 ] && xargs ls <links) &>"$tmp/log"
ok "the class's page links to each report"

# --- kill -9 in the middle ------------------------------------------------------------------------------
: >"$tmp/log"  # else the text waited for stands there already
build/warpgrade batch --submissions "$tmp/class" --out "$tmp/killed" --lab dot $run --jobs 1 &>"$tmp/log" </dev/null &
pid=$!
until_says '[3/6]'
ok "it is on its way"
kill -9 $pid
wait $pid 2>/dev/null
[ ! -e "$tmp/killed/grades.csv" ]
ok "it was killed before its end"
for ((i = 0; i < 100; ++i)); do [ -z "$(ours)" ] && break; sleep 0.05; done
[ -z "$(ours)" ] && [ -z "$(ls -A "$TMPDIR")" ]
ok "no process and no work folder is left of it"
batch killed
[ $status = 2 ] && says "--resume"
ok "what it graded is not graded again by mistake"
batch killed --resume --real double
[ $status = 2 ] && says "float"
ok "a run goes on as it began"
batch killed --resume
[ $status = 0 ] && says "from earlier" && ! says "[1/6]" && ! says "[3/6]"
ok "it goes on where it was killed"
diff <(result whole) <(result killed) >"$tmp/log"
ok "all is as in a run that nobody killed"

# --- who comes after reports were given ------------------------------------------------------------------
seeds() { sed -n 's/^\(student[^,]*\),.*,\([0-9]*\),graded.*/\1 \2/p' "$tmp/$1/grades.csv"; }
seeds killed >"$tmp/before"
[ "$(cut -d' ' -f2 "$tmp/before" | sort -u | wc -l)" = 1 ] && ! grep -q ' 5$' "$tmp/before"
ok "who hands in together has the same inputs, and no report names the run's seed"
mkdir "$tmp/class/student7" && cp tests/submissions/dot/wrong_first_warp_only/*.cu "$tmp/class/student7"
batch killed --resume
seeds killed >"$tmp/after"
[ $status = 0 ] && diff "$tmp/before" <(grep -v student7 "$tmp/after") >"$tmp/log" && later=$(sed -n 's/student7 //p' "$tmp/after") &&
  [ -n "$later" ] && ! grep -q " $later$" "$tmp/before" && grep -q "\"seed\": $later" "$tmp/killed/reports/student7/dot.json"
ok "who hands in later has others, which no earlier report tells"
rm -r "$tmp/class/student7"

# --- a damaged grade ------------------------------------------------------------------------------------
points() { cut -d, -f1,5 "$tmp/killed/grades.csv" | grep -v student7; }
points >"$tmp/before"
cp "$tmp/killed/gradebook.sqlite" "$tmp/copy.sqlite"
# One digit of a report in the file, so that the pages stay whole.
python3 - "$tmp/killed/gradebook.sqlite" <<'END'
import re, sys
data = bytearray(open(sys.argv[1], 'rb').read())
data[re.search(rb'"max_score": ', data).end()] = ord('7')
open(sys.argv[1], 'wb').write(data)
END
build/warpgrade export --from "$tmp/killed" --to csv --out "$tmp/some.csv" &>"$tmp/log"
[ $? = 1 ] && says "damaged, and left out" "the report of grade" "--resume" && [ "$(wc -l <"$tmp/some.csv")" -ge 5 ]
ok "a damaged grade is named, the others are read"
batch killed --resume
[ $status = 0 ] && ! says "damaged" && diff "$tmp/before" <(points) >"$tmp/log"
ok "and --resume gives it anew"

# --- Ctrl-C ----------------------------------------------------------------------------------------------
: >"$tmp/log"
printf '%s\n' id student{1..6} >"$tmp/roster.csv"
env --default-signal=INT build/warpgrade batch --submissions "$tmp/class" --out "$tmp/stopped" --roster "$tmp/roster.csv" --lab dot $run --jobs 1 &>"$tmp/log" </dev/null &
pid=$!
until_says '[1/6]'
kill -INT $pid
wait $pid
[ $? = 1 ] && says "Stopped:" "--resume" && [ -z "$(ours)" ] && [ ! -e "$tmp/stopped/.jobs" ]
ok "Ctrl-C stops in order"
! grep -q 'absent' "$tmp/stopped/grades.csv" && ! grep -q 'nothing handed in' "$tmp/stopped/class.html"
ok "who is not graded yet is not absent"
build/warpgrade export --from "$tmp/stopped" --to csv --out "$tmp/stopped.csv" &>"$tmp/log"
[ $? = 1 ] && says "The batch was stopped:" "left. Nobody is reported as absent" && ! grep -q absent "$tmp/stopped.csv"
ok "nor in an export, which says so"
batch stopped --resume
[ $status = 0 ] && diff <(result whole) <(result stopped) >"$tmp/log"
ok "and --resume goes on"

# --- trouble of ours ---------------------------------------------------------------------------------------
class=one
mkdir "$tmp/one" && cp -r "$tmp/class/student3" "$tmp/one"
grade() { sed -n 's/^student3,//p' "$tmp/$1/grades.csv"; }
TMPDIR=$tmp/nowhere batch trouble $run
[ $status = 1 ] && says "0 grades" "Open, not the students' fault" "$tmp/nowhere" && grep -q 'open,.*nowhere' "$tmp/trouble/grades.csv"
ok "trouble of ours is named and costs nobody a grade"
batch trouble --resume
[ $status = 0 ] && [ "$(grade whole)" = "$(grade trouble)" ]
ok "and --resume tries again"
batch trouble $run --regrade
[ $status = 0 ] && says "[1/1]" && [ "$(grade whole)" = "$(grade trouble)" ]
ok "--regrade grades anew"
cp -r "$tmp/one/student3" "$tmp/one/student9"
mkdir "$tmp/one/empty" && echo hello >"$tmp/one/empty/readme.txt"
batch trouble --resume
[ $status = 1 ] && says "Handed in, but not gradable:" "empty: readme.txt: not named dot.cu" "1 handed in the same files" && [ -s "$tmp/trouble/reports/student9/dot.html" ]
ok "who comes later is graded, who handed in no file of the lab is named"
batch trouble --resume --lab none
[ $status = 2 ] && says "there is no lab 'none'"
ok "a lab that does not exist"
flock -n "$tmp/trouble/.lock" sleep 5 &
sleep 0.2
batch trouble --resume
[ $status = 3 ] && says "another warpgrade batch is using"
ok "two at a time in one folder"
kill $! && wait $! 2>/dev/null

# --- a file system that does not lock -----------------------------------------------------------------------
cat >"$tmp/no_locks.cpp" <<'X'
#include <cerrno>
#include <cstdarg>
#include <dlfcn.h>
#include <fcntl.h>
// As Lustre without its option flock: every lock is ENOSYS.
extern "C" int flock(int, int) { return errno = ENOSYS, -1; }
static int any_fcntl(const char* name, int fd, int command, void* argument) {
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) return errno = ENOSYS, -1;
  return reinterpret_cast<int (*)(int, int, ...)>(dlsym(RTLD_NEXT, name))(fd, command, argument);
}
extern "C" int fcntl(int fd, int command, ...) {
  va_list all;
  va_start(all, command);
  return any_fcntl("fcntl", fd, command, va_arg(all, void*));
}
extern "C" int fcntl64(int fd, int command, ...) {
  va_list all;
  va_start(all, command);
  return any_fcntl("fcntl64", fd, command, va_arg(all, void*));
}
X
g++ -shared -fPIC -o "$tmp/no_locks.so" "$tmp/no_locks.cpp" &>"$tmp/log" && ! LD_PRELOAD=$tmp/no_locks.so flock -n "$tmp/log" true 2>/dev/null &&
  cp -r "$tmp/whole" "$tmp/unlocked" && cp -r "$tmp/class" "$tmp/class7" && cp -r "$tmp/class/student1" "$tmp/class7/student7"
class=class7
LD_PRELOAD=$tmp/no_locks.so batch unlocked --resume
[ $status = 0 ] && says "7 grades of 7 students" && grep -q '^student7,' "$tmp/unlocked/grades.csv"
ok "a file system that does not lock"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
