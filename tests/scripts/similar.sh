#!/bin/bash
# `warpgrade similar`: a class of independent programs, copies among them, and what a browser makes of
# the page.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT

similar() { # OUT [OPTION]...
  build/warpgrade similar --out "$tmp/$1" --lab dot "${@:2}" &>"$tmp/log" </dev/null
  status=$?
}

cp -r tests/submissions/independent "$tmp/class"
similar honest --submissions "$tmp/class"
[ $status = 0 ] && says "6 attempts of 6 students, 6 different" "nothing similar" "grades are not affected"
ok "six who worked alone are not told"

# --- copies -------------------------------------------------------------------------------------------
rename() { sed -E 's/\b(mine|sum|lane|warp|old|part|scratch)\b/my_\1/g; s/\bh\b/half/g; s,//.*,,; s/^ +/\t/; s/(offset|i) > 0; /\1 >= 1; /' "$1"; }
evil='<img src=x onerror=alert(1)>'
mkdir "$tmp/class/$evil" "$tmp/class/joe" "$tmp/class/kim" "$tmp/class/lea"
{ rename "$tmp/class/finn/dot.cu" && echo '// </script><script>document.title = "taken"</script>'; } >"$tmp/class/$evil/dot.cu"
cp "$tmp/class/bob/dot.cu" "$tmp/class/joe/dot.cu"
# Who has written nothing yet copied it from nobody.
cp skeletons/dot/dot.cu "$tmp/class/kim/dot.cu"
cp skeletons/dot/dot.cu "$tmp/class/lea/dot.cu"
mkdir -p "$tmp/2025/ada"
rename "$tmp/class/eve/dot.cu" >"$tmp/2025/ada/dot.cu"
similar out --submissions "$tmp/class" --against "$tmp/2025"
[ $status = 0 ] && says "and finn" "eve and ada, of 2025" "the same files: bob; joe" &&
  [ "$(grep -c '^dot,similar,' "$tmp/out/similar.csv")" = 2 ] && [ "$(grep -c '^dot,identical,' "$tmp/out/similar.csv")" = 1 ]
ok "a renamed copy, one of last year's and the same files are told, and no more"
grep -q '"pairs"' "$tmp/out/similar.json" && [ -s "$tmp/out/similar.html" ] && [ ! -e "$tmp/out/.similar" ]
ok "CSV, JSON and page are written, and nothing else is left"
! grep -qF -e '<img' -e '<script>document' "$tmp/out/similar.html"
ok "names and sources are data in the page"
similar base --submissions "$tmp/class" --base "$tmp/class/finn/dot.cu"
[ $status = 0 ] && ! says "and finn"
ok "what --base names was given"
mkdir "$tmp/class/zed" && head -c 2000000 /dev/zero | tr '\0' ' ' >"$tmp/class/zed/more.h" && cp "$tmp/class/ada/dot.cu" "$tmp/class/zed"
similar large --submissions "$tmp/class"
[ $status = 1 ] && says "too large, not compared: zed: more.h"
ok "what is too large is named"
rm -r "$tmp/class/zed"

# --- a finished batch -----------------------------------------------------------------------------------
mkdir "$tmp/two" && cp -r "$tmp/class/finn" "$tmp/class/$evil" "$tmp/two"
build/warpgrade batch --submissions "$tmp/two" --out "$tmp/graded" --lab dot --backend cpu --no-nvcc --no-check &>"$tmp/log" </dev/null
before=$(cksum <"$tmp/graded/gradebook.sqlite")
build/warpgrade similar --from "$tmp/graded" &>"$tmp/log"
[ $? = 0 ] && says "and finn" && [ -s "$tmp/graded/similar.html" ] && [ "$before" = "$(cksum <"$tmp/graded/gradebook.sqlite")" ]
ok "a batch is compared, and its gradebook stays as it was"

grep -q 'id="copies"' "$tmp/graded/class.html" && grep -q '<bdi>dot: .*finn' "$tmp/graded/class.html"
ok "the class page lists the pairs"
mkdir "$tmp/cheat" "$tmp/cheat/mia" && rename solutions/dot/dot.cu >"$tmp/cheat/mia/dot.cu" && cp solutions/dot/*.h solutions/dot/*.cuh "$tmp/cheat/mia" 2>/dev/null
similar solution --submissions "$tmp/cheat" --against solutions
[ $status = 0 ] && says "mia and dot, of solutions"
ok "a copy of the solution"

# --- other tools ----------------------------------------------------------------------------------------
for tool in moss dolos jplag; do
  similar $tool --submissions "$tmp/class" --against "$tmp/2025" --export $tool
  [ $status = 0 ] && says "dot: 11 submissions. Run:" && ! find "$tmp/$tool" -name '*[ <]*' | grep -q .
  ok "folders for $tool"
done
[ -s "$tmp/moss/dot/submissions/2025_ada/dot.cu" ] && [ -s "$tmp/moss/dot/given/1-dot.cu" ] && [ -s "$tmp/jplag/dot/earlier/2025_ada/dot.cu" ] &&
  [ ! -e "$tmp/jplag/dot/submissions/2025_ada" ] && ! grep -rq reference.cpp "$tmp/moss" && grep -q dot_mutex "$tmp/dolos/dot/given.cu" &&
  [ "$(wc -l <"$tmp/dolos/dot/info.csv")" = 12 ] && [ "$(ls "$tmp/dolos/dot"/*.cu | wc -l)" = 12 ]
ok "with last year's class, and what was given apart"
similar moss --submissions "$tmp/class" --export moss
[ $status = 2 ] && says "is not empty"
ok "another export is not mixed in"

# --- what is asked wrongly ------------------------------------------------------------------------------
similar wrong
[ $status = 2 ] && says "from or --submissions is required"
ok "no class"
similar wrong --from "$tmp/class"
[ $status = 2 ] && says "There is no $tmp/class/gradebook.sqlite" "--submissions"
ok "a folder that is no batch"
similar wrong --submissions "$tmp/class" --lab none
[ $status = 2 ] && says "no lab 'none'"
ok "a lab that does not exist"

# --- in a browser ---------------------------------------------------------------------------------------
for name in chromium chromium-browser google-chrome; do
  browser=$(command -v $name) && break
done
browse() {
  timeout -k 5 60 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run \
    --user-data-dir="$tmp/profile" --virtual-time-budget=5000 --enable-logging=stderr --dump-dom "$@" 2>"$tmp/log"
}
tests=("nothing of others runs in the page" "n brings both sides to the next match")
if [ -n "${browser:-}" ] && echo '<p>started' >"$tmp/start.html" && browse "file://$tmp/start.html" | grep -q started; then
  browse "file://$tmp/out/similar.html" >"$tmp/dom"
  grep -q '<title>Similar submissions</title>' "$tmp/dom" && ! grep -qi 'refused' "$tmp/log"
  ok "${tests[0]}"
  # The policy lets no script of ours in either: without it, one that presses the key twice.
  sed -e '/Content-Security-Policy/d' -e 's,</body>,<script>for (const i of [1\, 2]) dispatchEvent(new KeyboardEvent("keydown"\, {key: "n"}))</script></body>,' \
    "$tmp/out/similar.html" >"$tmp/keys.html"
  browse "file://$tmp/keys.html" >"$tmp/dom"
  grep -q 'role="status">Match 2 of' "$tmp/dom" && [ "$(grep -o 'class="l m1 now"' "$tmp/dom" | wc -l)" -ge 2 ]
  ok "${tests[1]}"
else
  printf 'skipped: %s (there is no Chromium that starts)\n' "${tests[@]}"
  skipped=2
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
