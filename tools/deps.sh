#!/bin/bash
# Makes sure that all libraries are there, and installs those that are not.
#
#   tools/deps.sh            install what is missing: by apt-get when root, else into .deps/
#   tools/deps.sh local      put everything into .deps/, whatever the system has: a tree prepared so can
#                            be copied to a machine without root, apt or network
#   tools/deps.sh quick      as the first, but trusts the answer of an earlier run on this machine
#   tools/deps.sh arm64      what makes programs for 64-bit ARM here: a compiler, by apt-get and only as root; the
#                            libraries, into build/aarch64/deps/
#   tools/deps.sh handouts [KIND...]   what `make handouts` needs beside them: pandoc, and LaTeX if a KIND is pdf
#   tools/deps.sh bench      what `make bench` draws with: gnuplot; `bench local`: into .deps/gnuplot/
#   tools/deps.sh tests      what tests want beside them, by apt-get: only as root; without, they are skipped
#   tools/deps.sh has-latex  is all that is needed for those PDFs there? (exit status)
#
# .deps/ holds Debian packages as `dpkg-deb -x` unpacks them, less what a build does not need;
# .deps/packages lists them, one "name version" a line.
set -euo pipefail
cd "$(dirname "$0")/.."
tree=$PWD

mode=${1:-auto}

# TeX's own file finder knows what TeX would find.
has_latex() {
  command -v lualatex >/dev/null && command -v kpsewhich >/dev/null &&
    kpsewhich scrartcl.cls fancyvrb.sty unicode-math.sty lmroman10-regular.otf latinmodern-math.otf >/dev/null &&
    OSFONTDIR=/usr/share/fonts// kpsewhich DejaVuSansMono.ttf >/dev/null
}
if [ "$mode" = has-latex ]; then
  has_latex
  exit
fi

cxx=${CXX:-g++}
stamp=build/deps.stamp

# What an answer holds for: this machine, this compiler, this script, this .deps/.
state() {
  echo "$HOSTNAME $cxx" "$(cat /etc/machine-id)"
  cksum tools/deps.sh
  cat .deps/packages || true
} 2>/dev/null
if [ "$mode" = quick ] && [ -f $stamp ] && [ "$(<$stamp)" = "$(state)" ]; then exit 0; fi

die() {
  printf 'deps: %s\n' "$@" >&2
  exit 3
}

mkdir -p build
exec 9>build/deps.lock
flock 9  # two makes in one tree: the second waits, and finds everything there

packages=(nlohmann-json3-dev libopenblas-pthread-dev libfmt-dev libcli11-dev libvalijson-dev
  libseccomp-dev bubblewrap cmake ninja-build)
# What a student's kit has none of.
for_tests=(catch2)
for_classes=(libsqlite3-dev libarchive-dev libyaml-cpp-dev libutf8proc-dev)
[ ! -d tests/unit ] || packages+=("${for_tests[@]}")
[ ! -d grader/cli_class ] || packages+=("${for_classes[@]}")

declare -A header=(
  [catch2]='catch2/catch_all.hpp catch2/catch.hpp'  # version 3, version 2
  [nlohmann-json3-dev]=nlohmann/json.hpp
  [libopenblas-pthread-dev]=cblas.h
  [libfmt-dev]=fmt/format.h
  [libcli11-dev]=CLI/CLI.hpp
  [libvalijson-dev]=valijson/validator.hpp
  [libseccomp-dev]=seccomp.h
  [libsqlite3-dev]=sqlite3.h
  [libarchive-dev]=archive.h
  [libyaml-cpp-dev]=yaml-cpp/yaml.h
  [libutf8proc-dev]=utf8proc.h
)
declare -A linked_as=(
  [libfmt-dev]=-lfmt
  [libopenblas-pthread-dev]=-lopenblas
  [libseccomp-dev]=-l:libseccomp.a
  [libsqlite3-dev]=-l:libsqlite3.a
  [libarchive-dev]=-l:libarchive.a
  [libyaml-cpp-dev]=-l:libyaml-cpp.a
  [libutf8proc-dev]=-l:libutf8proc.a
)

# Headers alone, but its package wants Qt, Poco and 250 more: always unpacked, never installed.
never_by_apt=libvalijson-dev

# What is unpacked along with a package that depends on it. Whatever else they depend on is on every
# system that has g++.
wanted_dependency='^(libcatch2|libfmt[0-9]|libopenblas0-pthread|libgfortran[0-9]|libquadmath[0-9]|libcap2|libnettle[0-9]|libarchive13)'

triplet=$("$cxx" -print-multiarch 2>/dev/null || true)
includes=(-isystem .deps/usr/include -isystem ".deps/usr/include/$triplet"
  -isystem ".deps/usr/include/$triplet/openblas-pthread")
libraries=(-L".deps/usr/lib/$triplet/openblas-pthread" -L".deps/usr/lib/$triplet" -L.deps/usr/lib
  -Wl,-rpath-link,".deps/usr/lib/$triplet")

links() { "$cxx" -x c++ - -o build/deps.probe "${libraries[@]}" "$@" <<<'int main() {}' 2>/dev/null; }

# Those of .deps/ first (tools/build.sh, too).
runs() { [ -x ".deps/cmake/bin/$1" ] || command -v "$1" >/dev/null; }
new_enough() { # CMake: the version that CMakeLists.txt asks for
  local program version
  program=$([ -x .deps/cmake/bin/cmake ] && echo .deps/cmake/bin/cmake || echo cmake)
  version=$("$program" --version 2>/dev/null | sed -n '1s/.* //p')
  [ "$(printf '%s\n' 3.22 "${version:-0}" | sort -V | head -n 1)" = 3.22 ]
}

catch_links() { links -lCatch2WithMain "$@" || links -lCatch2Main -lCatch2 "$@"; }

# Prints those packages that a build would miss, one a line.
missing() {
  local package file
  {
    for package in "${packages[@]}"; do
      [ -n "${header[$package]:-}" ] || continue
      echo "#if 1"
      for file in ${header[$package]}; do echo "#if !__has_include(<$file>)"; done
      echo "missing $package"
      for file in ${header[$package]}; do echo "#endif"; done
      echo "#endif"
    done | "$cxx" -E -P -x c++ "${includes[@]}" - | sed -n 's/^missing //p' | tr -d ' '
    runs cmake && new_enough || echo cmake
    runs ninja || echo ninja-build
    [ -x .deps/usr/bin/bwrap ] || command -v bwrap >/dev/null || echo bubblewrap
    for package in "${packages[@]}"; do
      [ -z "${linked_as[$package]:-}" ] || links "${linked_as[$package]}" || echo "$package"
    done
    [[ " ${packages[*]} " != *" catch2 "* ]] || catch_links || echo catch2
  } | sort -u
  rm -f build/deps.probe
}

# The same for .deps/ alone.
missing_in_deps() {
  local package
  for package in "${packages[@]}"; do
    grep -qs "^$package " .deps/packages || echo "$package"
  done
}

by_apt() {
  [ $# != 0 ] || return 0
  echo "deps: installing with apt-get: $*"
  local install=(apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@")
  export DEBIAN_FRONTEND=noninteractive
  # The first try fails where there are no package lists yet (a container) or outdated ones.
  "${install[@]}" &>build/deps.log && return
  apt-get update -qq -o DPkg::Lock::Timeout=300 &>build/deps.log && "${install[@]}" &>>build/deps.log
}

# apt with package lists, sources and a cache of its own, for which no root is needed.
of_architecture=()
private_apt() {
  local program=$1 own=$tree/.deps/apt
  shift
  "$program" -qq "${of_architecture[@]}" -o Dir::State="$own" -o Dir::State::status=/var/lib/dpkg/status -o Dir::Cache="$own/cache" \
    -o Dir::Etc::sourcelist="$own/sources.list" -o Dir::Etc::sourceparts="$own/sources.list.d" \
    -o Acquire::Languages=none -o APT::Sandbox::User="$(id -un)" "$@"
}

private_lists() {
  rm -rf .deps/apt
  mkdir -p .deps/apt/{lists,cache/archives}/partial .deps/apt/sources.list.d
  cat /etc/apt/sources.list >.deps/apt/sources.list 2>/dev/null || true
  cp /etc/apt/sources.list.d/*.{list,sources} .deps/apt/sources.list.d 2>/dev/null || true
  # Most of the libraries are in Ubuntu's component "universe", which a minimal system leaves out.
  if grep -qsx 'ID=ubuntu' /etc/os-release; then
    sed -i -E '/\<universe\>/! s/^((Components:|deb ).*\<main\>.*)/\1 universe/' \
      $(find .deps/apt/sources.list .deps/apt/sources.list.d -type f)
  fi
  private_apt apt-get update >build/deps.log 2>&1
}

# trim FOLDER: leaves what compiling, linking and running need, and licenses.
trim() {
  [ ! -d "$1/usr/share" ] || find "$1/usr/share" ! -type d ! -path '*/doc/*/copyright' -delete
  rm -rf "$1"/{etc,usr/lib/sysctl.d,usr/lib/{,*/}{cmake,pkgconfig},usr/lib/*/openblas-pthread/{cmake,pkgconfig}}
  # OpenBLAS is linked as one library; libblas and liblapack repeat parts of it. Static, it is for a kit's programs.
  rm -f "$1"/usr/lib/*/openblas-pthread/{libblas.*,liblapack.*}
  [ ${#of_architecture[@]} != 0 ] || rm -f "$1"/usr/lib/*/openblas-pthread/*.a
  # These are linked from their .a files.
  rm -f "$1"/usr/lib/*/{libarchive,libyaml-cpp,libutf8proc}.so*
  [ ${#of_architecture[@]} != 0 ] || find "$1" -name '*.a' -exec strip --strip-debug {} +
}

# unpack TO PACKAGE...
unpack() {
  local to=$1
  shift
  [ $# != 0 ] || return 0
  echo "deps: unpacking into $to/: $*"
  private_lists || { cat build/deps.log >&2; die "The package lists cannot be fetched: is there a network?"; }
  local list=("$@") i dependency archive package version
  for ((i = 0; i < ${#list[@]}; ++i)); do
    for dependency in $(private_apt apt-cache depends --important "${list[i]}" | sed -n 's/^[ |]*Depends: //p'); do
      if [[ $dependency =~ $wanted_dependency && " ${list[*]} " != *" $dependency "* ]]; then
        list+=("$dependency")
      fi
    done
  done
  mkdir .deps/apt/archives
  (cd .deps/apt/archives && private_apt apt-get download "${list[@]}") &>build/deps.log ||
    { cat build/deps.log >&2; die "Not all packages can be fetched."; }
  for archive in .deps/apt/archives/*.deb; do
    package=$(dpkg-deb -f "$archive" Package)
    version=$(dpkg-deb -f "$archive" Version)
    mkdir .deps/apt/root
    dpkg-deb -x "$archive" .deps/apt/root
    trim .deps/apt/root
    [ ! -d .deps/apt/root/lib ] || { mkdir -p .deps/apt/root/usr && cp -a .deps/apt/root/lib .deps/apt/root/usr && rm -r .deps/apt/root/lib; }
    mkdir -p "$to"
    cp -a .deps/apt/root/. "$to"
    rm -rf .deps/apt/root
    touch "$to/packages"
    sed -i "/^$package /d" "$to/packages"
    echo "$package $version" >>"$to/packages"
    echo "deps:   $package $version"
  done
  rm -rf .deps/apt
}

# pandoc makes the pages, LuaLaTeX the PDFs; 100 MB, which no other target wants. A TeX that is only
# unpacked does not find its own files, so nothing of it goes into .deps/.
handouts() {
  local latex=(texlive-luatex texlive-latex-recommended lmodern fonts-dejavu-core) wanted=()
  command -v pandoc >/dev/null || wanted+=(pandoc)
  pdf() { [[ " $* " == *' pdf '* ]]; }
  ! pdf "$@" || has_latex || wanted+=("${latex[@]}")
  [ ${#wanted[@]} != 0 ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    by_apt "${wanted[@]}" || echo "deps: apt-get did not install all of them: see build/deps.log" >&2
  fi
  command -v pandoc >/dev/null || die "Handouts are made by pandoc, which is not there. Ask an administrator for it:" \
    "apt-get install --no-install-recommends ${wanted[*]}"
  ! pdf "$@" || has_latex || printf 'deps: %s\n' "There is no LaTeX, so handouts become HTML pages and no PDFs. An administrator can install it:" \
    "apt-get install --no-install-recommends ${latex[*]}"
}
if [ "$mode" = handouts ]; then
  handouts "${@:2}"
  exit
fi

# empty LIBRARY USER TO: a library with those of LIBRARY's names that USER asks for, and nothing behind them.
empty() {
  local names
  names=$(comm -12 <(nm -D --undefined-only "$2" | sed 's/^ *[a-zA-Z] //' | sort) \
    <(nm -D --defined-only "$1" | sed 's/^[0-9a-f]* . //; s/@@/@/' | sort))
  sed 's/@.*//; s/.*/void &(void) { __builtin_trap(); }/' <<<"$names" >.deps/apt/empty.c
  awk -F @ 'NF == 2 { in_version[$2] = in_version[$2] $1 ";" } END { for (v in in_version) print v " { " in_version[v] " };" }' \
    <<<"$names" >.deps/apt/empty.map
  "$cxx" -x c -w -fno-builtin -shared -nostdlib -Wl,-soname,"${1##*/}" -Wl,--version-script,.deps/apt/empty.map -o "$3/${1##*/}" .deps/apt/empty.c
}

# with_libraries PROGRAM OTHER...: unpacks these packages into .deps/apt/root, the first with all libraries
# that a system with g++ (or `there` alone) need not have; .deps/apt/names tells what came.
with_libraries() {
  private_lists || return 1
  local all=() archive
  mapfile -t all < <(comm -23 <(closure "$1") <(closure ${there:-g++ make}) | grep -E "^(${1%%-*}|lib)")
  mkdir -p .deps/apt/archives .deps/apt/root
  (cd .deps/apt/archives && private_apt apt-get download "${all[@]}" "${@:2}") &>build/deps.log || return 1
  for archive in .deps/apt/archives/*.deb; do
    dpkg-deb -x "$archive" .deps/apt/root
    dpkg-deb -f "$archive" Package Version | sed 's/^[^ ]* //' | paste -sd ' ' >>.deps/apt/names
  done
}

# CMake and Ninja: a folder of their own, so that nothing of ours is linked with their libraries, which
# they find by a relative path.
unpack_cmake() {
  echo "deps: unpacking CMake and Ninja into .deps/cmake/"
  there=libstdc++6 with_libraries cmake ninja-build patchelf || { cat build/deps.log >&2; die "CMake cannot be fetched: is there a network?"; }
  local to=.deps/cmake root=.deps/apt/root library
  rm -rf $to
  mkdir -p $to/{bin,lib,share}
  cp -a $root/usr/bin/{cmake,ninja} $to/bin
  cp -a $root/usr/share/cmake-* $to/share
  rm -rf $to/share/cmake-*/{Help,editors,completions,include}
  # It would download by curl and read XML in archives, with 50 MB of libraries behind them.
  empty $root/usr/lib/*/libcurl.so.4 $to/bin/cmake $to/lib
  empty $root/usr/lib/*/libxml2.so.2 $root/usr/lib/*/libarchive.so.13 $to/lib
  rm -f $root/usr/lib/*/{libcurl.so.4,libxml2.so.2}
  cp -a $to/lib/. "$(echo $root/usr/lib/*-linux-*)"
  LD_LIBRARY_PATH=$(echo "$tree"/$root/{usr/,}lib/*-linux-* | tr ' ' :) ldd $to/bin/cmake |
    sed -n "s|.*=> \($tree/$root/[^ ]*\) .*|\1|p" | while IFS= read -r library; do
    cp -L "$library" $to/lib
    $root/usr/bin/patchelf --force-rpath --set-rpath "\$ORIGIN" "$to/lib/${library##*/}"
  done
  $root/usr/bin/patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" $to/bin/cmake
  touch .deps/packages
  sed -i -E '/^(cmake|ninja-build) /d' .deps/packages
  grep -E '^(cmake|ninja-build) ' .deps/apt/names | tee -a .deps/packages | sed 's/^/deps:   /'
  rm -rf .deps/apt
}

# gnuplot and a font, in the same way. Whoever runs it sets the paths (grader/plot/gnuplot.cpp).
unpack_gnuplot() {
  echo "deps: unpacking gnuplot into .deps/gnuplot/"
  rm -rf .deps/gnuplot
  with_libraries gnuplot-nox fonts-dejavu-core || return 1
  local folder file
  for folder in usr/bin usr/lib lib usr/share/gnuplot usr/share/fonts/truetype/dejavu; do
    [ -d ".deps/apt/root/$folder" ] || continue
    mkdir -p ".deps/gnuplot/usr/${folder#usr/}"
    cp -a ".deps/apt/root/$folder/." ".deps/gnuplot/usr/${folder#usr/}"
  done
  # Some of them serve other programs of those packages.
  find .deps/gnuplot/usr/bin -type f,l ! -name 'gnuplot*' -delete
  local used
  used=$(LD_LIBRARY_PATH=$(echo "$tree"/.deps/gnuplot/usr/lib/*-linux-*) ldd .deps/gnuplot/usr/bin/gnuplot-nox)
  used=$(grep -o "$tree/.deps/[^ ]*" <<<"$used" | xargs -d '\n' readlink -f -- | sort -u)
  find .deps/gnuplot/usr/lib -type f,l | while IFS= read -r file; do
    grep -qxF "$(readlink -f "$file")" <<<"$used" || rm -f "$file"
  done
  mv .deps/apt/names .deps/gnuplot/packages
  rm -rf .deps/apt
}

# The packages that these depend on, with themselves, one a line.
closure() {
  private_apt apt-cache depends --recurse --important "$@" | sed -n 's/^\([a-z0-9][^ :]*\)$/\1/p' | sort -u
}

# Not having it is no reason to fail: a bench without figures is one all the same.
bench() {
  [ -x .deps/gnuplot/usr/bin/gnuplot-nox ] && return
  if [ "${1:-}" != local ]; then
    command -v gnuplot >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      by_apt gnuplot-nox fonts-dejavu-core && return
    fi
  fi
  command -v apt-get dpkg-deb >/dev/null && unpack_gnuplot 2>/dev/null && return
  rm -rf .deps/apt
  echo "deps: gnuplot is not there and cannot be fetched: no figures. An administrator can install gnuplot-nox." >&2
}
if [ "$mode" = bench ]; then
  bench "${2:-}"
  exit
fi

# What tests start and look with. Nothing links it, so nothing of it goes into .deps/, and not having
# it is no reason to fail: the tests that want it are skipped by name.
test_packages=(chromium chromium-driver clangd curl jq pandoc python3-venv sqlite3 tmux)
[[ $HOSTTYPE != x86_64 ]] || test_packages+=(g++-aarch64-linux-gnu qemu-user-static)
# These start services when they are installed, but not in a container.
test_daemons=(munge slurm-client slurmctld slurmd)

tests() {
  local package wanted=()
  [ -d /run/systemd/system ] || test_packages+=("${test_daemons[@]}")
  for package in "${test_packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || wanted+=("$package")
  done
  [ ${#wanted[@]} != 0 ] || return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "deps: only root can install ${wanted[*]}: tests that need them are skipped"
  elif ! by_apt "${wanted[@]}"; then
    # A distribution that lacks one of them has the others.
    for package in "${wanted[@]}"; do
      by_apt "$package" || echo "deps: apt-get did not install $package: tests that need it are skipped"
    done
  fi
}
if [ "$mode" = tests ]; then
  tests
  exit
fi

if [ "$mode" = arm64 ]; then
  command -v apt-get dpkg-deb >/dev/null || die "Programs for ARM are made on Debian and Ubuntu alone."
  command -v aarch64-linux-gnu-g++ >/dev/null || { [ "$(id -u)" = 0 ] && by_apt g++-aarch64-linux-gnu; } ||
    die "There is no compiler for ARM. Ask an administrator for it: apt-get install g++-aarch64-linux-gnu"
  absent=$(for package in "${packages[@]}"; do
    [[ $package = cmake || $package = ninja-build ]] || grep -qs "^$package " build/aarch64/deps/packages || echo "$package"
  done)
  of_architecture=(-o APT::Architecture=arm64 -o APT::Architectures=arm64)
  unpack build/aarch64/deps $absent
  exit
fi

command -v "$cxx" >/dev/null || {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
    die "There is no C++ compiler ($cxx). Ask an administrator for it: apt-get install g++"
  by_apt g++ || { cat build/deps.log >&2; die "g++ cannot be installed."; }
}

if [ "$mode" = local ]; then
  absent=$(missing_in_deps)
else
  absent=$(missing)
fi
if [ -n "$absent" ]; then
  command -v apt-get dpkg-deb >/dev/null || die "These libraries are missing (by their names in Debian):" $absent \
    "Install them with this system's package manager. Debian and Ubuntu are the supported systems."
  if [ "$mode" != local ] && [ "$(id -u)" = 0 ]; then
    by_apt $(grep -vx $never_by_apt <<<"$absent" || true) || echo "deps: apt-get did not install all of them"
    absent=$(missing)
  fi
  case " $absent " in *cmake* | *ninja*) unpack_cmake ;; esac
  unpack .deps $(grep -vxE 'cmake|ninja-build' <<<"$absent" || true)
  absent=$(missing)
  [ -z "$absent" ] || die "Still missing:" $absent "What apt-get printed is in build/deps.log."
  echo "deps: complete"
elif [ "$mode" != quick ]; then
  echo "deps: complete, nothing to install"
fi
# CUB and Thrust for the CPU engine: headers alone, always unpacked, so that what a submission includes in
# the sandbox is not theirs. Without them a program that includes them is refused, as simtcc says.
if [ ! -r .deps/usr/include/cub/cub.cuh ] || [ ! -r .deps/usr/include/thrust/version.h ]; then
  if ! command -v apt-get dpkg-deb >/dev/null || ! (unpack .deps libcub-dev libthrust-dev); then
    rm -rf .deps/apt
    echo "deps: libcub-dev and libthrust-dev are not there: programs that use CUB run on GPUs alone" >&2
  fi
fi
state >$stamp
