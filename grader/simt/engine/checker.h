// Events that CHECK mode observes. This interface is all that the engine knows of the check;
// `checker` is null in programs not built for CHECK.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/memory/host_arrays.h"
#include "simt/check_report.h"
#include "simt/error_codes.h"
#include "simt/warp.h"

struct CUstream_st;

namespace simt {
struct ErrorSite;
struct Fault;
}  // namespace simt

namespace simt::detail {

struct Allocation;
struct AsyncCopy;
struct Block;
struct Cluster;
struct Division;
struct Grid;
struct Refusal;

/// Where the program made a call: file and line, or return address.
struct CallSite {
  const char* call;  // cudaMemcpyAsync
  const char* file;
  int line;
  const void* pc;
};

class Checker {
 public:
  virtual ~Checker() = default;

  // --- host side; under the runtime's lock
  virtual void allocated(const Allocation& a) = 0;
  virtual void releasing(const Allocation& a) = 0;
  virtual void release_failed(const void* pointer) = 0;
  /// A free after a failed kernel: CUDA refuses it, but the program has tried to free the memory.
  virtual void release_refused(const void* pointer) = 0;
  /// cudaDeviceReset is about to free everything.
  virtual void resetting() = 0;
  /// A copy is refused, perhaps because its memory was freed.
  virtual void copy_refused(const void* to, const void* from) = 0;
  /// cudaHostRegister() has made memory pinned; cudaHostUnregister() or a reset is about to end
  /// that.
  virtual void host_registered(void* memory, std::size_t size) = 0;
  virtual void host_unregistering(void* memory, std::size_t size) = 0;
  /// Memory on the host's heap.
  virtual void host_allocated(void* memory, std::size_t size) = 0;
  /// A call or a launch failed.
  virtual void failed(cudaError_t error, const ErrorSite& site, const Refusal& why) = 0;
  virtual void succeeded() = 0;
  /// cudaGetSymbolAddress() returns a variable's address on the device.
  virtual void gives_address(const void* symbol) = 0;
  /// The running call receives the address as the parameter named `role`.
  virtual void takes_address(const char* role, const void* address) = 0;
  /// The launch receives these bytes, a pointer or an object, as its argument `number`, counted
  /// from 1.
  virtual void takes_argument(int number, const void* bytes, std::size_t size) = 0;
  /// An operation is queued and depends on the operations `after` (ids; 0: none).
  virtual void enqueued(std::uint64_t id, const CUstream_st& stream, const std::uint64_t* after,
                        std::size_t count) = 0;
  /// The host has waited for the operation.
  virtual void waited(std::uint64_t id) = 0;
  virtual void waited_for_everything() = 0;
  virtual void operation_begins(std::uint64_t id) = 0;
  virtual void operation_ends() = 0;
  /// A device-side launch begins; it comes after everything that the running operation did.
  virtual void child_begins() = 0;
  /// A conditional node of a graph reads a value that nothing has set.
  virtual void condition_not_set(const CallSite& added) = 0;
  /// The running operation copies; either side may be memory unknown to CHECK. `at`: the host
  /// address from which the values were staged, otherwise `from`.
  virtual void copies(const void* to, const void* from, std::size_t size, const void* at) = 0;
  virtual void sets(const void* to, std::size_t size) = 0;
  /// The call copies `bytes` bytes (with a pitch: up to the end of the last row) into or from a
  /// host array that is shorter; only the part inside is copied.
  virtual void copies_past_host_array(bool into, std::size_t bytes, const HostArray& array) = 0;
  /// The program's variable that contains the address.
  virtual std::optional<HostArray> host_variable_at(const void* address) = 0;

  // --- kernels
  virtual void grid_begins(Grid& g) = 0;
  virtual void grid_ends(Grid& g) = 0;
  virtual void block_made(Block& b) = 0;  // with its arena; it is reused for many blocks
  virtual void block_begins(Block& b, std::uint64_t index) = 0;
  virtual void block_entered(Block& b) = 0;  // a worker switches to it
  virtual void block_left() = 0;             // the worker runs no block now
  virtual void block_ends(Block& b) = 0;
  virtual void block_abandoned(Block& b) = 0;  // the kernel was aborted
  virtual void worker_idle(unsigned worker) = 0;
  virtual void worker_takes(unsigned worker, std::uint64_t block) = 0;
  virtual void arrives_at_barrier(const char* file, int line) = 0;
  virtual void barrier_released(Block& b) = 0;
  /// All blocks have arrived at the grid's barrier: what follows is ordered after all that came
  /// before.
  virtual void grid_barrier_released(Grid& g) = 0;
  virtual void grid_barrier_not_reached(Grid& g) = 0;  // some blocks have ended without it
  virtual void cluster_barrier_released(Cluster& c) = 0;
  virtual void passes_cluster_barrier(Block& b) = 0;  // called on the running thread
  virtual void waits_for_grid_ahead(Block& b) = 0;    // called on the running thread
  /// These lanes of a warp meet at a collective that is about to be computed. Called once per
  /// collective, by the engine or, for lanes that run in order, by the check's own hook.
  virtual void lanes_synchronized(Block& b, unsigned warp, std::uint32_t lanes, std::uint32_t mask,
                                  Collective what) = 0;
  virtual void yields(Block& b) = 0;   // all its threads spin
  virtual void lets_others_run() = 0;  // called on the running thread
  virtual void deadlock(Block& b, const char* report) = 0;
  /// A fault in a kernel or on the host; may correct its description. Returns true if the cause is
  /// removed and the instruction can be retried.
  virtual bool fault(Fault& f) = 0;
  virtual void aborts() = 0;
  /// The running thread divides integers without a defined result at instruction `pc`. Called in a
  /// signal handler.
  virtual void divides(const Division& division, const void* pc) = 0;
  /// The device heap: it grows, is removed; a kernel has allocated, is about to free, frees an
  /// invalid pointer. `returns_to`: return address of the call.
  virtual void heap_grows(std::uintptr_t start, std::size_t size) = 0;
  virtual void heap_unmapped(std::uintptr_t start, std::size_t size) = 0;
  virtual void heap_allocated(std::uintptr_t start, std::size_t size) = 0;
  virtual void heap_freeing(std::uintptr_t start, std::size_t size, const void* returns_to) = 0;
  virtual void heap_release_failed(const void* pointer, const char* call,
                                   const void* returns_to) = 0;
  /// The running thread begins a copy into or out of that block's shared memory.
  virtual void copy_begins(Block& b, const AsyncCopy& c) = 0;
  virtual void copy_lands(const AsyncCopy& c) = 0;
  /// A barrier object: the running thread arrives at its phase; the phase completes; a thread has
  /// observed that.
  virtual void arrives_at_phase(const void* object) = 0;
  virtual void phase_completes(const void* object) = 0;
  virtual void observes_phase(const void* object) = 0;
  /// The running thread does something that CUDA forbids. `cause`: from simt/finding_words.h.
  virtual void misused(const char* cause, const char* file, int line) = 0;
  /// The running thread reads an uninitialized local variable at `line`.
  virtual void reads_unset(const char* name, int declared, const char* file, int line) = 0;
  /// The running thread is about to read these bytes in a function of the engine's.
  virtual void reads_text(const char* text, std::size_t size, const void* returns_to) = 0;
  /// The same for a pointer that it stores.
  virtual void stores_pointer(void* to, const void* returns_to) = 0;
  virtual void assert_failed(const char* expression, const char* file, int line) = 0;  // aborts
  virtual void mask_without_own_lane() = 0;                                            // aborts

  // --- simt::check
  virtual void start(const check::Start& start) = 0;
  virtual void declare(const check::Array& array) = 0;
  virtual void finish() = 0;
  virtual void note_abort() = 0;
};

extern Checker* checker;

/// The API call that this host thread is in.
extern thread_local CallSite current_call;

}  // namespace simt::detail
