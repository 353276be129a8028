#!/bin/bash
# `warpgrade update`: replaces a student's kit by a newer one.
#   tools/update.sh KIT.tar.gz [--force]    --force: also an older kit, or one that lacks labs of this one
#   tools/update.sh --finish                completes an update that was interrupted
#
# KIT.sha256 lists a kit's files, so what a student wrote or changed is told from what came with the kit.
# skeletons/ and what is in no list stays. A skeleton that the student has not touched is replaced; where both
# have changed, the new one is written beside it as NAME.new. Other files of the kit that the student has changed
# are replaced and kept as NAME.old.
#
# The new kit is unpacked and verified in .update/kit first; then its list goes to .update/. From then on each
# step is a rename and can be repeated: after an interruption, `make` or another update completes it. Last, the list
# becomes the kit's own.
# Exit status: 0 updated, 2 no kit that fits, 3 trouble with files.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
new=.update/kit

refuse() {
  printf '%s\n' "$@" >&2
  exit 2
}

mkdir -p build
exec 8>build/update.lock
flock 8

version() { sed -nE '1s/^Warpgrade ([0-9.]+),.*/\1/p' "$1/KIT"; }
labs() { (cd "$1" && ls labs/*/lab.json 2>/dev/null | cut -d/ -f2); }
# sums ARRAY LIST: checksums by file
sums() {
  local -n sums=$1
  local line
  while IFS= read -r line; do sums[${line:66}]=${line:0:64}; done <"$2"
}

# Renames what is in .update/kit to its place; says what it does about the student's files.
finish() {
  local -A before=() after=() here=()
  local file mine was now
  sums before KIT.sha256
  sums after .update/KIT.sha256
  printf '%s\n' "${!before[@]}" "${!after[@]}" | sort -u | while IFS= read -r file; do
    [ ! -f "$file" ] || printf '%s\0' "$file"
  done | xargs -0 sha256sum >.update/here
  sums here .update/here
  while IFS= read -r file; do
    [ -e "$new/$file" ] || continue # renamed before an interruption
    now=${after[$file]} was=${before[$file]:-} mine=${here[$file]:-}
    if [ "$mine" = "$now" ]; then
      continue
    elif [ -n "$mine" ] && [ "$mine" != "$was" ]; then
      if [[ $file != skeletons/* ]]; then
        mv "$file" "$file.old"
        echo "  $file: you had changed it; your version is $file.old"
      elif [ "$was" = "$now" ]; then
        continue
      else
        mv "$new/$file" "$file.new"
        echo "  $file: yours stays; the new skeleton is $file.new"
        continue
      fi
    elif [[ -n $mine && $file = skeletons/* ]]; then
      echo "  $file: replaced by the new skeleton (you had not changed it)"
    fi
    mkdir -p "$(dirname "$file")"
    mv "$new/$file" "$file"
  done < <(printf '%s\n' "${!after[@]}" | sort)
  # What the new kit no longer has, as long as the student has not changed it.
  for file in "${!before[@]}"; do
    [[ $file != skeletons/* && -z ${after[$file]:-} && ${here[$file]:-} = "${before[$file]}" ]] || continue
    rm "$file"
    [[ $file != */* ]] || rmdir -p --ignore-fail-on-non-empty "${file%/*}"
  done
  mv .update/KIT.sha256 KIT.sha256
  rm -rf .update
  echo "This is Warpgrade $(version .) now. Your files in skeletons/ and your past grades are as they were; the next make prepares the grader."
}

[ -f KIT.sha256 ] || refuse "This is not a student's kit."
if [ "${1:-}" = --finish ]; then
  [ ! -f .update/KIT.sha256 ] || { echo "Completing the update that was interrupted:" && finish; }
  rm -rf .update # of one that had not begun, or was done
  exit
fi
[ ! -f .update/KIT.sha256 ] || finish >/dev/null
archive=${1:-}
[[ $archive != *.whl ]] || refuse "$archive is a wheel: pip install --upgrade $archive. A kit takes warpgrade-student-DATE.tar.gz."
[ -f "$archive" ] || refuse "There is no file $archive. Name the archive: warpgrade-student-DATE.tar.gz"

rm -rf .update
mkdir -p $new
tar -xzf "$archive" -C $new --strip-components=1 --no-same-owner 2>.update/log || {
  cat .update/log >&2
  rm -rf .update
  refuse "$archive is damaged, or no archive of a kit. Download it again."
}
give_up() {
  rm -rf .update
  refuse "$@"
}
[ -f $new/KIT.sha256 ] && [ -n "$(version $new)" ] || give_up "$archive is not a student's kit that can be updated to."
(cd $new && sha256sum --quiet -c KIT.sha256) &>.update/log || {
  head -n 3 .update/log >&2
  give_up "$archive is damaged. Download it again."
}
[ -z "$(find $new ! -type f ! -type d)" ] || give_up "$archive holds links, which no kit does."
if [ "${2:-}" != --force ]; then
  older=$(printf '%s\n' "$(version $new)" "$(version .)" | sort -V | head -n 1)
  if [ "$(version $new)" = "$(version .)" ]; then
    rm -rf .update
    echo "This is Warpgrade $(version .) already; nothing was changed."
    exit
  fi
  [ "$older" = "$(version .)" ] || give_up "$archive is older ($(version $new)) than this kit ($(version .)). To take it all the same: --force"
  lacks=$(comm -23 <(labs . | sort) <(labs $new | sort) | paste -sd ' ')
  [ -z "$lacks" ] || give_up "$archive lacks labs of this kit: $lacks. To take it all the same: --force"
fi
echo "Warpgrade $(version .) becomes $(version $new):"
mv $new/KIT.sha256 .update/KIT.sha256
finish
