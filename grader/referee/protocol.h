// What passes between the judge and the referee: one Ask and one Answer at a time, over a socket of
// records. The referee is a process of ours that holds a lab's values on the GPU: it makes them,
// lends a submission's process memory for them, opens the gate, takes the results and the time, and
// verifies. Nothing that a submission's process says reaches it but one word in a window's page.
#pragma once

#include <atomic>
#include <cstdint>

namespace warpgrade::referee {

constexpr std::uint32_t max_regions = 16;
constexpr int socket_fd = 3;

/// An array between its guard bands. All offsets in bytes from the beginning of all arrays.
struct Region {
  char name[32];
  std::uint32_t written;  // 1: an output, or both
  std::uint32_t reserved;
  std::uint64_t rows, cols;
  std::uint64_t begin, bytes;        // with the guard bands
  std::uint64_t array, array_bytes;  // the array itself
  std::uint64_t overflow_bytes;      // behind it, for the function to use
};

/// The page that a window is played by. The gate is the referee's alone; behind it lie arrays that
/// a contract wants in host memory.
struct Gate {
  std::atomic<std::uint32_t> open;  // rehearsal_word(n), then start_word(n), for window n
};
constexpr std::uint32_t rehearsal_word(std::uint32_t window) { return 2 * window; }
constexpr std::uint32_t start_word(std::uint32_t window) { return 2 * window + 1; }
/// Likewise the submission's, which repeats the gate's word. Both words are only looked at: a wrong
/// one at the wrong moment means a result that is taken too early, or a time that runs on.
struct Reply {
  std::atomic<std::uint32_t> enqueued;  // the call has returned; for short windows
  std::atomic<std::uint32_t> finished;  // and the device is at rest
  std::int64_t returned;                // what the function returned
};
constexpr std::uint64_t page_bytes = 4096;  // of each; host arrays begin there

struct Ask {
  enum class Kind : std::uint32_t {
    hello,     // what the device has
    arena,     // memory for `bytes`, to be lent: its descriptor comes with the answer
    drop,      // `arena` is not needed any more
    page,      // descriptors: gate and reply of `arena`, with `bytes` of host arrays
    generate,  // a problem's arrays: their layout, and what is known of it
    make,      // their values, from `seed`
    load,      // their values, from a descriptor that comes along
    window,    // a call in `arena`
    results,   // taken elsewhere: a descriptor with what may be written comes along
    verify,    // the results that were taken last
    read,      // `bytes` from `offset`, into a descriptor that comes along
    control,   // fixed pieces of work, timed
    ceilings   // what the device reaches
  } kind;
  std::uint32_t arena;
  std::uint32_t number;  // of the window
  std::uint32_t early;   // 1: results are taken when the call has returned (see referee.cu)
  std::uint32_t
      source;  // of read: 0 the values as they were made, 1 the lent memory, 2 what was taken
  std::uint32_t regions;
  std::uint64_t bytes, offset;
  std::int64_t returned;  // of results
  std::uint64_t seed;
  std::uint64_t poison_bits;
  std::uint64_t size;                    // of all arrays
  std::uint64_t written_bytes;           // what may be written, at the beginning
  std::uint64_t host_begin, host_bytes;  // what goes into the page
  Region region[max_regions];
  char facts[4096];  // lines: "entry NAME", "input NAME", "i NAME VALUE", "r NAME %a", "gamma
                     // statistical|worst %a"
};

/// How many times as long as usual the referee's own work took: on the device's memory, in its
/// cache, over the link to the host.
struct Slowness {
  double memory, cache, link;
};

struct Answer {
  std::uint32_t ok;
  std::uint32_t serves;   // of generate: the lab's own half makes and verifies such problems
  std::uint32_t right;    // of verify
  std::uint32_t touched;  // of verify: a guard band or an input is not as it was
  std::uint32_t aborted;  // of a window: the judge said so
  double seconds;         // of a window
  Slowness slowness;      // of the control
  double bytes_per_second, flops_f32, flops_f64;  // of ceilings
  std::uint64_t free_bytes, total_bytes;          // device memory
  std::int64_t returned;
  char error[256];
};

}  // namespace warpgrade::referee
