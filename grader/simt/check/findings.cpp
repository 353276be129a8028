#include "findings.h"

#include <cstdio>
#include <cstring>
#include <mutex>

#include "engine/worker.h"
#include "simt/finding_words.h"
#include "state.h"
#include "words.h"

namespace simt::check {

namespace {

std::mutex lock;
Report own{};
Report* in_use = &own;
void (*listener)(Part, std::uint32_t) = nullptr;

void copy_text(char* to, std::size_t size, const std::string& from) {
  const std::size_t n = from.size() < size - 1 ? from.size() : size - 1;
  std::memcpy(to, from.data(), n);
  to[n] = 0;
}

Place place_of(const At& at) {
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

Report& report() { return *in_use; }

const Report* own_report() { return &own; }

void use_report(const Start& start) {
  in_use = start.report ? start.report : &own;
  std::memset(static_cast<void*>(in_use), 0, sizeof *in_use);
  listener = start.tell;
}

void tell(Part part, std::uint32_t index) {
  if (listener) listener(part, index);
}

void end_report() {
  const std::lock_guard guard(lock);
  in_use->ended = 1;
  tell(Part::end);
  listener = nullptr;
}

void ask_for_serial_run() {
  if (in_use->again_serially) return;
  in_use->again_serially = 1;
  tell(Part::again_serially);
}

Facts& Facts::add_running_thread() {
  const std::string thread = triple(threadIdx), block = triple(blockIdx);
  return add("thread", thread)
      .add("block", block)
      .add("who", "Thread " + thread + " of block " + block);
}

void found(Level level, const At& place, const At& other, const char* cause,
           const std::function<Facts()>& facts) {
  // A call that does not end is not made again.
  const std::string_view kind = kind_of(cause);
  if (detail::in_kernel() && kind != endless) need_serial();
  const std::lock_guard guard(lock);
  Report& r = *in_use;
  for (std::uint32_t i = 0; i < r.finding_count; ++i) {
    Finding& f = r.findings[i];
    if (kind_of(f.cause) != kind) continue;
    // Which of the two parties of a race came second is chance.
    const bool swapped = kind == "race" && same(f.place, other) && same(f.other, place);
    if (!swapped && !(same(f.place, place) && same(f.other, other))) continue;
    ++f.count;
    // The same, but by now it is known to have done harm.
    const bool worse =
        level == Level::error && f.level == Level::advice && std::strcmp(f.cause, cause) == 0;
    if (worse) --f.count;
    if (worse || rank_of(cause) > rank_of(f.cause)) {
      f.level = level;
      f.place = place_of(place);
      f.other = place_of(other);
      copy_text(f.cause, sizeof f.cause, cause);
      copy_text(f.facts, sizeof f.facts, facts().text());
      tell(Part::finding, i);
    }
    return;
  }
  if (r.finding_count == Report::most_findings) {
    ++r.more_findings;
    return;
  }
  Finding& f = r.findings[r.finding_count];
  f.level = level;
  f.count = 1;
  f.place = place_of(place);
  f.other = place_of(other);
  copy_text(f.kernel, sizeof f.kernel, current.grid ? current.grid->site.name : "");
  copy_text(f.cause, sizeof f.cause, cause);
  copy_text(f.facts, sizeof f.facts, facts().text());
  tell(Part::finding, r.finding_count++);
}

}  // namespace simt::check
