#!/bin/bash
# Compilers in trouble while a class is graded: killed, broken, short of disk. No student's points may
# differ from those of a quiet run, at the latest after --resume; and what is a student's own doing stays
# theirs. The tools are replaced by mounts that this script alone sees.
# Needs: tests/submissions
# Long
set -u
cd "$(dirname "$0")/../.."
if [ -z "${WARPGRADE_OWN_MOUNTS:-}" ]; then
  map=$([ "$(id -u)" = 0 ] || echo --map-root-user)
  # shellcheck disable=SC2086 # no word, or one
  if ! unshare $map --mount mount --bind /usr/bin/true /usr/bin/true 2>/dev/null; then
    echo "no file can be mounted over another here"
    exit 77
  fi
  # shellcheck disable=SC2086
  WARPGRADE_OWN_MOUNTS=1 exec unshare $map --mount bash "$0"
fi
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp/tmp
mkdir "$TMPDIR"
compiler=$(readlink -f /usr/bin/g++) linker=$(readlink -f /usr/bin/ld) dumper=$(readlink -f /usr/bin/objdump)

hand_in() { # CLASS NAME [TEXT]: of the entry NAME, or of a text
  mkdir -p "$tmp/$1/$2"
  if [ $# = 3 ]; then printf '%b' "$3" >"$tmp/$1/$2/dot.cu"; else cp "tests/submissions/dot/$2"/*.cu "$tmp/$1/$2"; fi
}
batch() { # CLASS OUT [OPTION]...
  build/warpgrade batch --submissions "$tmp/$1" --out "$tmp/$2" --lab dot --backend cpu --no-nvcc --no-check --seed 5 "${@:3}" \
    &>"$log" </dev/null
  status=$?
}
resume() { # CLASS OUT
  batch "$1" "$2" --resume
}
# What each student has: score, max, pending, verdicts, state. Those that are open have no points.
points() { # OUT
  cut -d, -f 1,5-8,12 "$tmp/$1/grades.csv" | tr -d '\r' | tail -n +2
}
is_open() { # OUT: every grade?
  [ -s "$tmp/$1/grades.csv" ] && ! points "$1" | grep -q ',graded$'
}
same_points() { # OUT QUIET
  diff <(points "$2") <(points "$1") >>"$log"
}
# A tool is SCRIPT until restore().
replace() { # TOOL SCRIPT
  printf '#!/bin/bash\n%s\n' "$2" >"$tmp/tool" && chmod 755 "$tmp/tool" && mount --bind "$tmp/tool" "$1"
}
restore() { umount "$1"; }

hand_in few ok_atomic_add_of_every_term
hand_in mistaken forgets_a_semicolon '#include "dot.h"\nint i\n'
for class in some all; do
  mkdir "$tmp/$class" && cp -r "$tmp/few"/* "$tmp/mistaken"/* "$tmp/$class"
  hand_in $class ok_two_launches
  hand_in $class wrong_one_term_each_thread
done
# ESC, C1's CSI and what is no UTF-8, in what the compiler repeats.
hand_in all hostile_words '#include "dot.h"\n#error \033[2J\033]0;owned\007 \xc2\x9b31m \xff\n'

batch few quiet_few
[ $status = 0 ]
ok "one is graded in quiet"
batch all quiet
[ $status = 0 ] && points quiet | grep -q '^hostile_words,0,.*compile-error' && points quiet | grep -q '^forgets_a_semicolon,0,.*compile-error'
ok "five are graded in quiet, and a source's own errors are the student's"
! grep -rlP '\x1b|\xc2\x9b|\xff' "$tmp/quiet/grades.csv" "$tmp/quiet/reports" "$log" >>"$log"
ok "no command to a terminal is in grades, reports or on the screen"

# --- tools that do not work --------------------------------------------------------------------------
# trouble NAME TOOL SCRIPT: while it lasts no grade is given, however often it is asked for.
trouble() {
  replace "$2" "$3"
  batch few troubled --resume
  [ $status != 0 ] && is_open troubled
  ok "$1: no grade is given, and the exit status says so"
  restore "$2"
}
# shellcheck disable=SC2016 # the tool's own
{
  replace "$compiler" 'kill -9 $$'
  batch few troubled
  is_open troubled
  ok "a killed compiler: no grade is given"
  build/warpgrade grade dot --submission "$tmp/mistaken/forgets_a_semicolon" --backend cpu --no-nvcc --seed 5 &>"$log"
  status=$?
  [ $status = 3 ] && tells "The grader or the machine failed" "do not build a known-good program either"
  ok "a killed compiler: one grade ends with status 3 and says why"
  restore "$compiler"
  trouble "a compiler that ends with 77" "$compiler" 'exit 77'
  trouble "a compiler that blames the student" "$compiler" 'echo "/submission/dot.cu:1:1: error: no" >&2; exit 1'
  trouble "a broken linker" "$linker" 'exit 1'
  trouble "an objdump that is killed" "$dumper" 'kill -9 $$'
  trouble "an objdump that never stops" "$dumper" 'yes'
  trouble "simtcc's own trouble" "$PWD/grader/simt/simtcc" 'exit 2'
  trouble "a rewriter that crashes" "$PWD/build/simt/simt_rewrite" 'kill -SEGV $$'
}
resume few troubled
[ $status = 0 ] && same_points troubled quiet_few
ok "when all is well again --resume gives the points of a quiet day"
replace "$PWD/grader/simt/include/cuda_runtime.h" '#error damaged'
batch mistaken header
[ $status != 0 ] && points header | grep -q '^forgets_a_semicolon,,.*,open$'
ok "a header of ours is damaged: who does not compile may have been right"
restore "$PWD/grader/simt/include/cuda_runtime.h"

# --- what only one submission meets ------------------------------------------------------------------
# gcc is g++ under a name that is not replaced, but for the library that it links.
# shellcheck disable=SC2016
replace "$compiler" 'for word; do [ -f "$word" ] && grep -qs forgets_nothing "$word" && kill -9 $$; done
exec /usr/bin/gcc "$@" -lstdc++ -lm'
hand_in some eats_all '#include "dot.h"\n// forgets_nothing\n'
batch some one
[ $status = 0 ] && points one | grep -q '^eats_all,0,.*compile-error.*,graded$' && grep -q 'each of 4 times' "$tmp/one/reports/eats_all/dot.json"
ok "a compiler that this file alone kills, again and again, is the student's doing"
diff <(points quiet | grep -v hostile_words) <(points one | grep -v eats_all) >>"$log"
ok "and costs nobody else a point"
restore "$compiler"
# objdump itself, under a name that nothing else uses.
cp "$dumper" "$tmp/objdump" && mount --bind "$tmp/objdump" /usr/bin/elfedit
# shellcheck disable=SC2016
replace "$dumper" 'for word; do [ -f "$word" ] && grep -qs forgets_nothing "$word" && exec yes; done
exec /usr/bin/elfedit "$@"'
mkdir "$tmp/large" && cp -r "$tmp/few"/* "$tmp/large"
{ cat tests/submissions/dot/ok_two_launches/dot.cu; echo 'int forgets_nothing() { return 1; }'; } >"$tmp/dot.cu"
mkdir "$tmp/large/fills_tables" && cp "$tmp/dot.cu" "$tmp/large/fills_tables"
batch large dumped
[ $status = 0 ] && points dumped | grep -q '^fills_tables,0,.*compile-error.*,graded$' &&
  grep -q 'more than 64 MiB as text' "$tmp/dumped/reports/fills_tables/dot.json"
ok "an object whose tables fill all room is the student's doing"
diff <(points quiet_few) <(points dumped | grep -v fills_tables) >>"$log"
ok "and the others are looked through"
restore "$dumper"
restore /usr/bin/elfedit

# --- kills at random moments -------------------------------------------------------------------------
# In one pass: a compiler is gone while a shell asks for its ancestors one by one.
tools_of() { # PID
  ps -e -o pid=,ppid=,comm= | awk -v root="$1" '
    { parent[$1] = $2; name[$1] = $3 }
    END {
      for (pid in parent) {
        if (name[pid] !~ /^(cc1plus|as|ld|collect2|g\+\+|bash|simt_rewrite)$/) continue
        if (parent[pid] == root) continue # the batch itself, which is bash for a moment
        for (p = parent[pid]; p > 1 && p != root; p = parent[p]);
        if (p == root) print pid
      }
    }'
}
batch all random &
running=$!
RANDOM=7 kills=0
while kill -0 $running 2>/dev/null; do
  mapfile -t tools < <(tools_of $running)
  [ ${#tools[@]} != 0 ] && kill -9 "${tools[RANDOM % ${#tools[@]}]}" 2>/dev/null && kills=$((kills + 1))
  sleep "0.$((RANDOM % 2))$((RANDOM % 10))"
done
wait $running
! points random | grep ',graded$' | grep -vxFf <(points quiet) >>"$log" && [ $kills -gt 3 ]
ok "killed at random moments, what is graded has its points ($kills kills)"
for ((i = 0; i < 3; ++i)); do resume all random; done
[ $status = 0 ] && same_points random quiet
ok "killed at random moments, --resume gives the rest"

[ -z "$(ls -A "$TMPDIR")" ]
ok "nothing is left in the temporary folder"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
