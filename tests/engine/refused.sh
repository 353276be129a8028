#!/bin/bash
# What the engine does not have is refused when a file is compiled: exit status 3, and
# `FILE:LINE: unsupported: …` for each line that ends with `// REFUSED words`, with these words in the
# message (words|others: either), and for no other line. In a file marked ONE BY ONE each line marked so
# is a file of its own, and the place may be in a header of NVIDIA's toolkit. A file marked UNTRUSTED is compiled as what is graded is.
set -uo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# try NAME FILE [ANYWHERE]: compiles FILE and compares.
try() {
  local name=$1 source=$2 anywhere=${3:-} status=0 line words text place wrong=() options=()
  grep -q '^// UNTRUSTED' "$source" && options=(--untrusted)
  grader/simt/simtcc -c "${options[@]}" -o "$work/object.o" "$source" >"$work/said" 2>&1 || status=$?
  [ $status = 3 ] || wrong+=("expected exit status 3, not $status")
  while IFS=: read -r line text; do
    words=${text##*// REFUSED }
    place=$source:$line
    [ -n "$anywhere" ] && place=
    grep -F "$place: unsupported: " "$work/said" | grep -F -e "${words%%|*}" -e "${words##*|}" >/dev/null ||
      wrong+=("expected $source:$line: unsupported: …$words…")
  done < <(grep -n '// REFUSED ' "$source")
  while IFS= read -r text; do
    line=$(sed -n "s|^$source:\([0-9]*\): unsupported: .*|\1|p" <<<"$text")
    [ -n "$line" ] && sed -n "${line}p" "$source" | grep '// REFUSED ' >/dev/null && continue
    [ -n "$anywhere" ] && [[ $text == *include/*": unsupported: "* ]] && continue
    wrong+=("also said: $text")
  done < <(grep -E ': (unsupported|error|fatal error): ' "$work/said")
  if [ ${#wrong[@]} = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $name"
    printf '  %s\n' "${wrong[@]:0:12}"
  fi
}

for source in tests/engine/refused/*.cu; do
  name=$(basename "$source" .cu)
  if grep -q '^// ONE BY ONE' "$source"; then
    while IFS= read -r line; do
      printf '%s\nint main() { return 0; }\n' "$line" >"$work/one.cu"
      try "$name: ${line%% *} $(awk '{ print $2 }' <<<"$line")" "$work/one.cu" anywhere
    done < <(grep '// REFUSED ' "$source")
  else
    try "$name" "$source"
  fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
