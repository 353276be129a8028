// A program of its own tells at its end what was found; a runner reads the report instead.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/checker.h"
#include "findings.h"
#include "simt/copy_functions.h"
#include "simt/finding_words.h"
#include "simt/host.h"
#include "teller.h"

namespace simt::check {

namespace {

/// Of CUB or Thrust, which simtcc takes from one folder.
bool is_in_a_library(std::string_view line) {
  return line.find("/include/cub/") != line.npos || line.find("/include/thrust/") != line.npos;
}

/// Where a race's lock, flag or counter was changed without a fence; or 0.
std::uint64_t released_pc(const Finding& f) {
  return std::strtoull(fact_in(f.facts, "released_pc").c_str(), nullptr, 10);
}

/// "file:line" of each return address, by binutils' addr2line; of inlined code the innermost line
/// that is neither the engine's nor a library's nor a copy function's; one of those where there is
/// no other.
std::unordered_map<std::uint64_t, std::string> lines_of(const Report& r) {
  std::vector<std::uint64_t> pcs;
  for (std::uint32_t i = 0; i < r.finding_count; ++i)
    for (const std::uint64_t pc :
         {r.findings[i].place.pc, r.findings[i].other.pc, released_pc(r.findings[i])})
      if (pc) pcs.push_back(pc);
  if (std::getenv("SIMT_METRICS"))
    for (std::uint32_t i = 0; i < r.site_count; ++i) pcs.push_back(r.sites[i].pc);
  std::unordered_map<std::uint64_t, std::string> lines;
  if (pcs.empty()) return lines;
  std::string command = "addr2line -a -f -i -e /proc/" + std::to_string(getpid()) + "/exe";
  for (const std::uint64_t pc : pcs) {
    char text[32];
    std::snprintf(text, sizeof text, " 0x%lx", static_cast<unsigned long>(pc - 1));
    command += text;
  }
  std::FILE* out = popen((command + " 2>/dev/null").c_str(), "r");
  if (!out) return lines;
  std::uint64_t pc = 0;
  bool final = false, copies = false;
  char* text = nullptr;
  std::size_t room = 0;
  const auto next = [&] {
    if (getline(&text, &room, out) < 0) return false;
    text[std::strcspn(text, "\n")] = 0;
    return true;
  };
  while (next()) {
    if (std::strncmp(text, "0x", 2) == 0) {
      pc = std::strtoull(text, nullptr, 16) + 1;
      final = false;
      continue;
    }
    copies = copies_its_class(text);
    if (!next()) break;
    if (final || std::strstr(text, "simt/include/") || text[0] == '?') continue;
    final = !copies && !is_in_a_library(text);
    std::string& line = lines[pc];
    if (!line.empty() && !final) continue;
    line = text;
    line = line.substr(0, line.find(" (discriminator"));
  }
  std::free(text);
  pclose(out);
  return lines;
}

bool reads_too(const Finding& f) {
  return fact_in(f.facts, "does") == "reads" || fact_in(f.facts, "party_does") == "reads";
}

bool both_write(const Finding& f) {
  return fact_in(f.facts, "does") == "writes" && fact_in(f.facts, "party_does") == "writes";
}

std::string place_text(const Place& p,
                       const std::unordered_map<std::uint64_t, std::string>& lines) {
  if (p.pc == 0) return p.line ? std::string(p.file) + ":" + std::to_string(p.line) : "";
  const auto at = lines.find(p.pc);
  return at == lines.end() ? "" : at->second;
}

const char* access_name(Access a) {
  switch (a) {
    case Access::global_load:
      return "global-load";
    case Access::global_store:
      return "global-store";
    case Access::global_atomic:
      return "global-atomic";
    case Access::shared_load:
      return "shared-load";
    case Access::shared_store:
      return "shared-store";
    case Access::shared_atomic:
      return "shared-atomic";
  }
  return "access";
}

/// One line for each place that touches memory, for programs to read: tab-separated, with a header.
void print_metrics(const char* name) {
  std::FILE* to = std::fopen(name, "w");
  if (!to) return;
  const Report& r = report();
  const auto lines = lines_of(r);
  std::fprintf(to,
               "kernel\tline\taccess\tbytes\trequests\tlanes\tsectors\tideal_sectors\t"
               "useful_bytes\tpasses\tideal_passes\tsame_address\n");
  for (std::uint32_t i = 0; i < r.site_count; ++i) {
    const SiteMetrics& s = r.sites[i];
    const auto at = lines.find(s.pc);
    const auto n = [](std::uint64_t v) { return static_cast<unsigned long long>(v); };
    std::fprintf(to, "%s\t%s\t%s\t%u\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\n",
                 r.kernels[s.kernel].name, at == lines.end() ? "?" : at->second.c_str(),
                 access_name(s.access), s.size, n(s.requests), n(s.lanes), n(s.sectors),
                 n(s.ideal_sectors), n(s.useful_bytes), n(s.passes), n(s.ideal_passes),
                 n(s.same_address));
  }
  std::fclose(to);
}

void at_end() {
  if (&report() != own_report()) return;
  simt::finish_all();
  finish();
  if (report().again_serially) {
    dismiss_teller();
    // Once more from the start, with one worker; what is not flushed yet is not printed twice.
    std::vector<std::string> words;
    if (std::FILE* in = std::fopen("/proc/self/cmdline", "r")) {
      std::string word;
      for (int c; (c = std::fgetc(in)) != EOF;) {
        if (c) {
          word.push_back(static_cast<char>(c));
        } else {
          words.push_back(word);
          word.clear();
        }
      }
      std::fclose(in);
    }
    std::vector<char*> arguments;
    for (std::string& w : words) arguments.push_back(w.data());
    arguments.push_back(nullptr);
    setenv("SIMT_WORKERS", "1", 1);
    execv("/proc/self/exe", arguments.data());
  }
  let_teller_tell();
  if (const char* name = std::getenv("SIMT_METRICS")) print_metrics(name);
}

/// A program that ends with an error, or in the middle of a checked call, may do so for a call of
/// CUDA that failed. Runs before at_end.
void at_exit(int status, void*) {
  if (&report() != own_report() || status != 0) broken_off();
}

[[gnu::constructor(102)]] void print_at_end() {
  std::atexit(at_end);
  on_exit(at_exit, nullptr);
}

}  // namespace

void print_findings() {
  const Report& r = report();
  const char* name = std::getenv("SIMT_FINDINGS");
  std::FILE* file = name ? std::fopen(name, "w") : nullptr;
  const auto lines = lines_of(r);
  // Two accesses of one line, as in `x += y`, make one finding.
  const auto same_lines = [&](const Finding& a, const Finding& b) {
    const std::string place = place_text(a.place, lines), other = place_text(a.other, lines);
    const std::string its_place = place_text(b.place, lines),
                      its_other = place_text(b.other, lines);
    return kind_of(a.cause) == kind_of(b.cause) &&
           ((place == its_place && other == its_other) ||
            (kind_of(a.cause) == "race" && place == its_other && other == its_place));
  };
  for (std::uint32_t i = 0; i < r.finding_count; ++i) {
    Finding f = r.findings[i];
    bool told = false;
    for (std::uint32_t j = 0; j < i && !told; ++j) told = same_lines(r.findings[j], f);
    if (told) continue;
    // CUB's blocks wait for each other by plain loads and stores that NVIDIA knows to be seen.
    if (kind_of(f.cause) == "race" && is_in_a_library(place_text(f.place, lines)) &&
        is_in_a_library(place_text(f.other, lines)))
      continue;
    bool reads = reads_too(f);
    for (std::uint32_t j = i + 1; j < r.finding_count; ++j) {
      const Finding& again = r.findings[j];
      if (!same_lines(f, again)) continue;
      reads = reads || reads_too(again);
      const unsigned its_rank = rank_of(again.cause), rank = rank_of(f.cause);
      const bool tells_more = its_rank > rank || (its_rank == rank && both_write(again));
      const auto count = f.count + again.count;
      if (tells_more) f = again;
      f.count = count;
    }
    std::string place = place_text(f.place, lines), other = place_text(f.other, lines);
    if (kind_of(f.cause) == endless) {  // the other is who called what has no line
      if (place.empty()) place = other;
      other.clear();
    }
    const std::string_view cause =
        place == other ? race_in_one_line(f.cause, both_write(f), reads) : f.cause;
    const auto fact_of = [&](std::string_view fact) {
      if (fact == "released") return place_text({released_pc(f), 0, {}}, lines);
      return fact_in(f.facts, fact);
    };
    const std::string message = finding_in_words(cause, fact_of, other);
    std::string text = "simt: " + (place.empty() ? "?" : place) +
                       (f.level == Level::error ? ": error: " : ": advice: ") +
                       std::string(kind_of(f.cause)) + ": " + message;
    if (!other.empty()) text += " [other: " + other + "]";
    if (f.count > 1) text += " [" + std::to_string(f.count) + " times]";
    if (!cause.empty()) text += " [" + std::string(cause) + "]";
    for (std::FILE* to : {stderr, file})
      if (to) std::fprintf(to, "%s\n", text.c_str());
  }
  if (r.more_findings)
    for (std::FILE* to : {stderr, file})
      if (to)
        std::fprintf(to, "simt: and %llu more\n", static_cast<unsigned long long>(r.more_findings));
  if (file) std::fclose(file);
}

}  // namespace simt::check
