#!/bin/bash
# What a submission can see of the runner and the engine, and the other way round: names that CUDA's
# headers declare, the functions of the contract, main, and nothing else.
set -uo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
expect() { # NAME GOT: nothing is to be there
  if [ -z "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'failed: %s\n%s\n' "$1" "$2"
  fi
}

visible() { nm --demangle --defined-only --extern-only "$1" | cut -d ' ' -f 3-; }

for mode in fast check; do
  expect "the $mode runner shows no name of the check or the runner" \
    "$(visible build/runner/sealed-$mode.o | grep -E '^(simt::check::|warpgrade::|simt::[a-z_]+\(|simt::detail::checker)')"
done

# A submission's own `mmap`, `malloc` and templates stay its own; what the contract wants is seen.
cat >"$work/dot.cpp" <<'END'
#include <vector>
extern "C" void* mmap(void*, unsigned long, int, int, int, long) { return nullptr; }
void* operator new(unsigned long) { throw 1; }
void dot_best(int, const float*, const float*, float*) { std::vector<int> v(3); mmap(&v[0], 0, 0, 0, 0, 0); }
END
g++ -fno-pie -c -o "$work/dot.o" "$work/dot.cpp" &&
  bash grader/runner/link "$work/dot.o" build/runner/sealed-fast.o build/runner/dot_float.o "$work/worker" ||
  { echo 'failed: linking' && exit 1; }
all=$(nm --demangle "$work/worker")
expect 'a function of a submission is not taken for the library'\''s' "$(grep -E ' [TW] (mmap|operator new)' <<<"$all")"
expect 'the runner finds the contract'\''s function' "$(grep -q ' T dot_best' <<<"$all" || echo "no dot_best")"
expect 'the runner calls the library'\''s mmap' "$(grep -qE ' U mmap(@|$)' <<<"$all" || echo "no mmap of the library")"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
