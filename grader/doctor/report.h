// The doctor's report as text and as JSON.
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

/// Everything that was found, as docs/doctor.md describes it. `room`: this machine and the room's
/// other machines; or empty.
nlohmann::ordered_json doctor_json(const Machine& machine, const std::vector<Section>& sections,
                                   const std::vector<RoomEntry>& room = {});

}  // namespace warpgrade::doctor
