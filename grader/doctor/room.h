// This machine beside the others of the room, from the files that the doctor wrote on them.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "doctor/examination.h"

namespace warpgrade::doctor {

/// A machine's line in the table.
struct RoomEntry {
  std::string name, date;
  std::string gpu;  // "2 × NVIDIA H200", or "none"
  std::string driver, toolkit, cpu;
  /// By name (copy, f32, f64, to_device, from_device: of the slowest GPU; blas_one, blas_all), in
  /// bytes or operations a second; gpu_noise, cpu_noise: shares. What was not measured is missing.
  std::map<std::string, double> figures;
};

/// From the doctor's JSON. Throws nlohmann::json::exception where that is something else.
RoomEntry room_entry(const nlohmann::ordered_json& report);

/// From a file that the doctor wrote. Throws UsageError where it is none.
RoomEntry read_room_entry(const std::filesystem::path& file);

/// A difference from the other machines of the same model that is more than noise.
struct Deviation {
  std::size_t entry = 0;
  std::string figure;
  double ratio = 1;  // over the median of the others
  bool worse = false;
};

std::vector<Deviation> deviations(const std::vector<RoomEntry>& entries);

/// The table, in which what differs is marked, and remarks on the first entry: this machine.
Section examine_room(const std::vector<RoomEntry>& entries);

}  // namespace warpgrade::doctor
