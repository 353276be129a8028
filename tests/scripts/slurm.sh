#!/bin/bash
# `warpgrade batch --executor slurm` on a cluster of four nodes, which all are this machine: munged,
# slurmctld and four slurmd of our own. Nodes are killed, the batch is killed, jobs are cancelled.
# Needs: tests/submissions
# Waits
set -u
cd "$(dirname "$0")/../.."

skip() {
  echo "skipped: $1"
  echo "0 passed, 0 failed, 1 skipped"
  exit
}
PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" = 0 ] || skip "a cluster on this machine (needs root)"
for program in munged slurmctld slurmd sbatch squeue scancel scontrol sinfo sqlite3; do
  command -v $program >/dev/null || skip "a cluster on this machine (no $program: tools/deps.sh tests)"
done

. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log/batch
chmod 755 "$tmp"
export TMPDIR=$tmp/tmp SLURM_CONF=$tmp/slurm.conf
daemons=()
# All that was started from here has this in its environment.
ours() { # [VARIABLE=VALUE]: process numbers
  local files
  mapfile -t files < <(grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ)
  [ -z "${1:-}" ] || mapfile -t files < <(grep -lzxF "$1" "${files[@]}" /dev/null)
  sed 's/[^0-9]//g' < <(printf '%s\n' "${files[@]}")
} 2>/dev/null
clean_up() {
  kill -TERM "${daemons[@]}"
  sleep 0.5
  trap '' TERM
  kill -9 $(ours | grep -vx $$)
  wait
  rm -rf "$tmp"
} 2>/dev/null
trap clean_up EXIT

mkdir -p "$tmp"/{tmp,state,spool,run,log,empty,class}
ports=()
while [ ${#ports[@]} -lt 6 ]; do # below those that systems give to whoever asks for any
  port=$((20000 + RANDOM % 12000))
  [[ " ${ports[*]-} " == *" $port "* ]] || (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null || ports+=($port)
done
host=$(hostname -s)
cat >"$SLURM_CONF" <<X
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$tmp/run/munge,cred_expire=5
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool/%n
SlurmctldPidFile=$tmp/run/slurmctld.pid
SlurmdPidFile=$tmp/run/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,builtin_interval=1
SelectType=select/cons_tres
GresTypes=gpu
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
SlurmdTimeout=4
MessageTimeout=3
KillWait=2
ReturnToService=2
MailProg=/bin/true
$(for n in 1 2 3 4; do echo "NodeName=n$n NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[n]} CPUs=2 RealMemory=16000 $( ((n > 2)) || echo Gres=gpu:1)"; done)
PartitionName=all Nodes=ALL Default=YES State=UP
X
# To Slurm these are GPUs; no program finds one there.
printf 'NodeName=n%d Name=gpu File=/dev/null\n' 1 2 >"$tmp/gres.conf"
sed "s/^SlurmctldPort=.*/SlurmctldPort=${ports[5]}/" "$SLURM_CONF" >"$tmp/nobody.conf"
(umask 077 && head -c 64 /dev/urandom >"$tmp/munge.key")

until_true() { # COMMAND...: 60 s
  local i
  for ((i = 0; i < 600; ++i)); do "$@" && return; sleep 0.1; done
  false
}
command_of() { # CLASS OUT [OPTION]...
  words=(build/warpgrade batch --submissions "$tmp/$1" --out "$tmp/$2" --lab dot --executor slurm "${@:3}")
}
batch() { # CLASS OUT [OPTION]...
  command_of "$@"
  "${words[@]}" &>"$tmp/log/batch" </dev/null
  status=$?
}
in_background() { # CLASS OUT [OPTION]...
  command_of "$@"
  : >"$tmp/log/batch"
  env --default-signal=INT "${words[@]}" &>"$tmp/log/batch" </dev/null &
  pid=$!
}
tasks() { squeue -h -r -t "$1" -o "${2:-%i}"; } # STATES [FORMAT]
running() { [ "$(tasks R | wc -l)" -ge "$1" ]; }
nothing_left() { [ -z "$(tasks PD,R,CG)" ]; }
start_node() { slurmd -D -N "$1" &>>"$tmp/log/$1" & node_pid[${1#n}]=$! daemons+=($!); }
idle() { [ "$(sinfo -h -t idle -o %D)" = "$1" ]; }
each="SELECT student, lab, score, verdicts, state FROM grades JOIN submissions s ON s.id = submission ORDER BY student"
# Each submission once, and as a local batch grades it.
as_local() { # OUT
  diff <(sqlite3 "$tmp/$1/gradebook.sqlite" "$each") <(sqlite3 "$tmp/local/gradebook.sqlite" "$each") >>"$tmp/log/batch" &&
    diff <(reports local) <(reports "$1") >>"$tmp/log/batch"
}
reports() { # OUT: but for times
  sed '/"seconds"/,/^  }/d; /seconds/d; s,'"$tmp/$1"',OUT,g' "$tmp/$1"/reports/*/*.json
}

student() { # NAME ENTRY: two seconds longer than need be, so that a grade can be met at work
  mkdir -p "$tmp/class/$1"
  { echo '#include <unistd.h>'; echo 'static int slept = usleep(2000000);'; cat "tests/submissions/dot/$2/dot.cu"; } >"$tmp/class/$1/dot.cu"
}
student ada ok_atomic_add_of_every_term
student bob wrong_one_term_each_thread
student cem wrong_result_not_zeroed
student dee out-of-bounds_vector_tail
student eve race_tree_without_barrier
student fay wrong_one_term_each_thread
mkdir -p "$tmp/one/eve" && cp "$tmp/class/eve/dot.cu" "$tmp/one/eve"
run="--backend cpu --no-nvcc --no-check --seed 5"
build/warpgrade batch --submissions "$tmp/class" --out "$tmp/local" --lab dot $run --jobs 5 &>"$tmp/log/batch" </dev/null
[ $? = 0 ]
ok "the class, graded on this machine"

# --- no Slurm ------------------------------------------------------------------------------------------
PATH=$tmp/empty batch one none $run
[ $status = 3 ] && says "Slurm's commands were not found" "login node"
ok "no commands of Slurm"
SLURM_CONF=$tmp/nobody.conf batch one none $run
[ $status = 3 ] && says "Slurm does not answer" "scontrol ping"
ok "no slurmctld"

# --- the cluster ---------------------------------------------------------------------------------------
munged --foreground --force --key-file="$tmp/munge.key" --socket="$tmp/run/munge" --pid-file="$tmp/run/munged.pid" \
  --seed-file="$tmp/run/munge.seed" --log-file="$tmp/log/munged" &>>"$tmp/log/munged" &
daemons+=($!)
until_true [ -S "$tmp/run/munge" ]
slurmctld -D &>"$tmp/log/slurmctld" &
daemons+=($!)
node_pid=()
for n in n1 n2 n3 n4; do start_node $n; done
until_true idle 4
ok "four nodes are up"

# --- what is asked for ---------------------------------------------------------------------------------
batch one asked --no-nvcc --no-check --seed 5 --slurm-options --gres=gpu:2
[ $status = 3 ] && says "Slurm rejected the job" "--gres=none"
ok "more GPUs than any node has"
if [ -e /dev/nvidiactl ]; then
  skipped=$((skipped + 1))
  echo "skipped: a node whose GPU is not there (these have one)"
else
  batch one gpus --no-nvcc --no-check --seed 5
  [ $status = 1 ] && says "Open, not the students' fault" "no GPU to grade on" &&
    [ "$(sqlite3 "$tmp/gpus/gradebook.sqlite" "SELECT state, tries FROM grades")" = "open|2" ] &&
    [ "$(scontrol show job | grep -c 'TresPerNode=gres.gpu:1')" = 2 ] &&
    [ "$(scontrol show job | sed -n 's/^ *BatchHost=//p' | sort | paste -sd ' ')" = "n1 n2" ]
  ok "for points of speed a GPU is asked for, on one node that has it, then on the other"
fi
batch one asked $run --regrade --slurm-options "--partition=nowhere"
[ $status = 3 ] && says "Invalid partition name"
ok "what the site refuses is told in Slurm's words"
batch one asked $run --regrade --slurm-options "--time=5 --comment='two words' --mem-per-cpu=100"
[ $status = 0 ] && scontrol show job | grep -q 'TimeLimit=00:05:00' && scontrol show job | grep -q 'Comment=two words'
ok "the site's options win"

# --- nodes die -----------------------------------------------------------------------------------------
in_background class nodes $run
until_true running 4
read -r -a busy <<<"$(tasks R %N | paste -sd ' ')"
first=${busy[0]} second=${busy[1]}
works_on() { [ -n "$(ours "SLURMD_NODENAME=$1")" ]; }
until_true works_on "$first"
step=$(ours "SLURMD_NODENAME=$first")
kill -9 ${node_pid[${first#n}]} $(ps -o ppid= -p "$(paste -sd , <<<"$step")" | grep -vx ' *1' | sort -u) $step &>/dev/null
# This one only seems dead: what it runs goes on, and writes a result that Slurm does not wait for.
kill -9 ${node_pid[${second#n}]}
wait ${node_pid[${first#n}]} ${node_pid[${second#n}]} 2>/dev/null
wait $pid
status=$?
[ $status = 0 ] && as_local nodes
ok "two of four nodes die: all are graded, none twice, as on one machine"
scontrol show job | grep -q 'Restarts=[1-9]' && [ ! -e "$tmp/nodes/.jobs" ]
ok "by jobs that Slurm began again"
start_node "$first" && start_node "$second"
until_true idle 4
ok "the nodes are back"

# --- kill -9 -------------------------------------------------------------------------------------------
in_background class killed $run
until_true running 4
kill -9 $pid
wait $pid 2>/dev/null
old=$(tasks PD,R %F | sort -u)
[ -n "$old" ] && batch class killed --resume && [ $status = 0 ] && as_local killed
ok "kill -9 and --resume: all are graded, none twice"
nothing_left && [ "$(tasks CA %F | sort -u | grep -cxF "$old")" = "$(wc -l <<<"$old")" ]
ok "the jobs of the killed one are cancelled"

# --- Ctrl-C --------------------------------------------------------------------------------------------
in_background class stopped $run
until_true running 4
kill -INT $pid
wait $pid
status=$?
[ $status = 1 ] && says "Stopped: " "--resume" && [ "$(sqlite3 "$tmp/stopped/gradebook.sqlite" "SELECT count(*) FROM grades WHERE state = 'graded'")" -ge 4 ] && nothing_left
ok "Ctrl-C: what runs is finished, what waits is cancelled"
in_background class stopped --resume --jobs 1
until_true running 1
task=$(tasks R)
kill -INT $pid
sleep 0.3
kill -INT $pid
wait $pid
[ $? = 130 ] && until_true nothing_left && tasks CA | grep -qxF "$task"
ok "a second Ctrl-C cancels all"
batch class stopped --resume
[ $status = 0 ] && as_local stopped
ok "and --resume goes on"

# --- slurmctld is away ---------------------------------------------------------------------------------
in_background one away $run
until_true running 1
kill -STOP ${daemons[1]}
until_true says "[1/1]"
ok "what is finished is taken while slurmctld does not answer"
kill -CONT ${daemons[1]}
wait $pid
[ $? = 0 ]
ok "and it is no trouble"
until_true nothing_left # slurmctld learns late what ended while it was away

# --- jobs that are lost --------------------------------------------------------------------------------
in_background one lost ${run/--no-check /} # which takes some seconds
cancelled=
cancel_the_next() { # once its grader is at work: Slurm may tell otherwise of one that is just beginning
  local job
  job=$(tasks R %F | head -n 1)
  [ -n "$job" ] && [ "$job" != "$cancelled" ] && [ -n "$(ours "SLURM_ARRAY_JOB_ID=$job")" ] &&
    scancel "$job" && cancelled=$job
}
for try in 1 2; do
  until_true cancel_the_next
  until_true nothing_left
done
wait $pid
[ $? = 1 ] && says "0 grades" "Open, not the students' fault" "Slurm ended the job: CANCELLED" && [ "$(sqlite3 "$tmp/lost/gradebook.sqlite" "SELECT state, tries FROM grades")" = "open|2" ] ||
  { squeue -h -r -t all -o "%i %T %S %e" | tail -n 4 >>"$log"; false; }
ok "a job that somebody cancels is tried again, and then open"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
