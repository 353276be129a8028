// Cooperation of threads: shuffles, votes, barriers and fences; also thread exit and sleep.
#include <string>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

void shuffle(const PtxInstruction& i, PtxOperands& o) {
  if (!i.has("sync")) throw PtxLack{i.whole};
  i.need(5);
  const char* const how = i.has("up")     ? "up"
                          : i.has("down") ? "down"
                          : i.has("bfly") ? "bfly"
                          : i.has("idx")  ? "idx"
                                          : throw PtxLack{i.whole};
  const PtxParts to = split_ptx(i.args[0], '|');
  if (to.size() > 2) throw PtxLack{i.whole};
  o.add("{ bool simt_within; const unsigned simt_got = simt::ptx::shfl_" + std::string(how) + "(" +
        o.arg(i, 1, "unsigned") + ", " + o.arg(i, 2, "unsigned") + ", " + o.arg(i, 3, "unsigned") +
        ", " + o.arg(i, 4, "unsigned") + ", simt_within, __builtin_FILE(), __builtin_LINE()); ");
  o.put(to[0], "simt_got");
  if (to.size() == 2) o.put(to[1], "simt_within");
  o.add("(void)simt_within; } ");
}

void vote(const PtxInstruction& i, PtxOperands& o) {
  if (!i.has("sync")) throw PtxLack{i.whole};
  i.need(3);
  const char* const function = i.has("ballot") ? "__ballot_sync("
                               : i.has("all")  ? "__all_sync("
                               : i.has("any")  ? "__any_sync("
                               : i.has("uni")  ? "__uni_sync("
                                               : throw PtxLack{i.whole};
  const std::string call =
      function + o.arg(i, 2, "unsigned") + ", " + o.value(i.args[1], "bool") + ")";
  o.put(i.args[0], i.has("ballot") ? call : "(" + call + " != 0)");
}

/// "leader|is_leader": the lowest lane of the mask, all of whose lanes arrive.
void elect(const PtxInstruction& i, PtxOperands& o) {
  i.need(2);
  const PtxParts to = split_ptx(i.args[0], '|');
  if (to.size() != 2 || !i.has("sync")) throw PtxLack{i.whole};
  o.add(
      "{ const unsigned simt_leader = static_cast<unsigned>(__ffs(static_cast<int>("
      "__ballot_sync(" +
      o.arg(i, 1, "unsigned") + ", 1)))) - 1; ");
  o.put(to[0], "simt_leader");
  o.put(to[1], "(simt::detail::lane_id() == simt_leader)");
  o.add("} ");
}

void reduce(const PtxInstruction& i, PtxOperands& o) {
  i.need(3);
  const std::string t = i.type();
  for (const char* op : {"add", "min", "max", "and", "or", "xor"}) {
    if (!i.has(op)) continue;
    return o.put(i.args[0], "__reduce_" + std::string(op) + "_sync(" + o.arg(i, 2, "unsigned") +
                                ", " + o.arg(i, 1, t) + ")");
  }
  throw PtxLack{i.whole};
}

void active(const PtxInstruction& i, PtxOperands& o) {
  i.need(1);
  o.put(i.args[0], "__activemask()");
}

/// bar.red: counts predicates, or tests whether all or any hold.
void count_at_barrier(const PtxInstruction& i, PtxOperands& o) {
  if (i.args.size() != 3 && i.args.size() != 4) throw PtxLack{i.whole};
  const bool all = i.has("and");
  if (!all && !i.has("or") && !i.has("popc")) throw PtxLack{i.whole};
  const std::string threads = i.args.size() == 4 ? o.arg(i, 2, "unsigned") : "0";
  const std::string count = "simt::ptx::count_at_barrier(" + o.arg(i, 1, "unsigned") + ", " +
                            threads + ", " + o.value(i.args.back(), "bool") + ")";
  o.put(i.args[0], i.has("popc") ? count
                   : all ? "(" + count + " == simt::ptx::threads_at_barrier(" + threads + "))"
                         : "(" + count + " != 0)");
}

void barrier(const PtxInstruction& i, PtxOperands& o) {
  if (i.has("warp")) {
    i.need(1);
    o.add("__syncwarp(" + o.arg(i, 0, "unsigned") + "); ");
    return;
  }
  if (i.has("cluster")) {
    o.add(i.has("arrive") ? "simt::ptx::arrive_at_cluster(); "
          : i.has("wait") ? "simt::ptx::wait_for_cluster(); "
                          : throw PtxLack{i.whole});
    return;
  }
  if (i.has("red")) return count_at_barrier(i, o);
  if (!i.has("sync") && !i.has("arrive")) throw PtxLack{i.whole};
  if (i.args == PtxParts{"0"} || (i.args.size() == 1 && i.args[0] == "0x0")) {
    o.add("__syncthreads(); ");
    return;
  }
  o.add(i.has("sync") ? "simt::ptx::wait_at_barrier(" : "simt::ptx::come_to_barrier(");
  o.add(o.arg(i, 0, "unsigned") + (i.args.size() > 1 ? ", " + o.arg(i, 1, "unsigned") : "") +
        "); ");
}

void fence(const PtxInstruction& i, PtxOperands& o) {
  // The only other memory proxy here is that of bulk copies.
  if (i.has("proxy") && i.has_any({"async", "async::global", "async::shared::cta"}))
    o.add("::simt::detail::fence_async_proxy(); ");
  if (i.has("proxy") || i.has("mbarrier_init")) return;
  o.add(i.has("cta")                                 ? "__threadfence_block(); "
        : i.has_any({"gl", "gpu", "sys", "cluster"}) ? "__threadfence(); "
                                                     : throw PtxLack{i.whole});
}

void grid_dependency(const PtxInstruction& i, PtxOperands& o) {
  o.add(i.has("wait")                ? "cudaGridDependencySynchronize(); "
        : i.has("launch_dependents") ? "cudaTriggerProgrammaticLaunchCompletion(); "
                                     : throw PtxLack{i.whole});
}

void trap(const PtxInstruction&, PtxOperands& o) { o.add("__trap(); "); }

void exit(const PtxInstruction&, PtxOperands& o) { o.add("::simt::detail::exit_thread(); "); }

void sleep(const PtxInstruction& i, PtxOperands& o) {
  i.need(1);
  o.add("__nanosleep(" + o.arg(i, 0, "unsigned") + "); ");
}

}  // namespace

bool translate_threads(const PtxInstruction& i, PtxOperands& o) {
  static const PtxTable all = {{"shfl", shuffle},
                               {"vote", vote},
                               {"redux", reduce},
                               {"elect", elect},
                               {"activemask", active},
                               {"bar", barrier},
                               {"barrier", barrier},
                               {"membar", fence},
                               {"fence", fence},
                               {"trap", trap},
                               {"exit", exit},
                               {"nanosleep", sleep},
                               {"griddepcontrol", grid_dependency}};
  return translate_by(all, i, o);
}

}  // namespace simt::rewrite
