#!/bin/bash
# Nothing is decided by our own sentences: no code compares with, or looks for, what two words in a
# string literal say, but where another program's words are read, or a submission's. Those files are
# named here; a new one gets its reason.
# Needs: grader/import
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

reads_others=(
  findings/compiler_message.cpp  # g++, nvcc, ptxas, ld
  findings/array_names.cpp  # the engine's words for an array: replaced by its name, nothing is decided
  report/document/compiler.cpp  # the same
  'toolchain/*'             # the same, objdump, PTX
  trials/drop_what_fails.cpp # g++
  'objects/*'               # the same
  sandbox/bubblewrap.cpp    # bwrap
  'profile/*'                # ncu; which limit the occupancy has
  base/json/schema.cpp       # nlohmann's and valijson's errors
  lab/signature.cpp         # types in a contract
  authoring/skeleton.cpp    # marks in a solution
  model/environment.cpp     # /proc/cpuinfo
  'remedy/*'                 # the submission's types
  'remedy/kernel/*'          # the same
  'remedy/host/*'            # the same
  causes/cause_page.cpp     # a page's program
  diagnosis/endless_loop.cpp # the submission's loops
  pages/html_comments.cpp  # places in a student's page that was written earlier
  simt/check/memory/variables.cpp  # demangled names
  import/roster.cpp         # a row that Canvas adds
)
words='"[^"]*[[:alpha:]]{2,} [^"]*[[:alpha:]][^"]*"'
members='(\.|->)(find|rfind|compare|starts_with|ends_with|contains)'
searches="($members|strstr|strncmp)\\([^\")]*$words|[!=]= $words"
# Where a cause is made to words, these are searched.
of_causes='(describe|what_happened|why_none)\([^;]*\) *([!=]=|\.(find|rfind|compare|substr|starts_with|ends_with|contains)\()'

found() {
  grep -rnE "$1" grader --include='*.cpp' --include='*.h' --include='*.cu' --include='*.cuh' |
    grep -vE '^grader/(simt/rewriter|causes/pages)/'
}

skip=$(printf '%s\n' "${reads_others[@]}" | sed 's/[.]/\\./g; s/[*]/[^\/]*/g' | paste -sd '|')
lines=$(
  found "$searches" | grep -vE "^grader/($skip):"
  found "$of_causes"
)
[ -z "$lines" ] && exit
echo "$lines"
echo "failed: searched_words"
exit 1
