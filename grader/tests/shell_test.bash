# What the tests of commands share; to be sourced. What a command said stands in $output, or in the file
# that $log names.
passed=0 failed=0 skipped=0 log=''

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
    said | tail -n 40 | sed 's/^/  /'
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
