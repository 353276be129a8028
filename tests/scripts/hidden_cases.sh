#!/bin/bash
# A submission that tells the sizes of hidden cases in every way that it has: nothing that students
# get to see may hold them, and the instructor sees them all.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.."
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
entry=tests/submissions/matmul/crashed_cheat_tells_hidden_sizes

# The sizes of labs/matmul/hidden.json as the submission tells them: in words, as an index (as a
# float, too), as an exit status.
sizes='47x13x97|66x2x255|4701309|660022|exit status (47|66)'
grade() { # [OPTION]...
  build/warpgrade grade matmul --submission "$entry" --backend cpu --no-nvcc --seed 5 "$@" &>"$log" </dev/null
  status=$?
}
silent() { # FILE...: does none of them tell a size?
  local file
  for file; do
    [ -s "$file" ] || { echo "$file is not there" >>"$log"; return 1; }
    ! grep -nE "$sizes" "$file" >>"$log" || return 1
  done
}

grade --json "$tmp/grade.json" --html "$tmp/page.html" --export gradescope="$tmp/gradescope" \
  --export junit="$tmp/junit" --export prairielearn="$tmp/prairielearn" --export autolab=-
[ $status = 1 ] && cp "$log" "$tmp/terminal" && silent "$tmp/terminal"
ok "the report tells no size of a hidden case"
grep -q 'hidden [2-4] of 4' "$tmp/terminal" && tr -s ' \n' ' ' <"$tmp/terminal" | grep -q 'shown to your instructor only'
ok "it says that a hidden case failed, and who knows why"
for output in page.html gradescope junit prairielearn; do
  silent "$tmp/$output"
  ok "$output tells none either"
done
python3 - "$tmp" <<'END' &>"$log"
import json, sys
tmp = sys.argv[1]
grade = json.load(open(tmp + "/grade.json"))
hidden = grade.pop("hidden")
json.dump(grade, open(tmp + "/shown.json", "w"))
json.dump(hidden, open(tmp + "/hidden.json", "w"))
END
silent "$tmp/shown.json" && ! grep -q marker "$tmp/shown.json"
ok "nor does the JSON outside of its key \"hidden\""
for told in 'cout saw 47x13x97' 'cerr saw 66x2x255' 'kernel saw 47x13x97' 'seen 47x13x97' 'exit status 47' '"out-of-bounds"' '"seconds"'; do
  grep -qF "$told" "$tmp/hidden.json"
  ok "there the instructor finds $told"
done
grade --show-hidden --html "$tmp/whole.html"
says 'seen 47x13x97' 'exit status 47' && grep -q 'cout saw 47x13x97' "$tmp/whole.html"
ok "and --show-hidden shows it in the report and the page"

build/warpgrade check matmul --submission "$entry" --no-nvcc --seed 5 --json "$tmp/check.json" --html "$tmp/check.html" &>"$log"
cp "$log" "$tmp/check"
silent "$tmp/check" "$tmp/check.html"
ok "the check's report and page tell no size"

mkdir -p "$tmp/class/ada" && cp "$entry/matmul.cu" "$tmp/class/ada"
build/warpgrade batch --submissions "$tmp/class" --lab matmul --out "$tmp/out" --backend cpu --no-nvcc --seed 5 &>"$log"
silent "$tmp"/out/reports/ada/matmul.*
ok "nor does what a batch writes for a student"
for format in gradescope junit prairielearn csv json; do
  build/warpgrade export --from "$tmp/out" --to $format --out "$tmp/as-$format" &>>"$log"
  silent $(find "$tmp/as-$format" -type f)
  ok "nor an export to $format"
done

# Two processes that run side by side can always tell each other something.
hidden_come_last() { # PAGE JSON: do hidden cases begin when all others have ended?
  python3 - "$@" <<'END' &>>"$log"
import json, re, sys
def spans(text):
    return [(int(a), int(b)) for a, b in re.findall(r"from (\d+) to (\d+)", text)]
shown = spans(open(sys.argv[1]).read())
hidden = spans(json.dumps(json.load(open(sys.argv[2]))["hidden"]))
print(len(shown), "calls that are shown,", len(hidden), "hidden ones")
seen = len(shown) > 20 and len(hidden) >= 4
sys.exit(not (seen and max(b for a, b in shown) <= min(a for a, b in hidden)))
END
}
entry=tests/submissions/matmul/ok_cheat_tells_when_it_runs
both=(--task matmul_naive --task matmul_tiled --html "$tmp/when.html" --json "$tmp/when.json")
grade "${both[@]}"
hidden_come_last "$tmp/when.html" "$tmp/when.json"
ok "hidden cases begin when those that are shown have ended in all tasks"
build/warpgrade check matmul --submission "$entry" --no-nvcc --seed 5 "${both[@]}" &>"$log"
hidden_come_last "$tmp/when.html" "$tmp/when.json"
ok "so they do in the check"

entry=tests/submissions/matmul/ok_cheat_listens_to_hidden_cases
grade "${both[@]}"
[ -s "$tmp/when.html" ] && ! grep -q 'heard [0-9]' "$log" "$tmp/when.html" "$tmp/when.json"
ok "no process hears of a hidden case from another one"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
