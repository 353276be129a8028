#!/bin/bash
# The pages about causes as entries of a C++ array, for the build: id, the other ids that the page is about,
# text, faulty and fixed program of each folder in grader/causes/pages (grader/causes/cause_page.h).
# Every `make` runs it: one process for all pages.
set -euo pipefail
cd "$(dirname "$0")/../grader/causes/pages"
export LC_ALL=C
parts=()
for page in */page.md; do parts+=("$page" "${page%page.md}faulty.cu" "${page%page.md}fixed.cu"); done
awk '
  function page_ends() { printf "{\"%s\", \"%s\",\nR\"~~~~(%s)~~~~\"", id, also, text }
  FNR == 1 {
    if (part == 1) page_ends()
    if (part > 1) printf ")~~~~\""
    if (part == 3) printf "},\n"
    part = FILENAME ~ /page\.md$/ ? 1 : part + 1
    if (part > 1) printf ",\nR\"~~~~("
    if (part == 1) { id = FILENAME; sub(/\/page\.md$/, "", id); also = text = "" }
  }
  part == 1 && FNR == 3 && sub(/^Also: /, "") { also = $0; next }
  part == 1 && FNR == 4 && also != "" { next }
  part == 1 { text = text $0 "\n"; next }
  { print }
  END { printf ")~~~~\"},\n" }
' "${parts[@]}"
