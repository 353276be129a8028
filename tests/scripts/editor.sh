#!/bin/bash
# What editors are told: lines that the problem matcher of .vscode/tasks.json reads, with paths that lead to
# the file, and compile commands with which clangd understands students' files without a toolkit.
set -u
cd "$(dirname "$0")/../.." || exit
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "failed: $1"
  sed 's/^/  /' | head -n 20
}

# The pattern as it stands there, in the dialect of grep -P.
pattern=$(sed -n 's/^ *"regexp": "\(.*\)",$/\1/p' .vscode/tasks.json | sed 's/\\\\/\\/g' | sort -u)
[ -n "$pattern" ] || fail 'there is no pattern in .vscode/tasks.json' </dev/null
matches() { [ -s "$1" ] && ! grep -vP -- "$pattern" "$1"; }

mkdir -p "$tmp/my work/dot"
cp skeletons/dot/dot.cu "$tmp/my work/dot/dot.cu"
here=$PWD
cd "$tmp" || exit
"$here/build/warpgrade" check dot --submission 'my work/dot' --task dot_mutex --format gcc >notes 2>/dev/null
if matches notes >/dev/null && grep -q '^my work/dot/dot.cu:[0-9]*:[0-9]*: note: dot_mutex is not written yet\.' notes; then
  pass
else
  fail 'what is not written, as seen from another folder' <notes
fi

sed -i 's/real sum = 0;/real sum = none;/' 'my work/dot/dot.cu'
line=$(grep -n 'real sum = none;$' 'my work/dot/dot.cu' | head -n 1 | cut -d: -f1)
for command in check grade; do
  "$here/build/warpgrade" $command dot --submission 'my work/dot' --no-nvcc --format gcc >notes 2>/dev/null
  if matches notes >/dev/null && grep -q "^my work/dot/dot.cu:$line:14: error: " notes; then
    pass
  else
    fail "a compile error in line $line, by $command" <notes
  fi
done
cd "$here" || exit

if ! command -v clangd >/dev/null; then
  skipped=$((skipped + 1))
  echo 'skipped: clangd understands the skeletons (there is no clangd)'
else
  cp -r skeletons "$tmp/work"
  tools/compile_commands.sh "$tmp/work"
  for file in "$tmp"/work/*/*.cu; do
    if clangd --check="$file" >"$tmp/log" 2>&1; then
      pass
    else
      grep -E '^E' "$tmp/log" | fail "clangd and ${file##*/}"
    fi
  done
  # It is CUDA that it understands: launches and attributes have their meaning.
  cat >>"$tmp/work/dot/dot.cu" <<'END'
__global__ void kernel_with_mistake(real* a) {
  __shared__ real s[32];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  a[0] = __shfl_down_sync(0xffffffffu, s[0], 1) + no_such_name;
}
void launch_without_argument() { kernel_with_mistake<<<1, 32>>>(); }
END
  clangd --check="$tmp/work/dot/dot.cu" >"$tmp/log" 2>&1
  if grep -q "undeclared identifier 'no_such_name'" "$tmp/log" && grep -q 'too few arguments to function call' "$tmp/log" &&
    [ "$(grep -c '^E' "$tmp/log")" -le 4 ]; then
    pass
  else
    grep '^E' "$tmp/log" | fail 'clangd names the mistakes, and nothing else'
  fi
  before=$(stat -c %Y.%i "$tmp/work/compile_commands.json")
  tools/compile_commands.sh "$tmp/work"
  if [ "$before" = "$(stat -c %Y.%i "$tmp/work/compile_commands.json")" ]; then pass; else fail 'what is right is not written again' </dev/null; fi
  echo '[]' >"$tmp/work/compile_commands.json"
  tools/compile_commands.sh "$tmp/work"
  if [ "$(cat "$tmp/work/compile_commands.json")" = '[]' ]; then pass; else fail "somebody's own compile commands are left alone" </dev/null; fi
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
