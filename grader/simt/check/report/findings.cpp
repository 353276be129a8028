#include "check/report/findings.h"

#include <cstdio>
#include <cstring>
#include <mutex>

#include "check/report/reporter.h"
#include "check/report/vault.h"
#include "check/report/words.h"
#include "check/state.h"
#include "engine/memory/address_space.h"
#include "engine/worker.h"
#include "simt/finding_words.h"

namespace simt::check {

namespace {

std::mutex lock;
Report own{};

/// The report in use.
alignas(detail::page) union {
  struct {
    Report* report;
    void (*listener)(Part, std::uint32_t);
  } to;
  char pages[detail::page];
} goes = {{&own, send_to_reporter}};

/// Counts per finding, kept outside the report: a finding may occur a million times, and the vault
/// need not be opened each time.
std::uint64_t counts[Report::most_findings];
bool tampering_reported = false;

void copy_text(char* to, std::size_t size, std::string_view from) {
  const std::size_t n = from.size() < size - 1 ? from.size() : size - 1;
  std::memcpy(to, from.data(), n);
  to[n] = 0;
}

Place to_finding_place(const At& at) {
  Place p{};
  p.pc = at.pc;
  p.line = static_cast<std::uint32_t>(at.line);
  if (at.file) copy_text(p.file, sizeof p.file, at.file);
  return p;
}

bool same(const Place& p, const At& at) {
  return p.pc == at.pc && p.line == static_cast<std::uint32_t>(at.line) &&
         (at.file == nullptr ? p.file[0] == 0
                             : std::strncmp(p.file, at.file, sizeof p.file - 1) == 0);
}

}  // namespace

/// Does not allocate, because signal handlers use it.
Facts& Facts::add_running_thread() {
  char thread[48], block[48], thread_of_block[128];
  std::snprintf(thread, sizeof thread, "(%u,%u,%u)", threadIdx.x, threadIdx.y, threadIdx.z);
  std::snprintf(block, sizeof block, "(%u,%u,%u)", blockIdx.x, blockIdx.y, blockIdx.z);
  std::snprintf(thread_of_block, sizeof thread_of_block, "Thread %s of block %s", thread, block);
  return add("thread", thread).add("block", block).add("who", thread_of_block);
}

std::mutex& findings_lock() { return lock; }

Report& report() { return *goes.to.report; }

const Report* program_report() { return &own; }

void use_report(const Start& start) {
  const std::lock_guard guard(lock);
  dissolve_vault();
  goes.to = {start.report ? start.report : &own, start.listener};
  std::memset(static_cast<void*>(goes.to.report), 0, sizeof *goes.to.report);
  std::memset(counts, 0, sizeof counts);
  tampering_reported = false;
  if (start.kept == nullptr) return;
  close_vault(&goes, sizeof goes);
  close_vault(start.kept, start.kept_size);
}

void notify_listener(Part part, std::uint32_t index) {
  if (goes.to.listener) goes.to.listener(part, index);
}

void write_counts() {
  Report& r = report();
  for (std::uint32_t i = 0; i < r.finding_count; ++i) r.findings[i].count = counts[i];
}

void end_report() {
  const std::lock_guard guard(lock);
  dissolve_vault();
  write_counts();
  report().ended = 1;
  notify_listener(Part::end);
  goes.to.listener = nullptr;
}

void ask_for_serial_run() {
  if (report().again_serially) return;
  const std::lock_guard guard(lock);
  {
    const OpenVault open;
    report().again_serially = 1;
  }
  notify_listener(Part::again_serially);
}

void report_tampering() {
  if (!tampering_reported) notify_listener(Part::tampering);
  tampering_reported = true;
}

namespace {

void describe(Finding& f, Level level, const At& place, const At& other, const char* cause,
              const Facts& facts) {
  f.level = level;
  f.place = to_finding_place(place);
  f.other = to_finding_place(other);
  copy_text(f.cause, sizeof f.cause, cause);
  copy_text(f.facts, sizeof f.facts, facts.text());
}

unsigned weight(const Finding& f) { return finding_weight(f.level == Level::error, f.cause); }

/// The latest of them.
std::uint32_t lightest_finding(const Report& r) {
  std::uint32_t lightest = r.finding_count - 1;
  for (std::uint32_t i = lightest; i-- > 0;)
    if (weight(r.findings[i]) < weight(r.findings[lightest])) lightest = i;
  return lightest;
}

/// The caller holds `lock`.
void enter(Level level, const At& place, const At& other, const char* cause,
           const std::function<Facts()>& facts) {
  Report& r = report();
  for (std::uint32_t i = 0; i < r.finding_count; ++i) {
    Finding& f = r.findings[i];
    // Compare places first: a race may occur millions of times, and text comparisons are slower.
    const bool there = same(f.place, place) && same(f.other, other);
    // The order of a race's two accesses is accidental.
    const bool swapped = !there && same(f.place, other) && same(f.other, place);
    if (!there && !swapped) continue;
    const bool same_cause = std::strcmp(f.cause, cause) == 0;
    if (!same_cause && find_kind(f.cause) != find_kind(cause)) continue;
    // Keep the first reason why a call was refused.
    if (!same_cause && find_kind(cause) == "api-error") continue;
    if (swapped && find_kind(cause) != "race") continue;
    ++counts[i];
    // The same finding, now known to be harmful.
    const bool worse = level == Level::error && f.level == Level::advice;
    if (worse && same_cause) --counts[i];
    if (worse || (level <= f.level && !same_cause && cause_rank(cause) > cause_rank(f.cause))) {
      const Facts described = facts();
      const OpenVault open;
      describe(f, level, place, other, cause, described);
      notify_listener(Part::finding, i);
    }
    return;
  }
  std::uint32_t i = r.finding_count;
  if (i == Report::most_findings) {
    i = lightest_finding(r);
    const unsigned least = weight(r.findings[i]);
    const bool heavier = finding_weight(level == Level::error, cause) > least;
    const OpenVault open;
    if (heavier && least > 0)
      r.more_findings += counts[i];
    else if (!heavier && level == Level::error)
      ++r.more_findings;
    if (!heavier) return;
  }
  const Facts described = facts();
  const OpenVault open;
  counts[i] = 1;
  Finding& f = r.findings[i];
  f.count = 1;
  copy_text(f.kernel, sizeof f.kernel, current.grid ? current.grid->site.name : "");
  describe(f, level, place, other, cause, described);
  if (i == r.finding_count) ++r.finding_count;
  notify_listener(Part::finding, i);
}

}  // namespace

void found(Level level, const At& place, const At& other, const char* cause,
           const std::function<Facts()>& facts) {
  // An endless call is not run again.
  if (current.parallel && detail::in_kernel() && find_kind(cause) != endless) need_serial();
  const std::lock_guard guard(lock);
  enter(level, place, other, cause, facts);
}

bool found_if_free(Level level, const At& place, const At& other, const char* cause,
                   const std::function<Facts()>& facts) {
  const std::unique_lock guard(lock, std::try_to_lock);
  if (!guard) return false;
  enter(level, place, other, cause, facts);
  return true;
}

}  // namespace simt::check
