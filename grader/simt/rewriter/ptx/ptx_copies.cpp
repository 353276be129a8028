// Asynchronous copies and their barrier objects; addresses in other blocks of a cluster.
#include <string>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

void copy(const PtxInstruction& i, PtxOperands& o) {
  if (!i.has("async")) throw PtxLack{i.whole};
  if (i.has("bulk")) return translate_bulk_copy(i, o);
  if (i.has("commit_group")) {
    o.add("simt::detail::commit_copies(); ");
  } else if (i.has("wait_group")) {
    i.need(1);
    o.add("simt::detail::wait_for_copies(" + o.arg(i, 0, "unsigned") + "); ");
  } else if (i.has("wait_all")) {
    o.add("simt::detail::commit_copies(); simt::detail::wait_for_copies(0); ");
  } else if (i.has("mbarrier")) {
    // cp.async.mbarrier.arrive: arrives at the phase when the copies have landed.
    i.need(1);
    const std::string object = o.address(i.args[0], true);
    if (!i.has("noinc")) o.add("simt::detail::add_to_phase(" + object + "); ");
    o.add("simt::detail::bind_copies(" + object + "); simt::detail::arrive_at_barrier(" + object +
          ", 1, 0, false); ");
  } else {
    if (!i.has_any({"ca", "cg"}) || i.args.size() < 3) throw PtxLack{i.whole};
    // The fourth operand is the number of bytes to read; one that begins with "%" and is not a
    // 32-bit register would be a cache hint.
    const bool hint = i.has("L2::cache_hint");
    const std::size_t operands = i.args.size() - (hint ? 1 : 0);
    const std::string size = o.arg(i, 2, "unsigned");
    const std::string read = operands > 3 ? o.arg(i, 3, "unsigned") : size;
    o.add("simt::ptx::begin_copy(" + o.address(i.args[0], true) + ", " +
          o.address(i.args[1], false) + ", " + size + ", " + read + "); ");
  }
}

void barrier_object(const PtxInstruction& i, PtxOperands& o) {
  if (i.has("init")) {
    i.need(2);
    o.add("simt::detail::init_barrier(" + o.address(i.args[0], true) + ", " +
          o.arg(i, 1, "unsigned") + "); ");
  } else if (i.has("inval")) {
    i.need(1);
  } else if (i.has_any({"arrive", "arrive_drop"}) && !i.has("noComplete")) {
    // With a destination for the state, or without.
    const std::size_t at = !i.args.empty() && i.args[0].front() == '[' ? 0 : 1;
    const bool expects = i.has("expect_tx");
    if (i.args.size() <= at || i.has("shared::cluster")) throw PtxLack{i.whole};
    const std::string last = i.args.size() > at + 1 ? o.arg(i, at + 1, "unsigned") : "1u";
    const std::string call = "simt::detail::arrive_at_barrier(" + o.address(i.args[at], true) +
                             ", " + (expects ? "1u" : last) + ", " +
                             (expects ? "static_cast<int>(" + last + ")" : "0") + ", " +
                             (i.has("arrive_drop") ? "true" : "false") + ")";
    if (at == 1)
      o.put(i.args[0], "static_cast<unsigned long long>(" + call + ")");
    else
      o.add(call + "; ");
  } else if (i.has("expect_tx")) {
    i.need(2);
    o.add("simt::detail::expect_transactions(" + o.address(i.args[0], true) +
          ", static_cast<int>(" + o.arg(i, 1, "unsigned") + ")); ");
  } else if (i.has_any({"test_wait", "try_wait"})) {
    if (i.args.size() < 3) throw PtxLack{i.whole};
    o.put(i.args[0], "simt::detail::has_completed(" + o.address(i.args[1], true) + ", " +
                         o.arg(i, 2, "unsigned") + ", " + (i.has("parity") ? "true" : "false") +
                         ")");
  } else if (i.has("pending_count")) {
    throw PtxLack{i.whole};
  } else {
    throw PtxLack{i.whole};
  }
}

void at_rank(const PtxInstruction& i, PtxOperands& o) {
  i.need(3);
  if (i.has("u32") || i.is_shared() || i.has("shared::cluster")) throw PtxLack{i.whole};
  o.put(i.args[0], "reinterpret_cast<unsigned long long>(simt::detail::at_rank(simt::ptx::at(" +
                       o.arg(i, 1, "unsigned long long") + ", 0), " + o.arg(i, 2, "unsigned") +
                       "))");
}

}  // namespace

bool translate_copies(const PtxInstruction& i, PtxOperands& o) {
  static const PtxTable all = {{"cp", copy}, {"mbarrier", barrier_object}, {"mapa", at_rank}};
  return translate_by(all, i, o);
}

}  // namespace simt::rewrite
