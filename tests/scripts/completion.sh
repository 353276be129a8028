#!/bin/bash
# Completions as a shell asks for them, and the manual page as man shows it.
# Needs: grader/cli_class
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash

# complete WORD...: what bash offers for the last one.
complete_words() {
  output=$(bash -c '
    source <(build/warpgrade completion bash)
    compopt() { echo "[files]"; }
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _warpgrade
    echo "${COMPREPLY[*]}"' bash warpgrade "$@" 2>&1)
}

complete_words gr
[ "$output" = grade ]
ok "a command is completed"
complete_words grade ma
[ "$output" = "matmul matvec-chunk" ]
ok "a lab is completed"
complete_words grade matmul --task matmul_t
[ "$output" = matmul_tiled ]
ok "a task is completed"
complete_words grade matmul --real ''
[ "$output" = "float double" ]
ok "a value is completed"
complete_words batch --exec
[ "$output" = --executor ]
ok "an option is completed"
complete_words grade matmul --json ''
[[ $output == "[files]"* ]]
ok "where a file is wanted, files are offered"
output=$(build/warpgrade completion zsh | bash -n 2>&1; build/warpgrade completion zsh | head -n 1)
[ "$output" = "#compdef warpgrade" ]
ok "zsh gets the same"
if command -v fish >/dev/null; then
  output=$(build/warpgrade completion fish | fish --no-execute 2>&1) && [ -z "$output" ]
  ok "fish can read its own"
else
  skipped=$((skipped + 1))
  echo "skipped: fish can read its own (no fish)"
fi
if command -v groff >/dev/null; then
  output=$(build/warpgrade completion man | groff -man -Tutf8 -ww 2>&1)
  says "Grade one submission" "--submission" && ! says "warning"
  ok "the manual page is shown without a warning"
else
  skipped=$((skipped + 1))
  echo "skipped: the manual page is shown without a warning (no groff)"
fi
output=$(build/warpgrade completion csh 2>&1)
[ $? = 2 ] && says bash zsh fish
ok "a shell that it does not know"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
