#!/bin/bash
# Verdicts, points, groups, next steps and the mistakes of a class follow from ids and facts, never
# from words: some entries of the corpus are graded with every text replaced by its id, and all must
# be decided as it is with words. What decides differently has compared, stripped or searched a text.
# Needs: grader/testsuite
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

# One for each way of going wrong that something depends on: what is chosen by how a call ended, what
# is grouped, what is told of a class, what is not run any more, what is tried. `build/corpus --ids`
# takes all entries.
entries=(
  matmul/compile-error_function_missing matmul/compile-error_other_signature
  matmul/compile-error_syntax matmul/compile-error_helper_not_defined
  matmul/compile-error_missing_header matmul/compile-error_cheat_includes_reference
  matmul/crashed_exit_0 matmul/crashed_exception matmul/crashed_null_pointer_in_host_code
  matmul/wrong_nothing_written matmul/wrong_last_columns
  matmul/wrong_every_other_tile matmul/wrong_input_changed matmul/wrong_launch_error_ignored
  matmul/wrong_cheat_replays_output matmul/wrong_cheat_thread_finishes_later
  matmul/wrong_empty_grid matmul/wrong_nan matmul/wrong_twice_the_value
  matmul/timeout_sleeps_a_little_in_each_call matmul/memory-limit_device
  matmul/forbidden_cublas matmul/pending_tensor_cores_by_ptx
  matmul/out-of-bounds_one_past_the_end matmul/race_student_tile_overwritten_too_early
  matmul/wrong_student_returns_before_loading
  matvec-chunk/race_no_syncwarp matvec-chunk/crashed_mask_of_the_first_group
  matvec-chunk/wrong_student_stride_counts_threads
  dot/race_lock_without_fences dot/race_student_warp_sums_without_barrier dot/wrong_counter_not_reset
  jacobi/wrong_free_twice jacobi/out-of-bounds_used_after_free
  jacobi/race_managed_without_synchronize jacobi/wrong_start_not_set
  cholesky/wrong_lower_triangle_read cholesky/race_root_without_barrier cholesky/ok_leak_when_not_definite
  poisson/race_in_place poisson/wrong_student_grid_rounded_down
)
exec build/corpus --ids "${entries[@]}"
