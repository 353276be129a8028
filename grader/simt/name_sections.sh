#!/bin/sh
# name_sections.sh FILE [OBJCOPY-OPTION]...: puts all code of an archive or object into the section simt_text
# and its variables into simt_data and simt_bss. By these names the check knows the engine's own functions,
# and what else nobody is to store to. Inline functions and cold parts have sections of their own.
set -eu
file=$1
shift
# shellcheck disable=SC2046  # one option a word
exec "${OBJCOPY:-objcopy}" "$@" $("${OBJDUMP:-objdump}" -h "$file" | awk '
  $2 ~ /^\.text/ { to = "simt_text" }
  $2 == ".bss" { to = "simt_bss" }
  $2 ~ /^\.data(\.rel(\.local)?)?$/ { to = "simt_data" }
  to && !seen[$2]++ { print "--rename-section " $2 "=" to }
  { to = "" }') "$file"
