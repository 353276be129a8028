#!/bin/bash
# The instructor's page of a class in a real browser, with real keys and clicks: sorting, searching,
# filters, a phone's width, print, ten thousand grades; and the leaderboard's looks. Unit tests
# (class_page_test.cpp, board_test.cpp) write the pages.
# Needs: grader/batch
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tests=(
  "pages are written, ten thousand grades in 20 s of one core"
  "nothing of others runs"
  "the page's own style sheet and script run under its policy"
  "without the script all grades stand there, and nothing to type into"
  "a click on a header sorts, a second one the other way round"
  "each column is sorted by what it holds"
  "Enter on a header sorts"
  "/ searches, Escape ends it"
  "words in any order are found"
  "the arrows go through the students"
  "filters for a lab, and for open, failing and flagged grades"
  "earlier attempts are shown when asked for"
  "nothing is wider than 390 pixels"
  "what is wider than the page is found"
  "texts have a contrast of 4.5, light and dark"
  "the table prints, and nothing to type into"
  "ten thousand grades open, sort and are searched in time"
  "of many the first 500 are shown, all on paper and when asked for"
)

for name in chromium chromium-browser google-chrome; do
  browser=$(command -v $name) && break
done
[ -n "${browser:-}" ] || skip_all "there is no Chromium"
command -v chromedriver >/dev/null || skip_all "there is no chromedriver"
command -v curl >/dev/null || skip_all "there is no curl"
[ -x build/unit_tests ] || skip_all "build/unit_tests is not built"

tmp=$(mktemp -d)
driver='' session=''
finish() {
  [ -z "$session" ] || wd DELETE "" >/dev/null
  [ -z "$driver" ] || kill "$driver" 2>/dev/null
  rm -rf "$tmp"
}
trap finish EXIT

# --- WebDriver (W3C), by hand ---------------------------------------------------------------------------
# wd METHOD PATH [JSON]: prints the answer's value; text without its quotes.
wd() {
  curl -s -m 120 -X "$1" "http://127.0.0.1:$port/session${session:+/$session}$2" \
    -H 'Content-Type: application/json' ${3:+--data-binary "$3"} | sed -E 's/^\{"value"://; s/\}$//; s/^"(.*)"$/\1/'
}
quoted() { # TEXT as JSON
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//$'\n'/\\n}"
}
js() { output=$(wd POST /execute/sync "{\"script\": $(quoted "$1"), \"args\": []}"); }  # leaves $output
# js_says SCRIPT TEXT: a pattern of the shell.
js_says() {
  js "$1"
  # shellcheck disable=SC2053
  [[ $output == $2 ]]
}
open_page() { wd POST /url "{\"url\": \"file://$tmp/$1.html\"}" >/dev/null; }
cdp() { wd POST /goog/cdp/execute "{\"cmd\": \"$1\", \"params\": ${2:-{\}}}" >/dev/null; }
# keys KEY...: pressed one after the other; special ones as WebDriver numbers them.
keys() {
  local actions='' key
  for key; do actions+="${actions:+,}{\"type\":\"keyDown\",\"value\":\"$key\"},{\"type\":\"keyUp\",\"value\":\"$key\"}"; done
  wd POST /actions "{\"actions\":[{\"type\":\"key\",\"id\":\"k\",\"actions\":[$actions]}]}" >/dev/null
}
escape='\uE00C' enter='\uE007' down='\uE015' up='\uE013'
# A click of the mouse on the middle of an element.
click() {
  local at
  js "const e = document.querySelector('$1'); e.scrollIntoView({block: 'center'});
      const r = e.getBoundingClientRect(); return Math.round(r.x + r.width / 2) + ',\"y\":' + Math.round(r.y + r.height / 2)"
  at=${output//\\/}
  wd POST /actions "{\"actions\":[{\"type\":\"pointer\",\"id\":\"m\",\"actions\":[{\"type\":\"pointerMove\",\"duration\":0,\"x\":$at},{\"type\":\"pointerDown\",\"button\":0},{\"type\":\"pointerUp\",\"button\":0}]}]}" >/dev/null
}

chromedriver --port=0 >"$tmp/driver.log" 2>&1 &
driver=$!
port=''
for ((i = 0; i < 100; ++i)); do
  port=$(sed -nE 's/.*started successfully on port ([0-9]+).*/\1/p' "$tmp/driver.log")
  [ -n "$port" ] && break
  sleep 0.1
done
[ -n "$port" ] || skip_all "chromedriver does not start here"
# --no-sandbox: its own sandbox does not work for root, and the pages are ours.
answer=$(wd POST "" "{\"capabilities\": {\"alwaysMatch\": {\"goog:chromeOptions\": {\"binary\": \"$browser\", \"args\": [
  \"--headless=new\", \"--no-sandbox\", \"--disable-gpu\", \"--disable-background-networking\", \"--no-first-run\",
  \"--user-data-dir=$tmp/profile\", \"--window-size=1400,1000\"]}}}}")
session=$(grep -o '"sessionId":"[^"]*' <<<"$answer" | cut -d '"' -f 4)
[ -n "$session" ] || skip_all "$(basename "$browser") does not start here"

# --- the pages ------------------------------------------------------------------------------------------
output=$(CLASS_PAGES=$tmp build/unit_tests '[.class-pages]' 2>&1) && [ -s "$tmp/class-10000.html" ] &&
  awk '/10000 grades, written/ { good = $(NF - 1) < 20 } END { exit !good }' <<<"$output"
ok "pages are written, ten thousand grades in 20 s of one core"

open_page class-evil
js_says 'return [document.title.startsWith("Class: lab<script>"), document.scripts.length, document.images.length, performance.getEntriesByType("resource").length].join("|")' 'true|1|0|0'
ok "nothing of others runs"

open_page class
js_says 'return [document.documentElement.className, getComputedStyle(document.querySelector("#table")).tableLayout, document.querySelector("#count").textContent].join("|")' 'scripted|fixed|8 of 10 grades'
ok "the page's own style sheet and script run under its policy"

cdp Emulation.setScriptExecutionDisabled '{"value": true}'
open_page class
js_says 'return [document.querySelectorAll("#table tbody tr").length, getComputedStyle(document.querySelector(".controls")).display, [...document.querySelectorAll("#table tbody tr")].filter((r) => r.hidden).length].join("|")' '10|none|0'
ok "without the script all grades stand there, and nothing to type into"
cdp Emulation.setScriptExecutionDisabled '{"value": false}'
open_page class

# What a column shows from the top, and how its header says that it is sorted.
column() { echo "const head = document.querySelectorAll('#table thead th')[$1];
  const cells = [...document.querySelectorAll('#table tbody tr:not([hidden])')].map((r) => r.cells[$1].textContent);"; }
shown() { js_says "$(column 1) return head.ariaSort + ': ' + cells.join('; ')" "$1"; }

click '#table thead th:nth-child(2) button'
shown 'ascending: Ångström*; Bee*; Bee*; Lovelace*; Lovelace*; Zuse*; Zuse, Konrad' &&
  click '#table thead th:nth-child(2) button' && shown 'descending: Zuse*Bee, Bob; Ångström*'
ok "a click on a header sorts, a second one the other way round"

# In order by a comparison of this test's own: empty cells last.
js_says 'let bad = [];
  const heads = [...document.querySelectorAll("#table thead th")];
  heads.forEach((head, i) => { for (const sign of [1, -1]) {
    head.querySelector("button").click();
    const all = [...document.querySelectorAll("#table tbody tr:not([hidden])")].map((r) => r.cells[i].textContent.trim());
    const full = all.filter((t) => t !== "");
    const number = /^(Attempt|Points|%|Pending)$/.test(head.textContent);
    for (let k = 1; k < full.length; ++k) {
      const order = number ? parseFloat(full[k - 1]) - parseFloat(full[k]) : full[k - 1].localeCompare(full[k], "en", {numeric: true, sensitivity: "base"});
      if (sign * order > 0) bad.push(head.textContent + ": " + full[k - 1] + " before " + full[k]);
    }
    if (all.slice(0, full.length).includes("")) bad.push(head.textContent + ": empty cells are not last");
    if (head.ariaSort !== (sign > 0 ? "ascending" : "descending")) bad.push(head.textContent + ": " + head.ariaSort);
    if (heads.filter((h) => h.ariaSort !== "none").length !== 1) bad.push("several are marked");
  } });
  return heads.length + " columns" + bad.join(", ")' '8 columns'
ok "each column is sorted by what it holds"

js "document.querySelectorAll('#table thead button')[0].focus(); return ''"
keys "$enter"
js_says "$(column 0) return head.ariaSort + ' ' + cells[0]" 'ascending bob#1*'
ok "Enter on a header sorts"

js 'document.activeElement.blur(); return ""'
keys / z u s e
sleep 0.3
js_says 'return document.activeElement.id + "|" + document.getElementById("search").value + "|" + document.getElementById("count").textContent' 'search|zuse|2 of 10 grades' &&
  keys "$escape" && js_says 'return document.getElementById("search").value + "|" + document.getElementById("count").textContent' '|8 of 10 grades'
ok "/ searches, Escape ends it"

keys m a t ' ' b o b
sleep 0.3
js_says "$(column 1) return cells.join(';')" 'Bee, Bob'
ok "words in any order are found"
keys "$escape"

keys "$down" "$down"
js 'return document.activeElement.getAttribute("href") + "|" + [...document.querySelectorAll("#table tbody tr:not([hidden]) a")].indexOf(document.activeElement)'
second=$output
keys "$up" "$up"
[[ $second == reports/*'|1' ]] && js_says 'return document.activeElement.id' search
ok "the arrows go through the students"

choose() { js "const e = document.getElementById('$1'); e.value = '$2'; e.dispatchEvent(new Event('change'));
  return [...document.querySelectorAll('#table tbody tr:not([hidden])')].map((r) => r.cells[0].textContent + ' ' + r.cells[2].textContent).sort().join('; ')"; }
filtered() { choose "$1" "$2" && [ "$output" = "$3" ]; }
filtered lab dot 'bob#1?%41&x dot; s10 dot; s7 dot; s8 dot' && filtered only f 's7 dot' && filtered lab '' 's7 dot; s7 matmul' &&
  filtered only o 's7 matmul' && filtered only h '' && filtered only l 'bob#1?%41&x dot; bob#1?%41&x matmul; s10 dot; s10 matmul; s7 dot'
ok "filters for a lab, and for open, failing and flagged grades"

choose only '' && click '#earlier' && js_says 'return document.getElementById("count").textContent' '10 grades'
ok "earlier attempts are shown when asked for"

# --- a phone, colours, paper ----------------------------------------------------------------------------
phone='{"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true}'
cdp Emulation.setDeviceMetricsOverride "$phone"
fits() { open_page "$1" && js_says 'return innerWidth + " " + document.documentElement.scrollWidth' '390 390'; }
fits class && fits class-evil && fits board && open_page class &&
  js_says 'return document.querySelector("#table thead").getBoundingClientRect().height < 40' true
ok "nothing is wider than 390 pixels"
js 'document.querySelector("h1").textContent = "_"; document.querySelector("h1").replaceChildren(Object.assign(document.createElement("img"), {width: 900})); return ""'
js 'return document.documentElement.scrollWidth'
[ "$output" -gt 390 ]
ok "what is wider than the page is found"
cdp Emulation.clearDeviceMetricsOverride

contrast() { # PAGE light|dark
  cdp Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$2\"}]}"
  open_page "$1"
  js "$(grep -v '^//' tests/scripts/contrast.js) return matchMedia('(prefers-color-scheme: dark)').matches + ' ' +
      least_contrast([...document.querySelectorAll('body *')]).join(' ')"
  [ "${output%% *}" = "$([ "$2" = dark ] && echo true || echo false)" ] && awk '{ exit !($2 >= 4.5) }' <<<"$output"
}
contrast class light && contrast class dark && contrast class-evil light && contrast class-evil dark && contrast board light && contrast board dark
ok "texts have a contrast of 4.5, light and dark"

open_page class
wd POST /print '{}' | base64 -d >"$tmp/class.pdf" 2>/dev/null
output=$(head -c 5 "$tmp/class.pdf")
[ "$output" = %PDF- ] && [ "$(stat -c %s "$tmp/class.pdf")" -gt 10000 ] && {
  ! command -v pdftotext >/dev/null || {
    output=$(pdftotext -layout "$tmp/class.pdf" -)
    [[ $output == *"Lovelace, Ada"* && $output == *Student*Verdicts* && $output != *Search* ]]
  }
}
ok "the table prints, and nothing to type into"

# Times on a machine that other tests keep busy: on an idle one each takes less than a second.
open_page class-10000
js 'const n = performance.getEntriesByType("navigation")[0];
  const timed = (work) => { const t = performance.now(); work(); document.body.offsetHeight; return Math.round(performance.now() - t); };
  const sorted = timed(() => document.querySelectorAll("#table thead button")[4].click());
  const search = document.getElementById("search");
  const found = timed(() => { search.value = "number 99"; document.getElementById("only").dispatchEvent(new Event("change")); });
  return [Math.round(n.domComplete), sorted, found, document.querySelectorAll("#table tbody tr").length, document.getElementById("count").textContent].join(" ")'
echo "ten thousand grades, ms to open, sort, search: $output"
awk '{ exit !($1 < 5000 && $2 < 3000 && $3 < 3000 && $4 == 10000 && $5 > 0 && $5 < 10000) }' <<<"$output"
ok "ten thousand grades open, sort and are searched in time"

rows='document.querySelectorAll("#table tbody tr:not([hidden])").length'
js "const search = document.getElementById('search'); search.value = 'matmul'; document.getElementById('only').dispatchEvent(new Event('change'));
  const say = [$rows]; dispatchEvent(new Event('beforeprint')); say.push($rows); dispatchEvent(new Event('afterprint')); say.push($rows);
  document.getElementById('more').click(); say.push($rows, document.getElementById('more').hidden); return say.join(' ')"
[ "$output" = '500 1667 500 1667 true' ]
ok "of many the first 500 are shown, all on paper and when asked for"

summary
