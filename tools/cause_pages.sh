#!/bin/bash
# The pages about causes as entries of a C++ array, for the build: id, the other ids that the page is about,
# text, faulty and mended program of each folder in grader/result/causes (grader/result/cause_page.h).
set -euo pipefail
cd "$(dirname "$0")/../grader/result/causes"
export LC_ALL=C
for page in */page.md; do
  id=${page%/page.md}
  printf '{"%s", "%s",\nR"~~~~(' "$id" "$(sed -n '3s/^Also: //p' "$page")"
  sed '3{/^Also: /{N;d;}}' "$page"
  printf ')~~~~"'
  for part in faulty.cu mended.cu; do
    printf ',\nR"~~~~('
    cat "$id/$part"
    printf ')~~~~"'
  done
  printf '},\n'
done
