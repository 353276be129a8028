// The report of a block in which no thread can run: which threads wait where.
#include <cstdio>
#include <map>
#include <string>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/worker.h"

namespace simt::detail {

namespace {

const char* name(Collective what) {
  switch (what) {
    case Collective::sync:
      return "__syncwarp";
    case Collective::shuffle:
      return "a shuffle";
    case Collective::ballot:
      return "__ballot_sync";
    case Collective::all:
      return "__all_sync";
    case Collective::any:
      return "__any_sync";
    case Collective::uniform:
      return "__uni_sync";
    case Collective::active:
      return "__activemask";
    case Collective::match_any:
      return "__match_any_sync";
    case Collective::match_all:
      return "__match_all_sync";
    case Collective::matrix:
      return "a matrix operation of the warp";
    default:
      return "a __reduce_sync";
  }
}

struct Waiters {
  unsigned first;
  unsigned count = 0;
};

std::string thread_text(unsigned t) {
  char text[64];
  std::snprintf(text, sizeof text, "(%u,%u,%u)", t % blockDim.x, t / blockDim.x % blockDim.y,
                t / blockDim.x / blockDim.y);
  return text;
}

}  // namespace

void report_deadlock(Block& b) {
  std::map<std::string, Waiters> places;
  const auto add = [&](unsigned t, const std::string& what) {
    const Stopped& here = b.stopped[t];
    const std::string at =
        what + " at " + (here.file ? here.file : "?") + ":" + std::to_string(here.line);
    places.try_emplace(at, Waiters{t, 0}).first->second.count++;
  };
  for (unsigned t = 0; t < b.count; ++t) {
    const unsigned w = t / 32;
    const unsigned bit = 1u << (t % 32);
    if (b.barrier[w] & bit) add(t, "__syncthreads");
    for (unsigned i = 0; i < b.warp[w].open; ++i) {
      const Rendezvous& r = b.warp[w].rendezvous[i];
      if (!(r.arrived & bit)) continue;
      char mask[32];
      std::snprintf(mask, sizeof mask, " (mask 0x%08x)", r.mask);
      add(t, std::string(name(r.what)) + (r.what == Collective::active ? "" : mask));
    }
  }
  std::string text = "deadlock:";
  const char* separator = " ";
  for (const auto& [where, waiters] : places) {
    text += separator + std::to_string(waiters.count) +
            (waiters.count == 1 ? " thread waits, " : " threads wait, the first of them ") +
            thread_text(waiters.first) + ", for " + where;
    separator = "; ";
  }
  if (checker) checker->deadlock(b, text.c_str());
  report_kernel_failure(*self.worker->grid, cudaErrorLaunchFailure, "deadlock", text.c_str());
  self.worker->give_up();
}

}  // namespace simt::detail
