#!/bin/bash
# `warpgrade watch` in a real terminal (tmux): what is saved is seen, whatever way an editor saves; only what
# changed is graded; the terminal is as it was afterwards; the page reloads by events, and
# nobody else gets it.
#   SAVES=50 tests/scripts/watch.sh      as many saves as that, with their times
set -u
cd "$(dirname "$0")/../.." || exit
passed=0 failed=0 skipped=0
saves=${SAVES:-3}
for tool in tmux curl; do
  command -v $tool >/dev/null && continue
  echo "skipped: watch in a terminal (there is no $tool)"
  echo '0 passed, 0 failed, 1 skipped'
  exit 0
done

tmp=$(mktemp -d)
socket=$tmp/tmux
tm() { tmux -S "$socket" "$@"; }
trap 'tm kill-server 2>/dev/null; rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
unset TMUX

pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "failed: $1"
  tm capture-pane -p 2>/dev/null | grep -v '^ *$' | head -n 14 | sed 's/^/  | /'
}
check() { # NAME COMMAND...
  local name=$1
  shift
  if "$@"; then pass; else fail "$name"; fi
}
screen() { tm capture-pane -p | tr -s ' \n' ' '; }
# waits for TEXT on the screen, SECONDS at most
shows() {
  local until=$((SECONDS + ${2:-30}))
  while ! screen | grep -qF -- "$1"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.02
  done
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# A racy product of tiles with LINES more lines above its kernel.
source_with() { # LINES
  echo '#include "matmul.h"'
  echo '#include <cuda_runtime.h>'
  for ((n = 0; n < $1; ++n)); do echo "// line $n"; done
  cat <<'END'
constexpr int T = 16;
__global__ void tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[T][T], Bs[T][T];
  const int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  real sum = 0;
  for (int first = 0; first < k; first += T) {
    const int p = first + threadIdx.x, q = first + threadIdx.y;
    As[threadIdx.y][threadIdx.x] = i < m && p < k ? A[i * k + p] : 0;
    Bs[threadIdx.y][threadIdx.x] = q < k && j < n ? B[q * n + j] : 0;
    BARRIER
    for (int p = 0; p < T; ++p) sum += As[threadIdx.y][p] * Bs[p][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) C[i * n + j] = sum;
}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m > 0 && n > 0) tiled<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}
__global__ void naive(int m, int n, int k, const real* A, const real* B, real* C) {
  const int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; ++p) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}
void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m > 0 && n > 0) naive<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}
END
}
mkdir "$tmp/work"
file=$tmp/work/matmul.cu
save() { # LINES BARRIER HOW
  case $3 in
    in-place) source_with "$1" | sed "s/BARRIER/$2/" >"$file" ;;
    rename) source_with "$1" | sed "s/BARRIER/$2/" >"$tmp/work/.matmul.cu.new" && mv "$tmp/work/.matmul.cu.new" "$file" ;;
    # As Vim does: the old one becomes a backup, the new one is written in pieces.
    backup)
      mv "$file" "$file~"
      source_with "$1" | sed "s/BARRIER/$2/" | while IFS= read -r line; do echo "$line"; done >"$file"
      rm "$file~"
      ;;
  esac
}

save 0 '' in-place
tm -f /dev/null new-session -d -x 100 -y 50 "stty -a >'$tmp/before'; PS1='ready ' bash --norc -i"
tm send-keys "echo what was here" Enter
shows 'what was here' || fail 'tmux'
tm send-keys "clear; echo before; build/warpgrade watch matmul -s '$tmp/work' --task matmul_tiled --task matmul_naive --try-remedies 0" Enter
check 'the first finding' shows 'race on '
check 'the other task is right' shows '✓ matmul_naive'
check 'it waits for the next save' shows 'q ends' 90
url=$(tm capture-pane -p | grep -o 'http://[^ ]*' | head -n 1)

# Saves, each with its finding in a line of its own.
ways=(in-place rename backup)
times=()
lost=0
for ((i = 1; i <= saves; ++i)); do
  save "$((2 * i))" '' "${ways[i % 3]}"
  start=$(milliseconds)
  if shows "$((2 * i + 10)) │ As[threadIdx.y]" 60; then
    times+=($(($(milliseconds) - start)))
  else
    lost=$((lost + 1))
    fail "save $i (${ways[i % 3]})"
  fi
done
check "$lost of $saves saves were lost" [ $lost = 0 ]
median=$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((${#times[@]} + 2) / 2))p")
[ "$saves" = 3 ] || printf 'milliseconds from save to finding: %s; median %s\n' "${times[*]}" "$median"

# What has no effect on a task is not graded again for it.
save 0 '__syncthreads();' rename
check 'mended: right, and the other task was not graded again' shows 'matmul_tiled graded in' 60
check 'the other task is unchanged' shows ', 1 unchanged'
check 'nothing is wrong any more' shows '✓ matmul_tiled'
shows 'q ends' 60
echo '// a remark' >>"$file"
check 'a remark changes nothing' shows 'nothing that counts has changed'
echo 'int x = y;' >>"$file"
check 'a compile error' shows "error: 'y' was not declared"
save 0 '__syncthreads();' in-place
check 'mended again' shows 'Total'

# The page: by its address alone, to a browser on this machine, with events.
page() { curl -s -m 5 "$@"; }
check 'the page' grep -q 'matmul_tiled' <(page "$url")
check 'its source is on it' grep -q 'id="source"' <(page "$url")
check 'without the key there is nothing' grep -q '^404' <(page -o /dev/null -w '%{http_code}' "${url%/*/}/")
check 'a request for another host' grep -q '^421' <(page -o /dev/null -w '%{http_code}' -H 'Host: evil.example' "$url")
check 'a request that changes something' grep -q '^405' <(page -o /dev/null -w '%{http_code}' -X POST "$url")
port=${url#http://127.0.0.1:}
port=${port%%/*}
check 'it is bound to the loopback address alone' grep -q "0100007F:$(printf %04X "$port") 00000000:0000 0A" /proc/net/tcp
curl -sN -m 20 "${url}events?after=0" >"$tmp/events" &
listener=$!
sleep 0.3
save 1 '' rename
check 'a newer page is told by an event' timeout 15 bash -c "until [ \$(grep -c '^event: page' '$tmp/events') -ge 2 ]; do sleep 0.05; done"
kill $listener

# In a real browser: the page that is open becomes the newer one by itself.
for name in chromium chromium-browser google-chrome; do
  browser=$(command -v $name) && break
done
titles() { curl -s -m 2 "http://127.0.0.1:$debug/json/list" | grep -o '"title": "matmul[^"]*"'; }
if [ -z "${browser:-}" ]; then
  skipped=$((skipped + 1))
  echo 'skipped: the page in a browser (there is no Chromium)'
else
  "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --remote-debugging-port=0 \
    --user-data-dir="$tmp/profile" "$url" >/dev/null 2>"$tmp/browser" &
  running=$!
  timeout 20 bash -c "until grep -q 'DevTools listening' '$tmp/browser'; do sleep 0.1; done"
  debug=$(sed -n 's|.*ws://127.0.0.1:\([0-9]*\)/.*|\1|p' "$tmp/browser")
  for ((n = 0; n < 100; ++n)); do [ -n "$(titles)" ] && break || sleep 0.1; done
  before=$(titles)
  save 1 '__syncthreads();' rename
  for ((n = 0; n < 600; ++n)); do [ "$(titles)" = "$before" ] || break; sleep 0.1; done
  check "the page in a browser loads itself anew ($before, $(titles))" [ -n "$before" -a "$(titles)" != "$before" ]
  kill $running
  wait $running 2>/dev/null
fi
head -c 100000 /dev/zero | tr '\0' 'x' | timeout 5 bash -c "cat >/dev/tcp/127.0.0.1/$port" 2>/dev/null
check 'a request without end does no harm' grep -q 'matmul_tiled' <(page "$url")

# Ctrl-C in the middle of a grade: the terminal is as it was, and nothing is left behind.
save 2 '' rename
sleep 0.3
tm send-keys C-c
check 'the prompt is back' shows 'ready' 10
check 'what stood there before stands there again' shows 'before'
check 'and nothing else' [ -z "$(screen | grep -F 'Total')" ]
tm send-keys "stty -a >'$tmp/after'; echo done with \$((3 + 4))" Enter
check 'what is typed is seen' shows 'done with 7'
# Of the window's size and a shell's own line editing nothing is said.
check 'the settings are what they were' cmp -s <(grep -o '[-]*\(icanon\|echo\|isig\|ixon\)\b' "$tmp/before") <(grep -o '[-]*\(icanon\|echo\|isig\|ixon\)\b' "$tmp/after")
check 'no process is left' [ -z "$(pgrep -f "$tmp/work")" ]
check 'no work folder is left' [ -z "$(find "$tmp" -maxdepth 1 -name 'warpgrade*')" ]

# For an editor: lines, and no terminal's signs.
timeout 30 build/warpgrade watch matmul -s "$tmp/work" --task matmul_tiled --format gcc --try-remedies 0 >"$tmp/lines" 2>&1 &
editor=$!
timeout 30 bash -c "until grep -q graded '$tmp/lines'; do sleep 0.1; done"
kill $editor
wait $editor
check 'lines for an editor' grep -q "matmul.cu:12:[0-9]*: error: Thread" "$tmp/lines"
check 'with a line before and after' [ "$(grep -c '^warpgrade: ' "$tmp/lines")" = 2 ]

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
