// Compares this machine with others of the room, from the files that the doctor wrote on them.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "doctor/examination.h"

namespace warpgrade::doctor {

/// A machine's row in the table.
struct RoomEntry {
  std::string name, date;
  std::string gpu;  // "2 × NVIDIA H200", or "none"
  std::string driver, toolkit, cpu;
  /// By name (copy, f32, f64, to_device, from_device: of the slowest GPU; blas_one, blas_all), in
  /// bytes or operations per second; gpu_noise and cpu_noise as shares. Missing: not measured.
  std::map<std::string, double> figures;
};

/// Converts the doctor's JSON. Throws nlohmann::json::exception for anything else.
RoomEntry room_entry(const nlohmann::ordered_json& report);

/// Reads a file that the doctor wrote. Throws UsageError for anything else.
RoomEntry read_room_entry(const std::filesystem::path& file);

/// A difference from the other machines of the same model that exceeds the noise.
struct Deviation {
  std::size_t entry = 0;
  std::string figure;
  double ratio = 1;  // relative to the median of the others
  bool worse = false;
};

std::vector<Deviation> deviations(const std::vector<RoomEntry>& entries);

/// The table with highlighted differences, and remarks on the first entry: this machine.
Section examine_room(const std::vector<RoomEntry>& entries);

}  // namespace warpgrade::doctor
