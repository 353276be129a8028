# The table of counters.sh.
#   awk -f table.awk EXPLAINED OURS NCU
# OURS and NCU: kernel, kind of access, quantity, value. EXPLAINED: kernel (a regular expression), metric,
# from, to, reason: ncu's number may be from `from` to `to` of ours. All divided by tabs, in EXPLAINED
# by | with spaces around it. Exit status 1 if a difference above 5 % has no entry.
BEGIN {
  FS = "\t"
  tolerance = 0.05
  format = "%-27s %-28s %10s %10s %8s  %s\n"
}

FNR == 1 { file = FILENAME == ARGV[1] ? 1 : FILENAME == ARGV[2] ? 2 : 3 }

file == 1 {
  if (split($0, part, / +\| +/) != 5) next
  ++entries
  entry_kernel[entries] = "^(" part[1] ")$"
  entry_metric[entries] = part[2]
  entry_from[entries] = part[3]
  entry_to[entries] = part[4]
  reason[entries] = part[5]
  next
}

{
  if (!($1 in known)) {
    known[$1] = 1
    kernel[++kernels] = $1
  }
  value[file, $1, $2, $3] = $4
  measured[file, $1] = 1
}

function number(x) { return x == int(x) ? sprintf("%d", x) : sprintf("%.3f", x) }

# A row of the table. `ours` and `theirs` are numbers, `theirs` "?" where ncu has none.
function row(name, metric, ours, theirs, difference, verdict, e) {
  ++rows
  if (theirs == "?") {
    difference = "?"
    verdict = "NO COUNTER on this GPU"
    ++uncounted
  } else if (ours == theirs || (ours != 0 && theirs / ours - 1 <= tolerance && theirs / ours - 1 >= -tolerance)) {
    difference = sprintf("%.1f", ours == theirs ? 0 : 100 * (theirs / ours - 1))
    verdict = "ok"
    ++good
  } else {
    difference = ours == 0 ? "-" : sprintf("%.1f", 100 * (theirs / ours - 1))
    verdict = "DIFFERS"
    for (e = 1; e <= entries; ++e)
      if (name ~ entry_kernel[e] && metric == entry_metric[e] && theirs >= entry_from[e] * ours * (1 - tolerance) &&
          theirs <= entry_to[e] * ours * (1 + tolerance)) {
        verdict = "explained: " reason[e]
        ++used[e]
        break
      }
    if (verdict == "DIFFERS") ++bad
    else ++why
  }
  printf format, name, metric, number(ours), theirs == "?" ? "?" : number(theirs), difference, verdict
}

function rows_of(name, kind, quantity, a, b, c, d) {
  a = value[2, name, kind, "requests"] + 0
  b = value[3, name, kind, "requests"]
  c = value[2, name, kind, quantity] + 0
  d = value[3, name, kind, quantity]
  if (b == "") b = "?"
  if (d == "") d = "?"
  if (a == 0 && (b == "?" || b == 0)) return
  row(name, kind " requests", a, b == "?" ? b : b + 0)
  if (b == "?" || d == "?") row(name, kind " " quantity "/request", a ? c / a : 0, "?")
  else row(name, kind " " quantity "/request", a ? c / a : 0, b > 0 ? d / b : 0)
  if (quantity == "passes") ways(name, kind, c, d)
}

# How many times the passes that would do without conflicts; not told where there are none.
function ways(name, kind, c, d, our_conflicts, conflicts, a, b) {
  our_conflicts = value[2, name, kind, "conflicts"] + 0
  conflicts = value[3, name, kind, "conflicts"]
  a = c > our_conflicts ? c / (c - our_conflicts) : 0
  if (d == "?" || conflicts == "?" || conflicts == "") b = "?"
  else b = d > conflicts ? d / (d - conflicts) : 0
  if (our_conflicts > 0 || conflicts > 0) row(name, kind " passes/ideal", a, b)
}

END {
  printf format, "kernel", "metric", "ours", "ncu", "diff %", "verdict"
  for (i = 1; i <= kernels; ++i) {
    name = kernel[i]
    if (!((2, name) in measured) || !((3, name) in measured)) {
      printf format, name, "all", (2, name) in measured ? "there" : "none", (3, name) in measured ? "there" : "none", "-", "DIFFERS"
      ++bad
      ++rows
      continue
    }
    rows_of(name, "global-load", "sectors")
    rows_of(name, "global-store", "sectors")
    rows_of(name, "global-atomic", "sectors")
    rows_of(name, "shared-load", "passes")
    rows_of(name, "shared-store", "passes")
    rows_of(name, "shared-atomic", "passes")
    a = value[2, name, "branches", "divergent"] + 0
    b = value[3, name, "branches", "divergent"]
    if (a > 0 || b > 0) row(name, "divergent branches", a, b == "" ? "?" : b)
  }
  printf "%d metrics of %d kernels: %d within 5 %%, %d explained, %d without a counter, %d differ\n", rows, kernels,
    good, why, uncounted, bad
  for (e = 1; e <= entries; ++e)
    if (!used[e]) printf "not needed here: the explanation of %s, %s\n", entry_kernel[e], entry_metric[e]
  exit bad > 0 || good == 0
}
