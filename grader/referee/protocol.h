// Messages between the grader and the referee: one Ask and one Answer at a time, over a socket of
// records. The referee is a trusted process that holds a lab's values on the GPU: it generates
// them, lends a submission's process memory for them, opens the gate, takes results and time, and
// verifies. The submission's process can only send it one word, in a window's page.
#pragma once

#include <atomic>
#include <cstdint>

namespace warpgrade::referee {

constexpr std::uint32_t max_regions = 16;
constexpr int socket_fd = 3;

/// An array between its guard bands. All offsets are in bytes from the start of all arrays.
struct Region {
  char name[32];
  std::uint32_t written;  // 1: an output, or input and output
  std::uint32_t reserved;
  std::uint64_t rows, cols;
  std::uint64_t begin, bytes;        // including the guard bands
  std::uint64_t array, array_bytes;  // the array itself
  std::uint64_t overflow_bytes;      // after the array, for the function's use
};

/// The page that starts a window. Only the referee writes the gate; arrays that a contract places
/// in host memory follow it.
struct Gate {
  std::atomic<std::uint32_t> open;  // rehearsal_word(n), then start_word(n), for window n
};
constexpr std::uint32_t rehearsal_word(std::uint32_t window) { return 2 * window; }
constexpr std::uint32_t start_word(std::uint32_t window) { return 2 * window + 1; }
/// The page that only the submission writes, to repeat the gate's word. Both words are only read by
/// the referee: a wrong one at the wrong time means results taken too early, or a longer time.
struct Reply {
  std::atomic<std::uint32_t> enqueued;  // the call has returned; for short windows
  std::atomic<std::uint32_t> finished;  // and the device is idle
  std::int64_t returned;                // the function's return value
};
constexpr std::uint64_t page_bytes = 4096;  // size of each; host arrays follow

struct Ask {
  enum class Kind : std::uint32_t {
    hello,     // returns the device's properties
    arena,     // allocates `bytes` to lend; the answer carries the descriptor
    drop,      // frees `arena`
    page,      // descriptors: gate and reply of `arena`, with `bytes` of host arrays
    generate,  // sets a problem's arrays: layout and facts
    make,      // generates their values from `seed`
    load,      // loads their values from an attached descriptor
    window,    // runs a call in `arena`
    results,   // loads results taken elsewhere: attached descriptor of the writable arrays
    verify,    // verifies the results taken last
    read,      // copies `bytes` from `offset` into an attached descriptor
    control,   // times fixed pieces of work
    ceilings   // measures the device's ceilings
  } kind;
  std::uint32_t arena;
  std::uint32_t number;  // of the window
  std::uint32_t early;   // 1: results are taken when the call has returned (see referee.cu)
  std::uint32_t source;  // of read: 0 generated values, 1 lent memory, 2 results taken
  std::uint32_t regions;
  std::uint64_t bytes, offset;
  std::int64_t returned;  // for `results`
  std::uint64_t seed;
  std::uint64_t poison_bits;
  std::uint64_t size;                    // of all arrays
  std::uint64_t written_bytes;           // the writable arrays, which come first
  std::uint64_t host_begin, host_bytes;  // arrays that go into the page
  Region region[max_regions];
  char facts[4096];  // lines: "entry NAME", "input NAME", "i NAME VALUE", "r NAME %a", "gamma
                     // statistical|worst %a"
};

/// How many times longer than usual the referee's own work took: in the device's memory, in its
/// cache, over the link to the host.
struct Slowness {
  double memory, cache, link;
};

struct Answer {
  std::uint32_t ok;
  std::uint32_t supported;  // of generate: the lab's device code supports such problems
  std::uint32_t right;      // of verify
  std::uint32_t touched;    // of verify: a guard band or an input has changed
  std::uint32_t aborted;    // of a window: the grader aborted it
  double seconds;           // of a window
  Slowness slowness;        // of the control
  double bytes_per_second, flops_f32, flops_f64;  // of ceilings
  std::uint64_t free_bytes, total_bytes;          // device memory
  std::int64_t returned;
  char error[256];
};

}  // namespace warpgrade::referee
