#!/bin/bash
# The pages about causes as entries of a C++ array, for the build: id, text, faulty and mended program of
# each folder in grader/result/causes (grader/result/cause_page.h).
set -euo pipefail
cd "$(dirname "$0")/../grader/result/causes"
export LC_ALL=C
for page in */page.md; do
  id=${page%/page.md}
  printf '{"%s"' "$id"
  for part in page.md faulty.cu mended.cu; do
    printf ',\nR"~~~~('
    cat "$id/$part"
    printf ')~~~~"'
  done
  printf '},\n'
done
