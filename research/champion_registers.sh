#!/bin/bash
# Registers, spilled bytes and shared memory of the champions' kernels, by ptxas: a table in Markdown.
# Needs nvcc and no GPU.
#   research/champion_registers.sh [ARCHITECTURE]      default: sm_90a
set -euo pipefail
cd "$(dirname "$0")/.."
architecture=${1:-sm_90a}
object=$(mktemp)
trap 'rm -f "$object"' EXIT
kernels() { # LAB FILE TYPE: a line "KERNEL;REGISTERS | SPILLED | SHARED" for each
  nvcc -std=c++17 "-arch=$architecture" -Xptxas -v -cubin -o "$object" -Isolutions -Ilabs/"$1" -I. \
    "-DWARPGRADE_REAL=$3" "${sizes[@]}" "$2" 2>&1 | c++filt | awk '
      /error/ { print >"/dev/stderr" }
      /Compiling entry function/ {
        kernel = $0
        sub(/.*function ./, "", kernel)
        sub(/\(.*/, "", kernel)
        sub(/^void /, "", kernel)
      }
      /bytes spill stores/ { spilled = $5 }
      # The champion\047s kernels, not those of the solution that its file begins with.
      /Used [0-9]+ registers/ && kernel ~ /::/ {
        shared = 0
        for (i = 1; i < NF; ++i) if ($(i + 1) == "bytes" && $(i + 2) ~ /^smem/) shared = $i
        print kernel ";" $5 " | " spilled " | " shared
      }'
}

echo "| lab | kernel | type | registers | spilled, bytes | static shared memory, bytes |"
echo "| --- | --- | --- | ---: | ---: | ---: |"
for file in solutions/*/variants/{champion,persistent}.cu; do
  lab=$(basename "$(dirname "$(dirname "$file")")")
  sizes=()
  [ "$lab" != matvec-chunk ] || sizes=(-DM=32 -DN=32)
  for real in float double; do
    kernels "$lab" "$file" $real | sed "s/^/$real;/"
  done | sort -u | awk -F ';' -v lab="$lab" '
    { numbers[$2, $1] = $3; known[$2] = 1 }
    END {
      for (kernel in known) {
        f = numbers[kernel, "float"]
        d = numbers[kernel, "double"]
        if (f == d) print "| " lab " | `" kernel "` | both | " f " |"
        else {
          if (f != "") print "| " lab " | `" kernel "` | float | " f " |"
          if (d != "") print "| " lab " | `" kernel "` | double | " d " |"
        }
      }
    }' | sort
done
