// All that `warpgrade doctor` finds out about a machine. What could not be found out is empty.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/noise.h"
#include "gpus/nvml.h"
#include "measure/device_probe.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade::doctor {

/// A program or library that the project can use.
struct Tool {
  std::string name;
  std::string version;  // or where it is; empty: it is not there
  std::string used_for;
  bool needed = false;  // else something is missing without it, but no grade
};

/// What a GPU did while the probe kept it busy.
struct UnderLoad {
  std::optional<int> sm_mhz;                           // highest
  std::optional<int> temperature_c;                    // highest
  std::optional<double> power_watts;                   // highest
  std::optional<unsigned long long> throttle_reasons;  // of all looks together, NVML's bits
  std::optional<int> pcie_generation, pcie_width;      // highest
};

/// A GPU, as the driver and CUDA know it: either may be silent.
struct DeviceReport {
  std::optional<int> number;         // CUDA's; nothing: CUDA does not see it
  std::optional<DeviceFacts> facts;  // the driver's
  std::optional<DeviceState> state;  // before the probe
  std::optional<DeviceProbe> probe;
  std::optional<UnderLoad> load;
  std::optional<Noise> noise;
  std::string trouble;  // why there is no probe

  /// "GPU 0", or the driver's name for one that CUDA does not see.
  std::string name() const;
  /// "NVIDIA H200", or "".
  std::string model() const;
  /// 90 for 9.0.
  std::optional<int> capability() const;
};

struct SandboxTrial {
  std::string what;    // "ends a program that takes too much memory"
  std::string detail;  // what happened instead; empty: it works
};

struct CpuReport {
  std::string name;
  int cores = 0;                     // that this process may use
  std::optional<double> quota;       // of a container: the time of so many cores
  std::optional<double> busy_cores;  // by other programs, before anything was measured
  std::string blas;                  // OpenBLAS's name for itself
  int blas_threads = 0;              // that a variant on the CPU gets
  double blas_one_flops = 0;         // a product of matrices in double, with one thread
  double blas_all_flops = 0;         // with blas_threads
  double blas_cores_used = 0;        // CPU time over time, with blas_threads
  std::optional<Noise> noise;
  std::optional<double> memory_bytes, memory_free_bytes;
  std::optional<double> disk_free_bytes;  // where work folders are made
  std::string disk_folder;
  double memory_needed_bytes = 0;  // the most that a lab lets a submission have
};

struct LabReport {
  std::string lab;
  std::string backend;  // cpu or cuda
  std::string score, pending, max_score;
  bool full = false;    // all that can be graded here
  std::string trouble;  // what lost points, or why it could not be graded
  double seconds = 0;
};

struct Machine {
  std::string name;
  std::string date;     // "2026-11-22 05:40", universal time
  std::string system;   // distribution and kernel
  std::string version;  // of warpgrade

  std::string limits_trouble, limits_advice;  // ulimits under which nothing is graded; or ""
  std::vector<Tool> tools;
  std::optional<std::string> compiler;  // version of g++
  std::optional<CudaToolkit> toolkit;
  std::string nvcc_trouble;  // why nvcc cannot build, where there is one

  std::vector<DeviceReport> devices;
  std::string why_no_gpu;  // when there is none
  int gpus_on_bus = 0;     // of NVIDIA, that the system sees whatever the driver does
  std::vector<PeerCopy> peers;
  std::string peers_trouble;

  bool isolates = false;
  std::string why_not_isolated;
  std::string why_no_memory_groups;  // "": the kernel counts each command's memory by such a group
  std::vector<SandboxTrial> trials;

  CpuReport cpu;

  enum class Labs { graded, left_out, no_solutions };
  Labs labs_state = Labs::left_out;
  std::vector<LabReport> labs;

  std::vector<std::string> troubles;  // of the doctor itself: what it could not look at, and why

  double seconds = 0;  // that the doctor took
};

}  // namespace warpgrade::doctor
