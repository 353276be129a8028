// Messages between the sandbox's parent and its helper `sandbox_init`, over a socket of records
// (SOCK_SEQPACKET) that nothing else inside can reach.
// Parent to helper: one Start, then its body in records of at most `chunk` bytes: the seccomp
// program, then zero-terminated strings: directory, arguments, environment. A sandbox that is kept
// gets the next Start after its command's end, with Command::socket attached. Helper to parent:
// Reports. End of file tells the helper that the parent has gone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpgrade::control {

constexpr int student_fd = 3;  // Command::socket inside the sandbox
constexpr int helper_fd = 4;   // the helper's end of this socket
constexpr std::size_t chunk = 32 << 10;

struct Start {
  std::uint32_t filter_instructions;  // struct sock_filter, 8 bytes each
  std::uint32_t string_bytes;
  std::uint32_t arguments;
  std::uint32_t variables;
  std::uint32_t has_socket;
  std::uint32_t isolated;  // the helper is PID 1 of a PID namespace: its end ends all
  std::int32_t nice;       // of the command; the helper may have a higher priority
  std::uint32_t kept;      // another command may follow
  std::uint64_t file_bytes;
  std::uint64_t processes;  // RLIMIT_NPROC; 0: unchanged
};

struct Report {
  enum Kind : std::uint32_t {
    helper,        // the helper runs (the record's credentials have its host PID)
    born,          // sent by the command's process before exec (credentials: its host PID)
    running,       // the command runs
    cannot_start,  // `value`: errno
    ended,         // `value`: as from waitpid; times and memory of all its reaped processes
  } kind;
  enum Step : std::uint32_t { none, limits, directory, filter, execute } step;
  std::int64_t value;
  std::int64_t cpu_microseconds;
  std::int64_t peak_kilobytes;
};

}  // namespace warpgrade::control
