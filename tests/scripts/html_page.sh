#!/bin/bash
# The HTML page in a real browser: nothing of others runs, its own style sheet and script do, links lead
# somewhere, nothing is wider than a phone, texts have contrast, and it prints. Unit tests
# (html_test.cpp) write the pages.
# Needs: solutions tests/submissions
# Long
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tests=(
  "pages are written"
  "scripts of others do not run"
  "the page's own style sheet and script run under its policy"
  "a changed style sheet is refused"
  "nothing is fetched"
  "links lead to anchors"
  "a link into a fold opens it"
  "nothing is wider than 390 pixels"
  "what is wider than the page is found"
  "texts have a contrast of 4.5, light and dark"
  "too little contrast is found"
  "the page prints, without its script too"
)

for name in chromium chromium-browser google-chrome; do
  browser=$(command -v $name) && break
done
[ -n "${browser:-}" ] || skip_all "there is no Chromium"
[ -x build/unit_tests ] || skip_all "build/unit_tests is not built"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# --no-sandbox: its own sandbox does not work for root, and the pages are ours.
browse() {
  timeout -k 5 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking \
    --no-first-run --user-data-dir="$tmp/profile" --virtual-time-budget=10000 --enable-logging=stderr "$@"
}
# A browser that cannot start at all says nothing about our pages.
echo '<p>started' >"$tmp/start.html"
browse --dump-dom "file://$tmp/start.html" 2>"$tmp/log" | grep started >/dev/null ||
  skip_all "$(basename "$browser") does not start here"

output=$(HTML_PAGES=$tmp build/unit_tests '[.html-pages]' 2>&1) && [ -s "$tmp/evil.html" ] && [ -s "$tmp/checked.html" ]
ok "pages are written"
pages=(checked evil compile-error full speed mebibyte folded long-line)

# dom NAME [OPTION]...: leaves $dom, and in $output what the browser complained of.
dom() {
  local name=$1
  shift
  dom=$(browse --dump-dom "$@" "file://$tmp/$name" 2>"$tmp/log")
  output=$(grep CONSOLE "$tmp/log")
}

# What runs in a copy of a page, without its policy, to look at it: one line for each thing to know.
cat >"$tmp/probe.js" <<'END'
addEventListener("load", () => setTimeout(() => {
  const say = (...words) => parent.postMessage([window.name, ...words].join(" "), "*");
  const all = [...document.querySelectorAll("*")];
  say("title", document.title);
  say("width", innerWidth, document.documentElement.scrollWidth);
  const dead = [...document.querySelectorAll("a")].filter(
    (a) => !document.getElementById(a.getAttribute("href").slice(1)));
  say("links", document.querySelectorAll("a").length, "dead", dead.length);
  say("fetched", performance.getEntriesByType("resource").length);
  say("dark", matchMedia("(prefers-color-scheme: dark)").matches);

  const [least, where] = least_contrast(all.slice(0, 20000));
  say("contrast", least.toFixed(2), where);
  say("end");
}, 100));
END

# probe SCHEME PAGE.WIDTH...: shows the pages in frames of these widths, in the scheme light or dark, and leaves
# what the probe says in each in $tmp/PAGE.WIDTH.SCHEME. In frames, since a window of the browser is at least
# 500 pixels wide, and all in one browser, whose start takes longest. PLANT: a rule of CSS more, for tests of the
# tests.
probe() {
  local scheme=$1 frame page all
  shift
  cat >"$tmp/frame.html" <<'END'
<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><ul></ul>
<script>addEventListener("message", (event) => {
  const item = document.createElement("li");
  item.textContent = event.data;
  document.querySelector("ul").append(item);
});</script>
END
  for frame; do
    page=${frame%.*}
    {
      sed "/^<meta http-equiv=\"Content-Security-Policy\"/d; s|^</body>\$||; s|^</html>\$||" "$tmp/$page.html"
      printf '<style>%s</style><script>%s</script></body></html>\n' "${PLANT:-}" "$(cat tests/scripts/contrast.js "$tmp/probe.js")"
    } >"$tmp/probed-$page.html"
    printf '<iframe name="%s" src="probed-%s.html" width="%s" height="900" style="border: 0"></iframe>\n' \
      "$frame" "$page" "${frame##*.}" >>"$tmp/frame.html"
  done
  dom frame.html --window-size=1400,1000 --blink-settings=preferredColorScheme=$([ "$scheme" = dark ] && echo 0 || echo 1)
  all=$(grep -o '<li>[^<]*' <<<"$dom" | sed 's/<li>//')
  for frame; do sed -n "s/^$frame //p" <<<"$all" >"$tmp/$frame.$scheme"; done
}

# Each page is looked at three times: as it is, and by the probe at the width of a desk and of a phone; some
# are looked at in the dark, too.
for page in "${pages[@]}"; do
  dom "$page.html"
  printf '%s' "$dom" >"$tmp/$page.dom"
  printf '%s' "$output" >"$tmp/$page.console"
done
probe light "${pages[@]/%/.1280}" "${pages[@]/%/.390}"
colored=(checked evil compile-error speed)
probe dark "${colored[@]/%/.1280}"

# every COMMAND...: the command, with the page's name behind it, for each page; the first that fails
# decides.
every() {
  local page
  for page in "${pages[@]}"; do
    "$@" "$page" && continue
    output="$page: $(cat "$tmp/$page".console "$tmp/$page".*.{light,dark} 2>/dev/null)"
    return 1
  done
}

# Without the policy too, which the probe's copy lacks: it is a second wall.
title_untouched() {
  grep '<title>matmul' "$tmp/$1.dom" >/dev/null && ! grep '<title>owned' "$tmp/$1.dom" >/dev/null &&
    grep '^title matmul' "$tmp/$1.1280.light" >/dev/null
}
every title_untouched
ok "scripts of others do not run"

# The script adds the copy buttons; a refused style sheet or script is told on the console.
own_assets() {
  [ ! -s "$tmp/$1.console" ] &&
    [ "$(grep -c 'class="command' "$tmp/$1.html")" = "$(grep -c 'class="copy"' "$tmp/$1.dom")" ]
}
every own_assets && grep 'class="copy"' "$tmp/checked.dom" >/dev/null
ok "the page's own style sheet and script run under its policy"
sed 's/margin: 0 auto;/margin: 0  auto;/' "$tmp/checked.html" >"$tmp/changed.html"
dom changed.html
[[ $output == *"Content Security Policy"* ]]
ok "a changed style sheet is refused"

nothing_fetched() { grep -x 'fetched 0' "$tmp/$1.1280.light" >/dev/null; }
every nothing_fetched
ok "nothing is fetched"
no_dead_links() { grep -E '^links [1-9][0-9]* dead 0$' "$tmp/$1.1280.light" >/dev/null; }
every no_dead_links
ok "links lead to anchors"

dom 'folded.html#matmul.cu-5'
output=$(grep -c '<details class="fold" open' <<<"$dom")
[ "$output" = 1 ]
ok "a link into a fold opens it"

# fits FILE: of a probe in a frame of 390 pixels, which a scroll bar may make narrower.
fits() { awk '$1 == "width" { good = $2 == 390 && $3 <= 390 } END { exit !good }' "$1"; }
fits_phone() { fits "$tmp/$1.390.light"; }
every fits_phone
ok "nothing is wider than 390 pixels"
cp "$tmp/checked.html" "$tmp/planted.html"
PLANT='h1 { width: 420px; color: #999 !important }' probe light planted.390 planted.1280
! fits "$tmp/planted.390.light" && grep '^width 390 4' "$tmp/planted.390.light" >/dev/null
ok "what is wider than the page is found"

# readable FILE: of a probe
readable() { awk '$1 == "contrast" { good = $2 >= 4.5 } END { exit !good }' "$1"; }
in_both_schemes() {
  grep -x 'dark false' "$tmp/$1.1280.light" >/dev/null && readable "$tmp/$1.1280.light" &&
    grep -x 'dark true' "$tmp/$1.1280.dark" >/dev/null && readable "$tmp/$1.1280.dark"
}
pages=("${colored[@]}")
every in_both_schemes
ok "texts have a contrast of 4.5, light and dark"
! readable "$tmp/planted.1280.light" && grep 'contrast 2.* H1' "$tmp/planted.1280.light" >/dev/null
ok "too little contrast is found"

sed '/^<script>/,/^<\/script>/d' "$tmp/checked.html" >"$tmp/scriptless.html"
browse --no-pdf-header-footer --print-to-pdf="$tmp/checked.pdf" "file://$tmp/scriptless.html" &>"$tmp/log"
output=$(tail -n 3 "$tmp/log")
! grep '<script' "$tmp/scriptless.html" >/dev/null && [ "$(head -c 5 "$tmp/checked.pdf")" = %PDF- ] && [ "$(stat -c %s "$tmp/checked.pdf")" -gt 50000 ]
printed=$?
if [ $printed = 0 ] && command -v pdftotext >/dev/null; then
  output=$(pdftotext -layout "$tmp/checked.pdf" - 2>&1)
  [[ $output == *"reads As[1][0]"* && $output == *"sum += As[ty][p] * Bs[p][tx];"* ]]
  printed=$?
fi
[ $printed = 0 ]
ok "the page prints, without its script too"

summary
