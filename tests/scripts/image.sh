#!/bin/bash
# The image (Containerfile): its steps, done in a folder that debootstrap fills with the image's base, make a
# system in which the student grades. That takes minutes and downloads 300 MB, so only
#
#   IMAGE=1 tests/scripts/image.sh         runs it; libraries in .deps/ and what was compiled here are taken along
#   IMAGE=scratch tests/scripts/image.sh   the same, with all libraries and the grader made anew
#
# What is done in the folder is read from the recipe: an instruction that is not known here is an error.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tests=(
  "every instruction of the recipe is known here"
  "what the recipe copies is in the student's kit, and what was built is not"
  "every step of the recipe succeeds"
  "the image grades the skeleton as its user"
  "only what grading needs is in the image"
)
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf --one-file-system "$tmp"' EXIT

# One instruction a line, comments left out, lines joined, the recipe's own arguments put in.
instructions() {
  sed -e '/^ *#/d' Containerfile | sed -e ':a' -e '/\\$/{N;s/ *\\\n */ /;ba' -e '}' | sed '/^ *$/d' | awk '
    $1 == "ARG" { split($2, pair, "="); value[pair[1]] = substr($2, length(pair[1]) + 2); next }
    { for (name in value) gsub("\\$\\{" name "\\}", value[name]); print }'
}
instructions >"$tmp/steps"
output=$(grep -vE '^(FROM|ENV|RUN|COPY|WORKDIR|USER|CMD) ' "$tmp/steps")
[ -z "$output" ] && grep -xE 'FROM (.*/)?debian:[a-z]+' "$tmp/steps" >/dev/null
ok "every instruction of the recipe is known here"

tools/kit.sh list student >"$tmp/kit"
output=$(grep -vxF -e .git -e .deps -e build -e compile_commands.json -e '**/.warpgrade' .dockerignore)
[ -z "$output" ] && grep -x 'COPY \. .*' "$tmp/steps" >/dev/null && grep -x Containerfile "$tmp/kit" >/dev/null &&
  grep -x .dockerignore "$tmp/kit" >/dev/null && grep -x build .dockerignore >/dev/null
ok "what the recipe copies is in the student's kit, and what was built is not"

later=("${tests[@]:2}")
skip_rest() {
  printf "skipped: %s ($1)\n" "${later[@]}"
  summary
}
[ -n "${IMAGE:-}" ] || skip_rest "it takes minutes: IMAGE=1 tests/scripts/image.sh"
[ "$(id -u)" = 0 ] || skip_rest "only root makes a system in a folder"
command -v debootstrap >/dev/null || skip_rest "there is no debootstrap: apt-get install debootstrap"
unshare --mount true 2>/dev/null || skip_rest "no mounts are allowed here"

root=$tmp/root
# inside COMMAND...: in the image, as `user` in `folder`, with a view of processes and devices. Its root becomes
# the root (pivot_root): the kernel makes no namespaces for those who were only put there by chroot.
user=root folder=/
environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
inside() {
  # shellcheck disable=SC2016
  unshare --mount --pid --fork bash -c 'mount --make-rprivate / && mount --bind "$0" "$0" && cd "$0" && mount -t proc proc proc &&
    mount --rbind /dev dev && pivot_root . mnt && umount -l /mnt && exec "$@"' \
    "$root" env -i "${environment[@]}" HOME=/tmp setpriv --reuid "$user" --regid "$user" --init-groups /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
}

# step INSTRUCTION REST
step() {
  case $1 in
    FROM)
      # Dates of snapshots and mirrors are this machine's.
      debootstrap --variant=minbase "${2##*debian:}" "$root" "${MIRROR:-http://deb.debian.org/debian}" &&
        cp /etc/resolv.conf "$root/etc/" && { [ ! -d /etc/apt/apt.conf.d ] || cp -rT /etc/apt/apt.conf.d "$root/etc/apt/apt.conf.d"; }
      ;;
    ENV) environment+=("$2") ;;
    COPY)
      local to=$root${2##* }
      mkdir -p "$to" && tar -cf - --no-recursion -T "$tmp/kit" | tar -xf - -C "$to" && taken_along "$to"
      ;;
    WORKDIR) folder=$2 && mkdir -p "$root$folder" ;;
    USER) user=$2 ;;
    RUN) inside /bin/sh -c "$2" ;;
  esac
}
# As tests/scripts/kit.sh does: objects are newer than their sources, so nothing is compiled.
taken_along() {
  [ "$IMAGE" != scratch ] || return 0
  find "$1" -type f -exec touch -d 2000-01-01 {} + && mkdir -p "$1/build"
  local part
  for part in CMakeFiles configured build.ninja .ninja_log .ninja_deps cause_pages.inc grader labs runner simt warpgrade connect sandbox_init; do
    [ ! -e "build/$part" ] || cp -a "build/$part" "$1/build"
  done
  [ ! -d .deps ] || cp -a .deps "$1"
}

good=0
while read -r instruction rest; do
  printf '%s %s: %s\n' "$(date +%T)" "$instruction" "$rest" | tee -a "$tmp/said" >"$log"
  step "$instruction" "$rest" >>"$log" 2>&1 </dev/null || { good=1; break; }
done <"$tmp/steps"
[ $good = 0 ]
ok "every step of the recipe succeeds"
cat "$tmp/said"
[ $good = 0 ] || skip_rest "the image was not made"

mkdir "$root/home/student/work" && cp skeletons/dot/dot.cu "$root/home/student/work" && chmod -R a+rX "$root/home/student/work"
inside warpgrade grade dot --submission work --task dot_mutex --backend cpu --no-history >"$log" 2>&1
status=$?
[ $status = 1 ] && says "dot_mutex" "not written yet" "Total  0 / 20" && [ "$user" = student ] &&
  inside id -un | grep -x student >/dev/null
ok "the image grades the skeleton as its user"
output=$(ls -A "$root/usr/src/warpgrade" "$root/opt/warpgrade/lib/warpgrade" && du -sh "$root")
[ ! -e "$root/usr/src/warpgrade/grader" ] && [ ! -e "$root/opt/warpgrade/lib/warpgrade/solutions" ] &&
  [ -z "$(find "$root/opt/warpgrade" -name hidden.json)" ]
ok "only what grading needs is in the image"
tail -n 1 <<<"$output"
summary
