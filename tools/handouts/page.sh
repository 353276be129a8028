#!/bin/bash
# Makes one page of a handout.
#   tools/handouts/page.sh TEXT.md students|instructor PAGE.html|PAGE.pdf
# The lab is the one that the text is named after. Beside the page goes PAGE.html.d, for make: the files
# that code was taken from. Mistakes in the text are told, and then there is no page (exit status 1).
set -euo pipefail
text=$(realpath "$1") edition=$2 page=$(realpath -m "$3")
cd "$(dirname "$0")/../.."
tools=tools/handouts
lab=$(basename "$text" .md)
text=${text#"$PWD/"} page=${page#"$PWD/"}  # short names, in messages too

case $edition in students | instructor) ;; *) echo "page.sh: the edition is students or instructor" >&2; exit 2 ;; esac
mkdir -p "$(dirname "$page")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# render FORMAT TEMPLATE FILE [OPTION]...
render() {
  local format=$1 template=$2 file=$3
  shift 3
  pandoc --from=markdown --to="$format" --template="$tools/$template" --output="$file" --fail-if-warnings \
    --lua-filter="$tools/directives.lua" --lua-filter="$tools/diagrams.lua" --lua-filter="$tools/layout.lua" \
    --syntax-definition="$tools/cuda.xml" --highlight-style="$tools/colours.theme" \
    --metadata=lab:"$lab" --metadata=edition:"$edition" --metadata=depfile:"$work/depfile" --metadata=target:"$page" \
    "$@" "$text" 2>"$work/said" && return
  # Of a mistake in the text the filter tells what it is.
  grep -v '^Error running filter' "$work/said" >&2
  exit 1
}

html() {
  local self_contained=--self-contained
  ! pandoc --help | grep -e --embed-resources >/dev/null || self_contained=--embed-resources
  { echo '<style>' && cat $tools/style.css && echo '</style>'; } >"$work/style.html"
  render html5 page.html "$work/made.html" --standalone $self_contained --mathml --toc --toc-depth=3 \
    --include-in-header="$work/style.html"
  # pandoc lets every bracket stretch, also one without \left; and it says of a \big one how large it is in
  # a way that MathML Core has not. Of a norm's bars it makes the sign for "parallel", which has room around it. And
  # TeX sets large Greek letters upright.
  awk 'BEGIN { RS = "</math>"; letters = split("Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω", greek, " ") }
       NR > 1 { printf "%s</math>", last }
       !/\\(left|middle|begin)/ { gsub(/stretchy="true" form=/, "stretchy=\"false\" form=") }
       { gsub(/fix">∥<\/mo>/, "fix\">‖</mo>") }
       { for (i = 1; i <= letters; ++i) gsub("<mi>" greek[i] "</mi>", "<mi mathvariant=\"normal\">" greek[i] "</mi>") }
       { for (i = 12; i <= 30; i += 6) {
           size = sprintf("%.1f", i / 10)
           gsub("minsize=\"" size "\" maxsize=\"" size "\" stretchy=\"false\"",
                "minsize=\"" size "em\" maxsize=\"" size "em\" symmetric=\"true\" stretchy=\"true\"")
         }
         last = $0 }
       END { printf "%s", last }' "$work/made.html" >"$work/page.html"
}

# What LaTeX would print in silence: letters that no font has, and lines that run over the margin.
check_log() {
  local letters lines
  letters=$(grep -aE '^Missing character' "$work/page.log" | sort -u) || true
  lines=$(awk '/^Overfull .hbox/ && match($0, /[0-9.]+pt/) && substr($0, RSTART) + 0 > 3 { print; getline; print }' "$work/page.log")
  [ -z "$letters" ] || printf '%s: no font has these:\n%s\n' "$text" "$letters" >&2
  [ -z "$lines" ] || printf '%s: on paper this runs over the right margin:\n%s\n' "$text" "$lines" >&2
  [ -z "$letters$lines" ] || exit 1
}

pdf() {
  local turn
  render latex page.tex "$work/page.tex"
  # The system's fonts too are found by their files' names. The cache of fonts is ours: LuaTeX would put it
  # into the home folder, or as root into the system.
  mkdir -p build/fonts
  export OSFONTDIR=/usr/share/fonts// TEXMFCACHE=$PWD/build/fonts TEXMFVAR=$PWD/build/fonts max_print_line=1000
  for turn in 1 2 3; do
    lualatex --interaction=nonstopmode --halt-on-error --output-directory="$work" "$work/page.tex" >"$work/said" 2>&1 || {
      printf '%s: LaTeX does not take it:\n' "$text" >&2
      grep -a -A 12 '^!' "$work/page.log" >&2 || tail -n 20 "$work/said" >&2
      exit 1
    }
    grep -aE 'Rerun (to|LaTeX)' "$work/page.log" >/dev/null || break
  done
  check_log
}

case $page in
  *.html) html ;;
  *.pdf) pdf ;;
  *) echo "page.sh: the page is a .html or a .pdf" >&2; exit 2 ;;
esac
mv "$work/page.${page##*.}" "$page"
mv "$work/depfile" "$page.d"
