// What passes between the judge and the worker over a Unix socket: one request and one reply per
// call, but for windows of timed calls (see Measure).
//
// The worker only computes. A request carries the scalars and, as file descriptors, two shared
// memory objects: `given` (sealed by the grader: arrays with their guard bands, outputs poisoned)
// and `returned` (the worker copies every array back there, guard bands included). The grader
// decides from `returned` alone whether the answer is right. The reply only helps to explain:
// nothing in it, true or forged, can earn a point. A socket comes with every call besides, through
// which the report of one that is checked leaves the process while it is made (CheckMessage).
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
  std::uint64_t region_offset;  // in both memory objects, a multiple of 4096
  std::uint64_t region_bytes;   // guard band, array, guard band
  std::uint64_t array_offset;   // from the region's start to the array: a multiple of 256
  // For the check, which tells of the array by its name.
  char name[32];
  std::uint64_t element_size;  // bytes
  std::uint64_t elements;
  std::uint64_t columns;      // of a row-major matrix; 0: a vector
  std::uint64_t overflow;     // elements past the end that may be read and written as well
  std::uint64_t initialised;  // 0: poison, whose use is a mistake
  std::uint64_t written;      // 1: an output, or both
};

/// Calls that are timed, after the one whose arrays come back. For programs of our own alone: the
/// worker's clock decides nothing that a student earns.
struct Timing {
  std::uint32_t at_most;  // calls; 0: none
  std::uint16_t discard;  // 1: nobody looks at the arrays that come back
  std::uint16_t cold;     // 1: before each call the device's cache is filled with something else
  double seconds;         // no further call after so long; a first call that took longer is it
};

/// A window: a call whose time others take. The worker makes everything ready and says `ready`;
/// then the inputs become readable, and the time runs until the results were taken from where the
/// worker left them. What it says meanwhile enters no time. An empty name in `entry` means a call
/// that does nothing, which shows what a window costs by itself.
///
/// Arrays on a GPU (`on_host` 0) lie in memory that the referee lends; it opens the gate and takes
/// the results (referee/protocol.h). Three descriptors come with the first window and when they
/// change: the lent memory, the gate, the reply. Arrays in the host's memory, and all of the CPU
/// engine's, come in a memory object whose descriptor is sent at the start, with the request's
/// number; what may be written lies in one that comes with the request. There the worker answers by
/// a Finished.
struct Measure {
  std::uint32_t timed;  // 0: an ordinary call
  std::uint32_t on_host;
  std::uint32_t number;         // of the window
  std::uint32_t early;          // 1: say when the call has returned, too
  std::uint64_t written_bytes;  // what may be written, which comes first
  std::uint64_t lent_bytes;     // 0: no descriptors come along
  std::uint64_t host_begin;     // arrays that lie behind the gate's page,
  std::uint64_t host_bytes;     // so many bytes
};

/// The end of a window on the host's memory.
struct Finished {
  std::uint64_t id;  // of the request
  std::int64_t returned;
};

struct Request {
  std::uint64_t id;
  char entry[96];
  char before[96];  // called first, with arrays in host memory that it only reads; "": nothing
  std::uint32_t device_pointers;
  std::uint32_t argument_count;
  std::uint32_t before_count;  // its arguments, which stand behind the entry's
  // Threads that run grids on the CPU engine, chosen by the first request; 0: the engine's choice.
  // Not a variable of the environment, where a submission could read that it is being checked.
  std::uint32_t engine_threads;
  Timing timing;
  Measure measure;
  std::uint32_t check;     // 1: tell through the third descriptor what the check finds
  std::uint32_t sampling;  // chooses the blocks whose costs the check counts
  // Seconds after which a checked call tells where it is; 0: never. Of the processor, all threads
  // together, and of the clock on the wall.
  double late_processor, late_wall;
  std::uint64_t total_bytes;  // of each of the two memory objects that hold arrays
  Argument arguments[max_arguments];
};

struct Reply {
  enum Status : std::uint32_t {
    done,           // returned and synchronised; `error` tells of CUDA errors on the way
    not_defined,    // the submission has no such function
    bad_signature,  // the grader's arguments do not fit the contract: the grader's fault
    out_of_memory,  // the runner could not allocate the buffers
    fatal,          // sent from a signal handler just before the worker dies
    ready,          // of a window: everything is in place
  } status;
  std::uint32_t signal;  // fatal: which
  std::uint64_t id;
  std::int64_t return_value;
  std::uint32_t checked;  // 1: every access was watched, as the request wanted
  // 1: the function got device pointers and called cudaDeviceReset, at error_file or error_address.
  std::uint16_t device_reset;
  std::uint16_t came_back;  // arguments, from the first on, whose arrays were copied back

  // The first CUDA error, or the place of the crash. Texts are zero-terminated.
  std::int32_t error;           // cudaError_t, 0: none
  std::uint32_t error_line;     // in the student's file, 0: not known
  std::uint64_t error_address;  // return address or program counter for addr2line, 0: none
  std::uint64_t fault_address;  // fatal: the address that was touched
  char error_name[48];          // cudaErrorInvalidConfiguration
  char error_text[256];
  char error_call[64];  // cudaMemcpy, or the kernel's name
  char error_file[192];
  char where[512];  // fatal: "host code", or what the exception said; else more on a kernel's error

  // Seconds. Of a function that gets device pointers: by events on the device, around the call.
  double upload;    // all arrays to the device
  double download;  // and what was written back
  std::uint32_t devices;
  std::uint32_t sample_count;
  double samples[max_samples];

  std::uint32_t kernel_count;  // launched in this call, in order of first launch
  struct Kernel {
    char name[88];
    std::uint64_t launches;
  } kernels[max_kernels];

  // On the CPU engine: the code of all of them, by its addresses. `code_count` may be more than
  // there is room for.
  std::uint64_t code_count;
  struct Code {
    std::uint64_t address;
    std::uint32_t kernel;  // index in `kernels`, where it is there
    std::uint32_t reserved;
  } code[max_code];
};

/// The head of a message about a checked call. Behind it stands what simt/check_report.h calls so.
struct CheckMessage {
  enum Part : std::uint32_t {
    again_serially,  // nothing
    finding,         // a Finding, number `index`
    counts,          // of all findings, 64 bits each
    kernels,         // all KernelMetrics
    sites,           // all SiteMetrics
    arrays,          // all ArrayStores
    end,             // a CheckEnd; nothing comes after it
    meddling,        // nothing: the program stores to what is the engine's
  } part;
  std::uint32_t index;
};

struct CheckEnd {
  std::uint64_t request;  // its number
  std::uint64_t more_findings;
  std::uint64_t from_host, to_host, seen_by_host;  // as in simt::check::Report
};

}  // namespace warpgrade::protocol
