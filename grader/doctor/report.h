// The doctor's report, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "doctor/examination.h"
#include "report/style.h"

namespace warpgrade {

/// Ends in '\n'.
std::string render(const Machine& machine, const std::vector<Section>& sections,
                   const Style& style);

/// All that was found out and what it means: docs/doctor.md names the keys.
nlohmann::ordered_json doctor_json(const Machine& machine, const std::vector<Section>& sections);

}  // namespace warpgrade
