// Everything that `warpgrade doctor` finds out about a machine. Unknown values are empty.
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
  std::string version;  // or path; empty: not installed
  std::string used_for;
  bool needed = false;  // grading does not work without it
};

/// Highest values of a GPU while the probe kept it busy.
struct LoadFigures {
  std::optional<int> sm_mhz;                           // highest
  std::optional<int> temperature_c;                    // highest
  std::optional<double> power_watts;                   // highest
  std::optional<unsigned long long> throttle_reasons;  // all reasons seen, as NVML's bits
  std::optional<int> pcie_generation, pcie_width;      // highest
};

/// A GPU as seen by the driver and CUDA; either may be missing.
struct DeviceReport {
  std::optional<int> number;         // CUDA's number; unset: CUDA does not see it
  std::optional<DeviceFacts> facts;  // from the driver
  std::optional<DeviceState> state;  // before the probe
  std::optional<DeviceProbe> probe;
  std::optional<LoadFigures> load;
  std::optional<Noise> noise;
  std::string error;  // why there is no probe

  /// "GPU 0", or the driver's name if CUDA does not see it.
  std::string name() const;
  /// "NVIDIA H200", or "".
  std::string model() const;
  /// 90 for 9.0.
  std::optional<int> capability() const;
};

struct SandboxTrial {
  std::string what;    // "ends a program that takes too much memory"
  std::string detail;  // what happened instead; empty: success
};

struct CpuReport {
  std::string name;
  int cores = 0;                     // available to this process
  std::optional<double> quota;       // CPU time limit of the container, in cores
  std::optional<double> busy_cores;  // cores used by other programs before the measurements
  std::string blas;                  // OpenBLAS's description of itself
  int blas_threads = 0;              // threads for a CPU variant
  double blas_one_flops = 0;         // double-precision matrix product, one thread
  double blas_all_flops = 0;         // the same with blas_threads
  double blas_cores_used = 0;        // CPU time divided by wall time, with blas_threads
  std::optional<Noise> noise;
  std::optional<double> memory_bytes, memory_free_bytes;
  std::optional<double> disk_free_bytes;  // in the folder for work folders
  std::string disk_folder;
  double memory_needed_bytes = 0;  // the largest memory limit of a lab
};

struct LabReport {
  std::string lab;
  std::string backend;  // cpu or cuda
  std::string score, pending, max_score;
  bool full = false;  // full marks as far as this machine can grade
  std::string error;  // why points were lost, or why it could not be graded
  double seconds = 0;
};

struct Machine {
  std::string name;
  std::string date;     // "2026-11-22 05:40", universal time
  std::string system;   // distribution and kernel
  std::string version;  // of warpgrade

  std::string limits_error, limits_advice;  // ulimits too low for grading; or ""
  std::vector<Tool> tools;
  std::optional<std::string> compiler;  // version of g++
  std::optional<CudaToolkit> toolkit;
  std::string nvcc_error;  // why an installed nvcc cannot build

  std::vector<DeviceReport> devices;
  std::string why_no_gpu;  // if there is none
  int gpus_on_bus = 0;     // NVIDIA GPUs on the PCI bus, with or without a driver
  std::vector<PeerCopy> peers;
  std::string peers_error;

  bool isolates = false;
  std::string why_not_isolated;
  std::string why_no_memory_groups;  // "": each command's memory is limited by a control group
  std::vector<SandboxTrial> trials;

  CpuReport cpu;

  enum class Labs { graded, left_out, no_solutions };
  Labs labs_state = Labs::left_out;
  std::vector<LabReport> labs;

  std::vector<std::string> survey_errors;  // parts of the survey that failed, and why

  double seconds = 0;  // duration of the survey
};

}  // namespace warpgrade::doctor
