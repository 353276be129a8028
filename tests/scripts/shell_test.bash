# What the tests of commands share; to be sourced. What a command said stands in $output, or in the file
# that $log names.
passed=0 failed=0 skipped=0 log=''
# A kit's programs for other processors take minutes: `tests/scripts/arm.sh all`.
KIT_PROCESSORS=$(uname -m)
export KIT_PROCESSORS

said() {
  if [ -n "${log:-}" ]; then cat "$log"; else printf '%s\n' "${output:-}"; fi
}

# ok NAME: by the exit status of what stands before it; what was said is shown where it is not 0.
ok() {
  if [ $? = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $1"
    printf '  line %s, status %s\n' "${BASH_LINENO[0]}" "${status:-}"
    said | tail -n 40 | head -c 4000 | sed 's/^/  /'
  fi
}

# says TEXT...: was each of them said?
says() {
  local text all
  all=$(said)
  for text; do
    [[ $all == *"$text"* ]] || return 1
  done
}

# tells TEXT...: the same, wherever lines were broken.
tells() {
  local text all
  all=$(said | tr -s ' \n' ' ')
  for text; do
    [[ $all == *"$text"* ]] || return 1
  done
}

# The end, where all are named in the array tests: what neither passed nor failed was skipped.
summary() {
  echo "$passed passed, $failed failed, $((${#tests[@]} - passed - failed)) skipped"
  [ $failed = 0 ]
  exit
}

# skip_all WHY: before the first one
skip_all() {
  printf "skipped: %s ($1)\n" "${tests[@]}"
  summary
}
