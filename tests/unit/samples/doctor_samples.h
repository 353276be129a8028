// Machines that are not here.
#pragma once

#include "doctor/machine.h"

namespace warpgrade::doctor {

inline DeviceReport healthy_h200(int number) {
  DeviceReport d;
  d.number = number;
  d.facts.emplace();
  DeviceFacts& f = *d.facts;
  f.name = "NVIDIA H200";
  f.bus_id = number == 0 ? "00000000:1B:00.0" : "00000000:CA:00.0";
  f.driver_version = "580.95.05";
  f.cuda_driver_version = "13.0";
  f.capability = 90;
  f.memory_bytes = 150ull << 30;
  f.ecc = true;
  f.uncorrected_errors = f.uncorrected_errors_ever = 0;
  f.remapping_pending = f.remapping_failed = false;
  f.persistence = true;
  f.compute_mode = "default";
  f.mig = false;
  f.pcie_generation = 1;  // idle
  f.pcie_generation_max = 5;
  f.pcie_width = f.pcie_width_max = 16;
  d.state.emplace();
  d.state->sm_mhz = 345;
  d.state->temperature_c = 31;
  d.state->slowdown_c = 87;
  d.state->throttle_reasons = 1;
  d.state->processes.emplace();
  d.state->utilization_percent = 0;
  d.load.emplace();
  d.load->sm_mhz = 1980;
  d.load->temperature_c = 46;
  d.load->power_watts = 512;
  d.load->throttle_reasons = 0x5;
  d.load->pcie_generation = 5;
  d.load->pcie_width = 16;
  d.probe.emplace();
  DeviceProbe& p = *d.probe;
  p.name = "NVIDIA H200";
  p.bus_id = *f.bus_id;
  p.capability = 90;
  p.clock_hz = 1.98e9;
  p.memory_bytes = 150e9;
  p.l2_bytes = 60 << 20;
  p.peak_bytes_per_second = 4.917e12;
  p.multiprocessors = 132;
  p.cores_f32 = 128;
  p.cores_f64 = 64;
  p.peak_flops_f32 = 66.9e12;
  p.peak_flops_f64 = 33.45e12;
  p.threads_per_block = 1024;
  p.threads_per_multiprocessor = 2048;
  p.shared_bytes_per_block = 49152;
  p.shared_bytes_on_request = 232448;
  p.shared_bytes_per_multiprocessor = 233472;
  p.constant_bytes = p.registers_per_block = 65536;
  p.copy_bytes_per_second = 4.262e12;
  p.flops_f32 = 64.5e12;
  p.flops_f64 = 33.1e12;
  p.to_device_bytes_per_second = 55.2e9;
  p.from_device_bytes_per_second = 54.9e9;
  p.kernel_seconds.assign(80, 1.1e-3);
  d.noise = Noise{1.1e-3, 0.004, 0.003};
  return d;
}

/// A machine with two GPUs to which nothing is to be said.
inline Machine healthy_machine() {
  Machine m;
  m.name = "gpu07";
  m.date = "2026-11-22 05:40";
  m.system = "Ubuntu 24.04 LTS, Linux 6.8.0";
  m.version = "0.1.0";
  m.tools = {{"bubblewrap", "/usr/bin/bwrap", "the sandbox", true}, {"ncu", "", "profiles", false}};
  m.compiler = "13.2.0";
  m.toolkit.emplace();
  m.toolkit->version = "13.0";
  m.toolkit->home = "/usr/local/cuda";
  m.toolkit->architectures = {75, 80, 86, 89, 90, 100, 120};
  m.devices = {healthy_h200(0), healthy_h200(1)};
  m.gpus_on_bus = 2;
  m.peers = {{0, 1, true, 370e9}, {1, 0, true, 371e9}};
  m.isolates = true;
  m.trials = {{"has no network", ""}, {"ends a program that takes too much memory", ""}};
  m.cpu.name = "Intel(R) Xeon(R) Processor";
  m.cpu.cores = m.cpu.blas_threads = 32;
  m.cpu.busy_cores = 0.1;
  m.cpu.blas = "SkylakeX";
  m.cpu.blas_one_flops = 60e9;
  m.cpu.blas_all_flops = 1.2e12;
  m.cpu.blas_cores_used = 31.5;
  m.cpu.noise = Noise{4e-3, 0.01, 0.004};
  m.cpu.memory_bytes = 256e9;
  m.cpu.memory_free_bytes = 250e9;
  m.cpu.memory_needed_bytes = 4e9;
  m.cpu.disk_free_bytes = 60e9;
  m.cpu.disk_folder = "/tmp";
  m.labs_state = Machine::Labs::graded;
  m.labs = {{"matmul", "cuda", "65", "35", "100", true, "", 12}};
  return m;
}

}  // namespace warpgrade::doctor
