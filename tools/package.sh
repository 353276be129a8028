#!/bin/bash
# `make deb`: a package for this Debian or Ubuntu, build/deb/warpgrade_VERSION_ARCHITECTURE.deb.
#   tools/package.sh        in it: what `make install` installs, below /usr, a man page, completions, and the units
#                           that grade a folder (docs/administrators.md)
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in cpack dpkg-shlibdeps; do
  command -v $tool >/dev/null && continue
  echo "package: there is no $tool: apt-get install cmake dpkg-dev" >&2
  exit 2
done
tools=$PWD/tools/package out=$PWD/build/deb
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
# As of the kit: the program's, and the day and time (UTC) of the newest change.
epoch=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y build/warpgrade)
version=$(build/warpgrade --version | sed -n '1s/^warpgrade //p')$(date -u -d "@$epoch" +.%Y%m%d.%-H%M)
export tools stage out version

tools/install.sh "$stage/usr/lib/warpgrade"
mkdir -p "$stage/usr/bin" "$stage/usr/share/doc/warpgrade"
ln -s ../lib/warpgrade/build/warpgrade "$stage/usr/bin/warpgrade"
cp LICENSE "$stage/usr/share/doc/warpgrade/copyright"
put() { # FROM FILE: below stage
  mkdir -p "$(dirname "$stage/$2")"
  cat "$1" >"$stage/$2"
}
put <(build/warpgrade completion man | gzip -9n) usr/share/man/man1/warpgrade.1.gz
put <(build/warpgrade completion bash) usr/share/bash-completion/completions/warpgrade
put tools/package/logrotate etc/logrotate.d/warpgrade
put tools/package/warpgrade@.service usr/lib/systemd/system/warpgrade@.service
put tools/package/warpgrade@.timer usr/lib/systemd/system/warpgrade@.timer
# All users grade with the same files.
chmod -R u=rwX,go=rX "$stage"
mkdir -p "$out"
rm -f "$out"/*.deb
(cd "$out" && cpack --config "$tools/deb.cmake" >cpack.log 2>&1) || { cat "$out/cpack.log" >&2; exit 3; }
rm -rf "$out/_CPack_Packages"
ls "$out"/*.deb
