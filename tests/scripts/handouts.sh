#!/bin/bash
# The labs' handouts: each lab has one, its sections answer the skeleton's TODOs and teach debugging, it becomes a
# page that stands alone, students' pages hold neither answers nor solutions, and mistakes in a text are told.
# Needs: solutions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
texts_tests=(
  "every lab has a handout"
  "every task of a lab has its section, every TODO its task"
  "every handout has targets, a memory picture, a prediction and mistakes"
  "the causes that handouts name have pages"
)
table_tests=("the table of tasks holds every point of the lab" "every measurement that earns points has its target")
page_tests=(
  "every handout becomes a page, for students and for instructors"
  "students' pages hold nothing of the instructors' blocks"
  "an instructors' line in a student's page is found"
  "students' pages hold no line of a solution"
  "a solution's line in a student's page is found"
  "formulas become MathML"
  "a page needs no other file and runs no script"
  "make is told what a page is made from"
  "a page's list of what it is made from is nothing to build"
  "an excerpt is exactly the lines that are meant"
  "a diagram is drawn from its text"
  "what was measured is one table"
  "a task's effort and target are in its section"
  "every mistake in a text is told, and gives no page"
)
browser_tests=("no page is wider than a phone" "contents leave room on a phone's first screen")
pdf_tests=("a handout becomes a PDF" "letters that no font has and lines over the margin are told")
tests=("${texts_tests[@]}" "${table_tests[@]}" "${page_tests[@]}" "${browser_tests[@]}" "${pdf_tests[@]}")

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
labs=(labs/*/lab.json)
labs=("${labs[@]%/lab.json}")
labs=("${labs[@]#labs/}")

summary() {
  echo "$passed passed, $failed failed, $((${#tests[@]} - passed - failed)) skipped"
  [ $failed = 0 ]
  exit
}
# skip WHY NAME...
skip() {
  local why=$1
  shift
  printf "skipped: %s ($why)\n" "$@"
}

# --- the texts -----------------------------------------------------------------------------------------

output=$(for lab in "${labs[@]}"; do [ -s "handouts/$lab.md" ] || echo "handouts/$lab.md is missing"; done)
[ -z "$output" ]
ok "every lab has a handout"

output=$(for lab in "${labs[@]}"; do
  [ -s "handouts/$lab.md" ] || continue
  sections=$(sed -nE 's/^#+ Task ([0-9]+): .*\{#task-\1\}$/\1/p' "handouts/$lab.md" | xargs)
  count=$(grep -c '"entry":' "labs/$lab/lab.json")
  [ "$sections" = "$(seq -s' ' "$count")" ] ||
    echo "handouts/$lab.md: sections \"Task n: … {#task-n}\": $sections; the lab has $count tasks"
  # TODO(dot.1) and TODO(dot.1b) belong to task 1.
  for task in $(grep -ohE "TODO\($lab\.[0-9]+" skeletons/"$lab"/* | sed 's/.*\.//' | sort -u); do
    grep -w "$task" <<<"$sections" >/dev/null || echo "skeletons/$lab: TODO($lab.$task), and no section \"Task $task\""
  done
done)
[ -z "$output" ]
ok "every task of a lab has its section, every TODO its task"

output=$(for lab in "${labs[@]}"; do
  [ -s "handouts/$lab.md" ] || continue
  # A task's target comes right after its heading.
  targets=$(grep -A 2 '{#task-[0-9]*}$' "handouts/$lab.md" | grep -c '^::: {\.target hours="[0-9–]*"}$')
  [ "$targets" = "$(grep -c '"entry":' "labs/$lab/lab.json")" ] || echo "handouts/$lab.md: $targets tasks begin with a target"
  for part in '^::: {\.memory}$' '{#predict}$' '{#wrong}$' '^::: {\.results}$'; do
    [ "$(grep -c "$part" "handouts/$lab.md")" = 1 ] || echo "handouts/$lab.md: not one $part"
  done
done)
[ -z "$output" ]
ok "every handout has targets, a memory picture, a prediction and mistakes"

kinds=$(printf '%s\n' grader/causes/pages/*.* | sed 's,.*/,,; s/\..*//' | sort -u | paste -sd'|')
output=$(sed -n '/{#wrong}$/,/^## What/p' handouts/*.md | grep -oE "(CAUSE=|\`)($kinds)\.[a-z-]+" | sed 's/.*[=`]//' | sort -u |
  while IFS= read -r cause; do [ -d "grader/causes/pages/$cause" ] || echo "$cause has no page"; echo "$cause" >>"$tmp/causes"; done)
[ -z "$output" ] && [ -s "$tmp/causes" ]
ok "the causes that handouts name have pages"

later_tests=("${page_tests[@]}" "${browser_tests[@]}" "${pdf_tests[@]}")
[ -x build/warpgrade ] || { skip "build/warpgrade is not built" "${table_tests[@]}" "${later_tests[@]}"; summary; }

# The last row is the sum of the rows above it, and its last number all points of lab.json.
output=$(for lab in "${labs[@]}"; do
  build/warpgrade tasks "$lab" | awk -F'|' -v lab="$lab" '
    NR <= 2 { next }
    { for (i = 5; i < NF; ++i) { gsub(/ |–/, "", $i); if ($2 ~ /[0-9]/) sum[i] += $i; else last[i] = $i } across = 0 }
    { for (i = 5; i < NF - 1; ++i) across += $i; if (across - $(NF - 1)) print lab ": row " NR " does not add up" }
    END { for (i in sum) if (sum[i] - last[i]) print lab ": column " i " does not add up"; if (NR < 4) print lab ": no table" }'
  points=$(grep -oE '"(points|checks)": *[0-9.]+' "labs/$lab/lab.json" | awk -F: '{ sum += $2 } END { print sum }')
  build/warpgrade tasks "$lab" | tail -n 1 | grep -E "\| +$points +\|$" >/dev/null || echo "$lab: not $points points"
done)
[ -z "$output" ]
ok "the table of tasks holds every point of the lab"

output=$(for lab in "${labs[@]}"; do
  build/warpgrade tasks "$lab" --targets >"$tmp/targets"
  [ "$(grep -cE 'at (least|most)' "$tmp/targets")" = "$(grep -o '"metric":' "labs/$lab/lab.json" | wc -l)" ] &&
    [ "$(grep -oE '(in|and) `' "$tmp/targets" | wc -l)" = "$(grep -c '"against":' "labs/$lab/lab.json")" ] || cat "$tmp/targets"
done)
[ -z "$output" ]
ok "every measurement that earns points has its target"

# --- the pages -----------------------------------------------------------------------------------------

command -v pandoc >/dev/null || { skip "there is no pandoc" "${later_tests[@]}"; summary; }

# page TEXT EDITION FILE
page() { tools/handouts/page.sh "$@"; }

mkdir -p "$tmp/students" "$tmp/instructor"
output=$(for lab in "${labs[@]}"; do
  [ ! -s "handouts/$lab.md" ] || printf "handouts/$lab.md %s $tmp/%s/$lab.html\n" students students instructor instructor
done | xargs -P "$(nproc)" -L 1 tools/handouts/page.sh 2>&1) || output+=$'\nnot all pages were made'
[ -z "$output" ]
ok "every handout becomes a page, for students and for instructors"
pages=("$tmp"/*/*.html)

# A page's text on one line, without tags.
text_of() {
  tr '\n' ' ' <"$1" | sed -E 's/<style>.*<\/style>//; s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&#39;/'"'"'/g; s/&amp;/\&/g; s/ +/ /g'
}

# Runs of plain words, five or more, from the instructors' blocks of a text: what must be in their page.
answers() {
  awk '/^::: *(instructor|\{\.instructor\})/ { inside = 1; next } /^:::/ { inside = 0 } inside' "$1" |
    grep -oE '([A-Za-z]+ ){4,}[A-Za-z]+' | sort -u
}
# leaks TEXT PAGE: those of them that are in the page.
leaks() { grep -oFf <(answers "$1") <(text_of "$2") | sort -u; }

output=$(for page in "$tmp"/students/*.html; do
  lab=$(basename "$page" .html)
  leaks "handouts/$lab.md" "$page"
  grep -Fi 'class="instructor"' "$page"
  # Else the words would be looked for in vain.
  [ -z "$(answers "handouts/$lab.md")" ] || [ -n "$(leaks "handouts/$lab.md" "$tmp/instructor/$lab.html")" ] ||
    echo "$lab: the instructors' page lacks its answers"
done)
[ -z "$output" ]
ok "students' pages hold nothing of the instructors' blocks"

cat >"$tmp/matmul.md" <<'END'
---
title: A sample
---

# Tasks

::: {.tasks}
:::

## Task 1: first {#task-1}

::: {.target hours="2–3"}
:::

<!-- A note that the author alone should see. -->

See [the first](#task-1), where $\gamma_k = \sqrt{k}\,u$ and

$$ \sum_{i=0}^{n-1} a_i b_i \le \frac{1}{2} $$

```{.cpp include="labs/matmul/matmul.h" from="Task 1." to="void matmul_naive"}
```

::: diagram
```
cells(10, 10, 2, 3, 20, function(row, column) return row <= column and {fill = 'blue', text = 3 * row + column} or nil end)
text(100, 20, '*A*~11~ < `b`', {align = 'left'})
path({10, 60, 60, 60}, {arrow = true})
brace(10, 70, 50, 'three')
```

Elements of $A$ on and above the diagonal.
:::

::: instructor
The answer is known to nobody else but us here: $x^2$.

```{.cpp include="solutions/matmul/matmul.cu" from="__global__" to="^}"}
```
:::
END
page "$tmp/matmul.md" students "$tmp/sample.html" && page "$tmp/matmul.md" instructor "$tmp/sample_instructor.html"
if tools/deps.sh has-latex; then  # takes longest, so it runs beside the rest
  page "$tmp/matmul.md" instructor "$tmp/sample.pdf" &>"$tmp/paper" &
  paper=$!
  mkdir "$tmp/bad_paper"
  printf -- '---\ntitle: T\n---\n\nUᵀ, Σ, √2 are there, \xf0\x93\x80\x80 is not.\n\n$$ %s $$\n' \
    "a$(printf '_{%s}' "$(printf 'x%.0s' {1..150})")" >"$tmp/bad_paper/matmul.md"
  page "$tmp/bad_paper/matmul.md" students "$tmp/bad_paper/page.pdf" &>"$tmp/bad_paper/said" &
  bad_paper=$!
fi
output=$(leaks "$tmp/matmul.md" "$tmp/sample_instructor.html")
[[ $output == *"The answer is known to nobody else but us here"* ]] && [ -z "$(leaks "$tmp/matmul.md" "$tmp/sample.html")" ] &&
  ! grep 'author alone' "$tmp/sample.html" >/dev/null
ok "an instructors' line in a student's page is found"

# Lines of a lab's solutions that students do not have, be it in a comment; short ones are anybody's.
secrets() {
  cat solutions/"$1"/*.cu solutions/"$1"/variants/*.cu 2>/dev/null | sed -E 's/^ +//' | grep -E '.{28}.*[;{]$' | sort -u |
    awk 'NR == FNR { known = known $0 "\n"; next } !index(known, $0)' <(cat labs/"$1"/*.h skeletons/"$1"/*) -
}
output=$(for page in "$tmp"/students/*.html; do
  lab=$(basename "$page" .html)
  [ -n "$(secrets "$lab")" ] || echo "$lab has no solution to look for"
  grep -oFf <(secrets "$lab") <(text_of "$page")
done)
[ -z "$output" ]
ok "students' pages hold no line of a solution"
output=$(grep -oFf <(secrets matmul) <(text_of "$tmp/sample_instructor.html"))
[ -n "$output" ] && ! grep -Ff <(secrets matmul) <(text_of "$tmp/sample.html") >/dev/null
ok "a solution's line in a student's page is found"

# formulas TEXT PAGE: as many in the page as in the text at least.
formulas() {
  local wanted
  wanted=$(pandoc -f markdown -t native "$1" | grep -oE 'InlineMath|DisplayMath' | wc -l)
  [ "$(grep -o '<math' "$2" | wc -l)" -ge "$wanted" ] || echo "$2: fewer than $wanted formulas"
  grep -H 'class="math' "$2"
}
output=$(for page in "$tmp"/instructor/*.html; do formulas "handouts/$(basename "$page" .html).md" "$page"; done
  formulas "$tmp/matmul.md" "$tmp/sample_instructor.html")
[ -z "$output" ] && [ "$(grep -o '<math' "$tmp/sample.html" | wc -l)" = 3 ]
ok "formulas become MathML"

output=$(grep -oHE '<(script|link|iframe|object)[ >][^>]*|(src|srcset)="[^"]*|url\([^)]*|@import[^;]*' "$tmp/sample.html" "${pages[@]}" | grep -v 'src="data:')
[ -z "$output" ]
ok "a page needs no other file and runs no script"

output=$(cat "$tmp/sample.html.d" "$tmp/sample_instructor.html.d")
# made_from PAGE FILE
made_from() { grep "^$tmp/$1: " "$tmp/$1.d" | grep -wF "$2" >/dev/null; }
made_from sample.html labs/matmul/lab.json && made_from sample.html labs/matmul/matmul.h &&
  made_from sample_instructor.html solutions/matmul/matmul.cu && ! made_from sample.html solutions/matmul/matmul.cu
ok "make is told what a page is made from"

mkdir -p build/handouts && : >"build/handouts/$$.html.d"
output=$(make -n list-modules 2>&1 | grep -F "$$.html")
rm -f "build/handouts/$$.html.d"
[ -z "$output" ]
ok "a page's list of what it is made from is nothing to build"

output=$(sed -n '/<code class="sourceCode/,/<\/code>/p' "$tmp/sample.html" | sed -E 's/<[^>]*>//g; s/&#39;/'"'"'/g')
[ "$output" = "$(sed -n '/Task 1\./,/void matmul_naive/p' labs/matmul/matmul.h)" ] && [ -n "$output" ]
ok "an excerpt is exactly the lines that are meant"

# The cells' numbers are in the order of the rows, and what is left out is not there.
output=$(sed -n '/<figure/,/<\/figure>/p' "$tmp/sample.html")
[ "$(grep -c '<rect.*class="blue"' <<<"$output")" = 5 ] &&
  [ "$(grep -oE '<tspan>[0-9]</tspan>' <<<"$output" | tr -dc 0-9)" = 01245 ] &&
  grep -F '<tspan class="italic">A</tspan><tspan class="script" dy="3">11</tspan><tspan dy="-3"> </tspan><tspan>&lt;</tspan>' <<<"$output" >/dev/null &&
  grep -F '<polygon points="60,60 ' <<<"$output" >/dev/null && grep 'Elements of' <<<"$output" >/dev/null
ok "a diagram is drawn from its text"

# As many cells as rows in the tables of all sizes.
output=$(for page in "$tmp"/students/*.html; do
  lab=$(basename "$page" .html)
  [ -s "docs/variants/$lab.md" ] || continue
  sed -n '/id="measured"/,/<h2/p' "$page" >"$tmp/measured"
  [ "$(grep -c '<table' "$tmp/measured")" = 1 ] || echo "$lab: not one table of measurements"
  sizes=$(grep -c '^## ' "docs/variants/$lab.md")
  [ "$(grep -c '<th ' "$tmp/measured")" = $((sizes + 1)) ] || echo "$lab: not a column per size"
  [ "$(sed -n '/<tbody>/,/<\/table>/p' "$tmp/measured" | grep -o '<em>' | wc -l)" = $(($(sed '1,/^## /d' "docs/variants/$lab.md" | grep -c '^|') - 2 * sizes)) ] ||
    echo "$lab: not all measurements"
done)
[ -z "$output" ]
ok "what was measured is one table"

output=$(text_of "$tmp/sample.html")
[[ $output == *"Expected effort: 2–3 hours"*"$(build/warpgrade tasks matmul --targets | sed -n '1s/^1. - //p' | tr -d '`')"* ]]
ok "a task's effort and target are in its section"

# refused SAYS: the text on standard input, as the handout of matmul, is refused with these words.
mkdir -p "$tmp/bad"
refused() {
  local status
  { printf -- '---\ntitle: T\n---\n\n' && cat; } >"$tmp/bad/matmul.md"
  [ "${2:-}" = bare ] && sed -i 1,4d "$tmp/bad/matmul.md"
  page "$tmp/bad/matmul.md" students "$tmp/bad/page.html" >"$tmp/bad/said" 2>&1
  status=$?
  [ $status = 1 ] && [ ! -e "$tmp/bad/page.html" ] && grep -F "$1" "$tmp/bad/said" >/dev/null && return
  echo "status $status, wanted: $1" && cat "$tmp/bad/said" && rm -f "$tmp/bad/page.html"
}
# diagram CODE [WORDS]
diagram() { printf '::: diagram\n```\n%s\n```\n\n%s\n:::\n' "$1" "${2-What is to be seen.}"; }
include() { printf '```{.cpp include="%s" from="%s" to="%s"}\n```\n' "$@"; }
output=$(
  include labs/matmul/matmul.h "no such words" ";" | refused '{.cpp include="labs/matmul/matmul.h" from="no such words" to=";"}: no line of labs/matmul/matmul.h contains from="no such words"'
  include labs/matmul/matmul.h "Task 5" "Task 1" | refused 'contains to="Task 1" (looked from line'
  include labs/matmul/none.h a b | refused 'there is no file labs/matmul/none.h'
  include solutions/matmul/matmul.cu a b | refused 'students are shown code from'
  include tests/submissions/matmul/ok_other/matmul.cu a b | refused 'students are shown code from'
  include skeletons/../solutions/matmul/matmul.cu a b | refused 'must lie in the tree'
  include /etc/passwd a b | refused 'must lie in the tree'
  printf 'Words\n```{.cpp include="labs/matmul/matmul.h"\n```\n' | refused 'this is no block of code'
  echo '[there](#nowhere)' | refused 'there is no section #nowhere'
  echo '[the docs](../docs/findings.md)' | refused 'a page is handed out alone'
  diagram 'box(0, 0, 341, 5)' | refused 'number 1: it is 341 wide, and a phone shows 340'
  diagram 'text(10, 10, "too far left")' | refused 'begins left of 0'
  diagram 'box(0, 0, 9, 9, {fill = "pink"})' | refused 'there is no color "pink"'
  diagram 'os.exit(0)' | refused 'there is no word "os"'
  diagram 'box(0, 0' | refused 'line:'
  diagram 'box(0, 0, 9, 9)' '' | refused 'a sentence must say what is to be seen'
  printf '::: diagram\nwords\n:::\n' | refused 'begins with a block of code'
  printf '::: {.result}\n:::\n' | refused 'there is no such directive'
  printf '::: {.target hours="1"}\n:::\n' | refused 'it is in the section of a task'
  printf '::: {.instructor .long}\nThe answer.\n:::\n' | refused 'begins with this line'
  printf -- '- A question\n\n  ::: instructor\n  The answer.\n  :::\n' | refused 'begins with this line'
  printf '::: instructor answers\nThe answer.\n:::\n' | refused 'this opens or closes no block'
  printf '::: instructor\nThe answer.\n' | refused 'matmul.md'
  echo 'A <b>word</b>.' | refused 'raw html is not for all kinds of pages'
  printf '$\\nosuchcommand{$ and $$ \\frac{1}{$$\n' | refused 'Could not convert TeX math'
  echo 'No head.' | refused 'title' bare
)
[ -z "$output" ]
ok "every mistake in a text is told, and gives no page"

# --- in a browser: frames as wide as a phone, since a window of the browser is at least 500 pixels wide ---

for name in chromium chromium-browser google-chrome; do browser=$(command -v $name) && break; done
browse() {
  timeout -k 5 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run \
    --user-data-dir="$tmp/profile" --virtual-time-budget=10000 --dump-dom "file://$1" 2>/dev/null
}
# widths PAGE...: "PAGE WIDTH TOP" for each, as it is laid out in 390 pixels; TOP: where its text begins.
widths() {
  local page n=0
  mkdir -p "$tmp/frames"
  {
    echo '<!DOCTYPE html><ul></ul><script>addEventListener("message", (e) => {
      document.querySelector("ul").append(Object.assign(document.createElement("li"), {textContent: e.data})); });</script>'
    for page in "$@"; do
      n=$((n + 1))
      { cat "$page" && echo "<script>addEventListener('load', () => parent.postMessage(['$page', document.documentElement.scrollWidth, document.querySelector('main').offsetTop].join(' '), '*'))</script>"; } >"$tmp/frames/$n.html"
      echo "<iframe src='$n.html' width='390' height='900' style='border: 0'></iframe>"
    done
  } >"$tmp/frames/all.html"
  browse "$tmp/frames/all.html" | grep -o '<li>[^<]*' | sed 's/<li>//'
}
echo '<p>started' >"$tmp/start.html"
if [ -n "${browser:-}" ] && browse "$tmp/start.html" | grep started >/dev/null; then
  sed 's/<main>/<main><p style="width: 420px">Wide<\/p>/' "$tmp/sample.html" >"$tmp/wide.html"
  output=$(widths "${pages[@]}" "$tmp/sample.html" "$tmp/wide.html")
  [ "$(wc -l <<<"$output")" = $((${#pages[@]} + 2)) ] && [ "$(awk '$2 > 390 { print $1 }' <<<"$output")" = "$tmp/wide.html" ]
  ok "no page is wider than a phone"
  [ -n "$output" ] && [ -z "$(awk '$3 > 300' <<<"$output")" ]
  ok "contents leave room on a phone's first screen"
else
  skip "there is no Chromium that starts" "${browser_tests[@]}"
fi

# --- on paper: begun above ---------------------------------------------------------------------------------

if [ -n "${paper:-}" ]; then
  wait "$paper" && [ "$(head -c 5 "$tmp/sample.pdf")" = %PDF- ]
  good=$? output=$(cat "$tmp/paper")
  [ $good = 0 ]
  ok "a handout becomes a PDF"
  wait "$bad_paper"
  status=$? output=$(cat "$tmp/bad_paper/said")
  [ $status = 1 ] && [ ! -e "$tmp/bad_paper/page.pdf" ] && grep 'U+13000' <<<"$output" >/dev/null &&
    ! grep -E 'U\+(1D40|03A3|221A)' <<<"$output" >/dev/null && grep 'Overfull' <<<"$output" >/dev/null
  ok "letters that no font has and lines over the margin are told"
else
  skip "there is no LaTeX" "${pdf_tests[@]}"
fi

summary
