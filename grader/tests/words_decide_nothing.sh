#!/bin/bash
# Verdicts, points, groups, next steps and the mistakes of a class follow from ids and facts, never
# from words: some entries of the corpus are graded with every text replaced by its id, and all must
# be decided as it is with words. What decides differently has compared, stripped or searched a text.
# Needs: grader/testsuite
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

# One for each way of going wrong that something depends on: what is chosen by how a call ended, what
# is grouped, what is told of a class, what is not run any more.
entries=(
  matmul/compile-error_function_missing matmul/compile-error_other_signature
  matmul/compile-error_syntax
  matmul/crashed_exit_0 matmul/wrong_nothing_written matmul/wrong_last_columns
  matmul/wrong_every_other_tile matmul/wrong_input_changed matmul/wrong_launch_error_ignored
  matmul/wrong_cheat_replays_output matmul/wrong_cheat_thread_finishes_later
  matmul/timeout_sleeps_a_little_in_each_call
  matmul/forbidden_cublas matmul/pending_inline_ptx
  matvec-chunk/race_no_syncwarp
)
exec build/corpus --ids "${entries[@]}"
