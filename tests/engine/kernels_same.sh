#!/bin/bash
# CHECK says the same in every run, however many workers there are: findings and metrics, byte for byte.
# Runs programs that kernels.sh has built: some with blocks that talk to each
# other, some that fail, all with enough threads to be shared among workers. 20 runs each.
# Needs: tests/kernels
# After: tests/engine/kernels.sh
set -uo pipefail
cd "$(dirname "$0")/../.."
out=build/kernels
programs=(clean/matmul_tiled clean/dot_atomic clean/dot_last_block_plain clean/warp_aggregated_atomics
  clean/histogram_shared_atomics clean/poisson_norm clean/grid_barrier clean/cholesky_multi_kernel
  defects/race_tiled_used_before_loaded defects/race_cholesky_division defects/race_last_block_without_fence
  defects/out-of-bounds_matmul_guard_off_by_one defects/race_lock_without_fences defects/uninitialized_halo
  clean/tensor_product_in_two_stages clean/tensor_sums_by_reductions clean/tensor_box_for_a_cluster
  defects/race_tensor_store_without_proxy_fence defects/out-of-bounds_tensor_map_of_more_rows)

passed=0 failed=0
for program in "${programs[@]}"; do
  if [ ! -x $out/"$program" ]; then
    echo "failed: $program (kernels.sh has not built it)"
    failed=$((failed + 1))
    continue
  fi
  first='' different=''
  for workers in 1 2 8 2 8 2 8 2 8 1 2 8 2 8 2 8 2 8 2 8; do
    rm -f $out/same.findings $out/same.metrics
    SIMT_WORKERS=$workers SIMT_FINDINGS=$out/same.findings SIMT_METRICS=$out/same.metrics \
      timeout 20 $out/"$program" &>/dev/null </dev/null
    said=$(cat $out/same.findings $out/same.metrics)
    [ -n "$first" ] || first=$said
    [ "$said" = "$first" ] || different+=" $workers"
  done
  if [ -n "$different" ] || [ -z "$first" ]; then
    echo "failed: $program (other words with so many workers:$different)"
    failed=$((failed + 1))
  else
    passed=$((passed + 1))
  fi
done
rm -f $out/same.findings $out/same.metrics
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
