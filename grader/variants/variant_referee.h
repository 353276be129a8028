// Verifies the results of variants on the GPU, even if they were computed on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "measure/held_gpus.h"
#include "model/call_image.h"
#include "process/referee.h"
#include "variants/variant_verifier.h"

namespace warpgrade {

class VariantReferee {
 public:
  /// `environment`: of a process that uses the GPU.
  VariantReferee(Machine machine, const Lab& lab, Real real,
                 std::map<std::string, std::string> environment)
      : machine_(std::move(machine)),
        lab_(lab),
        real_(real),
        environment_(std::move(environment)) {}

  /// Builds the referee, which takes a while, before a GPU is held. Returns what it supports.
  RefereeHelp build();

  /// Ends it if less than `bytes` of the held GPU's memory are free for another process.
  void free_memory(const HeldGpus& held, std::uint64_t bytes);

  /// Whether the outputs and the return value of a call are right. `returned`: the arrays as
  /// returned, in the layout of `image`. Empty if it cannot decide: then `help` has the reason. The
  /// first call starts the process.
  std::optional<bool> accepts(const HeldGpus& held, const CallImage& image,
                              const std::vector<std::byte>& returned, std::int64_t return_value,
                              const std::string& facts, RefereeHelp& help);

 private:
  void start(const HeldGpus& held);
  void end();

  const Machine machine_;
  const Lab& lab_;
  const Real real_;
  const std::map<std::string, std::string> environment_;
  std::filesystem::path executable_;  // "": not built yet
  std::string cannot_build_;
  std::unique_ptr<Referee> referee_;
  int device_ = -1;                       // the device on which it runs
  std::uint64_t staged_ = 0, taken_ = 0;  // bytes kept for the next problem
};

}  // namespace warpgrade
