#!/bin/bash
# CHECK's memory metrics beside a GPU's hardware counters, for the programs in counters/.
#   counters.sh run DIR [NAME]   on a machine with a GPU, nvcc and Nsight Compute (ncu): builds the programs
#                                (with NAME in their name) both ways, runs them under CHECK on the CPU and
#                                under ncu on the GPU, writes DIR/ours.txt and DIR/ncu.txt; then the table
#   counters.sh ours DIR [NAME]  the CPU's half alone; prints DIR/ours.txt
#   counters.sh table DIR        anywhere: the table from both files. Exit status 1 if a metric differs by
#                                more than 5 % and `explained` below does not say why
# All blocks of these programs are sampled, so counts can be compared as they are. CHECK sees what g++
# made of a kernel and the counters what nvcc made of it: where nvcc merges or predicates accesses, the
# counts differ and what one request costs should not.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
simt=${SIMT_BUILD:-$root/build/simt}

# Each a kernel (an extended regular expression), a metric, from how much to how much ncu's number may be
# of ours, and why. What nvcc does is what CUDA 13.0 did for an H200, read from its machine code.
explained() {
  local predicated='nvcc makes no branch: it predicates what would be skipped'
  local row_of_a='nvcc loads several neighbors of a row of A by one instruction'
  local first_step='nvcc loads sum[i] and sum[i + 1] of the first step by one instruction'
  local two_loops='nvcc makes two loops, up to the diagonal and from there; lanes are there at different times'
  local increment='nvcc uses an increment for 1, which does all lanes at an address in one pass'
  local pairs='where lanes want the same in pairs, the hardware serves twice as many lanes in a pass'
  cat <<END
copy_guarded|reduce_.*                             | divergent branches           | 0    | 0    | $predicated
matmul_tiled.*                                     | shared-load requests         | 0.6  | 0.75 | $row_of_a
matmul_tiled.*                                     | shared-load passes/request   | 1    | 1.2  | $row_of_a
reduce_interleaved                                 | shared-load requests         | 0.84 | 0.84 | $first_step
reduce_interleaved                                 | shared-load passes/request   | 1.09 | 1.09 | $first_step
reduce_interleaved                                 | shared-load passes/ideal     | 0.9  | 1.1  | $first_step
jacobi_without_diagonal                            | global-load requests         | 1    | 1.2  | $two_loops
jacobi_without_diagonal                            | global-load sectors/request  | 0.9  | 1    | $two_loops
jacobi_without_diagonal                            | divergent branches           | 0.3  | 1    | $two_loops
histogram_shared                                   | shared-atomic passes/request | 0.7  | 0.7  | $increment
histogram_shared                                   | shared-atomic passes/ideal   | 0.7  | 0.7  | $increment
shared_.*(half|lanes|lone_pairs|every_fourth|mixed) | divergent branches           | 0    | 0    | $predicated
shared_doubles_(one_a_half|pairs_apart)            | shared-load passes/ideal     | 2    | 2    | $pairs
END
}

# What ncu counts, and which of our metrics it is. Several of one metric are added. Instructions of shared
# memory are counted by ncu's instrumented code (smsp__sass): the hardware's smsp__inst_executed_op_shared_ld
# has those in it of which no lane is active.
counters() {
  cat <<'END'
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum             global-load requests
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum              global-load sectors
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum             global-store requests
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum              global-store sectors
l1tex__t_requests_pipe_lsu_mem_global_op_red.sum            global-atomic requests
l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum           global-atomic requests
l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum             global-atomic sectors
l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum            global-atomic sectors
smsp__sass_inst_executed_op_shared_ld.sum                   shared-load requests
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum        shared-load passes
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum    shared-load conflicts
smsp__sass_inst_executed_op_shared_st.sum                   shared-store requests
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum        shared-store passes
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum    shared-store conflicts
smsp__inst_executed_op_shared_atom.sum                      shared-atomic requests
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum      shared-atomic passes
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum  shared-atomic conflicts
smsp__sass_branch_targets_threads_divergent.sum             branches divergent
END
}

# build_ours FILE.cu
build_ours() {
  "$here/../simtcc" --mode check -o "$dir/$(basename "$1" .cu).check" "$1" "$dir/divergence.o" ||
    echo "cannot build $1 for CHECK" >>"$dir/failed.txt"
}

# build_gpu FILE.cu
build_gpu() {
  nvcc -std=c++17 -arch=native -lineinfo -o "$dir/$(basename "$1" .cu).gpu" "$1" ||
    echo "nvcc cannot build $1" >>"$dir/failed.txt"
}

each_source() { # COMMAND
  printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c "$1"' "$1"' "$1"
}

stop_if_failed() {
  [ ! -s "$dir/failed.txt" ] || { cat "$dir/failed.txt" >&2 && exit 2; }
}

prepare() { # DIR [NAME]
  mkdir -p "$1"
  dir=$(cd "$1" && pwd)
  rm -f "$dir/failed.txt"
  export dir here
  export -f build_ours build_gpu
  mapfile -t sources < <(printf '%s\n' "$here"/counters/*.cu | grep -F -- "${2:-}")
  [ ${#sources[@]} -gt 0 ] || { echo "no program in $here/counters has '$2' in its name" >&2 && exit 2; }
  [ -r "$simt/libsimt.a" ] && [ -x "$simt/simt_rewrite" ] ||
    make -s -C "$root" build/simt/libsimt.a build/simt/simt_rewrite || exit 2
}

# Writes ours.txt: kernel, kind of access, quantity, value, divided by tabs.
ours() {
  "${CXX:-g++}" -std=c++20 -O1 -I"$here/.." -I"$here/../include" -c "$here/counters/divergence.cpp" \
    -o "$dir/divergence.o" || exit 2
  each_source build_ours
  stop_if_failed
  local program
  for program in "${sources[@]}"; do
    program=$dir/$(basename "$program" .cu)
    SIMT_METRICS=$program.metrics SIMT_DIVERGENCE=$program.divergence SIMT_FINDINGS=$program.findings \
      "$program.check" || echo "$program.check failed" >>"$dir/failed.txt"
    [ ! -s "$program.findings" ] || echo "CHECK found something in $program.check" >>"$dir/failed.txt"
  done
  stop_if_failed
  for program in "${sources[@]}"; do
    program=$dir/$(basename "$program" .cu)
    awk -F '\t' -v OFS='\t' 'FNR > 1 {
      print $1, $3, "requests", $5
      if ($3 ~ /^global/) print $1, $3, "sectors", $7
      if ($3 ~ /^shared/) print $1, $3, "passes", $10
      if ($3 ~ /^shared/) print $1, $3, "conflicts", $10 - $11
    }' "$program.metrics"
    awk -F '\t' -v OFS='\t' '{ print $1, "branches", "divergent", $2 }' "$program.divergence"
  done | awk -F '\t' -v OFS='\t' '
    { key = $1 OFS $2 OFS $3; if (!(key in sum)) order[++n] = key; sum[key] += $4 }
    END { for (i = 1; i <= n; ++i) print order[i], sum[order[i]] }' >"$dir/ours.txt"
}

# Writes ncu.txt, as ours.txt.
theirs() {
  local tool program wanted
  for tool in nvcc ncu; do
    command -v $tool >/dev/null || { echo "$tool is needed and is not on PATH" >&2 && exit 2; }
  done
  each_source build_gpu
  stop_if_failed
  {
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1
    nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA \1 (nvcc \2)/p'
    ncu --version | sed -n 's/^Version \([^ ]*\).*/Nsight Compute \1/p'
  } | paste -sd ';' | sed 's/;/; /g' >"$dir/machine.txt"
  wanted=$(counters | awk '{ print $1 }' | paste -sd ,)
  for program in "${sources[@]}"; do
    program=$dir/$(basename "$program" .cu)
    timeout -k 5 300 ncu --csv --clock-control none --print-units base --print-kernel-base function \
      --metrics "$wanted" "$program.gpu" >"$program.ncu" 2>&1 </dev/null ||
      echo "ncu failed: $(grep -v '^"' "$program.ncu" | tail -n 3)" >>"$dir/failed.txt"
  done
  stop_if_failed
  counters >"$dir/counters.txt"
  for program in "${sources[@]}"; do cat "$dir/$(basename "$program" .cu).ncu"; done |
    awk -v OFS='\t' '
      FNR == NR { kind[$1] = $2; quantity[$1] = $3; next }
      !/^"/ { next }
      {
        sub(/^"/, "")
        sub(/"\r?$/, "")
        n = split($0, field, "\",\"")
      }
      field[1] == "ID" { for (i = 1; i <= n; ++i) column[field[i]] = i; next }
      {
        name = field[column["Metric Name"]]
        if (!(name in kind)) next
        value = field[column["Metric Value"]]
        gsub(/,/, "", value)
        key = field[column["Kernel Name"]] OFS kind[name] OFS quantity[name]
        if (!(key in sum)) order[++count] = key
        if (value ~ /^[0-9.]+$/) sum[key] += value
        else missing[key] = 1
      }
      END { for (i = 1; i <= count; ++i) print order[i], order[i] in missing ? "?" : sum[order[i]] }
    ' "$dir/counters.txt" - >"$dir/ncu.txt"
  [ -s "$dir/ncu.txt" ] || { echo "no counters in what ncu printed: $dir/*.ncu" >&2 && exit 2; }
}

table() {
  [ -r "$dir/ours.txt" ] && [ -r "$dir/ncu.txt" ] ||
    { echo "there is no ours.txt or no ncu.txt in $dir: counters.sh run makes them" >&2 && exit 2; }
  cat "$dir/machine.txt" 2>/dev/null
  explained >"$dir/explained.txt"
  awk -f "$here/counters/table.awk" "$dir/explained.txt" "$dir/ours.txt" "$dir/ncu.txt"
}

case ${1:-} in
  run) prepare "${2:?a folder for the results}" "${3:-}" && ours && theirs && table ;;
  ours) prepare "${2:?a folder for the results}" "${3:-}" && ours && cat "$dir/ours.txt" ;;
  table) dir=${2:?the folder with ours.txt and ncu.txt} && table ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
