// What two diagnoses have in common when only their numbers differ.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

/// Of a diagnosis or a finding's message the part that speaks of the mistake: not the line that
/// names one wrong value, and not the sentence that names one thread where advice follows it.
std::string gist_of(std::string_view diagnosis);

/// A key: equal for two gists that differ in numbers, places, names of arrays and singular or
/// plural. "The last column (from column 32 of 33) was never written" and "The last 8 columns (from
/// column 32 of 40) were never written" have the same.
std::string shape_of(std::string_view gist);

/// The shape of all diagnoses that say no more than one wrong value.
inline constexpr std::string_view no_pattern = "a value";

}  // namespace warpgrade
