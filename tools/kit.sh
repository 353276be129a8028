#!/bin/bash
# `make kit`: what is handed out, as archives in build/kit/.
#
#   tools/kit.sh             warpgrade-student-DATE.tar.gz and warpgrade-instructor-DATE.tar.gz
#   tools/kit.sh wheel       warpgrade-VERSION-….whl: the student's kit for pip (tools/wheel/)
#   tools/kit.sh list [student]      what belongs into the instructor's kit, or the student's, by name
#
# KIT_LABS, "dot matmul": the student's kit has these labs alone, and no tests, which want them all. So it
# compiles nothing of the others.
#
# The instructor's kit is the whole project. The student's lacks whatever gives answers: solutions/,
# hidden cases, the test suite with its submissions and hostile ones, complete programs that the engine is tested with,
# what handouts say to instructors; the commands for classes, a quarter of what would be compiled; our own
# benchmarks; templates of this repository's issues; and the tests that need any of that: those that include it,
# and those whose heads say so in a line "Needs: FOLDER...". A file KIT in it says its version and what was left
# out; KIT.sha256 lists its files, for `warpgrade update`. Where pandoc is, its handouts are there as pages, too,
# and where LaTeX is, as PDFs. Its README.md is tools/kit/README.md, and of docs/ it has the pages in
# docs_for_students. It brings the programs for x86-64 and ARM, so that students compile nothing but their own
# files (tools/kit_programs.sh); KIT_PROCESSORS=x86_64: for that processor alone.
# What speed is compared with is added (`warpgrade baselines`): solutions as programs, where
# nvcc is, and the libraries' calls as sources. KIT_CAPABILITY=90: machine code for such GPUs alone.
#
# The same sources give the same bytes, and the same name: every file is dated as the last commit, or
# as the newest file where there is no git or something is not committed (SOURCE_DATE_EPOCH overrides
# both); the programs in the student's kit depend on this machine's compiler and libraries, too. What belongs
# to the project is told by rules and not by git, so that an unpacked instructor's kit makes the same kits again.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

die() {
  printf 'kit: %s\n' "$@" >&2
  exit 3
}

# Everything of the project, one name a line: not what was built, made or left behind by an editor.
all_files() {
  local stored
  stored=$(sed -n 's|^!/\(data/.*\)|\1|p' .gitignore)
  for top in .ci .clang-format .devcontainer .github .clang-tidy .dockerignore .gitignore .vscode CMakeLists.txt CHANGELOG.md CMakePresets.json CONTRIBUTING.md Containerfile KIT LICENSE Makefile \
    README.md cmake course.json data docs grader handouts labs research skeletons solutions tests tools warpgrade.ipynb; do
    [ -e $top ] || continue
    find $top -type f ! -name '*.part' ! -name '*~' ! -name '.*.sw?' ! -name '*.orig' ! -name '*.rej' \
      ! -name .DS_Store ! -name '*.pyc' \
      ! -name compile_commands.json ! -path '*/.warpgrade/*' ! -path '*/__pycache__/*' ! -path '*/.ipynb_checkpoints/*'
  done | while IFS= read -r file; do
    [[ $file != data/*.txt || $'\n'$stored$'\n' == *$'\n'$file$'\n'* ]] && printf '%s\n' "$file"
  done | sort
}

# What only commands for classes need.
for_classes=(batch cli_class export gradebook import returns similar)

# All other pages are about classes, machines or how Warpgrade works.
docs_for_students=(students report findings profile bench notebook speed cuda-coverage)

not_for_students() {
  printf '%s\n' .github/ CHANGELOG.md CONTRIBUTING.md docs/examples/ docs/images/ .ci/ tools/{kit,wheel,gradescope}/ \
    tools/{arm_programs,gradescope,gpu_check,kit_programs,screenshots}.sh cmake/aarch64.cmake tools/told_apart.awk
  find docs -maxdepth 1 -name '*.md' | grep -vxF "$(printf 'docs/%s.md\n' "${docs_for_students[@]}")"
}

# What the student's kit leaves out: folders end with /.
answers() {
  printf '%s\n' solutions/ tests/exploits/ tests/submissions/ research/ tests/kernels/ tools/demo/ labs/*/hidden.json
  printf 'grader/%s/\n' "${for_classes[@]}"
}

# Tests that need something of that: FILE, for those whose head has a line "Needs:".
tests_on_answers() {
  local file needs need all
  all=$'\n'$(answers)
  grep -rE '^(#|//) Needs: ' tests --include='*.sh' --include='*.cpp' --include='*.h' |
    sed -E 's/^([^:]*):(#|\/\/) Needs: /\1 /' | sort | while read -r file needs; do
    for need in $needs; do
      [[ $all == *$'\n'"$need"* ]] && printf '%s\n' "$file" && break
    done
  done
  tests_including "$(IFS='|' && echo "(${for_classes[*]})/")"
}

# Tests with a header of which the name begins so, or with a header of tests that has one.
tests_including() {
  local found headers
  found=$(grep -rlE "^#include \"$1" tests --include='*.cpp' --include='*.h') || return 0
  printf '%s\n' "$found"
  headers=$(sed -n 's,^\(tests/.*\.h\)$,\1,p' <<<"$found" | paste -sd '|')
  [ -z "$headers" ] || tests_including "($headers)\""
}

left_out() { answers && tests_on_answers && of_other_labs && not_for_students; }

# With KIT_LABS, what is about other labs, and the tests.
of_other_labs() {
  local lab
  [ -n "${KIT_LABS:-}" ] || return 0
  for lab in labs/*/; do
    lab=$(basename "$lab")
    [[ " $KIT_LABS " == *" $lab "* ]] || printf '%s\n' "labs/$lab/" "skeletons/$lab/" "handouts/$lab.md" docs/variants/"$lab".{md,json}
  done
  printf '%s\n' tests/ docs/class.schema.json
}

student_files() {
  local out
  out=$(left_out)
  all_files | awk -v out="$out" '
    BEGIN { n = split(out, path, "\n") }
    { for (i = 1; i <= n; ++i) if ($0 == path[i] || (path[i] ~ /\/$/ && index($0, path[i]) == 1)) next
      print }'
}

for lab in ${KIT_LABS:-}; do
  [ -f "labs/$lab/lab.json" ] || die "There is no lab $lab."
done

case ${1:-} in
  list)
    if [ "${2:-}" = student ]; then student_files; else all_files; fi
    exit
    ;;
  '' | wheel) ;;
  *) die "$1 is no option: see the head of tools/kit.sh" ;;
esac

[ ! -f KIT ] && [ -d solutions ] ||
  die "This is a student's kit; kits are made from the whole project."
# What was tried out in skeletons/ may be an answer.
build/warpgrade skeletons --check || die "Not made: skeletons/ holds more than the solutions give." \
  "Put your own work elsewhere and run: make skeletons"

epoch=${SOURCE_DATE_EPOCH:-}
if [ -z "$epoch" ] && [ -e .git ] && [ -z "$(git status --porcelain 2>/dev/null || echo unknown)" ]; then
  epoch=$(git log -1 --format=%ct)
fi
if [ -z "$epoch" ]; then
  epoch=$(all_files | tr '\n' '\0' | xargs -0 stat -c %Y | sort -n | tail -n 1)
fi
day=$(date -u -d "@$epoch" +%Y-%m-%d)
# As pip orders versions, so that a kit of the same day is newer, too.
version=$(sed -n 's/^inline constexpr const char\* version = "\(.*\)";$/\1/p' grader/toolchain/installation.h)
version+=.$(date -u -d "@$epoch" +%Y%m%d).$(date -u -d "@$epoch" +%-H%M)

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# student_readme KIT: with the labs of README.md that are in the kit
student_readme() {
  awk -v kit="$1" '
    FILENAME == "README.md" {
      if (/^## /) labs = $0 == "## The labs"
      if (labs && /^\|/) {
        split($0, cell, " *\\| *")
        if (cell[2] !~ /`/ || !system("[ -d \"" kit "/labs/" substr(cell[2], 2, length(cell[2]) - 2) "\" ]"))
          table = table "\n| " cell[2] " | " cell[3] " |"
      }
      next
    }
    $0 == "LABS" { $0 = substr(table, 2) }
    { print }' README.md tools/kit/README.md
}

# stage KIND LIST: copies the files to the folder $stage/$name.
stage() {
  name=warpgrade-$1-$day
  mkdir "$stage/$name"
  "$2" >"$stage/list"
  tar -cf - --no-recursion -T "$stage/list" | tar -xf - -C "$stage/$name"
  if [ "$1" = student ]; then
    # A ::: div opens with a name behind the colons and is closed by colons alone.
    find "$stage/$name" -path '*/handouts/*.md' -print0 | while IFS= read -r -d '' page; do
      awk '/^```/ { code = !code }
           !code && /^:::+ *[^: ]/ { if (depth || /^:::+ *(\{ *\.)?instructor[ }]*$/) ++depth }
           !depth { print }
           !code && /^:::+ *$/ { if (depth) --depth }' "$page" >"$stage/page"
      cat "$stage/page" >"$page"
    done
    if command -v pandoc >/dev/null; then
      for page in "$stage/$name"/handouts/*.md; do
        lab=$(basename "$page" .md)
        [ -d "labs/$lab" ] || continue
        # `make kit` makes both first, where LaTeX is.
        if [ "build/handouts/$lab.html" -nt "handouts/$lab.md" ]; then
          cp "build/handouts/$lab.html" "${page%.md}.html"
        else
          tools/handouts/page.sh "handouts/$lab.md" students "${page%.md}.html"
          rm "${page%.md}.html.d"
        fi
        pdf=build/handouts/$lab.pdf
        [ ! -f "$pdf" ] || cp "$pdf" "${page%.md}.pdf"
      done
      tools/deps.sh has-latex || echo "kit: without LaTeX the student's kit has no PDFs in handouts/, only pages."
    else
      echo "kit: without pandoc the student's kit has no pages in handouts/, only their text. To have them: make handouts"
    fi
    student_readme "$stage/$name" >"$stage/page"
    cat "$stage/page" >"$stage/$name/README.md"
    # A link to what is not in the kit becomes plain text.
    for page in "$stage/$name"/docs/*.md; do
      { grep -oE '\]\([^):#]+' "$page" || true; } | cut -c 3- | sort -u | while IFS= read -r link; do
        [ -e "$stage/$name/docs/$link" ] || sed -i -E "s,\[([^]]*)\]\($link(#[^)]*)?\),\1,g" "$page"
      done
    done
    # A guide's examples are of a lab that is there.
    if [ ! -d "$stage/$name/labs/matmul" ]; then
      lab=$(basename "$(find "$stage/$name/labs" -mindepth 2 -name lab.json -printf '%h\n' | sort | head -n 1)")
      task=$(build/warpgrade tasks "$lab" | sed -n '3s/^| *1 *| `\([^`]*\)`.*/\1/p')
      sed -i "s/matmul_naive/$task/g; s/matmul_tiled/$task/g; s/matmul/$lab/g" \
        "$stage/$name"/{Makefile,README.md,docs/students.md,.vscode/tasks.json}
      # Elsewhere what a command printed stays as it was.
      sed -i -E "/^(make|build\/warpgrade) |\\\`make /{s/matmul_(naive|tiled)/$task/g; s/matmul/$lab/g}
        s/LAB=poisson RESULTS=docs\/variants\/poisson/LAB=$lab RESULTS=docs\/variants\/$lab/" "$stage/$name"/docs/{bench,profile}.md
    fi
    labs=$(cd "$stage/$name/labs" && printf '%s\n' */lab.json | sed 's,/lab.json,,')
    first=$(grep -x dot <<<"$labs" || head -n 1 <<<"$labs")
    task=$(build/warpgrade tasks "$first" | sed -n '3s/^| *1 *| `\([^`]*\)`.*/\1/p')
    sed -i -E 's/(LAB = \\")dot(\\" *# ).*(\\n)/\1'"$first\2$(paste -sd, <<<"$labs" | sed 's/,/, /g')"'\3/
      s/(TASK = \\")dot_mutex/\1'"$task"'/' "$stage/$name"/warpgrade.ipynb
    # Paths that only the whole project has.
    sed -i 's,tests/submissions/matmul/wrong_last_columns,skeletons/matmul,; s,--from solutions/,--from skeletons/,' \
      "$stage/$name"/docs/{report,profile}.md
    # shellcheck disable=SC2086  # the labs' names
    build/warpgrade baselines "$stage/$name" ${KIT_LABS:+$(printf -- '--lab %s ' $KIT_LABS)} ${KIT_CAPABILITY:+--capability "$KIT_CAPABILITY"}
    {
      printf 'Warpgrade %s, the student'"'"'s kit of %s\n\n' "$version" "$day"
      printf 'Left out: answers, what is for classes, what needs either, what is about other labs, and pages for others:\n'
      left_out | sort -u | sed 's/^/left out: /'
      printf '\nWhat speed is compared with: solutions as programs, the libraries as sources:\n'
      find "$stage/$name" -type f \( -path "$stage/$name/solutions/*" -o -path "$stage/$name/baselines/*" \) -printf '%P\n' | sort | sed 's/^/added: /'
    } >"$stage/$name/KIT"
    tools/kit_programs.sh "$stage/$name"
    (cd "$stage/$name" && find . -type f ! -name KIT.sha256 -printf '%P\n' | sort | tr '\n' '\0' | xargs -0 sha256sum >KIT.sha256)
  fi
}

pack() {
  stage "$@"
  (cd "$stage" && find "$name" -type f | sort |
    tar -cf - --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$epoch" --no-recursion -T -) |
    gzip -n >"build/kit/$name.tar.gz.part"
  mv "build/kit/$name.tar.gz.part" "build/kit/$name.tar.gz"
  rm -rf "${stage:?}/$name"
  echo "wrote build/kit/$name.tar.gz"
}
if [ "${1:-}" = wheel ]; then
  rm -rf build/wheel
  mkdir -p build/wheel
  stage student student_files
  tools/wheel/wheel.py "$stage/$name" build/wheel
else
  rm -rf build/kit
  mkdir -p build/kit
  pack student student_files
  pack instructor all_files
fi
