// CHECK mode's implementation of the engine's Checker. Linked into programs with instrumented code.
#include "check/checked_call.h"
#include "check/hooks.h"
#include "check/launches.h"
#include "check/memory/given_addresses.h"
#include "check/memory/heap.h"
#include "check/memory/registered_memory.h"
#include "check/memory/shared_memory.h"
#include "check/memory/stores.h"
#include "check/memory/unset.h"
#include "check/memory/unset_local.h"
#include "check/memory/variable_memory.h"
#include "check/memory/variables.h"
#include "check/races/async.h"
#include "check/races/flags.h"
#include "check/races/operations.h"
#include "check/races/order_of_blocks.h"
#include "check/races/pending_stores.h"
#include "check/report/faults.h"
#include "check/report/findings.h"
#include "check/report/reporter.h"
#include "check/report/words.h"
#include "check/state.h"
#include "check/threads/blocks.h"
#include "check/threads/built_ins.h"
#include "check/threads/participants.h"
#include "check/threads/waiting.h"
#include "check/transfers/copy_touch.h"
#include "check/transfers/host_pages.h"
#include "check/transfers/host_touch.h"
#include "check/transfers/repeated_copies.h"
#include "check/transfers/transfer_counts.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "simt/host.h"

namespace simt::check {

namespace {

using detail::Allocation;
using detail::Block;
using detail::Collective;
using detail::Grid;

/// Forwards the engine's events to the parts of the check.
class Check final : public detail::Checker {
 public:
  void allocated(const Allocation& a) override {
    add_allocation(a, detail::current_call);
    if (a.space == detail::Space::pinned) fill_unset(reinterpret_cast<void*>(a.start), a.size);
  }
  void releasing(const Allocation& a) override {
    if (is_for_both(a.start)) note_for_host(kernels_words(a.start, a.size));
    forget_pages(a.start);
    forget_host_reads(a.start, a.size);
    forget_copies(a.start, a.size);
    remove_allocation(a);
  }

  void host_registered(void* memory, std::size_t size) override {
    add_registered(reinterpret_cast<std::uintptr_t>(memory), size, detail::current_call);
  }
  void host_unregistering(void* memory, std::size_t size) override {
    remove_registered(reinterpret_cast<std::uintptr_t>(memory), size);
  }

  void release_failed(const void* pointer) override {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const bool again = locate(address, 1, true) == Where::freed;
    found(Level::error, at(detail::current_call), again ? place_of_free(address) : At{},
          again ? "memory.freed-twice" : "memory.free-of-other", [&] {
            Facts facts;
            facts.add("call", detail::current_call.call);
            if (again) facts.add_spot(address, 1, true);
            return facts;
          });
  }

  void release_refused(const void* pointer) override {
    note_freed(reinterpret_cast<std::uintptr_t>(pointer));
  }
  void resetting() override { call_.device_reset(); }
  void copy_refused(const void* to, const void* from) override {
    report_reset_memory(reinterpret_cast<std::uintptr_t>(to));
    report_reset_memory(reinterpret_cast<std::uintptr_t>(from));
  }

  void host_allocated(void* memory, std::size_t size) override { fill_unset(memory, size); }

  void heap_grows(std::uintptr_t start, std::size_t size) override { grow_heap(start, size); }
  void heap_unmapped(std::uintptr_t start, std::size_t size) override { unmap_shadow(start, size); }
  void heap_allocated(std::uintptr_t start, std::size_t size) override { forget(start, size); }
  void heap_freeing(std::uintptr_t start, std::size_t size, const void* pc) override {
    free_heap_block(start, size, reinterpret_cast<std::uintptr_t>(pc));
  }
  void heap_release_failed(const void* pointer, const char* call, const void* pc) override {
    report_no_heap_block(pointer, call, reinterpret_cast<std::uintptr_t>(pc));
  }

  void failed(cudaError_t error, const ErrorSite& site, const detail::Refusal& why) override {
    call_.failed_calls.failed(error, site, why);
  }
  void succeeded() override { call_.failed_calls.succeeded(); }

  void gives_address(const void* symbol) override { note_given_address(symbol); }
  void takes_address(const char* role, const void* address) override {
    check_address_of_variable(role, address);
  }
  void takes_argument(int number, const void* bytes, std::size_t size) override {
    check_argument(number, bytes, size);
  }

  void enqueued(std::uint64_t id, const CUstream_st& stream, const std::uint64_t* after,
                std::size_t count) override {
    operation_queued(id, stream, after, count);
    close_pages_to_queued();
  }
  void waited(std::uint64_t id) override { host_waited(id); }
  void waited_for_everything() override { host_waited_for_everything(); }

  void operation_begins(std::uint64_t id) override { begin_operation(id); }
  void operation_ends() override {
    end_operation();
    close_pages_after_operation();
  }
  void child_begins() override { begin_operation(current.id); }

  void condition_not_set(const detail::CallSite& added) override {
    found(Level::error, at(added), "read.condition-not-set", [] { return Facts(); });
  }

  void copies(const void* to, const void* from, std::size_t size, const void* at) override {
    const auto destination = reinterpret_cast<std::uintptr_t>(to);
    const auto source = reinterpret_cast<std::uintptr_t>(from);
    open_pages_to_operation();
    if (report_freed(source, size, false) || report_freed(destination, size, true)) return;
    note_addresses_in(from, size);
    note_copy(destination, source, size);
    touch_by_copy(destination, source, size, false, reinterpret_cast<std::uintptr_t>(at));
  }
  void copies_past_host_array(bool into, std::size_t bytes,
                              const detail::HostArray& array) override {
    report_past_host_array(into, bytes, array);
  }
  std::optional<detail::HostArray> host_variable_at(const void* address) override {
    const auto p = reinterpret_cast<std::uintptr_t>(address);
    const Variable* const v = check::host_variable_at(p);
    return v ? std::optional(detail::HostArray{p - v->start, v->size}) : std::nullopt;
  }
  void sets(const void* to, std::size_t size) override {
    const auto destination = reinterpret_cast<std::uintptr_t>(to);
    open_pages_to_operation();
    if (!report_freed(destination, size, true)) touch_by_copy(destination, 0, size);
  }

  void grid_begins(Grid& g) override { launches_.begin(g, call_); }
  void grid_ends(Grid& g) override { launches_.end(g, call_); }

  void block_made(Block& b) override {
    b.check = new CheckedBlock;
    add_arena(reinterpret_cast<std::uintptr_t>(b.arena));
  }

  void block_begins(Block& b, std::uint64_t index) override { begin_block(b, index, call_); }
  void block_entered(Block& b) override { enter_block(b); }
  void block_left() override { leave_block(); }
  void block_ends(Block& b) override { end_block(b); }
  void block_abandoned(Block& b) override { abandon_block(b); }

  void worker_takes(unsigned worker, std::uint64_t block) override {
    worker_takes_block(worker, block);
  }
  void worker_idle(unsigned worker) override { worker_has_none(worker); }

  void arrives_at_barrier(const char* file, int line) override { arrive_at_barrier(file, line); }

  void barrier_released(Block& b) override { pass_barrier(b); }
  void grid_barrier_released(Grid&) override { launches_.pass_grid_barrier(); }

  void grid_barrier_not_reached(Grid& g) override {
    found(Level::error, at(g.barrier.file, g.barrier.line), "barrier.grid-not-reached", [&] {
      return Facts()
          .add("waiting", plural(g.barrier.arrived, "block"))
          .add("ended", std::to_string(g.barrier.ended));
    });
  }

  void cluster_barrier_released(detail::Cluster& c) override { release_cluster_barrier(c); }
  void passes_cluster_barrier(Block& b) override { pass_cluster_barrier(b); }

  void waits_for_grid_ahead(Block& b) override {
    if (current_thread.pending) resolve_pending();
    block_state(b)->waited_for_grid_ahead.set(self.thread);
  }

  void copy_begins(Block& b, const detail::AsyncCopy& c) override {
    copy_has_begun(*block_state(b), c);
  }
  void copy_lands(const detail::AsyncCopy& c) override {
    copy_has_landed(*current_thread.block, c);
  }
  void arrives_at_phase(const void* object) override {
    arrive_at_phase(*current_thread.block, object);
  }
  void phase_completes(const void* object) override {
    complete_phase(*current_thread.block, object);
  }
  void observes_phase(const void* object) override { observe_phase(*current_thread.block, object); }

  void misused(const char* cause, const char* file, int line) override {
    if (current_thread.pending) resolve_pending();
    found(Level::error, at(file, line), cause, [&] { return Facts().add_running_thread(); });
  }

  void reads_unset(const char* name, int declared, const char* file, int line) override {
    if (current_thread.pending) resolve_pending();
    report_unset_local(name, declared, file, line);
  }

  void reads_text(const char* text, std::size_t size, const void* returns_to) override {
    touch_at(const_cast<char*>(text), static_cast<unsigned>(size), What::read, false, true,
             reinterpret_cast<std::uintptr_t>(returns_to));
  }
  void stores_pointer(void* to, const void* returns_to) override {
    touch_at(to, sizeof(void*), What::write, false, false,
             reinterpret_cast<std::uintptr_t>(returns_to));
  }

  void lanes_synchronized(Block& b, unsigned warp, std::uint32_t lanes, std::uint32_t mask,
                          Collective what) override {
    BlockState& s = *block_state(b);
    if (s.trace) s.trace->note_collective(warp, lanes);
    if (what == Collective::sync) return pass_syncwarp(b, warp, lanes);
    if (what == Collective::active) return;
    check_participants(b, s, warp, lanes, mask, what);
  }

  void yields(Block&) override { waiting_.yields(); }
  void lets_others_run() override { verify_built_ins(); }

  void deadlock(Block& b, const char* text) override {
    need_serial();
    explain_deadlock(b, text);
  }

  bool fault(Fault& f) override {
    if (f.in_kernel) return handle_kernel_fault(f, launches_.lent);
    const auto address = reinterpret_cast<std::uintptr_t>(f.address);
    if (open_page_unannounced(address)) {
      touch_unannounced(address, f.stores ? What::write : What::read,
                        reinterpret_cast<std::uintptr_t>(f.pc));
      return true;
    }
    report_host_fault(f);
    note_abort();
    if (&report() == program_report()) flush_report();
    return false;
  }

  void aborts() override { need_serial(); }

  void divides(const detail::Division& d, const void* pc) override { report_division(d, pc); }

  void assert_failed(const char* expression, const char* file, int line) override {
    found(Level::error, at(file, line), "assert.failed",
          [&] { return Facts().add_running_thread().add("expression", expression); });
  }

  void mask_without_own_lane() override {
    const SourceLine& here = current_thread.block->collective[self.thread];
    found(Level::error, at(here.file, here.line), "mask.without-own-lane", [&] {
      return Facts().add_running_thread().add("lane", std::to_string(self.thread % 32));
    });
  }

  void start(const Start& start) override { call_.start(start); }
  void declare(const Array& array) override { call_.declare(array); }
  void finish() override { call_.finish(); }
  void note_abort() override { call_.note_abort(); }

 private:
  CheckedCall call_;
  Launches launches_;
  Waiting waiting_;
};

/// Runs before the constructors of the program's own objects, which may call CUDA.
[[gnu::constructor(101)]] void begin_checking() {
  current_thread.keys = no_keys();
  detail::checker = new Check;
  prepare_variables();
}

}  // namespace

}  // namespace simt::check

// Instrumented files call this first; the reference links this file into the program.
extern "C" [[gnu::visibility("default")]] void __tsan_init() {}
