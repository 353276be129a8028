#!/bin/bash
# `make demo`, and how `make grade` and `make findings` end: a report is a success, STRICT=1 and the program
# itself have statuses for scripts, and untouched skeletons point to the demo.
# Needs: tools/demo
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
unset MAKEFLAGS MAKELEVEL STRICT FORMAT
tests=(
  "make demo reports the race, its fix and what follows from it"
  "make demo ends with the path of a page that has the report"
  "make grade succeeds when points are lost"
  "make grade on untouched skeletons points to make demo"
  "make grade STRICT=1 fails when points are lost"
  "the program has status 1 when points are lost"
  "make findings succeeds when errors are found"
  "make findings STRICT=1 fails when errors are found"
  "a usage error is a failure of make"
  "a failed grader is a failure, with and without STRICT"
  "full marks are a success, with and without STRICT"
  "the worst of several labs decides"
  "changed skeletons do not point to make demo"
  "other folders do not point to make demo"
  "a student's kit does not point to make demo"
  "a student's kit says that it has no demo"
)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# with COMMAND...: its output in $output, its status in $status.
with() {
  status=0
  output=$("$@" 2>&1 </dev/null) || status=$?
}
hint='To see the report of a faulty kernel: make demo'

with make demo
[ $status = 0 ] && tells 'dot_atomic' 'race, 4 of 21' 'begin the next iteration' '+ 21 │ __syncthreads();' 'are right, for' && ! says '***'
ok "make demo reports the race, its fix and wrong values"
page=$(tail -n 1 <<<"$output" | sed -n 's/^The same report as a page: //p')
[ "${page:0:1}" = / ] && grep -q 'atomic_kernel' "$page"
ok "make demo ends with the path of a page that has the report"

with make grade LAB=dot TASK=dot_atomic FROM=tools/demo BACKEND=cpu ARGS="--no-nvcc --no-history --case 31x32-positive --try-remedies 0"
[ $status = 0 ] && says '✗ dot_atomic' && ! says '***'
ok "make grade succeeds when points are lost"
with make grade LAB=dot TASK=dot_mutex BACKEND=cpu ARGS="--no-nvcc --no-history --case 31x32-positive"
build/warpgrade skeletons --check &>/dev/null && expected=1 || expected=0
[ $status = 0 ] && [ "$(grep -cF "$hint" <<<"$output")" = $expected ]
ok "make grade on untouched skeletons points to make demo"
with make grade LAB=dot TASK=dot_atomic FROM=tools/demo BACKEND=cpu STRICT=1 ARGS="--no-nvcc --no-history --case 31x32-positive --try-remedies 0"
[ $status = 2 ] && says '✗ dot_atomic' '*** ' 'Error 1'
ok "make grade STRICT=1 fails when points are lost"
with build/warpgrade grade dot --submission tools/demo --task dot_atomic --backend cpu --no-nvcc --case 31x32-positive --try-remedies 0
[ $status = 1 ]
ok "the program has status 1 when points are lost"
with make findings LAB=dot TASK=dot_atomic FROM=tools/demo CASE=31x32-positive
[ $status = 0 ] && says 'dot.cu:19' && ! says '***'
ok "make findings succeeds when errors are found"
with make findings LAB=dot TASK=dot_atomic FROM=tools/demo CASE=31x32-positive STRICT=1
[ $status = 2 ] && says 'dot.cu:19' 'Error 1'
ok "make findings STRICT=1 fails when errors are found"
with make grade LAB=none
[ $status = 2 ] && says 'There is no lab "none"' 'Error 2'
ok "a usage error is a failure of make"

# The rest in a tree with two labs and a program that only has the status that $tmp/LAB says.
tree=$tmp/tree
mkdir -p "$tree"/{build,labs/{a,b},skeletons/{a,b}} && cp -r tools "$tree"
for lab in a b; do touch "$tree/labs/$lab/lab.json" "$tree/skeletons/$lab/$lab.cu"; done
cat >"$tree/build/warpgrade" <<END
#!/bin/bash
exit "\$(cat "$tmp/\$([ \$1 = skeletons ] && echo skeletons || echo "\$2")")"
END
chmod +x "$tree/build/warpgrade"
echo 0 >"$tmp/skeletons"
# grade A B [VARIABLE=VALUE]...: with these statuses of the two labs; FROM: another folder than skeletons.
grade() {
  echo "$1" >"$tmp/a"
  echo "$2" >"$tmp/b"
  with env "${@:3}" bash -c '"$0/tools/grade.sh" "" "" "${FROM:-skeletons}" cpu float grade' "$tree"
}
grade 3 1 && [ $status = 3 ] && grade 139 0 && [ $status = 3 ] && grade 3 1 STRICT=1 && [ $status = 3 ]
ok "a failed grader is a failure, with and without STRICT"
grade 0 0 && [ $status = 0 ] && grade 0 0 STRICT=1 && [ $status = 0 ]
ok "full marks are a success, with and without STRICT"
grade 2 1 && [ $status = 2 ] && grade 0 1 STRICT=1 && [ $status = 1 ] && grade 1 0 STRICT=0 && [ $status = 0 ]
ok "the worst of several labs decides"
grade 1 1 && says "$hint" && echo 1 >"$tmp/skeletons" && grade 1 1 && ! says "$hint"
ok "changed skeletons do not point to make demo"
echo 0 >"$tmp/skeletons"
cp -r "$tree/skeletons" "$tree/mine"
grade 1 1 FROM=mine && ! says "$hint" && grade 1 1 FROM=skeletons/ && says "$hint"
ok "other folders do not point to make demo"
rm -r "$tree/tools/demo"
grade 1 1 && ! says "$hint"
ok "a student's kit does not point to make demo"
with "$tree/tools/demo.sh"
[ $status = 2 ] && says "student's kit"
ok "a student's kit says that it has no demo"
summary
