// The doctor's report, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "doctor/examination.h"
#include "doctor/room.h"
#include "report/style.h"

namespace warpgrade::doctor {

/// Ends in '\n'.
std::string render(const Machine& machine, const std::vector<Section>& sections,
                   const Style& style);

/// All that was found out and what it means: docs/doctor.md names the keys.
/// `room`: this machine and the others of the room, or nothing.
nlohmann::ordered_json doctor_json(const Machine& machine, const std::vector<Section>& sections,
                                   const std::vector<RoomEntry>& room = {});

}  // namespace warpgrade::doctor
