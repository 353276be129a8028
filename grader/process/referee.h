// The grader's side of the referee's process: see referee/referee.cu.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/fault.h"
#include "lab/ceilings.h"
#include "measure/device_watch.h"
#include "model/call_image.h"
#include "model/machine.h"
#include "process/shared_memory.h"
#include "referee/protocol.h"
#include "sandbox/descriptor.h"
#include "sandbox/sandbox.h"
#include "toolchain/build.h"

namespace warpgrade {

/// The referee could not do what it was asked.
struct RefereeFault : GraderError {
  using GraderError::GraderError;
};

class Referee {
 public:
  /// Starts the process, which opens the device in the background. Throws GraderError, as all
  /// functions below do.
  Referee(const Sandbox& sandbox, const std::filesystem::path& executable,
          const std::map<std::string, std::string>& environment);
  ~Referee();
  /// Ends the process, which frees the memory that it has lent.
  void end();
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  /// Waits until the device is open. Returns the free bytes of its memory.
  std::uint64_t free_bytes();

  /// How many times longer than usual the referee's own work takes on the device.
  ReferenceWork control();

  /// Measures the device's ceilings, in some tenths of a second.
  Ceilings ceilings();

  /// Memory that a worker borrows for its windows. The destructor closes the descriptors.
  struct Loan {
    std::uint32_t arena = 0;
    std::uint64_t bytes = 0, host_bytes = 0;
    Descriptor memory, gate, reply;
  };
  Loan lend(std::uint64_t bytes, std::uint64_t host_bytes);
  /// Makes new pages for windows with that many bytes in host memory. The device memory stays.
  void renew_pages(Loan& loan, std::uint64_t host_bytes);
  void drop(const Loan& loan);

  /// Sets the layout of arrays and the problems' `facts`. Returns whether the lab's device code
  /// generates and verifies them.
  bool generate(const CallImage& layout, const std::string& facts);
  void make(std::uint64_t seed, std::uint64_t poison_bits);
  void load(const std::vector<std::byte>& image);

  /// Begins a window. When socket() is readable, call finish_window(); to give up, abort_window().
  void begin_window(const Loan& loan, std::uint32_t number, bool early);
  /// Returns the window's seconds.
  double finish_window();
  void abort_window();
  int socket() const { return socket_; }

  struct Found {
    bool right = false;    // according to the lab's device code; false without it
    bool touched = false;  // a guard band or an input has changed
    std::int64_t returned = 0;
  };
  Found verify();
  /// Loads the results of a window in host memory.
  void load_results(const std::vector<std::byte>& written, std::int64_t returned);
  /// The writable arrays as taken at the end of the last window; with `all`, followed by the
  /// worker's inputs.
  std::vector<std::byte> results(bool all);
  /// Some bytes of the generated values.
  std::vector<std::byte> made(std::size_t offset, std::size_t bytes);

 private:
  using Ask = referee::Ask;
  using Answer = referee::Answer;
  void send(const Ask& ask, const std::vector<int>& descriptors = {});
  Answer receive(Descriptor* lent = nullptr);
  Answer ask(const Ask& what, const std::vector<int>& descriptors = {}, Descriptor* lent = nullptr);
  std::vector<std::byte> read(std::uint32_t source, std::size_t offset, std::size_t bytes);

  std::unique_ptr<Process> process_;
  Limits limits_;
  int socket_ = -1;
  bool opening_ = true;  // its first answer has not been received
  std::uint32_t arenas_ = 0;
  std::size_t size_ = 0, written_bytes_ = 0;
};

/// The part of a problem that the lab's device code gets as text (referee/facts.h reads it).
std::string format_facts(const Problem& problem, const Task& task, const Case& c, Real real,
                         const Tolerance& tolerance);

}  // namespace warpgrade
