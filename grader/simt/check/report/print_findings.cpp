// Prints findings as sentences, one per line: to standard error, and to the file named by
// SIMT_FINDINGS.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "check/report/code_lines.h"
#include "check/report/findings.h"
#include "simt/finding_words.h"

namespace simt::check {

namespace {

bool reads_too(const Finding& f) {
  return fact_in(f.facts, "does") == "reads" || fact_in(f.facts, "party_does") == "reads";
}

bool both_write(const Finding& f) {
  return fact_in(f.facts, "does") == "writes" && fact_in(f.facts, "party_does") == "writes";
}

bool is_race(const Finding& f) { return find_kind(f.cause) == "race"; }

/// Whether two accesses on one line, as in `x += y`, belong to one finding.
bool same_lines(const Finding& a, const Finding& b, const CodeLines& lines) {
  if (find_kind(a.cause) != find_kind(b.cause)) return false;
  const std::string place = lines.of(a.place), other = lines.of(a.other);
  const std::string its_place = lines.of(b.place), its_other = lines.of(b.other);
  return (place == its_place && other == its_other) ||
         (is_race(a) && place == its_other && other == its_place);
}

bool is_more_specific(const Finding& f, const Finding& than) {
  const unsigned rank = cause_rank(f.cause), its_rank = cause_rank(than.cause);
  return rank > its_rank || (rank == its_rank && both_write(f));
}

/// CUB's blocks wait for each other by plain loads and stores that NVIDIA's hardware handles
/// correctly.
bool is_library_internal(const Finding& f, const CodeLines& lines) {
  return is_race(f) && is_in_a_library(lines.of(f.place)) && is_in_a_library(lines.of(f.other));
}

/// All findings of the same lines as the first.
struct Group {
  Finding finding;  // the most specific one, with the count of all
  bool reads;       // true if any of them reads
};

Group collect_group(const Report& r, std::uint32_t first, const CodeLines& lines) {
  Group g{r.findings[first], reads_too(r.findings[first])};
  for (std::uint32_t i = first + 1; i < r.finding_count; ++i) {
    const Finding& again = r.findings[i];
    if (!same_lines(g.finding, again, lines)) continue;
    g.reads = g.reads || reads_too(again);
    const auto count = g.finding.count + again.count;
    if (is_more_specific(again, g.finding)) g.finding = again;
    g.finding.count = count;
  }
  return g;
}

std::string format_sentence(const Group& g, const CodeLines& lines) {
  const Finding& f = g.finding;
  std::string place = lines.of(f.place), other = lines.of(f.other);
  if (find_kind(f.cause) == endless) {  // `other` is then the caller, which has no line
    if (place.empty()) place = other;
    other.clear();
  }
  const std::string_view cause =
      place == other ? race_in_one_line(f.cause, both_write(f), g.reads) : f.cause;
  const auto find_fact = [&](std::string_view fact) -> std::string {
    if (fact == "one_line") return place == other ? "1" : "";
    return fact == "released" ? lines.of(released_pc(f)) : fact_in(f.facts, fact);
  };
  std::string text = "simt: " + (place.empty() ? "?" : place) +
                     (f.level == Level::error ? ": error: " : ": advice: ") +
                     std::string(find_kind(f.cause)) + ": " +
                     finding_in_words(cause, find_fact, other);
  if (!other.empty()) text += " [other: " + other + "]";
  if (f.count > 1) text += " [" + std::to_string(f.count) + " times]";
  if (!cause.empty()) text += " [" + std::string(cause) + "]";
  return text;
}

}  // namespace

void print_findings() {
  const Report& r = report();
  const char* name = std::getenv("SIMT_FINDINGS");
  std::FILE* file = name ? std::fopen(name, "w") : nullptr;
  const auto print = [file](const std::string& text) {
    for (std::FILE* to : {stderr, file})
      if (to) std::fprintf(to, "%s\n", text.c_str());
  };
  const CodeLines lines(r);
  const Finding* const all = r.findings;
  for (std::uint32_t i = 0; i < r.finding_count; ++i) {
    const bool is_repeated = std::any_of(
        all, all + i, [&](const Finding& earlier) { return same_lines(earlier, all[i], lines); });
    if (!is_repeated && !is_library_internal(all[i], lines))
      print(format_sentence(collect_group(r, i, lines), lines));
  }
  if (r.more_findings) print("simt: and " + std::to_string(r.more_findings) + " more");
  if (file) std::fclose(file);
}

}  // namespace simt::check
