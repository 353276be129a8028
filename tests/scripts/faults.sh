#!/bin/bash
# What is wrong around a grade: limits of the shell, the folder for temporary files, a full disk behind
# the output, a grade that is killed. All is told with what to do, and nothing of it is the student's.
# Waits
# Needs: solutions
set -u
cd "$(dirname "$0")/../.."
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp/tmp
mkdir "$TMPDIR"
options='dot --submission solutions/dot --task dot_atomic --backend cpu --no-nvcc'
grade() { # [OPTION]...
  timeout 120 build/warpgrade grade $options --no-check "$@" &>"$log" </dev/null
  status=$?
}
ours() { [ $status = 3 ] && tells "The grader or the machine failed" "$@"; } # TEXT...

# --- limits of the shell ---------------------------------------------------------------------------------
for limit in v:100000 v:400000 d:100000 f:100 t:60 n:5 n:12 n:40; do
  (ulimit -"${limit%:*}" "${limit#*:}" && grade && exit $status)
  status=$?
  ours "ulimit -${limit%:*}" "/etc/security/limits.conf"
  ok "ulimit -${limit%:*} ${limit#*:} is told"
done
(ulimit -Sn 40 && grade && [ $status = 0 ])
ok "a limit that may be lifted is lifted"
if [ "$(id -u)" = 0 ] && chmod 755 "$tmp" && chmod 1777 "$TMPDIR"; then
  for most in 3 20; do
    setpriv --reuid 65534 --regid 65534 --clear-groups \
      bash -c "ulimit -u $most; exec build/warpgrade grade $options --no-check" &>"$log" </dev/null
    status=$?
    ours 'ulimit -u'
    ok "ulimit -u $most is told"
  done
else
  skipped=$((skipped + 1))
  echo "skipped: ulimit -u (as root another user is tried)"
fi

# --- temporary files ---------------------------------------------------------------------------------------
TMPDIR=$tmp/none grade
ours "$tmp/none" 'set TMPDIR'
ok "a TMPDIR that is not there is told"
cat >"$tmp/mounts.sh" <<'END'
mkdir "$tmp/small" "$tmp/fixed" && mount -t tmpfs -o size=64k tmpfs "$tmp/small" || exit 77
mount -t tmpfs -o ro tmpfs "$tmp/fixed"
TMPDIR=$tmp/small grade; echo "status $status" >>"$log"; cp "$log" "$tmp/full"
TMPDIR=$tmp/fixed grade; echo "status $status" >>"$log"; cp "$log" "$tmp/read-only"
END
export tmp log options && export -f grade
unshare $([ "$(id -u)" = 0 ] || echo --map-root-user) --mount bash "$tmp/mounts.sh" &>"$tmp/mounts"
if [ $? = 77 ]; then
  skipped=$((skipped + 1))
  echo "skipped: a full and a read-only TMPDIR (no file system of our own can be mounted here)"
else
  for kind in full read-only; do
    cp "$tmp/$kind" "$log"
    status=$(sed -n 's/^status //p' "$log")
    ours 'set TMPDIR'
    ok "a $kind TMPDIR is told"
  done
fi

# --- output that is lost -----------------------------------------------------------------------------------
to_full() { # COMMAND...
  timeout 300 build/warpgrade "$@" >/dev/full 2>"$log" </dev/null
  status=$?
  ours 'standard output' 'Free some space'
}
to_full grade $options --no-check
ok "grade > /dev/full is trouble"
to_full grade $options --no-check --export autolab=-
ok "grade --export autolab=- > /dev/full is trouble"
to_full check dot --submission solutions/dot --task dot_atomic --no-nvcc
ok "check > /dev/full is trouble"
timeout 120 build/warpgrade grade $options --no-check --json /dev/full >"$log" 2>&1
[ $? = 3 ] && says '/dev/full'
ok "so is --json /dev/full"
mkdir -p "$tmp/class/ada" && cp solutions/dot/dot.cu "$tmp/class/ada"
umask 000
to_full batch --submissions "$tmp/class" --lab dot --out "$tmp/out" --backend cpu --no-nvcc --no-check
ok "batch > /dev/full is trouble"
to_full export --from "$tmp/out" --to csv --out "$tmp/grades.csv"
ok "export > /dev/full is trouble"
for what in 'tasks dot' 'run dot --list' --help; do
  to_full $what
  ok "$what > /dev/full is trouble"
done

# --- whose files they are ------------------------------------------------------------------------------------
grade --json "$tmp/g.json" --html "$tmp/g.html" --export gradescope="$tmp/g.results"
# What was handed in keeps its own permissions, in folders that nobody else can enter.
open=$(find "$tmp/out" "$tmp/grades.csv" "$tmp"/g.* \( -name content -o -name submissions \) -perm 700 -prune -o -perm /077 -print)
[ -f "$tmp/out/gradebook.sqlite" ] && [ -f "$tmp/grades.csv" ] && [ -f "$tmp/g.results" ] && [ -z "$open" ]
ok "what holds grades is for its owner alone, with umask 000 too: $open"
umask 022

# --- a grade that is killed ------------------------------------------------------------------------------------
mkdir "$tmp/endless" && sed 's/^\(void dot_atomic.*\){$/\1{ for (volatile int forever = 0;; ++forever) {}/' solutions/dot/dot.cu >"$tmp/endless/dot.cu"
below() { # PID: all that it started
  ps -eo pid=,ppid= | awk -v top="$1" '
    { parent[$1] = $2 }
    END { for (p in parent) for (q = parent[p]; q in parent; q = parent[q]) if (q == top) { print p; break } }'
}
left() { # PID...: which of them are still there
  local one
  for one; do [ -e "/proc/$one" ] && echo "$one"; done
}
for moment in 0.3 1.5 6; do
  build/warpgrade grade dot --submission "$tmp/endless" --task dot_atomic --backend cpu --no-nvcc --time-limit 60 &>"$log" </dev/null &
  pid=$!
  sleep $moment
  all=$(below $pid)
  kill -9 $pid
  wait $pid 2>/dev/null
  for ((i = 0; i < 50; ++i)); do
    [ -z "$(left $all)" ] && break
    sleep 0.1
  done
  [ -z "$(left $all)" ] && ! pgrep -f "$tmp/" >>"$log"
  ok "killed after $moment s it leaves no process ($(wc -w <<<"$all") ran)"
done
[ -n "$(ls -A "$TMPDIR")" ]
ok "it leaves its work folder"
grade
[ $status = 0 ] && [ -z "$(ls -A "$TMPDIR")" ]
ok "which the next grade removes"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
