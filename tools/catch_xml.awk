# Reads the XML report of Catch2 2 or 3. Prints one line a test case: "passed NAME", "skipped NAME
# (REASON)" or "failed NAME", and then, indented, what failed.
# A test case without an end (the program died in it) has failed. With Catch2 2, which has no SKIP, a
# warning that starts with "skipped:" makes a test case that passes a skipped one.
function unescape(text) {
  gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "'", text)
  gsub(/&amp;/, "\\&", text)
  return text
}
function attribute(name) {
  return match($0, " " name "=\"[^\"]*\"") ? unescape(substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)) : ""
}
function finish(ok) {
  if (name == "") return
  if (!ok) printf "failed %s\n%s", name, details
  else if (reason != "") printf "skipped %s (%s)\n", name, reason
  else printf "passed %s\n", name
  name = ""
}
{ sub(/^ +/, "") }
/^<TestCase / { finish(0); name = attribute("name"); reason = details = ""; next }
/^<OverallResult / { if (attribute("skips") + 0 > 0 && reason == "") reason = "see the test"; finish(attribute("success") == "true"); next }
/^<(Expression|Exception|FatalErrorCondition|Failure|Skip)[ >]/ {
  kind = $1; sub(/</, "", kind); sub(/>.*/, "", kind)
  failing = kind != "Skip" && !(kind == "Expression" && attribute("success") == "true")
  if (failing) details = details "  " attribute("filename") ":" attribute("line") ": " (kind == "Expression" ? attribute("type") : kind) "\n"
}
/^<\/(Expression|Exception|FatalErrorCondition|Failure|Skip)>/ || /^<Failure.*\/>/ { kind = ""; next }
/^<Warning>/ { in_warning = 1; next }
/^<\/Warning>/ { in_warning = 0; next }
in_warning && /^skipped:/ { reason = unescape(substr($0, 10)); next }
kind == "Skip" && !/^</ && $0 != "" { reason = unescape($0) }
kind != "" && failing && /^<Expanded>/ { details = details "    that is:\n" }
kind != "" && failing && !/^</ && $0 != "" { details = details "    " unescape($0) "\n" }
END { if (name != "") { details = details "  the program ended in this test\n"; finish(0) } }
