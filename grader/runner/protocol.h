// Messages between the grader and the worker over a Unix socket: one request and one reply per
// call, except for windows of timed calls (see Measure).
// The worker only computes. A request carries the scalars and, as file descriptors, two shared
// memory objects: `given` (sealed by the grader: arrays with their guard bands, outputs poisoned)
// and `returned` (the worker copies every array back there, including guard bands). The grader
// judges the answer from `returned` alone. The reply only helps to explain: nothing in it, true or
// forged, can earn a point.
// Every call also comes with a socket, through which the report of a checked call leaves the
// process while it is made (CheckMessage).
#pragma once

#include <cstdint>

namespace warpgrade::protocol {

constexpr std::uint32_t max_arguments = 24;
constexpr std::uint32_t max_kernels = 24;
constexpr std::uint32_t max_code = 256;
constexpr std::uint32_t max_samples = 64;
constexpr int socket_fd = 3;  // the worker's end

struct Argument {
  enum Kind : std::uint32_t { integer, real, pointer } kind;
  std::uint32_t on_host;  // 1: an array in host memory, although others are in device memory
  std::int64_t integer_value;
  double real_value;
  std::uint64_t region_offset;  // in both memory objects; a multiple of 4096
  std::uint64_t region_bytes;   // guard band, array, guard band
  std::uint64_t array_offset;   // from the region's start to the array: a multiple of 256
  // The array's name in reports of the check.
  char name[32];
  std::uint64_t element_size;  // bytes
  std::uint64_t elements;
  std::uint64_t columns;      // of a row-major matrix; 0: a vector
  std::uint64_t overflow;     // elements past the end that may be read and written
  std::uint64_t initialised;  // 0: poison, which must not be read
  std::uint64_t written;      // 1: an output, or input and output
};

/// Timed calls after the one whose arrays are returned. Only for trusted programs: the worker's
/// clock never affects what a student earns.
struct Timing {
  std::uint32_t at_most;  // calls; 0: none
  std::uint16_t discard;  // 1: the returned arrays are not needed
  std::uint16_t cold;     // 1: clear the device's cache before each call
  double seconds;         // no further call after so long; a longer first call is the only one
};

/// A window: a call that other processes time. The worker prepares everything and sends `ready`;
/// then the inputs become readable, and the time runs until the results were taken from the
/// worker's memory. Nothing that the worker sends meanwhile enters the time. An empty name in
/// `entry` is a call that does nothing, which shows the cost of a window itself.
/// Arrays on a GPU (`on_host` 0) lie in memory that the referee lends; it opens the gate and takes
/// the results (referee/protocol.h). Three descriptors come with the first window and when they
/// change: the lent memory, the gate, the reply.
/// Arrays in host memory, and all of the CPU engine's, come in a memory object whose descriptor is
/// sent at the start, with the request's number; the writable ones lie in another that comes with
/// the request. There the worker answers by a Finished.
struct Measure {
  std::uint32_t timed;  // 0: an ordinary call
  std::uint32_t on_host;
  std::uint32_t number;         // of the window
  std::uint32_t early;          // 1: also report when the call has returned
  std::uint64_t written_bytes;  // size of the writable arrays, which come first
  std::uint64_t lent_bytes;     // 0: no descriptors are attached
  std::uint64_t host_begin;     // start of the arrays after the gate's page,
  std::uint64_t host_bytes;     // and their size in bytes
};

/// The end of a window in host memory.
struct Finished {
  std::uint64_t id;  // of the request
  std::int64_t returned;
};

struct Request {
  std::uint64_t id;
  char entry[96];
  char before[96];  // called first, reads arrays in host memory; empty: none
  std::uint32_t device_pointers;
  std::uint32_t argument_count;
  std::uint32_t before_count;  // its arguments, which follow the entry's
  // Threads that run grids on the CPU engine, set by the first request; 0: the engine's default.
  // Not an environment variable, because a submission could read there that it is being checked.
  std::uint32_t engine_threads;
  Timing timing;
  Measure measure;
  std::uint32_t check;     // 1: send the check's findings through the third descriptor
  std::uint32_t sampling;  // chooses the blocks whose costs the check counts
  // Seconds after which a checked call reports where it is; 0: never. CPU time of all threads
  // together, and wall-clock time.
  double late_processor, late_wall;
  std::uint64_t total_bytes;  // of each of the two memory objects with arrays
  Argument arguments[max_arguments];
};

struct Reply {
  enum Status : std::uint32_t {
    done,           // returned and synchronized; `error` has CUDA errors on the way
    not_defined,    // the submission has no such function
    bad_signature,  // the arguments do not fit the contract: the grader's fault
    out_of_memory,  // the runner could not allocate the buffers
    fatal,          // sent from a signal handler just before the worker dies
    ready,          // of a window: everything is prepared
  } status;
  std::uint32_t signal;  // fatal: its number
  std::uint64_t id;
  std::int64_t return_value;
  std::uint32_t checked;  // 1: every access was checked, as requested
  // 1: the function got device pointers and called cudaDeviceReset, at error_file or error_address.
  std::uint16_t device_reset;
  std::uint16_t copied_back;  // leading arguments whose arrays were copied back

  // The first CUDA error, or the place of the crash. Texts are null-terminated.
  std::int32_t error;           // cudaError_t, 0: none
  std::uint32_t error_line;     // in the student's file; 0: unknown
  std::uint64_t error_address;  // return address or program counter for addr2line; 0: none
  std::uint64_t fault_address;  // fatal: the accessed address
  char error_name[48];          // cudaErrorInvalidConfiguration
  char error_text[256];
  char error_call[64];  // cudaMemcpy, or the kernel's name
  char error_file[192];
  char where[512];  // fatal: "host code", or the exception's text; else details of a kernel's error

  // Seconds. For a function with device pointers: measured by events on the device, around the
  // call.
  double upload;    // all arrays to the device
  double download;  // the written arrays to the host
  std::uint32_t devices;
  std::uint32_t sample_count;
  double samples[max_samples];

  std::uint32_t kernel_count;  // launched in this call, in order of first launch
  struct Kernel {
    char name[88];
    std::uint64_t launches;
  } kernels[max_kernels];

  // On the CPU engine: the addresses of all kernels' code. `code_count` may exceed the capacity.
  std::uint64_t code_count;
  struct Code {
    std::uint64_t address;
    std::uint32_t kernel;  // index into `kernels`, if stored there
    std::uint32_t reserved;
  } code[max_code];
};

/// The header of a message about a checked call. The body is the type of that name in
/// simt/check_report.h.
struct CheckMessage {
  enum Part : std::uint32_t {
    again_serially,  // no body
    finding,         // a Finding, number `index`
    counts,          // of all findings, 64 bits each
    kernels,         // all KernelMetrics
    sites,           // all SiteMetrics
    arrays,          // all ArrayStores
    end,             // a CheckEnd; nothing comes after it
    tampering,       // no body: the program stores to memory of the engine
  } part;
  std::uint32_t index;
};

struct CheckEnd {
  std::uint64_t request;  // its number
  std::uint64_t more_findings;
  std::uint64_t from_host, to_host, seen_by_host;  // as in simt::check::Report
};

}  // namespace warpgrade::protocol
