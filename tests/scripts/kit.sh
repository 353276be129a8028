#!/bin/bash
# `make kit`: the archives are complete, the same from a tree without git, and the student's holds no
# answer: no line of a solution, no hidden case, nothing that a handout says to instructors. It grades with
# the programs that it brings, and builds where they do not fit, beside solutions without source.
# Needs: solutions
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
export LC_ALL=C.UTF-8
passed=0 failed=0 skipped=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
unset MAKEFLAGS MAKELEVEL SOURCE_DATE_EPOCH
output=$tmp/output

# ok NAME: the status of the command before it decides.
ok() {
  if [ $? = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $1"
    head -n 30 "$output" | sed 's/^/  /'
  fi
}

# unpack ARCHIVE FOLDER
unpack() {
  mkdir -p "$2"
  tar -xzf "$1" -C "$2" --strip-components=1
}

# with_build FOLDER PART...: parts of what is built here, and the libraries.
with_build() {
  local to=$1 part
  shift
  mkdir -p "$to/build"
  for part in "$@"; do [ ! -e "build/$part" ] || cp -a --reflink=auto "build/$part" "$to/build"; done
  [ ! -d .deps ] || cp -al .deps "$to" 2>/dev/null || cp -a .deps "$to"
}

CXXFLAGS="-O1 -march=native" make kit &>"$output"
[ $? = 2 ] && grep 'CXXFLAGS=-O1 -march=native may make programs that fail' "$output" >/dev/null
ok "no kit is made for this processor alone"
here=$(uname -m)
export KIT_CAPABILITY=80 KIT_PROCESSORS=$here  # others take as long: tests/scripts/arm.sh
make kit &>"$output"
ok "make kit"
student=$(echo build/kit/warpgrade-student-*.tar.gz)
instructor=$(echo build/kit/warpgrade-instructor-*.tar.gz)
unpack "$student" "$tmp/student"
unpack "$instructor" "$tmp/instructor"

# --- complete -------------------------------------------------------------------------------------------
if [ -e .git ] && git rev-parse &>/dev/null; then
  diff <(git ls-files -co --exclude-standard | LC_ALL=C sort) <(tools/kit.sh list) >"$output"
  ok "the instructor's kit is what git has"
else
  skipped=$((skipped + 1))
  echo "skipped: the instructor's kit is what git has (no git here)"
fi
sums() { (cd "$1" && tr '\n' '\0' <"$2" | xargs -0 sha256sum); }
tools/kit.sh list >"$tmp/all"
(cd "$tmp/instructor" && find . -type f -printf '%P\n' | LC_ALL=C sort) >"$tmp/found"
cmp "$tmp/all" "$tmp/found" &>"$output" && diff <(sums . "$tmp/all") <(sums "$tmp/instructor" "$tmp/all") >"$output"
ok "the instructor's kit holds everything, byte by byte"
(cd "$tmp/student" && find . -type f ! -name KIT ! -name KIT.sha256 ! -path './handouts/*.html' ! -path './handouts/*.pdf' ! -path './prebuilt/*' ! -path './solutions/*' ! -path './baselines/*' -printf '%P\n' | LC_ALL=C sort) >"$tmp/found"
tools/kit.sh list student >"$tmp/some"
grep -vE '^((README|(handouts|docs)/.*)\.md|warpgrade\.ipynb)$' "$tmp/some" >"$tmp/plain"
cmp "$tmp/some" "$tmp/found" &>"$output" && diff <(sums . "$tmp/plain") <(sums "$tmp/student" "$tmp/plain") >"$output"
ok "the student's kit holds what it should, byte by byte"
if command -v pandoc >/dev/null; then
  for page in handouts/*.md; do
    page=$tmp/student/${page%.md}.html
    grep -c '<h1' "$page" >/dev/null || echo "$page is no page"
    ! tools/deps.sh has-latex || [ "$(head -c 5 "${page%.html}.pdf")" = %PDF- ] || echo "${page%.html}.pdf is no PDF"
  done &>"$output"
  [ ! -s "$output" ]
  ok "a page for each handout is in the student's kit"
else
  skipped=$((skipped + 1))
  echo "skipped: a page for each handout is in the student's kit (no pandoc)"
fi
find . -path ./build -prune -o \( -perm -u+x -type f -printf '%P\n' \) | sort | comm -12 - <(sort "$tmp/some") >"$tmp/programs"
while IFS= read -r file; do [ -x "$tmp/student/$file" ] || echo "$file"; done <"$tmp/programs" >"$output"
[ ! -s "$output" ] && [ -s "$tmp/programs" ]
ok "scripts can be started"
(cd "$tmp/student" && sha256sum --quiet -c KIT.sha256 && [ "$(wc -l <KIT.sha256)" = "$(find . -type f ! -name KIT.sha256 | wc -l)" ]) &>"$output" &&
  grep -E '^Warpgrade 1\.[0-9.]+, ' "$tmp/student/KIT" >"$output"
ok "KIT says the version, KIT.sha256 lists all files"
{
  printf '%s\n' LICENSE Makefile README.md tools/grade.sh grader/simt/simtcc grader/cli/main.cpp data/8.txt labs/lab.schema.json
  for lab in labs/*/lab.json; do
    lab=$(basename "$(dirname "$lab")")
    printf '%s\n' "labs/$lab/$lab.h" "labs/$lab/reference.cpp" "labs/$lab/lab.json" "skeletons/$lab/$lab.cu"
  done
} | sort | comm -23 - <(sort "$tmp/found") >"$output"
[ ! -s "$output" ]
ok "the student's kit has what grading needs"

KIT_LABS=dot tools/kit.sh list student >"$output"
[ "$(grep -E '^(labs|skeletons)/[^/]+/' "$output" | cut -d/ -f2 | sort -u)" = dot ] && grep -x handouts/dot.md "$output" >/dev/null &&
  ! grep -E '^handouts/matmul|^tests/' "$output" && ! KIT_LABS="dot none" tools/kit.sh list student >/dev/null 2>&1
ok "a kit of one lab holds nothing of the others"

dead_links() {
  for page in README.md docs/*.md; do
    grep -oE '\]\([^):#]+' "$page" | cut -c 3- | while IFS= read -r link; do
      [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
    done
  done
}
(cd "$tmp/student" && dead_links) >"$output"
[ ! -s "$output" ] && ! ls "$tmp"/student/docs/{exploits,champions,instructors}.md 2>/dev/null &&
  grep -F '| `dot` |' "$tmp/student/README.md" >/dev/null && grep -F docs/students.md "$tmp/student/README.md" >/dev/null
ok "the student's kit has the pages for students, and no link to others"

# --- no answers -----------------------------------------------------------------------------------------
grep -E '^solutions/[^/]+/[^/]+$|^solutions/champions|^tools/demo/|^labs/.*/hidden\.json$|^grader/(batch|gradebook)/|^tests/(submissions|exploits|kernels)/|^research/' "$tmp/found" >"$output"
[ $? = 1 ]
ok "no solution, hidden case or corpus entry is in the student's kit by name"

# Each line of text in it, blanks made one: "FILE:LINE".
lines_of() {
  (cd "$1" && find . -type f ! -path './.deps/*' ! -path './build/*' ! -path './prebuilt/*' -print0 |
    xargs -0 awk '{ gsub(/[ \t\r]+/, " "); print FILENAME ":" $0 }')
}
# What students write in a solution, where it is long enough to be nobody's idiom; not what their
# skeleton shows anyhow, nor how a thread's number is computed.
solution_lines() {
  awk '/^[ \t]*\/\/ BEGIN SOLUTION/ { on = 1; next } /^[ \t]*\/\/ END SOLUTION/ { on = 0 }
       on { gsub(/[ \t\r]+/, " "); sub(/^ /, ""); sub(/ $/, ""); if (length($0) >= 45) print }' solutions/*/*.cu |
    grep -vE '^(const |int |unsigned |long long )[^[]*=[^[]*(threadIdx|blockIdx)[^[]*;$|^CHECK\(cuda(DeviceGetAttribute|GetDevice|Occupancy)' | sort -u | while IFS= read -r line; do
      grep -F -- "$line" "$tmp/skeletons" >/dev/null || printf '%s\n' "$line"
    done
}
awk '{ gsub(/[ \t\r]+/, " "); print }' "$tmp"/student/skeletons/*/*.cu >"$tmp/skeletons"
solution_lines >"$tmp/answers"
lines_of "$tmp/student" >"$tmp/lines"
grep -F -f "$tmp/answers" "$tmp/lines" >"$output"
[ $? = 1 ] && [ "$(wc -l <"$tmp/answers")" -ge 100 ]
ok "no line of a solution is in the student's kit"

# --- what speed is compared with ------------------------------------------------------------------------
(cd "$tmp/student" && find solutions -type f ! -name variants.json) | while IFS= read -r file; do
  case $(basename "$file") in
    common.h) ;;  # is read above
    *) tr -d ' \n' <"${file%/*}/variants.json" | grep -E "\"variant\":\"$(basename "${file%.*}")\"[^}]*\"baseline\"" >/dev/null ;;
  esac || echo "$file is no baseline"
done >"$output"
[ ! -s "$output" ] && [ -f "$tmp/student/solutions/dot/variants/cublas.cu" ] && [ -f "$tmp/student/solutions/jacobi/variants/cublas.cu" ]
ok "of the variants the student's kit has the baselines alone"
if command -v nvcc >/dev/null; then
  ls "$tmp"/student/baselines/{dot,matmul}-*/{float,double} "$tmp"/student/baselines/matvec-chunk-*/float-M8-N8 &>"$output"
  ok "the student's kit has solutions as programs"
  # Kernels may be named, and nothing else of a source is there as text.
  find "$tmp/student/baselines" -type f ! -name about.json | while IFS= read -r program; do
    strings -a -n 6 "$program" | awk '{ gsub(/[ \t]+/, " "); print }' >"$tmp/strings"
    grep -F -f "$tmp/answers" "$tmp/strings"
    grep -nE "^$PWD|^/tmp|/submission|/contract|[a-z]\.(cu|cuh|h)\$|cuda[A-Z][a-zA-Z]*\([^)]" "$tmp/strings" | grep -v 'call cuda[A-Za-z]*()'
    readelf -SW "$program" | grep -E '\.(symtab|debug)'
  done >"$output"
  [ ! -s "$output" ]
  ok "they hold no text of a source, no path, no symbols and no lines"
  cp -r build/kit "$tmp/kits"
  make kit LAB=dot &>"$output" &&
    unpack "$student" "$tmp/dot" && cmp "$tmp/dot"/baselines/dot-*/float "$tmp/student"/baselines/dot-*/float && [ ! -e "$tmp"/dot/baselines/matmul-* ]
  ok "a kit of one lab has its programs alone, the same again"
  cp "$tmp"/kits/* build/kit
else
  skipped=$((skipped + 3))
  echo "skipped: solutions as programs (no nvcc)"
fi

# JSON without blanks; one hidden case a line.
bare() { tr -d ' \t\r\n' <"$1"; }
for file in labs/*/hidden.json; do bare "$file" | grep -oE '\{"sizes":\{[^}]*\}[^}]*\}'; done >"$tmp/hidden"
(cd "$tmp/student" && find . -type f \( -name '*.json' -o -name '*.md' -o -name '*.cpp' -o -name '*.sh' \) ! -path './docs/new-lab.md') |
  while IFS= read -r file; do
    bare "$tmp/student/$file" | grep -oF -f "$tmp/hidden" | sed "s|^|$file: |"
  done >"$output"
[ ! -s "$output" ] && [ "$(wc -l <"$tmp/hidden")" -ge "$(ls labs/*/hidden.json | wc -l)" ]
ok "no hidden case is in the student's kit"

# told FILE: what a handout says to instructors, without the marks.
told() { awk '/^:::+ *(\{ *\.)?instructor/ { on = 1; next } /^:::+ *$/ { on = 0 } on && length($0) > 20' "$1"; }
for page in handouts/*.md; do
  [ ! -f "$page" ] || told "$page"
done >"$tmp/told"
grep -F -f "$tmp/told" "$tmp/lines" >"$output"
[ $? = 1 ] || [ ! -s "$tmp/told" ]
ok "nothing that handouts say to instructors is in the student's kit"

# --- without git, and what is planted -------------------------------------------------------------------
tree=$tmp/instructor
with_build "$tree" warpgrade prebuilt simt runner sandbox_init connect cache handouts
remake() { (cd "$tree" && tools/kit.sh) &>"$output"; }
remake && cmp "$student" "$tree/$student" &>>"$output" && cmp "$instructor" "$tree/$instructor" &>>"$output"
ok "an unpacked instructor's kit makes the same archives again"

rm -r "$tree/build/prebuilt"
mkdir -p "$tree/handouts" "$tree/labs/matmul"
cat >"$tree/handouts/planted.md" <<'PAGE'
# Goal {#goal}

::: {.tasks}
:::

kept-1

::: instructor
hush-1

::: {.results}
:::

```
:::
hush-2
```
hush-3
:::

kept-2

:::: {.instructor}
hush-4
::::

```
::: instructor
kept-3
```
PAGE
printf '#!/bin/bash\n# hush-5\n# Needs: tests/submissions\n' >"$tree/tests/scripts/planted.sh"
echo hush-6 >"$tree/data/planted.txt"
echo hush-7 | tee "$tree/labs/matmul/matmul.h~" "$tree/skeletons/.x.swp" "$tree/data/.8.txt.1.part" >"$tree/junk"
touch -d @2000000000 "$tree/README.md"
echo '{"title": "A course", "kit_speed": "none", "labs": {"dot": {}}}' >"$tree/course.json"
remake
unpack "$tree"/build/kit/warpgrade-student-2033-05-18.tar.gz "$tmp/planted" &>"$output"
lines_of "$tmp/planted" | grep hush- >"$output"
[ $? = 1 ]
ok "what is planted for instructors, in tests and beside the project stays out"
[ "$(grep -o 'kept-.' "$tmp/planted/handouts/planted.md" | tr '\n' ' ')" = "kept-1 kept-2 kept-3 " ] &&
  [ "$(grep -c '^:::' "$tmp/planted/handouts/planted.md")" = 3 ]
ok "the rest of a handout stays in"
grep -x 'left out: tests/scripts/planted.sh' "$tmp/planted/KIT" >"$output"
ok "KIT lists a test that is left out"
[ "$(cd "$tmp/planted" && ls -d baselines/* solutions 2>/dev/null)" = baselines/about.json ] &&
  grep 'your course leaves out' "$tmp/planted/baselines/about.json" >/dev/null
ok "a course can leave out what speed is compared with"
rm "$tree"/handouts/*  # the kits below need no pages
echo '{"title": "A course", "kit_speed": "library", "labs": {"dot": {}}}' >"$tree/course.json"
remake
rm -rf "$tmp/library"
unpack "$tree"/build/kit/warpgrade-student-*.tar.gz "$tmp/library" &>>"$output"
[ "$(cd "$tmp/library" && ls -d baselines/* solutions/dot/variants/cublas.cu)" = baselines/about.json$'\n'solutions/dot/variants/cublas.cu ]
ok "a course can hand out the libraries alone"
rm "$tree/course.json"
printf 'int answer;\n' >>"$tree/skeletons/matmul/matmul.cu"
remake
[ $? = 3 ] && grep 'skeletons' "$output" >/dev/null
ok "no kit is made of skeletons in which somebody has worked"

# --- with its programs ----------------------------------------------------------------------------------
cd "$tmp/student" || exit
mkdir "$tmp/barred"
for program in cmake ninja apt-get; do
  printf '#!/bin/sh\necho "%s" >>"%s"\nexit 1\n' "$program was called" "$tmp/called" >"$tmp/barred/$program"
  chmod +x "$tmp/barred/$program"
done
if [ -d prebuilt ]; then
  PATH=$tmp/barred:$PATH make grade LAB=matmul BACKEND=cpu &>"$output" && grep '^First run' "$output" >/dev/null &&
    grep 'Total  0 / 100' "$output" >/dev/null && [ ! -e "$tmp/called" ]
  ok "the student's kit grades at once: nothing is installed, nothing of ours is compiled"
  cp skeletons/matmul/matmul.cu "$tmp/untouched.cu"
  cp "$OLDPWD/solutions/matmul/matmul.cu" skeletons/matmul/matmul.cu
  PATH=$tmp/barred:$PATH make grade LAB=matmul TASK=matmul_naive BACKEND=cpu STRICT=1 &>"$output" && ! grep '^First run' "$output" &&
    grep '✓ matmul_naive' "$output" >/dev/null && [ ! -e "$tmp/called" ]
  ok "what a student has solved is right with them, and the first run was the first"
  cp "$tmp/untouched.cu" skeletons/matmul/matmul.cu
  cp grader/cli/main.cpp "$tmp/main.cpp"
  echo "// mine" >>grader/cli/main.cpp
  tools/prebuilt.sh all &>"$output"
  [ $? = 1 ] && grep "grader/cli/main.cpp is not the kit's; put it back" "$output" >/dev/null
  ok "its programs are not used when the grader's sources were changed, and the file is named"
  cp "$tmp/main.cpp" grader/cli/main.cpp
  mv prebuilt/$here/build/warpgrade "$tmp/program"
  printf '#!/bin/sh\necho "GLIBC_9.9 not found"\nexit 1\n' >prebuilt/$here/build/warpgrade
  chmod +x prebuilt/$here/build/warpgrade
  tools/prebuilt.sh all &>"$output"
  [ $? = 1 ] && grep 'do not start here: GLIBC_9.9' "$output" >/dev/null
  ok "its programs are not used where they do not start"
  mv "$tmp/program" prebuilt/$here/build/warpgrade
  tools/prebuilt.sh all &>"$output" && ! tools/prebuilt.sh unit_tests &>>"$output" && [ ! -s "$output" ]
  ok "its programs fit again, and tests are compiled"
  mv "prebuilt/$here" prebuilt/aarch64_be
  tools/prebuilt.sh all &>"$output"
  [ $? = 1 ] && grep "they are for aarch64_be, and this is $here" "$output" >/dev/null
  ok "on another processor it says for which the programs are"
  mv prebuilt/aarch64_be "prebuilt/$here"
  PATH=$tmp/barred:$PATH make install PREFIX="$tmp/installed" &>"$output" && ! grep instructor "$output" && [ ! -e "$tmp/called" ] &&
    (cd / && "$tmp/installed/bin/warpgrade" grade matmul --submission "$tmp/student/skeletons/matmul" --backend cpu --no-history) &>"$output"
  [ $? = 1 ] && grep 'Total  0 / 100' "$output" >/dev/null
  ok "make install compiles nothing, and grades from any folder"
else
  skipped=$((skipped + 6))
  echo "skipped: the student's kit with its programs (they are made on x86-64, with libopenblas.a)"
fi
cd "$OLDPWD" || exit

# --- it works by itself ---------------------------------------------------------------------------------
# The same sources were compiled here: with older times than what came of them, make sees that too.
cd "$tmp/student" || exit
find . -type f -exec touch -d 2000-01-01 {} +
(cd "$OLDPWD" && with_build "$tmp/student" CMakeFiles configured build.ninja .ninja_log .ninja_deps cause_pages.inc \
  grader labs runner simt warpgrade connect sandbox_init deps.stamp)
labs=matmul
[ ! -d labs/dot ] || labs="dot matmul"
make grade LAB="$labs" BACKEND=cpu &>"$output"
[ $? = 0 ] && [ "$(grep -c 'Total  0 / 100' "$output")" = "$(wc -w <<<"$labs")" ] && ! grep 'make demo' "$output" && ! grep -E '\] (grader|labs)/.*\.o$' "$output" | grep -v ' grader/cli/main.cpp.o$'
ok "the student's kit grades its skeletons: $labs"
cp "$OLDPWD/solutions/matmul/matmul.cu" skeletons/matmul/matmul.cu
make grade LAB=matmul TASK=matmul_naive BACKEND=cpu STRICT=1 &>"$output" && grep '✓ matmul_naive' "$output" >/dev/null
ok "what a student has solved there is right"
if command -v python3 >/dev/null; then
  # From elsewhere, with the archive beside it: what is unpacked by hand above is what it finds.
  (cd "$tmp" && python3 "$OLDPWD/tests/scripts/notebook.py" student/warpgrade.ipynb KIT= TASK=matmul_naive LAB=matmul) &>"$output"
  [ $? = 1 ] && grep 'There is no wheel or kit here' "$output" >/dev/null
  ok "the notebook says what it lacks"
  ln -s student "$tmp/warpgrade-student"
  : >"$tmp/warpgrade-student.tar.gz"
  (cd "$tmp" && python3 "$OLDPWD/tests/scripts/notebook.py" student/warpgrade.ipynb TASK=matmul_naive LAB=matmul) &>"$output" &&
    grep "The kit: .*/student$" "$output" >/dev/null && grep '✓ matmul_naive' "$output" >/dev/null &&
    grep '<iframe srcdoc="&lt;!DOCTYPE html&gt;.*matmul_naive' <(tr '\n' ' ' <"$output") >/dev/null &&
    ! grep -E '\] (grader|labs)/.*\.o$' "$output"
  ok "the notebook takes the kit, grades and shows the page"
else
  skipped=$((skipped + 2))
  echo "skipped: the notebook (there is no python3)"
fi
tools/build.sh -n all engine_tests unit_tests &>"$output"
ok "all tests that are in the student's kit can be built"
bash tests/scripts/dependencies.sh &>"$output" && bash tests/scripts/links.sh &>>"$output"
ok "test scripts of the student's kit pass there"
# What the report says of open points.
open_points() { make grade LAB=matmul TASK=matmul_naive BACKEND=cpu &>"$output" && tr -s '\n ' ' ' <"$output"; }
if command -v nvcc >/dev/null; then
  open_points | grep 'points need a GPU' >/dev/null && ! open_points | grep "course's own programs" >/dev/null
  ok "with solutions as programs, points for speed wait for a GPU alone"
  echo '// more' >>labs/matmul/matmul.h
  open_points | grep 'baselines/ has none for this matmul.h' >/dev/null
  ok "a program is refused when the lab has changed"
else
  skipped=$((skipped + 2))
  echo "skipped: grades beside solutions as programs (no nvcc)"
fi
cp "$tmp/planted/baselines/about.json" baselines/about.json
rm -rf baselines/matmul-*
open_points | grep 'which your course leaves out of this kit' >/dev/null
ok "the report says that the course left the programs out"
build/warpgrade kit &>/dev/null || tools/kit.sh &>"$output"
[ $? = 3 ] && grep "student's kit" "$output" >/dev/null
ok "a student's kit makes no kits"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
