# Of lines "ENTRY ID,ID ID,ID", the causes that the CPU engine and a GPU told: those that only one of them
# has. The last line counts.
function only(these, others, prefix,    ids, id, i, n, all) {
  n = split(these, ids, ",")
  all = ""
  for (i = 1; i <= n; ++i) if (ids[i] != "-" && index("," others ",", "," ids[i] ",") == 0) all = all " " ids[i]
  return all == "" ? "" : prefix all
}
{
  cpu = only($2, $3, " CPU engine:")
  gpu = only($3, $2, " GPU:")
  if (cpu gpu == "") { ++same; next }
  printf "%-54s%s%s\n", $1, cpu, gpu
}
END { printf "%d entries, of %d the same causes\n", NR, same }
