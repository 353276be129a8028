#!/bin/bash
# The autograder for Gradescope: what is in its zip, and run_autograder in a folder that stands for
# /autograder, with what is built here in place of what setup.sh would build.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export GRADESCOPE_ZIP=$tmp/autograder.zip

for tool in zip unzip; do
  command -v $tool >/dev/null && continue
  echo "skipped: gradescope (there is no $tool)"
  echo "0 passed, 0 failed, 1 skipped"
  exit
done

# unpacked NAME [OPTION]...: what Gradescope does with the zip.
unpacked() {
  local top=$tmp/$1
  mkdir -p "$top"/{source,submission}
  tools/gradescope.sh dot "${@:2}" &>"$tmp/log" && unzip -q "$GRADESCOPE_ZIP" -d "$top/source" &&
    cp "$top/source/run_autograder" "$top" &&
    mkdir "$top/source/warpgrade/build" && cp -r build/{warpgrade,sandbox_init,simt,runner} "$top/source/warpgrade/build" &&
    if [ -d .deps ]; then ln -s "$PWD/.deps" "$top/source/warpgrade/.deps"; fi
}
autograde() { # NAME [COMMAND]...
  rm -rf "$tmp/$1/results"
  (cd / && AUTOGRADER=$tmp/$1 timeout 120 "${@:2}" "$tmp/$1/run_autograder") &>"$tmp/log" </dev/null
  status=$?
  results=$tmp/$1/results/results.json
}

unpacked site --real float --no-check
ok "the zip is made and unpacked"
source=$tmp/site/source
[ -x "$source/setup.sh" ] && [ -x "$source/run_autograder" ] && [ -f "$source/warpgrade/labs/dot/hidden.json" ] && [ -f "$source/warpgrade/LICENSE" ] &&
  [ ! -e "$source/warpgrade/solutions" ] && [ ! -e "$source/warpgrade/labs/matmul" ] &&
  [ ! -e "$source/warpgrade/tests/submissions" ] && [ "$(find "$source" -name '*.cu' ! -name referee.cu -path '*dot*' | wc -l)" = 1 ]
ok "in it are the lab and its hidden cases, no solutions and nothing of other labs"

autograde site
[ $status = 0 ] && grep -q '"score": 0.0,' "$results" && grep -q 'dot.cu is missing' "$results"
ok "nothing was handed in"
mkdir -p "$tmp/site/submission/week 3/__MACOSX" "$tmp/site/submission/.git"
cp tests/submissions/dot/ok_atomic_add_of_every_term/*.cu "$tmp/site/submission/week 3"
cp "$tmp/site/submission/week 3/dot.cu" "$tmp/site/submission/week 3/__MACOSX"
cp "$tmp/site/submission/week 3/dot.cu" "$tmp/site/submission/.git"
autograde site
[ $status = 0 ] && grep -q '"score": 13' "$results" && grep -q '"name": "dot_atomic' "$results"
ok "a file below a folder is found and graded"
mkdir "$tmp/site/submission/a \"b\" \\
c"
echo '//' | cat - "$tmp/site/submission/week 3/dot.cu" >"$tmp/site/submission/a \"b\" \\
c/dot.cu"
autograde site
[ $status = 0 ] && grep -q '"score": 0.0,' "$results" && grep -q 'different files for dot.cu' "$results" &&
  build/warpgrade --help >/dev/null && { ! command -v python3 >/dev/null || python3 -m json.tool "$results" >/dev/null; }
ok "two of them are not guessed between, whatever their folders are called"
rm -r "$tmp/site/submission/a "*
mv "$tmp/site/submission/week 3/dot.cu" "$tmp/site/submission/week 3/Dot (1).cu"
autograde site
[ $status = 0 ] && grep -q '"score": 13' "$results" && grep -q 'Dot (1).cu is graded as dot.cu' "$results"
ok "a browser's name for it is taken, as in a batch, and that is said"
mv "$tmp/site/submission/week 3/Dot (1).cu" "$tmp/site/submission/week 3/dot.cu.txt"
autograde site
[ $status = 0 ] && grep -q '"score": 0.0,' "$results" && grep -q 'There is week 3/dot.cu.txt: rename it to dot.cu' "$results"
ok "a name that the student chose is not guessed, and the student reads what to do"
mv "$tmp/site/submission/week 3/dot.cu.txt" "$tmp/site/submission/week 3/dot.cu"

# 5 submissions a day: the metadata as Gradescope's specification has it.
PER_DAY=2 tools/gradescope.sh dot --no-check &>"$tmp/log" && unzip -p "$GRADESCOPE_ZIP" autograder.conf >"$tmp/conf" && grep -q 'per_day=2' "$tmp/conf" &&
  unzip -qo "$GRADESCOPE_ZIP" limit.py autograder.conf -d "$source"
python3 - "$tmp/site/submission_metadata.json" <<'END'
import json, sys
def before(time, score, limited=False):
    return {"submission_time": time, "score": score, "results": {"score": score, "extra_data": {"limited": True} if limited else None}}
json.dump({"id": 9, "created_at": "2026-03-02T12:00:00.000000-08:00", "previous_submissions": [
    before("2026-03-01T11:00:00.000000-08:00", 1), before("2026-03-01T13:00:00.000000-08:00", 2),
    before("2026-03-02T09:00:00.000000-08:00", 3), before("2026-03-02T11:00:00.000000-08:00", 3, True)]}, open(sys.argv[1], "w"))
END
autograde site
[ $status = 0 ] && grep -q '"score": 3' "$results" && grep -q 'not graded: 2 of yours' "$results" && grep -q 'after 2026-03-02 13:00 -0800' "$results"
ok "with a limit per day, a further submission repeats the last grade"
sed -i 's/2026-03-01T13/2026-03-01T11/' "$tmp/site/submission_metadata.json"
autograde site
[ $status = 0 ] && grep -q '"score": 13' "$results"
ok "and is graded when the earlier ones are a day old"
sed -i 's/per_day=2/per_day=/' "$source/autograder.conf"

# As in a container of Docker: root, and no way to make a namespace.
cat >"$tmp/contained" <<'X'
#!/bin/bash
exec unshare -Ur bash -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$@"' - "$@"
X
chmod +x "$tmp/contained"
if "$tmp/contained" true 2>/dev/null && ! "$tmp/contained" unshare -U true 2>/dev/null; then
  autograde site "$tmp/contained"
  [ $status = 1 ] && [ ! -e "$results" ] && says "cannot isolate" && says "by no fault of the student"
  ok "where nothing can be isolated, nothing is graded and nobody gets a zero"
  unpacked open --no-sandbox --no-check
  [ ! -e "$tmp/open/source/warpgrade/labs/dot/hidden.json" ] && says "ATTENTION"
  ok "without the sandbox the hidden cases stay at home, and that is said"
  cp -r "$tmp/site/submission/week 3/." "$tmp/open/submission"
  autograde open "$tmp/contained"
  [ $status = 0 ] && grep -q '"score": 13' "$results" && ! grep -q hidden "$results"
  ok "then it grades there"
else
  skipped=3
  echo "skipped: gradescope without namespaces (this machine cannot take them away)"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
