# Compares what a program's run said with what its source expects.
#   awk -v name=NAME -v clean=0|1 -v status=EXIT_STATUS -f expect.awk SOURCE.cu FINDINGS
# Prints a line for each difference and nothing when there is none.
#
# A finding is expected by a comment at the end of the line where it must be reported; several are
# divided by commas:
#   FINDING kind          an error of this kind; race|barrier: either kind will do; or of this cause:
#                         race.update
#   FINDING kind advice   the same of level advice
#   FINDING kind ?        one of several right places: at least one line marked so must be named; with a
#                         number (?1, ?2) at least one of each number
#   MAYBE kind            may be reported as well, and need not be
#   OTHER                 the other party's line, which must be named; with ?: may be named
# Words in capitals on a line of their own in the comment at the head of the file:
#   HANGS                 on a GPU the program does not end
#   CRASH                 the program must end by a signal
#   ONLY                  advice that is not marked is wrong, as errors are everywhere
#   TIMEOUT               the program must still run when its time is over
BEGIN {
  findings_file = ARGV[2]
}

function complain(text) { print "  " text }

function has(list, item) { return index("|" list "|", "|" item "|") > 0 }

# One item of a mark: the words after `//` up to a comma.
function read_mark(line, item, n, w, i, level, group) {
  n = split(item, w, " ")
  if (w[1] == "OTHER") {
    marked[line] = 1
    if (w[2] == "") other_wanted[line] = 1
    return
  }
  if (w[1] != "FINDING" && w[1] != "MAYBE") return
  level = "error"
  group = ""
  for (i = 3; i <= n; ++i) {
    if (w[i] == "advice") level = "advice"
    else if (w[i] ~ /^\?/) group = w[i]
    else complain("line " line ": unknown word in a mark: " w[i])
  }
  marked[line] = 1
  ++marks
  mark_line[marks] = line
  mark_kinds[marks] = w[2]
  mark_level[marks] = level
  mark_group[marks] = w[1] == "MAYBE" ? "MAYBE" : group
}

FILENAME != findings_file {
  if ($0 ~ /^\/\/ [A-Z][A-Z ]*$/) {
    for (i = 2; i <= NF; ++i) flag[$i] = 1
    next
  }
  at = match($0, /\/\/ (FINDING|MAYBE|OTHER)( |$)/)
  if (!at) next
  parts = split(substr($0, at + 3), item, /, */)
  for (i = 1; i <= parts; ++i) read_mark(FNR, item[i])
  next
}

# simt: FILE:LINE: LEVEL: KIND: MESSAGE [other: FILE:LINE] [N times]
/^simt: / && /: (error|advice): [a-z-]+: / {
  match($0, /: (error|advice): [a-z-]+: /)
  place = substr($0, 7, RSTART - 7)
  split(substr($0, RSTART + 2, RLENGTH - 4), word, ": ")
  level = word[1]
  kind = word[2]
  line = place
  sub(/.*:/, "", line)
  file = place
  sub(/:[^:]*$/, "", file)
  sub(/.*\//, "", file)
  other = ""
  if (match($0, /\[other: [^]]*\]/)) {
    other = substr($0, RSTART + 8, RLENGTH - 9)
    sub(/.*:/, "", other)
  }
  cause = match($0, /\[[a-z.-]+\]$/) ? substr($0, RSTART + 1, RLENGTH - 2) : ""
  said = substr($0, 1, 220)
  if (clean) {
    complain("expected nothing, said: " said)
    next
  }
  fits = 0
  for (m = 1; m <= marks; ++m)
    if (file == name ".cu" && mark_line[m] == line &&
        (has(mark_kinds[m], kind) || (cause != "" && has(mark_kinds[m], cause)))) {
      fits = 1
      if (mark_level[m] == level) {
        named[m] = 1
        if (mark_group[m] != "") named_group[mark_group[m] mark_kinds[m] level] = 1
      } else if (level == "error") {
        fits = 0
      }
    }
  if (!fits && (level == "error" || flag["ONLY"])) complain("not expected: " said)
  if (kind == "race" && level == "error" && other == "") complain("without the other party: " said)
  if (other != "") {
    other_named[other] = 1
    if (fits && !(other in marked)) complain("another party than the marked one: " said)
  }
}

END {
  if (flag["TIMEOUT"]) {
    if (status != 124 && status != 137) complain("expected to run out of time, ended with status " status)
  } else if (flag["CRASH"]) {
    if (status < 128) complain("expected to end by a signal, ended with status " status)
  } else if (status != 0) {
    complain(status == 124 || status == 137 ? "ran out of time" : "ended with status " status)
  }
  for (m = 1; m <= marks; ++m) {
    if (named[m] || mark_group[m] == "MAYBE") continue
    if (mark_group[m] == "") {
      complain("missing: line " mark_line[m] ": " mark_level[m] ": " mark_kinds[m])
    } else {
      key = mark_group[m] mark_kinds[m] mark_level[m]
      if (named_group[key]) continue
      missing_group[key] = missing_group[key] (missing_group[key] == "" ? "" : " or ") mark_line[m]
      what_group[key] = mark_level[m] ": " mark_kinds[m]
    }
  }
  for (key in missing_group) complain("missing: line " missing_group[key] ": " what_group[key])
  for (line in other_wanted)
    if (!other_named[line]) complain("missing: [other: line " line "]")
  if (!clean && marks == 0 && !flag["TIMEOUT"]) complain("the file expects nothing: mark its defect")
}
