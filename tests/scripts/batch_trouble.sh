#!/bin/bash
# `warpgrade batch` in trouble: submissions that want to harm others, a server that dies, a full disk.
# Needs: tests/submissions
# Waits
set -u
cd "$(dirname "$0")/../.."
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp/tmp
mkdir "$TMPDIR"

hand_in() { # LAB ENTRY...: to the class
  local entry
  for entry in "${@:2}"; do
    mkdir -p "$tmp/class/$entry" && cp "tests/submissions/$1/$entry"/*.cu "$tmp/class/$entry"
  done
}
batch() { # OUT [OPTION]...
  build/warpgrade batch --submissions "$tmp/class" --out "$1" --backend cpu --no-nvcc --no-check --seed 5 "${@:2}" \
    &>"$tmp/log" </dev/null
  status=$?
}
line_of() { grep "^$1," "$2/grades.csv"; } # STUDENT OUT
points() { line_of "$1" "$2" | cut -d, -f 5-7; }

# The project with labs whose limits are shorter: bad code is to take its time, but no more of ours.
tree=$tmp/tree
mkdir "$tree" && ln -s "$PWD"/* "$tree" && rm "$tree/labs" && cp -r labs "$tree/labs"
[ ! -e .deps ] || ln -s "$PWD/.deps" "$tree"
limit() { # LAB NAME SECONDS
  sed -Ei 's/"'"$2"'": [0-9]+, //; s/"limits": \{/"limits": { "'"$2"'": '"$3"',/' "$tree/labs/$1/lab.json"
}

# --- who harms whom ----------------------------------------------------------------------------------
hand_in dot ok_atomic_add_of_every_term wrong_one_term_each_thread ok_two_launches
batch "$tmp/quiet"
[ $status = 0 ]
ok "three are graded"
hand_in matmul timeout_fork_bomb wrong_fills_tmp memory-limit_host
limit matmul call_seconds 3
# To fill the memory that matmul has takes a busy machine longer than that.
sed -i 's/"memory_mib": 2048/"memory_mib": 384/' "$tree/labs/matmul/lab.json"
WARPGRADE_ROOT=$tree batch "$tmp/beside" --jobs 4
[ $status = 0 ] && [ "$(wc -l <"$tmp/beside/grades.csv")" = 7 ]
ok "they are graded beside three that fork without end, fill the disk and eat memory"
for entry in timeout_fork_bomb memory-limit_host; do
  line_of $entry "$tmp/beside" | grep -q ":${entry%%_*}"
  ok "$entry gets its own verdict"
done
line_of wrong_fills_tmp "$tmp/beside" | grep -q ":not-written"  # to C: the disk is not where results go
ok "wrong_fills_tmp gets its own verdict"
for entry in ok_atomic_add_of_every_term wrong_one_term_each_thread ok_two_launches; do
  [ -n "$(points $entry "$tmp/quiet")" ] && [ "$(points $entry "$tmp/quiet")" = "$(points $entry "$tmp/beside")" ]
  ok "$entry has the points that it has alone"
done
[ -z "$(ls -A "$TMPDIR")" ] && [ ! -e "$tmp/beside/.jobs" ]
ok "nothing is left of them"
rm -rf "$tmp"/class/*

# --- who waits ------------------------------------------------------------------------------------------
# Three whose calls wait for less than a call may take, and all together for longer than the task may: at
# most the task's time is waited for each of them, two at a time, and nobody else notices.
task_seconds=6 # of which each of the three would take 36
limit dot task_seconds $task_seconds
hand_in dot ok_atomic_add_of_every_term ok_two_launches
for name in waits_1 waits_2 waits_3; do
  mkdir "$tmp/class/$name"
  sed "s/^void dot_best(.*/#include <unistd.h>\n&\n  usleep(600000); \/\/ $name/" tests/submissions/dot/ok_two_launches/dot.cu \
    >"$tmp/class/$name/dot.cu"
done
WARPGRADE_ROOT=$tree batch "$tmp/waited" --jobs 2
[ $status = 0 ] && [ "$(grep -c '^waits_.*dot_best:timeout.*,graded,' "$tmp/waited/grades.csv")" = 3 ]
ok "three that wait a little in each call are graded, and their task has timed out"
python3 - "$tmp/waited/gradebook.sqlite" $task_seconds <<'END' &>>"$tmp/log"
import json, sqlite3, sys
grades = [json.loads(text) for (text,) in sqlite3.connect(sys.argv[1]).execute("SELECT json FROM grades WHERE verdicts LIKE '%timeout%'")]
took = [grade.get("hidden", grade)["seconds"]["cases"] for grade in grades]
print(took)
# What a call may take that has begun, and a busy machine, come besides.
sys.exit(0 if len(took) == 3 and max(took) < 3 * float(sys.argv[2]) else 1)
END
ok "the calls of each of them took no longer than the task has"
for entry in ok_atomic_add_of_every_term ok_two_launches; do
  [ "$(points $entry "$tmp/quiet")" = "$(points $entry "$tmp/waited")" ]
  ok "$entry has the points that it has without them"
done
rm -rf "$tmp"/class/*

# --- what starts the grades dies -----------------------------------------------------------------------
hand_in dot ok_atomic_add_of_every_term wrong_one_term_each_thread ok_two_launches wrong_first_warp_only
: >"$tmp/log"
build/warpgrade batch --submissions "$tmp/class" --out "$tmp/died" --backend cpu --no-nvcc --no-check --seed 5 --jobs 1 \
  &>"$tmp/log" </dev/null &
pid=$!
for ((i = 0; i < 600; ++i)); do grep -q '\[1/4\]' "$tmp/log" && break; sleep 0.05; done
server=$(pgrep -P $pid -f -- '--serve')
[ -n "$server" ] && kill -9 "$server"
ok "one process starts them"
wait $pid && [ "$(grep -c ',graded,' "$tmp/died/grades.csv")" = 4 ] &&
  [ "$(points ok_two_launches "$tmp/quiet")" = "$(points ok_two_launches "$tmp/died")" ]
ok "when it dies another does, and nobody loses a grade"

# --- what grades share -----------------------------------------------------------------------------------
# Problems and truths are made before the third grade; those after it must be none the worse.
build/warpgrade batch --submissions "$tmp/class" --out "$tmp/shared" --backend cpu --no-nvcc --seed 5 --jobs 1 &>"$tmp/log" </dev/null
ok "a class is graded with the check"
plain() { python3 -c '
import json, sys
all = json.load(open(sys.argv[1]))
all.pop("hidden", None)
print(json.dumps(all, indent=2, ensure_ascii=False))' "$1" | sed '/^  "seconds": {/,/^  }/d; /"seconds":/d; /"submission"/d; s,--submission [^ ]*,,g; /"detail"\|"evidence"/s/ is -*[0-9.e+-]* and/ is # and/; /"found"/s/-*[0-9][0-9.e+-]*/#/'; }
for entry in wrong_first_warp_only wrong_one_term_each_thread; do
  seed=$(sed -n 's/^  "seed": \([0-9]*\).*/\1/p' "$tmp/shared/reports/$entry/dot.json")
  # A batch tries no fixes.
  build/warpgrade grade dot --submission "$tmp/class/$entry" --backend cpu --no-nvcc --try-remedies 0 --seed "$seed" --json "$tmp/alone.json" &>>"$tmp/log"
  [ $? -le 1 ] && diff <(plain "$tmp/alone.json") <(plain "$tmp/shared/reports/$entry/dot.json") >>"$tmp/log"
  ok "$entry has the grade that it has alone, word by word"
done

# --- a full disk -----------------------------------------------------------------------------------------
cat >"$tmp/full.sh" <<'END'
mkdir "$tmp/disk" && mount -t tmpfs -o size=400k tmpfs "$tmp/disk" || exit 77
head -c 230000 /dev/zero >"$tmp/disk/other"
batch "$tmp/disk/out"
cat "$tmp/log"
echo "status $status"
rm "$tmp/disk/other" && mount -o remount,size=8m "$tmp/disk"
batch "$tmp/disk/out" --resume
echo "status $status"
cp "$tmp/disk/out/grades.csv" "$tmp/after.csv"
mkdir "$tmp/small" && mount -t tmpfs -o size=64k tmpfs "$tmp/small"
TMPDIR=$tmp/small batch "$tmp/out-small"
cp "$tmp/log" "$tmp/no-room"
echo "status $status" >>"$tmp/no-room"
END
export tmp && export -f batch
unshare $([ "$(id -u)" = 0 ] || echo --map-root-user) --mount bash "$tmp/full.sh" &>"$tmp/full"
if [ $? = 77 ]; then
  skipped=$((skipped + 1))
  echo "skipped: a full disk (no file system of our own can be mounted here)"
else
  cp "$tmp/full" "$tmp/log"
  grep -q 'full' "$tmp/full" && grep -q 'Free some space.*--resume' "$tmp/full" && grep -q '^status 3$' "$tmp/full"
  ok "a full disk is told, with what to do"
  grep -q '^status 0$' "$tmp/full" && diff <(cut -d, -f 1-8 "$tmp/died/grades.csv") <(cut -d, -f 1-8 "$tmp/after.csv") >>"$tmp/log"
  ok "with space again --resume ends as if it had never been full"
  grep -q "temporary folder $tmp/small is full" "$tmp/no-room" && grep -q '^status 3$' "$tmp/no-room"
  ok "a full TMPDIR ends a batch, too"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
