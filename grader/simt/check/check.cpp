// CHECK mode: the engine's Checker. Linked into a program that instrumented code is part of.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "async.h"
#include "covered_stores.h"
#include "cuda_runtime_api.h"
#include "engine/address_space.h"
#include "engine/api.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/progress.h"
#include "engine/protection.h"
#include "engine/shared_memory.h"
#include "engine/worker.h"
#include "engine/worker_pool.h"
#include "equal_stores.h"
#include "failed_calls.h"
#include "findings.h"
#include "flags.h"
#include "handovers.h"
#include "heap.h"
#include "hooks.h"
#include "intervals.h"
#include "late.h"
#include "lent_pages.h"
#include "locks.h"
#include "meetings.h"
#include "operations.h"
#include "order_of_blocks.h"
#include "races.h"
#include "releases.h"
#include "sampling.h"
#include "simt/host.h"
#include "state.h"
#include "stores.h"
#include "teller.h"
#include "unset.h"
#include "vault.h"
#include "words.h"

namespace simt::check {

namespace {

using detail::Allocation;
using detail::Block;
using detail::Collective;
using detail::Grid;

constexpr std::uint64_t smallest_parallel = 128;  // threads

}  // namespace

void allow_short_ways() {
  const BlockState& s = *me.block;
  me.watched = s.trace != nullptr;
  me.keys = s.trace ? no_keys() : s.keys;
  // Of other blocks' accesses to its shared memory these do not know.
  const bool alone = self.block->cluster == nullptr;
  me.interval = s.trace || !alone ? 0 : s.interval;
  me.begun = s.first_interval;
  me.earlier = current.one_stream ? current.first_interval : 0;
}

namespace {

class Check final : public detail::Checker {
 public:
  void allocated(const Allocation& a) override {
    add_allocation(a, detail::current_call);
    if (a.space == detail::Space::pinned) fill_unset(reinterpret_cast<void*>(a.start), a.size);
  }
  void releasing(const Allocation& a) override {
    if (is_for_both(a.start)) note_for_host(kernels_words(a.start, a.size));
    forget_touches(a.start, a.size);
    remove_allocation(a);
  }

  void release_failed(const void* pointer) override {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const bool again = locate(address, 1, true) == Where::freed;
    found(Level::error, at(detail::current_call),
          again ? "memory.freed-twice" : "memory.free-of-other", [&] {
            Facts facts;
            facts.add("call", detail::current_call.call);
            if (again) facts.add_spot(address, 1, true);
            return facts;
          });
  }

  void host_allocated(void* memory, std::size_t size) override { fill_unset(memory, size); }

  void heap_grows(std::uintptr_t start, std::size_t size) override { grow_heap(start, size); }
  void heap_goes(std::uintptr_t start, std::size_t size) override { unmap_shadow(start, size); }
  void heap_allocated(std::uintptr_t start, std::size_t size) override { forget(start, size); }
  void heap_freeing(std::uintptr_t start, std::size_t size, const void* pc) override {
    free_heap_block(start, size, reinterpret_cast<std::uintptr_t>(pc));
  }
  void heap_release_failed(const void* pointer, const char* call, const void* pc) override {
    tell_no_heap_block(pointer, call, reinterpret_cast<std::uintptr_t>(pc));
  }

  void failed(cudaError_t error, const ErrorSite& site, const detail::Refusal& why) override {
    failed_calls_.failed(error, site, why);
  }
  void succeeded() override { failed_calls_.succeeded(); }

  void enqueued(std::uint64_t id, const CUstream_st& stream, const std::uint64_t* after,
                std::size_t count) override {
    operation_queued(id, stream, after, count);
  }
  void waited(std::uint64_t id) override { host_waited(id); }
  void waited_for_everything() override { host_waited_for_everything(); }

  void operation_begins(std::uint64_t id) override {
    if (intervals_run_out()) restart();
    current = Operation{};
    current.id = id;
    current.one_stream = all_in_one_stream() && !host_touches();
    current.first_interval = next_interval();
  }
  void operation_ends() override { current = Operation{}; }
  void child_begins() override { operation_begins(current.id); }

  void condition_not_set(const detail::CallSite& added) override {
    found(Level::error, at(added), "read.condition-not-set", [] { return Facts(); });
  }

  void copies(const void* to, const void* from, std::size_t size, const void* at) override {
    const auto destination = reinterpret_cast<std::uintptr_t>(to);
    const auto source = reinterpret_cast<std::uintptr_t>(from);
    if (tell_gone(source, size, false) || tell_gone(destination, size, true)) return;
    touch_by_copy(destination, source, size, false, reinterpret_cast<std::uintptr_t>(at));
  }
  void sets(const void* to, std::size_t size) override {
    const auto destination = reinterpret_cast<std::uintptr_t>(to);
    if (!tell_gone(destination, size, true)) touch_by_copy(destination, 0, size);
  }

  void grid_begins(Grid& g) override {
    if (&report() == own_report()) look_when_stopped();
    note_grid_begins();
    current.grid = &g;
    if (g.programmatic) current.one_stream = false;
    failed_calls_.launched(g.site.name);
    current.parallel = detail::worker_count() > 1 && g.blocks > 1 &&
                       g.blocks * g.threads >= smallest_parallel && !report().again_serially &&
                       !g.cooperative && g.cluster_size == 1 && !detail::host_goes_on();
    g.serial = !current.parallel;
    g.chunk = chunk_of(g);
    current.kernel = metrics_.launched(
        {g.site.name, g.blocks, g.threads, static_cast<std::uint32_t>(g.dynamic_shared)});
    forget_releases();
    forget_handovers();
    forget_locks();
    forget_covered_stores();
    forget_equal_stores();
    sampling_.launch(g.site.name, g.blocks);
  }
  void grid_ends(Grid& g) override {
    if (shown.there) show_value_again();
    tell_early_reads_of_grid();
    settle_races_put_off();
    if (lent_.take_back()) g.fail(cudaErrorIllegalAddress);
    takes_turns_[g.site.name] |= somebody_waited_for_a_turn();
    current.grid = nullptr;
  }

  void block_made(Block& b) override {
    b.check = new Kept;
    add_arena(reinterpret_cast<std::uintptr_t>(b.arena));
  }

  void block_begins(Block& b, std::uint64_t index) override {
    if (!current.parallel && intervals_run_out()) restart();
    Kept& kept = *static_cast<Kept*>(b.check);
    BlockState& s = kept.state;
    s.index = static_cast<std::uint32_t>(index);
    s.epoch = 0;
    s.cluster_since = 0;
    s.waited_for_grid_ahead.reset();
    s.visit = BlockState::Visit();
    s.flights.clear();
    s.clocks.clear();
    s.objects.clear();
    s.all_fenced = 0;
    s.live_threads = b.count;
    s.barrier = {};
    s.barrier_told = false;
    s.matrix_told = false;
    s.passed.clear();
    s.threads.clear();
    s.acquired.clear();
    s.looks.clear();
    s.fenced.clear();
    s.shared.clear();
    s.dynamic = {};
    s.trace = nullptr;
    begin_interval(s, b.count);
    s.first_interval = s.interval;
    if (!sampling_.has(index)) return;
    s.trace = &kept.trace;
    s.trace->begin(metrics_, current.kernel, b.count);
  }

  void block_entered(Block& b) override {
    me.block = state_of(b);
    me.trace = me.block->trace;
    me.pending = false;
    me.parallel = current.parallel;
    me.closed = closed_to(current.grid->device);
    suspect.there = false;
    allow_short_ways();
  }

  void block_left() override {
    me.block = nullptr;
    me.trace = nullptr;
    me.keys = no_keys();
    me.interval = 0;
    me.pending = false;
    me.watched = false;
  }

  void block_ends(Block& b) override {
    if (me.pending) resolve_pending();
    BlockState& s = *state_of(b);
    tell_early_reads(s);
    if (s.visit.pc != 0 && s.visit.phase == b.cluster->phase)
      found(Level::error, at(s.visit.pc), "cluster.block-absent", [&] { return s.visit.facts; });
    forget_flights(s);
    if (s.trace) s.trace->end(static_cast<std::uint32_t>(b.static_shared));
    if (!current.parallel) {
      forget_releases_of_shared();
      forget_handovers_of_shared();
    }
  }

  void worker_takes(unsigned worker, std::uint64_t block) override {
    worker_takes_block(worker, block);
  }
  void worker_idle(unsigned worker) override { worker_has_none(worker); }

  void arrives_at_barrier(const char* file, int line) override {
    if (!me.block) return;
    if (me.watched) end_watch();
    if (me.pending) resolve_pending();
    check_arrival(*me.block, {file, line});
  }

  void barrier_released(Block& b) override {
    BlockState& s = *state_of(b);
    if (s.barrier.file) check_release(b, s);
    if (s.trace) s.trace->barrier();
    tell_early_reads(s);
    share_knowledge(s);
    share_looks(s);
    if (s.waited_for_grid_ahead.any()) s.waited_for_grid_ahead.set();
    s.live_threads = b.live;
    s.barrier = {};
    ++s.epoch;
    begin_interval(s, b.count);
    allow_short_ways();
  }

  void grid_barrier_released(Grid&) override {
    tell_early_reads_of_grid();
    if (intervals_run_out()) restart();
    current.first_interval = next_interval();
  }

  void grid_barrier_not_reached(Grid& g) override {
    found(Level::error, at(g.barrier.file, g.barrier.line), "barrier.grid-not-reached", [&] {
      return Facts()
          .add("waiting", plural(g.barrier.arrived, "block"))
          .add("ended", std::to_string(g.barrier.ended));
    });
  }

  void cluster_barrier_released(detail::Cluster& c) override {
    const std::uint32_t since = next_interval();
    for (unsigned r = 0; r < c.size; ++r)
      if (c.block[r]->state == Block::State::running) state_of(*c.block[r])->cluster_since = since;
  }

  void waits_for_grid_ahead(Block& b) override {
    if (me.pending) resolve_pending();
    state_of(b)->waited_for_grid_ahead.set(self.thread);
  }

  void passes_cluster_barrier(Block& b) override {
    BlockState& s = *state_of(b);
    s.keys[self.thread] = key_of(new_interval({s.index, s.epoch, current.id}), self.thread);
  }

  void copy_begins(const detail::AsyncCopy& c) override { copy_has_begun(*me.block, c); }
  void copy_lands(const detail::AsyncCopy& c) override { copy_has_landed(*me.block, c); }
  void comes_to_phase(const void* object) override { come_to_phase(*me.block, object); }
  void phase_completes(const void* object) override { complete_phase(*me.block, object); }
  void passes_phase(const void* object) override { pass_phase(*me.block, object); }

  void misused(const char* cause, const char* file, int line) override {
    if (me.pending) resolve_pending();
    found(Level::error, at(file, line), cause, [&] { return Facts().add_running_thread(); });
  }

  void met(Block& b, unsigned warp, std::uint32_t lanes, std::uint32_t mask,
           Collective what) override {
    BlockState& s = *state_of(b);
    if (s.trace) s.trace->meet(warp, lanes);
    if (what == Collective::sync) {
      const std::uint32_t interval = new_interval({s.index, s.epoch, current.id});
      for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const unsigned t = warp * 32 + static_cast<unsigned>(__builtin_ctz(rest));
        s.keys[t] = key_of(interval, t);
      }
      s.syncs[warp].push_back({interval, lanes});
      if (!s.clocks.empty()) share_clocks(s, warp, lanes);
      share_knowledge(s, warp, lanes);
      return;
    }
    if (what == Collective::active) return;
    check_meeting(b, s, warp, lanes, mask, what);
  }

  void yields(Block&) override {
    need_serial();
    if (detail::host_goes_on()) {
      fruitless_ = 0;
      sched_yield();
      return;
    }
    if (me.progress != seen_progress_) {
      seen_progress_ = me.progress;
      fruitless_ = 0;
      return;
    }
    // Every block that can run has had its turns.
    if (++fruitless_ < 64 + 16 * current.grid->most_resident) return;
    fruitless_ = 0;
    found(Level::error, at(me.pc), "wait.for-nobody", [&] {
      return Facts().add_running_thread().add(
          "others", current.grid->blocks == 1 ? "every other thread" : "every block that runs");
    });
    self.worker->grid->fail(cudaErrorLaunchTimeout);
    self.worker->give_up();
  }

  void deadlock(Block& b, const char* text) override {
    need_serial();
    tell_deadlock(b, text);
  }

  bool fault(Fault& f) override {
    if (!f.in_kernel) {
      const auto cell = reinterpret_cast<std::uintptr_t>(f.address);
      if (is_shadow(cell)) {
        const HookAccess h = access_of_hook(reinterpret_cast<std::uintptr_t>(f.hook));
        f.address = reinterpret_cast<void*>(address_of_shadow(cell));
        tell_host_outside({address_of_shadow(cell), h.size, h.what});
      }
      broken_off();
      if (&report() == own_report()) let_teller_tell();
      return false;
    }
    if (current.parallel) ask_for_serial_run();
    const auto address = reinterpret_cast<std::uintptr_t>(f.address);
    if (f.jumped) tell_no_function(f);
    if (f.no_address) tell_unseen_misalignment();
    if (!is_shadow(address)) return false;
    // A hook looked at the cell of an address that belongs to nothing.
    const std::uintptr_t word = address_of_shadow(address);
    f.address = reinterpret_cast<void*>(word);
    f.pc = reinterpret_cast<void*>(me.pc - 1);
    if (current.parallel) return false;
    // The kernel goes on, so that its other mistakes are found as well, and fails in the end.
    if (lent_.lend(word)) return true;
    Touch t{word, 4, What::read};
    if (me.touching) {
      t = *me.touching;
    } else {
      const HookAccess h = access_of_hook(reinterpret_cast<std::uintptr_t>(f.hook));
      t.size = h.size;
      t.what = h.what;
    }
    tell_outside(t);
    return false;
  }

  void aborts() override { need_serial(); }

  void assert_failed(const char* expression, const char* file, int line) override {
    found(Level::error, at(file, line), "assert.failed",
          [&] { return Facts().add_running_thread().add("expression", expression); });
  }

  void mask_without_own_lane() override {
    const SourceLine& here = me.block->collective[self.thread];
    found(Level::error, at(here.file, here.line), "mask.without-own-lane", [&] {
      return Facts().add_running_thread().add("lane", std::to_string(self.thread % 32));
    });
  }

  void start(const Start& start) override {
    use_report(start);
    failed_calls_ = {};
    in_call_ = true;
    metrics_.clear();
    sampling_.begin(start.sampling);
    declared_.clear();
    begin_call();
    forget_moved();
    look_when_late(start.late);
  }

  void declare(const Array& array) override {
    name_array(array);
    if (!array.initialised || array.written) declared_.push_back(array);
  }

  void finish() override {
    look_when_late({});
    const std::lock_guard guard(detail::runtime_lock());
    if (!detail::sticky_error()) {
      for (const Named* n : alive_in_call())
        found(Level::error, at(n->made), "memory.leak", [&] {
          return Facts().add("bytes", plural(n->size, "byte")).add("call", n->made.call);
        });
      tell_heap_leaks();
      failed_calls_.tell_unnoticed();
    }
    in_call_ = false;
    {
      const std::lock_guard writes(findings_lock());
      const OpenVault open;
      metrics_.write(report());
      count_stores(declared_, report());
      report().from_host = words_moved().from_host;
      report().to_host = words_moved().to_host + kernels_words();
    }
    end_report();
  }

  void broken_off() override {
    if (!in_call_) return;
    in_call_ = false;
    failed_calls_.program_ended();
  }

 private:
  static void tell_no_function(const Fault& f) {
    if (current.parallel) return;
    const bool null = reinterpret_cast<std::uintptr_t>(f.address) < 65536;
    found(Level::error, at(reinterpret_cast<std::uintptr_t>(f.pc)), "pointer.no-function", [&] {
      return Facts().add_running_thread().add(
          "what", null ? "a null pointer" : "a pointer to what is no function of the device");
    });
  }

  static std::uintptr_t closed_to(int device) {
    static_assert(detail::devices == 2);
    const int other = 1 - device;
    if (detail::peer_enabled(device, other)) return 0;
    return static_cast<std::uintptr_t>(detail::device_space(other));
  }

  static void begin_interval(BlockState& s, unsigned threads) {
    s.interval = new_interval({s.index, s.epoch, current.id});
    for (unsigned t = 0; t < threads; ++t) s.keys[t] = key_of(s.interval, t);
    for (unsigned w = 0; w < (threads + 31) / 32; ++w)
      if (!s.syncs[w].empty()) s.syncs[w].clear();
  }

  /// Neighbouring blocks share cells: one worker is to have them, where they need not take turns.
  unsigned chunk_of(const Grid& g) {
    constexpr std::uint64_t most = 8;
    const auto known = takes_turns_.find(g.site.name);
    if (known == takes_turns_.end() || known->second) return 1;
    return static_cast<unsigned>(
        std::clamp<std::uint64_t>(g.blocks / (8 * detail::worker_count()), 1, most));
  }

  static void restart() {
    age_all_cells();
    restart_intervals();
    forget_covered_stores();
    current.first_interval = next_interval();
  }

  Metrics metrics_;
  LentPages lent_;
  std::vector<Array> declared_;  // as not initialised, or written
  Sampling sampling_;
  std::unordered_map<std::string, bool> takes_turns_;  // kernels that have run
  std::uint64_t seen_progress_ = 0, fruitless_ = 0;
  FailedCalls failed_calls_;
  bool in_call_ = true;  // that is being checked; of a program of its own all of it
};

/// Before the constructors of the program's own objects: they may call CUDA.
[[gnu::constructor(101)]] void begin_checking() {
  me.keys = no_keys();
  detail::checker = new Check;
  prepare_variables();
}

}  // namespace

}  // namespace simt::check

// What instrumented files call first of all: it brings this file into the program.
extern "C" [[gnu::visibility("default")]] void __tsan_init() {}
